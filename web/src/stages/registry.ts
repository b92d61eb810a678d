/** The stages: what a game brings to its table of its own, by its key. The plain stage serves every other game. */

import type { Component } from 'svelte';
import type { FeltActions, SpotFace } from '../lib/felt';
import type { Setting } from '../table/setting.svelte';
import type { Area, GameView, Place } from '../wire/types';
import { story as flip } from './flip/story';
import { story as gin } from './gin/story';
import { story as plain } from './plain/story';
import { story as spin } from './spin/story';
import type { Story } from './story';

/** What the equipment of a table is told; each stage takes what it draws. */
export interface StageProps {
  /** The game's own view: what has been told, or what the equipment is about to show. */
  readonly felt: GameView;
  /** What lies in each place, as far as it has been told. */
  readonly places: readonly Place[];
  /** The places of the game with nothing in them. */
  readonly beds: readonly Place[];
  readonly spots: readonly SpotFace[];
  readonly round: string;
  readonly viewer: number;
  readonly setting: Setting;
  /** The result may be shown being drawn. */
  readonly isMoving: boolean;
  /** The equipment lies and may be read. */
  readonly isDrawn: boolean;
  /** A hand is laid out before the viewer's eyes, and not there at once. */
  readonly isLaying: boolean;
  readonly in3d: boolean;
  readonly isQuick: boolean;
  readonly fourColours: boolean;
  readonly onlanded: () => void;
  /** Options that are mine to take now. */
  readonly mine: readonly string[];
  readonly ondecide: (option: string) => void;
}

/** What a betting area is told. */
export interface FeltProps {
  readonly spots: readonly SpotFace[];
  readonly areas: readonly Area[];
  readonly actions: FeltActions;
  /** The chip in hand, as words. */
  readonly chip: string;
  readonly felt: GameView | null;
  readonly viewer: number;
  readonly fourColours: boolean;
}

/** A game's equipment and betting area, as they are fetched. */
export interface Drawn {
  readonly Stage: Component<StageProps>;
  readonly Felt: Component<FeltProps>;
}

export interface Stage {
  readonly story: Story;
  /** How low the equipment may get before the felt scrolls, in pixels. */
  readonly least: number;
  /** The equipment that moves, where the stage knows it. */
  readonly moves?: string;
  /** What finishing one's bets sets going, where it has a word of its own. */
  readonly go?: string;
  readonly load: () => Promise<Drawn>;
}

/** A stage of its own knows its game's own view. */
const own = (load: () => Promise<unknown>) => load as () => Promise<Drawn>;

const STAGES: Readonly<Record<string, Stage>> = {
  'spin-n-win': {
    story: spin,
    least: 132,
    moves: 'tops',
    load: own(() => import('./spin/spinStage')),
  },
  'gin-and-win': {
    story: gin,
    least: 208,
    moves: 'cards',
    load: own(() => import('./gin/ginStage')),
  },
  'flip-it': {
    story: flip,
    least: 112,
    moves: 'cards',
    go: 'Flip it',
    load: own(() => import('./flip/flipStage')),
  },
};
const PLAIN: Stage = {
  story: plain,
  least: 124,
  load: own(() => import('./plain/plainStage')),
};

const GO: Readonly<Record<string, string>> = { cards: 'Deal', dice: 'Roll', tops: 'Spin', wheel: 'Spin' };

export const stageOf = (game: string): Stage => STAGES[game] ?? PLAIN;

/** The equipment that a game's draws move: as its stage knows, else as its places say. */
export const movedBy = (game: string, beds: readonly Place[]): string => stageOf(game).moves ?? beds[0]?.kind ?? 'cards';

/** The word on the button that ends betting. */
export const goWord = (game: string, beds: readonly Place[]): string => stageOf(game).go ?? GO[movedBy(game, beds)] ?? 'Deal';

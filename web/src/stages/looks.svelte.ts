/** How a game looks away from its table: its hue, and what its picture shows. */

import type { Place } from '../wire/types';

export type Picture = readonly Pick<Place, 'kind' | 'items'>[];

interface Look {
  readonly hue: string;
  readonly picture: Picture;
}

const LOOKS: Readonly<Record<string, Look>> = {
  'spin-n-win': { hue: 'midnight', picture: [{ kind: 'tops', items: ['', 'Joker'] }] },
  'gin-and-win': { hue: 'bottle', picture: [{ kind: 'cards', items: ['3h', '3s', '5h', '9h', 'Jh', '4s', 'Ac'] }] },
  'flip-it': { hue: 'wine', picture: [{ kind: 'cards', items: ['Jc', 'Kd', 'Jh', '2c', ''] }] },
};
/** Around the colour circle, in degrees, apart from the hues that have names. */
const ANGLES = [200, 315, 50, 225, 180, 345, 285];

export const pictureOf = (game: string): Picture | undefined => LOOKS[game]?.picture;

/** A game without a hue of its own has one by its key, the same everywhere. */
function angleOf(game: string): number {
  const sum = [...game].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 9973, 7);
  return ANGLES[sum % ANGLES.length] ?? 205;
}

function dye(at: HTMLElement, what: 'hue' | 'felt', game: string): void {
  const named = LOOKS[game]?.hue;
  at.dataset[what] = named ?? 'own';
  if (named === undefined) at.style.setProperty('--angle', `${angleOf(game)}deg`);
}

/** Gives a part of a page the hue of a game. */
export const hued = (game: string) => (at: HTMLElement) => dye(at, 'hue', game);

/** The whole page wears its game's hue for as long as it is shown. Called by a component's script. */
export function wear(game: () => string): void {
  $effect(() => {
    const root = document.documentElement;
    if (game()) dye(root, 'felt', game());
    return () => delete root.dataset['felt'];
  });
}

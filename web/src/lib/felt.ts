/** What a spot on the felt shows: the offer, my stake, and how it was settled. */

import { showCredits } from './money';
import type { LineView, Paytable, PostedLine, SpotView } from '../wire/types';

export interface SpotFace {
  readonly spot: SpotView;
  /** What it pays, and for what; null until the table has said so. */
  readonly posted: Paytable | null;
  /** My stake now, in minor units; 0 for none. */
  readonly stake: number;
  /** Sent and not yet answered. */
  readonly isPending: boolean;
  readonly mayBet: boolean;
  readonly mayTake: boolean;
  /** My own settled line on this spot, once the dealer has come to it. */
  readonly line: LineView | null;
  /** What the spot is paid, an award beside its line included. */
  readonly pays: number;
  /** Whether the spot won: as the view names it, or by my own settled line. */
  readonly isWinner: boolean;
  /** The odds it won at, where they are known. */
  readonly wonAt: string | null;
  /** Stakes of other seats on the same spot. */
  readonly others: number;
}

export type SpotAction = (spot: string) => void;

export interface FeltActions {
  readonly add: SpotAction;
  readonly take: SpotAction;
}

const lineOf = (line: PostedLine) => `${line.short || line.name} ${line.odds}`;

/** Pays that differ, each with what earns it; bare odds where the spot's own name says it all. */
export function postedWords({ spot, posted }: SpotFace): readonly string[] {
  if (posted === null || spot.odds.length === 1) return spot.odds.slice(0, 1);
  return posted.lines.map(lineOf);
}

/** What a spot adds to its label and odds for those who listen. */
export function spotWords(face: SpotFace, chip: string): string {
  const { spot, stake, line } = face;
  const words: string[] = [];
  // A long paytable has no room on the spot itself.
  if (spot.odds.length > 2) words.push(`pays ${postedWords(face).join(', ')}`);
  if (stake) words.push(`your stake ${showCredits(stake)}`);
  if (line) words.push(lineWords(line));
  if (stake && spot.contract !== null) words.push(spot.contract);
  if (face.mayBet) words.push(`add ${chip}`);
  else if (spot.closed) words.push(spot.closed);
  return words.join(', ');
}

/** What became of a stake in one short word; null where the amount says it all. */
export function shortResult(line: { readonly result: string; readonly moves_to: string | null }, label: (spot: string) => string): string | null {
  if (line.moves_to !== null) return `to ${label(line.moves_to)}`;
  return { push: 'push', refund: 'back', stands: 'stands' }[line.result] ?? null;
}

export function lineWords(line: LineView): string {
  switch (line.result) {
    case 'stands':
      return line.moves_to === null ? 'stands' : 'stands and moves';
    case 'award':
      return `awarded ${showCredits(line.pays)} at ${line.odds ?? ''}`;
    case 'win':
      return `won ${showCredits(line.pays)} at ${line.odds ?? ''}`;
    case 'lose':
      return 'lost';
    case 'push':
      return 'pushed';
    default:
      return 'returned';
  }
}

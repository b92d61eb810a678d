/** What the teller asks of a game's equipment: what it showed, what to hold back, and for how long. */

import type { Place, TableView } from '../wire/types';

/** What lies on a table: the game's own view, and its places. */
export type Lying = Pick<TableView, 'felt' | 'places'>;

export interface Story {
  /** What the equipment showed, as one text; empty while it has shown nothing. */
  readonly outcome: (lying: Lying) => string;
  /** Whether there is more to be drawn after a first draw, and each is told. */
  readonly hasStreets?: boolean;
  /** What lies there while bets are open and the last round rests; null where it cannot lie on. */
  readonly rest: (now: Lying, last: Lying) => Lying | null;
  /** What came, with everything that tells the outcome as it was before. */
  readonly hide: (now: Lying, was: Lying | null, viewer: number) => Lying;
  /** How long a draw is shown at most, in milliseconds. */
  readonly drawMs: (now: Lying, was: Lying | null) => number;
  /** How long the dealer lays out a hand after the draw; 0 where there is none. */
  readonly layMs?: (now: Lying) => number;
  /** Spots that what lies there makes winners, with their odds. */
  readonly winners?: (lying: Lying) => readonly (readonly [spot: string, odds: string])[];
  /** What a seat did or is about to do, in a word; empty for nothing. */
  readonly seatState?: (lying: Lying, seat: number) => string;
  /** What a seat is at the table beside a player's, in a word; empty for nothing. */
  readonly seatRole?: (lying: Lying, seat: number) => string;
}

/** What a view lays on the table: of the round in play, else of the last one. */
export function lyingOf(view: TableView): Lying {
  const { felt, places, last } = view;
  return felt === null && last !== null ? { felt: last.game, places: last.places } : { felt, places };
}

export type { Place };

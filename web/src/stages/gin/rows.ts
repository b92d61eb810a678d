/** One side of the comparison. */
export interface HandRow {
  /** As the server names the winner: `player` or `dealer`. */
  readonly key: string;
  readonly who: string;
  readonly cards: readonly string[];
  readonly score: number;
}

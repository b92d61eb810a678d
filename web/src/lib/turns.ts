/**
 * Work that need not be done at once: a few milliseconds of it a frame, the most urgent first and
 * otherwise in the order it came. One long frame becomes several short ones.
 */

import { flushSync } from 'svelte';

/** What is done first when much waits. What money lies where comes before everything else. */
export const RANK = { felt: 0, stage: 1, bar: 2, call: 3, cards: 4, seats: 5, slip: 6, foot: 7, head: 8, picture: 9 } as const;
export type Rank = (typeof RANK)[keyof typeof RANK];

/** Once so much of a frame is spent, the rest waits for the next one. */
const BUDGET_MS = 1.5;
/** Where frames are slow, nothing waits longer than this for one with time to spare. */
const LONGEST_MS = 300;
/** No frame comes while a page is hidden; what waits is then done by the clock. */
const STALLED_MS = 150;

export interface Frames {
  /** Calls back before the next frame is drawn. */
  next(task: () => void): void;
  now(): number;
}

interface Piece {
  readonly rank: Rank;
  readonly since: number;
  readonly work: () => void;
}

export class Turns {
  readonly #frames: Frames;
  /** Sorted: most urgent first. */
  #waiting: Piece[] = [];
  #isAsked = false;

  constructor(frames: Frames) {
    this.#frames = frames;
  }

  /** Does a piece of work when its turn comes; the answer takes it back. */
  put(rank: Rank, work: () => void): () => void {
    const piece: Piece = { rank, since: this.#frames.now(), work };
    const behind = this.#waiting.findIndex((one) => one.rank > rank);
    this.#waiting.splice(behind < 0 ? this.#waiting.length : behind, 0, piece);
    this.#ask();
    return () => {
      this.#waiting = this.#waiting.filter((one) => one !== piece);
    };
  }

  #ask(): void {
    if (this.#isAsked || this.#waiting.length === 0) return;
    this.#isAsked = true;
    this.#frames.next(() => this.#work());
  }

  #work(): void {
    this.#isAsked = false;
    const began = this.#frames.now();
    const isLate = (piece: Piece) => began - piece.since > LONGEST_MS;
    try {
      do {
        this.#waiting.shift()?.work();
      } while (this.#frames.now() - began < BUDGET_MS ? this.#waiting.length > 0 : this.#waiting.some(isLate));
    } finally {
      this.#ask();
    }
  }
}

const browserFrames: Frames = {
  next(task) {
    let isDone = false;
    const once = () => {
      if (isDone) return;
      isDone = true;
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      task();
    };
    const frame = requestAnimationFrame(once);
    const timer = setTimeout(once, STALLED_MS);
  },
  now: () => performance.now(),
};
const turns = new Turns(browserFrames);

/** A change of this page when its turn comes, drawn at once; where there are no frames it is made now. */
export function inTurn(rank: Rank, change: () => void): () => void {
  // Drawn within its turn, or what it costs would count to nobody's.
  if (typeof requestAnimationFrame === 'function') return turns.put(rank, () => flushSync(change));
  change();
  return () => undefined;
}

/**
 * Work that need not be done at once: a few milliseconds of it a frame, the most urgent first and
 * otherwise in the order it came. One long frame becomes several short ones.
 */

import { flushSync } from 'svelte';

/**
 * What is done first when much waits. The outcome: equipment and call, in one frame, before anything else
 * that tells it. Then what money lies where.
 */
export const RANK = { outcome: 0, felt: 1, spots: 2, bar: 3, clock: 4, cards: 5, seats: 6, slip: 7, foot: 8, head: 9, picture: 10 } as const;
export type Rank = (typeof RANK)[keyof typeof RANK];

/** Once so much of a frame is spent, the rest waits for the next one. */
const BUDGET_MS = 1.5;
/** What waited longer than this gets more of a frame. */
const LONG_MS = 300;
const LATE_BUDGET_MS = 4;
/** No frame comes while a page is hidden; what waits is then done by the clock. */
const STALLED_MS = 150;

export interface Frames {
  /** Calls back before the next frame is drawn, or without one where none comes: nobody looks then. */
  next(task: (isSeen: boolean) => void): void;
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
    this.#frames.next((isSeen) => this.#work(isSeen));
  }

  #work(isSeen: boolean): void {
    this.#isAsked = false;
    const began = this.#frames.now();
    const isLate = this.#waiting.some((piece) => began - piece.since > LONG_MS);
    const budget = !isSeen ? Infinity : isLate ? LATE_BUDGET_MS : BUDGET_MS;
    try {
      do {
        this.#waiting.shift()?.work();
      } while (this.#waiting[0]?.rank === RANK.outcome || (this.#waiting.length > 0 && this.#frames.now() - began < budget));
    } finally {
      this.#ask();
    }
  }
}

const browserFrames: Frames = {
  next(task) {
    let isDone = false;
    const once = (isSeen: boolean) => {
      if (isDone) return;
      isDone = true;
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      task(isSeen);
    };
    const frame = requestAnimationFrame(() => once(true));
    const timer = setTimeout(() => once(!document.hidden), STALLED_MS);
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

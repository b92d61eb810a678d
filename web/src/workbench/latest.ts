/** The answer to the latest question: one at a time, older ones given up, never too many a second. */

export interface Watch<Answer> {
  readonly load: (question: string, signal: AbortSignal) => Promise<Answer>;
  readonly shown: (answer: Answer, question: string) => void;
  readonly failed: (problem: unknown) => void;
  /** Whether an answer has been waited for longer than a moment. */
  readonly slow: (isSlow: boolean) => void;
}

/** Time between two questions, so that a drag stays within what the house takes from one address. */
const APART_MS = 70;
/** How long a question is let run when a newer one waits. */
const PATIENCE_MS = 220;
const SLOW_MS = 300;

interface Running {
  readonly question: string;
  readonly stop: AbortController;
  readonly since: number;
}

export class Latest<Answer> {
  #wanted: string | null = null;
  #running: Running | null = null;
  #asked = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #slowTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly watch: Watch<Answer>,
    readonly now: () => number = () => performance.now(),
  ) {}

  want(question: string): void {
    this.#wanted = question;
    this.#next();
  }
  stop(): void {
    this.#wanted = null;
    this.#running?.stop.abort();
    this.#running = null;
    clearTimeout(this.#timer);
    clearTimeout(this.#slowTimer);
  }

  #next(): void {
    clearTimeout(this.#timer);
    if (this.#wanted === this.#running?.question) this.#wanted = null;
    if (this.#wanted === null) return;
    const apart = this.#asked + APART_MS - this.now();
    const patience = this.#running ? this.#running.since + PATIENCE_MS - this.now() : 0;
    const wait = Math.max(apart, patience);
    if (wait > 0) this.#timer = setTimeout(() => this.#next(), wait);
    else this.#start(this.#wanted);
  }

  #start(question: string): void {
    this.#running?.stop.abort();
    const mine: Running = { question, stop: new AbortController(), since: this.now() };
    this.#running = mine;
    this.#wanted = null;
    this.#asked = mine.since;
    this.#slowTimer ??= setTimeout(() => this.watch.slow(true), SLOW_MS);
    this.watch.load(question, mine.stop.signal).then(
      (answer) => this.#ended(mine, () => this.watch.shown(answer, question)),
      (problem: unknown) => this.#ended(mine, () => this.watch.failed(problem)),
    );
  }

  #ended(mine: Running, tell: () => void): void {
    if (this.#running !== mine) return;
    this.#running = null;
    clearTimeout(this.#slowTimer);
    this.#slowTimer = undefined;
    this.watch.slow(false);
    tell();
    this.#next();
  }
}

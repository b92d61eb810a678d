/** Tells views one beat after the other; components ask it what may be seen yet. */

import { beatsBetween, lastsFor, outcomeOf, roundOf, type Beat } from './beats';
import type { TableView } from '../wire/types';

/** A story ends this long before the bets of the next round close, whatever is left of it. */
export const RESERVE_MS = 9_000;

export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

export const waitFor: Wait = (ms, signal) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

interface Entry {
  readonly view: TableView;
  readonly beats: readonly Beat[];
}

export class Teller {
  /** What the screen draws. */
  shown = $state.raw<TableView | null>(null);
  beat = $state<Beat | null>(null);
  /** The equipment's outcome may be seen. */
  isDrawn = $state(true);
  /** How far the settlement has been told. */
  settled = $state<'none' | 'taken' | 'paid'>('paid');
  /** The dealer's words as last called. */
  says = $state('');
  /** My credits as last told: winnings only after the pays. */
  balance = $state<number | null>(null);

  /** The next round is open already while this one is still told. */
  isNextOpen = $state(false);

  isMotionWanted = true;
  /** The server's time, by which deadlines are given. */
  now: () => number = () => Date.now();

  readonly #wait: Wait;
  #queue: Entry[] = [];
  #last: TableView | null = null;
  #isTelling = false;
  #isHurried = false;
  #current = new AbortController();
  #watch = new AbortController();
  #landed: (() => void) | null = null;

  constructor(wait: Wait = waitFor) {
    this.#wait = wait;
  }

  /** A new view arrived. */
  async see(view: TableView): Promise<void> {
    const beats = beatsBetween(this.#last, view);
    this.#last = view;
    this.#queue.push({ view, beats });
    if (!this.#isTelling) await this.#tellAll();
    else this.#watchTheTime(view);
  }

  /** After a break nothing is told again: the table is simply as it is. */
  forget(): void {
    this.skip();
    this.#last = null;
  }

  /** The Tops lie. */
  landed(): void {
    this.#landed?.();
  }

  /** A click: everything that is queued is shown at once. */
  skip(): void {
    if (!this.#isTelling) return;
    this.#isHurried = true;
    this.#current.abort();
  }

  async #tellAll(): Promise<void> {
    this.#isTelling = true;
    for (let entry = this.#queue.shift(); entry; entry = this.#queue.shift()) {
      await this.#tell(entry);
    }
    this.#isTelling = false;
    this.#isHurried = false;
    this.isNextOpen = false;
    this.#watch.abort();
    this.beat = null;
  }

  /** The table has gone on: the story goes on too, but never so long that bets cannot be made. */
  #watchTheTime(view: TableView): void {
    const isAnother = this.shown !== null && roundOf(view) !== roundOf(this.shown);
    if (!isAnother || view.phase !== 'betting') return;
    this.isNextOpen = true;
    this.#watch.abort();
    if (view.deadline_ms === null) return;
    this.#watch = new AbortController();
    const { signal } = this.#watch;
    const left = Math.max(0, view.deadline_ms - this.now() - RESERVE_MS);
    void this.#wait(left, signal).then(() => {
      if (!signal.aborted) this.skip();
    });
  }

  async #tell({ view, beats }: Entry): Promise<void> {
    this.#hide(beats);
    this.shown = view;
    if (!beats.includes('pay')) this.balance = view.balance;
    for (const beat of beats) {
      this.beat = beat;
      if (beat === 'call') this.says = view.says;
      if (beat === 'take') this.settled = 'taken';
      if (beat === 'pay') {
        this.settled = 'paid';
        this.balance = view.balance;
      }
      await this.#hold(beat, view);
      if (beat === 'draw') this.isDrawn = true;
    }
    this.beat = null;
    if (beats.length === 0) this.isDrawn = outcomeOf(view) !== '' || this.isDrawn;
    this.says = view.says;
    this.balance = view.balance;
  }

  /** What a coming beat will show is hidden until then. */
  #hide(beats: readonly Beat[]): void {
    if (beats.includes('draw')) this.isDrawn = false;
    if (beats.includes('open')) this.isDrawn = false;
    if (beats.includes('take') || beats.includes('pay')) this.settled = 'none';
  }

  async #hold(beat: Beat, view: TableView): Promise<void> {
    this.#current = new AbortController();
    const { signal } = this.#current;
    if (this.#isHurried || !this.isMotionWanted) return this.#wait(0, signal);
    const told = this.#wait(lastsFor(beat, view), signal);
    if (beat !== 'draw' || view.game !== 'spin-n-win') return told;
    const lies = new Promise<void>((resolve) => (this.#landed = resolve));
    await Promise.race([lies, told]);
    this.#landed = null;
    this.#current.abort();
  }
}

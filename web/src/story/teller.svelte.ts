/** The one owner of what has been told so far: everything on the page reads it and nothing newer. */

import { lyingOf } from '../stages/story';
import { beatsBetween, lastsFor, roundOf, type Beat } from './beats';
import { seatedAs, toldAt } from './told';
import type { TableView } from '../wire/types';

/** A story ends this long before the bets of the next round close, whatever is left of it. */
export const RESERVE_MS = 9_000;

/** Does something so many milliseconds later; the answer takes it back. */
export type Later = (ms: number, task: () => void) => () => void;

const later: Later = (ms, task) => {
  const timer = setTimeout(task, ms);
  return () => clearTimeout(timer);
};

interface Step {
  readonly beat: Beat | null;
  readonly told: TableView;
  readonly coming: TableView['felt'];
  readonly lasts_ms: number;
}

/** One step for every beat, and a last one that holds back nothing. */
function stepsBetween(before: TableView | null, next: TableView): Step[] {
  const beats = beatsBetween(before, next);
  const steps = beats.map((beat, at) => ({
    beat,
    told: toldAt(before ?? next, next, beats, at),
    coming: beat === 'draw' ? lyingOf(next).felt : null,
    lasts_ms: lastsFor(beat, before, next),
  }));
  return [...steps, { beat: null, told: next, coming: null, lasts_ms: 0 }];
}

export class Teller {
  /** The table as far as it has been told. */
  told = $state.raw<TableView | null>(null);
  /** What the equipment is about to show: for the equipment alone, which has to move there. */
  coming = $state.raw<TableView['felt']>(null);
  beat = $state<Beat | null>(null);
  /** The next round is open already while this one is still told. */
  isNextOpen = $state(false);

  isMotionWanted = true;
  /** The server's time, by which deadlines are given. */
  now: () => number = () => Date.now();
  /** Called with every step that is told. */
  ontold: (view: TableView, beat: Beat | null) => void = () => undefined;

  readonly #later: Later;
  #steps: Step[] = [];
  #newest: TableView | null = null;
  #cancel: (() => void) | null = null;
  #unwatch: () => void = () => undefined;

  constructor(wait: Later = later) {
    this.#later = wait;
  }

  /** A new view arrived. */
  see(view: TableView): void {
    if (this.#cancel !== null && this.told !== null) {
      this.told = seatedAs(this.told, view);
      this.#steps = this.#steps.map((step) => ({ ...step, told: seatedAs(step.told, view) }));
    }
    this.#steps.push(...stepsBetween(this.#newest, view));
    this.#newest = view;
    if (this.#cancel === null) this.#go();
    else this.#watchTheTime(view);
  }

  /** After a break nothing is told again: the table is simply as it is. */
  forget(): void {
    this.skip();
    this.#newest = null;
  }

  /** The Tops lie. */
  landed(): void {
    if (this.beat === 'draw') this.#go();
  }

  /** Everything is told at once. */
  skip(): void {
    if (this.#cancel === null || this.#newest === null) return;
    this.#steps = stepsBetween(null, this.#newest);
    this.#go();
  }

  /** Tells the next step, and those after it that take no time. */
  #go(): void {
    this.#cancel?.();
    this.#cancel = null;
    for (let step = this.#steps.shift(); step; step = this.#steps.shift()) {
      this.told = step.told;
      this.coming = step.coming;
      this.beat = step.beat;
      this.ontold(step.told, step.beat);
      if (step.lasts_ms === 0 || !this.isMotionWanted) continue;
      this.#cancel = this.#later(step.lasts_ms, () => this.#go());
      return;
    }
    this.isNextOpen = false;
    this.#unwatch();
  }

  /** The table has gone on: the story goes on too, but never so long that bets cannot be made. */
  #watchTheTime(view: TableView): void {
    const isAnother = this.told !== null && roundOf(view) !== roundOf(this.told);
    if (!isAnother || view.phase !== 'betting') return;
    this.isNextOpen = true;
    this.#unwatch();
    if (view.deadline_ms === null) return;
    const left = Math.max(0, view.deadline_ms - this.now() - RESERVE_MS);
    this.#unwatch = this.#later(left, () => this.skip());
  }
}

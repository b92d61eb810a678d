/**
 * Parts of a table that follow it a frame or two later, so that a view never changes the whole page
 * in one frame. The values of one part always change together. Used while a component is made.
 */

import { getContext, setContext, untrack } from 'svelte';
import { inTurn, type Rank } from './turns';

class Cell {
  now = $state.raw<unknown>();
}

type Readers<T> = { readonly [K in keyof T]: () => T[K] };
type Pulse = () => unknown;
const PULSE = Symbol('pulse');

/** Every part below is told by one beat that something changed, and looks when its turn comes. */
export function beat(pulse: Pulse): void {
  setContext(PULSE, pulse);
}

/** The values as they are now; when some change, all of them do, together, when their turn comes. */
export function later<T extends object>(rank: Rank, read: Readers<T>): Readonly<T> {
  const part = new Part(read);
  part.follow(rank, () => part.isOld(part.read()));
  return part.shown;
}

/**
 * The same for values of the table alone. What they are is not worked out for all parts at once as a
 * view arrives, but in each part's own turn.
 */
export function following<T extends object>(rank: Rank, read: Readers<T>): Readonly<T> {
  const pulse = getContext<Pulse | undefined>(PULSE);
  if (pulse === undefined) return later(rank, read);
  const part = new Part(read);
  part.follow(rank, () => {
    pulse();
    return true;
  });
  return part.shown;
}

class Part<T extends object> {
  readonly shown = {} as T;
  readonly #readers: readonly (() => unknown)[];
  readonly #cells: readonly Cell[];

  constructor(read: Readers<T>) {
    const names = Object.keys(read) as (keyof T)[];
    this.#readers = names.map((name) => read[name]);
    this.#cells = names.map((name) => {
      const cell = new Cell();
      cell.now = untrack(read[name]);
      Object.defineProperty(this.shown, name, { get: () => cell.now, enumerable: true });
      return cell;
    });
  }

  read(): readonly unknown[] {
    return this.#readers.map((value) => value());
  }
  isOld(wanted: readonly unknown[]): boolean {
    return untrack(() => this.#cells.some((cell, at) => cell.now !== wanted[at]));
  }
  /** Looks again in a turn whenever it may have to: what `isMoved` reads is watched. */
  follow(rank: Rank, isMoved: () => boolean): void {
    let isWaiting = false;
    let cancel = () => {};
    $effect(() => {
      // What waits already will show what is wanted by then.
      if (!isMoved() || isWaiting) return;
      isWaiting = true;
      cancel = inTurn(rank, () => {
        isWaiting = false;
        const wanted = untrack(() => this.read());
        this.#cells.forEach((cell, at) => (cell.now = wanted[at]));
      });
    });
    $effect(() => () => cancel());
  }
}

/** How much of a row may be seen yet: one more with every turn, as cards are dealt; none once it is empty. */
export class Dealt {
  count = $state(0);

  constructor(rank: Rank, total: () => number) {
    $effect(() => {
      const most = total();
      if (most === 0) this.count = 0;
      if (this.count >= most) return undefined;
      return inTurn(rank, () => (this.count += 1));
    });
  }
}

/**
 * Parts of a table that follow it a frame or two later, so that a view never changes the whole page
 * in one frame. The values of one part always change together. Used while a component is made.
 */

import { untrack } from 'svelte';
import { inTurn, type Rank } from './turns';

class Cell {
  now = $state.raw<unknown>();
}

type Readers<T> = { readonly [K in keyof T]: () => T[K] };

/** The values as they are now; when some change, all of them do, together, when their turn comes. */
export function later<T extends object>(rank: Rank, read: Readers<T>): Readonly<T> {
  const names = Object.keys(read) as (keyof T)[];
  const shown = {} as T;
  const cells = names.map((name) => {
    const cell = new Cell();
    cell.now = untrack(read[name]);
    Object.defineProperty(shown, name, { get: () => cell.now, enumerable: true });
    return cell;
  });
  let wanted: readonly unknown[] = [];
  let isWaiting = false;
  let cancel = () => {};
  $effect(() => {
    wanted = names.map((name) => read[name]());
    // What waits already will show what is wanted by then.
    if (isWaiting || untrack(() => cells.every((cell, at) => cell.now === wanted[at]))) return;
    isWaiting = true;
    cancel = inTurn(rank, () => {
      isWaiting = false;
      cells.forEach((cell, at) => (cell.now = wanted[at]));
    });
  });
  $effect(() => () => cancel());
  return shown;
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

/**
 * The guided round: whether it was offered, at which table it runs, and how far it is.
 * Kept in this browser alone; a reload goes on where it was.
 */

import type { StepId } from './steps';

const DONE = 'pitboss.guide.done';
const RUNNING = 'pitboss.guide.table';

function read(store: () => Storage, key: string): string {
  try {
    return store().getItem(key) ?? '';
  } catch {
    return '';
  }
}
function write(store: () => Storage, key: string, value: string): void {
  try {
    if (value) store().setItem(key, value);
    else store().removeItem(key);
  } catch {
    // A browser that keeps nothing is offered the round again; nothing else is lost.
  }
}

class Guide {
  /** Whether a newcomer has done or dismissed it. */
  isDone = $state(read(() => localStorage, DONE) !== '');
  /** The table it runs at; empty when it does not run. */
  table = $state(read(() => sessionStorage, RUNNING));
  /** Steps that the player has read or done and that nothing on the table shows. */
  passed = $state.raw<ReadonlySet<StepId>>(new Set());
  /** The round that is played; the guide follows this one and no later one. */
  round = $state('');

  start(table: string): void {
    this.table = table;
    this.passed = new Set();
    this.round = '';
    write(() => sessionStorage, RUNNING, table);
  }
  pass(step: StepId): void {
    this.passed = new Set([...this.passed, step]);
  }
  /** Done or not wanted: it is not offered again, but can be started from the lobby. */
  end(): void {
    this.table = '';
    this.isDone = true;
    write(() => sessionStorage, RUNNING, '');
    write(() => localStorage, DONE, 'yes');
  }
}

export const guide = new Guide();

/** The picture of a table in this browser: the welcome's, and what changed since. */

import { applyChanges } from './changes';
import type { Changed, Shown, TableView, ToBrowser, Welcome } from './types';

/** What the page hears: changes have been put on, and it is shown the whole. */
export type Heard = Exclude<ToBrowser, Changed> | Shown;

interface Numbered {
  readonly number: number;
  readonly view: TableView;
}

export class Picture {
  #first: Numbered | null = null;
  #last: Numbered | null = null;
  #isAsking = false;

  greet({ number, view }: Welcome): void {
    this.#first = this.#last = { number, view };
    this.#isAsking = false;
  }

  get number(): number {
    return this.#last?.number ?? 0;
  }

  /** The table as it is now, or null: changes of a picture that is not here say nothing. */
  take({ after, number, version, now_ms, changes }: Changed): Shown | null {
    const before = [this.#last, this.#first].find((one) => one?.number === after);
    if (!before) return null;
    this.#isAsking = false;
    const view = applyChanges(before.view, changes);
    this.#last = { number, view };
    return { kind: 'shown', version, now_ms, view };
  }

  /** Whether the whole is to be asked for; it is on its way once it has been. */
  miss(): boolean {
    const isFirst = !this.#isAsking;
    this.#isAsking = true;
    return isFirst;
  }
}

/** A page that may have to be worked out first: asked again until it is there, with its progress. */

import { fetchPage, Trouble } from '../wire/pages';
import type { WorkNote } from '../wire/page_types';

export interface Answer {
  readonly page: unknown;
  readonly work: WorkNote | null;
}

const AGAIN_MS = 350;
const LATER_MS = 1500;

export class Asking<A extends Answer> {
  answer = $state.raw<A | null>(null);
  trouble = $state('');
  #stopped = new AbortController();

  constructor(readonly path: string) {
    void this.#ask();
  }
  stop(): void {
    this.#stopped.abort();
  }
  async #ask(): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      let wait = AGAIN_MS;
      try {
        this.answer = await fetchPage<A>(this.path, this.#stopped.signal);
        this.trouble = '';
        if (this.answer.page !== null) return;
      } catch (problem) {
        if (this.#stopped.signal.aborted) return;
        this.trouble = problem instanceof Trouble ? problem.message : 'The server cannot be reached. Trying again…';
        // Whatever may pass is tried again; what cannot be is said.
        if (problem instanceof Trouble && problem.status < 500 && problem.status !== 429) return;
        wait = LATER_MS;
      }
      await new Promise((done) => setTimeout(done, wait));
    }
  }
}

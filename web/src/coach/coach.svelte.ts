/** Asks the coach whenever the table has changed and nothing is being told; the newest answer counts. */

import { fetchPage, Trouble } from '../wire/pages';
import type { CoachPage } from '../wire/page_types';

export type Fetch = (path: string, signal: AbortSignal) => Promise<CoachPage>;
const REST_MS = 120;

export class CoachLink {
  page = $state.raw<CoachPage | null>(null);
  trouble = $state('');
  isAsking = $state(false);
  readonly #fetch: Fetch;
  #current: AbortController | null = null;

  constructor(fetch: Fetch = (path, signal) => fetchPage<CoachPage>(path, signal)) {
    this.#fetch = fetch;
  }

  /** Ask about a table soon; another question before then takes its place. Gives how to give up. */
  ask(table: string, rest = REST_MS): () => void {
    this.#current?.abort();
    const asked = new AbortController();
    this.#current = asked;
    const timer = setTimeout(() => void this.#answer(table, asked.signal), rest);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }

  async #answer(table: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    this.isAsking = true;
    try {
      const page = await this.#fetch(`/api/coach/${table}`, signal);
      if (signal.aborted) return;
      this.page = page;
      this.trouble = '';
    } catch (problem) {
      if (signal.aborted) return;
      this.trouble = problem instanceof Trouble ? problem.message : 'The coach cannot be reached.';
    } finally {
      if (!signal.aborted) this.isAsking = false;
    }
  }
}

/** The sign of an amount in words of colour: good, bad or neither. */
export const tone = (shown: string): 'up' | 'down' | 'even' =>
  shown.startsWith('+') ? 'up' : shown.startsWith('−') ? 'down' : 'even';

/** The bets that can be made now, the one worth most first; then those that cannot. */
export function ranked(page: CoachPage): CoachPage['bets'] {
  const net = (fraction: string) => {
    const [over, under] = fraction.split('/').map(Number);
    return (over ?? 0) / (under ?? 1);
  };
  return [...page.bets].sort(
    (a, b) => Number(b.is_open) - Number(a.is_open) || net(b.fraction) - net(a.fraction),
  );
}

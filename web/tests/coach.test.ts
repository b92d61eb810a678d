/** The coach's link: the newest answer counts, and what is refused is said. */

import { afterEach, describe, expect, it, vi } from 'vitest';
import { CoachLink, ranked, tone } from '../src/coach/coach.svelte';
import { Trouble } from '../src/wire/pages';
import type { BetAdvice, CoachPage } from '../src/wire/page_types';

const NONE = { exact: '0/1', shown: '0.0000' };
const page = (version: number, bets: readonly BetAdvice[] = []): CoachPage => ({
  table: 't',
  version,
  basis: '',
  bets,
  options: [],
  note: '',
  last_decision: null,
  account: { rounds: 0, staked: 0, result: NONE, worth: NONE, cost: NONE, luck: NONE, best_worth: NONE },
  definition: '',
  visit: '',
});
const bet = (spot: string, fraction: string, is_open = true): BetAdvice => ({
  spot,
  label: spot,
  percent: '',
  fraction,
  is_open,
  is_best: false,
  stake: 0,
  worth: NONE,
});

afterEach(() => vi.useRealTimers());

describe('the coach', () => {
  it('is asked once for changes that come together', async () => {
    vi.useFakeTimers();
    const fetch = vi.fn((_path: string, _signal: AbortSignal) => Promise.resolve(page(7)));
    const link = new CoachLink(fetch);
    link.ask('t');
    link.ask('t');
    await vi.advanceTimersByTimeAsync(500);
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(fetch.mock.calls[0]?.[0]).toBe('/api/coach/t');
    expect(link.page?.version).toBe(7);
    expect(link.isAsking).toBe(false);
  });

  it('forgets an answer that comes after a newer question', async () => {
    vi.useFakeTimers();
    const answers: ((page: CoachPage) => void)[] = [];
    const link = new CoachLink(() => new Promise((resolve) => answers.push(resolve)));
    link.ask('t', 0);
    await vi.advanceTimersByTimeAsync(1);
    link.ask('t', 0);
    await vi.advanceTimersByTimeAsync(1);
    answers[1]?.(page(2));
    answers[0]?.(page(1));
    await vi.advanceTimersByTimeAsync(1);
    expect(link.page?.version).toBe(2);
  });

  it("says the server's own sentence when it is refused", async () => {
    vi.useFakeTimers();
    const link = new CoachLink(() => Promise.reject(new Trouble('not-allowed', 'No coach here.', 'r', 403)));
    link.ask('t', 0);
    await vi.advanceTimersByTimeAsync(1);
    expect(link.trouble).toBe('No coach here.');
    expect(link.page).toBeNull();
  });

  it('ranks open bets by worth, then those that are shut', () => {
    const bets = [bet('a', '-3/64'), bet('b', '1/500', false), bet('c', '-1/64'), bet('d', '1/100')];
    expect(ranked(page(1, bets)).map((one) => one.spot)).toEqual(['d', 'c', 'a', 'b']);
  });

  it('tells plus from minus by the sign alone', () => {
    expect([tone('+0.1'), tone('−0.1'), tone('0.0000')]).toEqual(['up', 'down', 'even']);
  });
});

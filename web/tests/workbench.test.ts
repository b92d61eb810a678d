/** The workbench's own parts: odds on a slider, words of exact values, and the latest question. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { percentWords, showPercent } from '../src/lib/percent';
import { changeWords, grouped, isShort, partsOf } from '../src/proof/words';
import type { ControlNote, FiguresPage } from '../src/wire/page_types';
import { movedBet, refusalWords } from '../src/workbench/bench.svelte';
import { Latest } from '../src/workbench/latest';
import { countEnd, oddsAt, oddsEnd, ratioOf, stepsOf } from '../src/workbench/odds';

describe('odds on a slider', () => {
  const half = { top: 1, bottom: 2 };

  it('are written in lowest terms', () => {
    expect([0, 1, 2, 5, 120].map((steps) => oddsAt(steps, half))).toEqual(['0/1', '1/2', '1/1', '5/2', '60/1']);
    expect(oddsAt(137, { top: 1, bottom: 100 })).toBe('137/100');
    expect(oddsAt(150, { top: 1, bottom: 100 })).toBe('3/2');
  });
  it('come back as the same number of steps', () => {
    for (let steps = 0; steps < 200; steps += 1) expect(stepsOf(oddsAt(steps, half), half)).toBe(steps);
  });
  it('are nothing when they are no odds', () => {
    for (const text of ['', '-1/2', '1/0', 'x', '1/2/3', '1.5']) expect(ratioOf(text)).toBeNull();
    expect(ratioOf(' 9/2 ')).toEqual({ top: 9, bottom: 2 });
    expect(stepsOf('x', half)).toBe(0);
  });
  it('leave room beyond where they stood', () => {
    for (const odds of ['1/2', '3/1', '12/1', '60/1', '1000/1']) {
      const ratio = ratioOf(odds);
      expect(oddsEnd(odds)).toBeGreaterThan((ratio?.top ?? 0) / (ratio?.bottom ?? 1));
    }
    expect(countEnd(2, 100)).toBe(8);
    expect(countEnd(8, 16)).toBe(16);
  });
});

describe('exact values in words', () => {
  it('have real minus signs and thousands', () => {
    expect(partsOf('-5/2')).toEqual(['−5', '2']);
    expect(partsOf('3/1')).toEqual(['3', null]);
    expect(percentWords('-2.0631%')).toBe('−2.0631%');
    expect(['1.5%', '-1.5%', '0.0000%'].map(changeWords)).toEqual(['+1.5%', '−1.5%', '0.0000%']);
    expect(grouped('133784560')).toBe('133,784,560');
    expect(showPercent(-1 / 64, 4)).toBe('−1.5625%');
    expect([isShort('1/64'), isShort('80616691021/10118487491112')]).toEqual([true, false]);
  });
});

describe('the latest question', () => {
  interface Asked {
    question: string;
    signal: AbortSignal;
    answer: (text: string) => void;
    fail: (problem: Error) => void;
  }
  let asked: Asked[];
  let shown: string[];
  let failed: unknown[];
  let slow: boolean[];
  let latest: Latest<string>;

  beforeEach(() => {
    vi.useFakeTimers();
    asked = [];
    shown = [];
    failed = [];
    slow = [];
    latest = new Latest<string>({
      load: (question, signal) =>
        new Promise((answer, fail) => {
          asked.push({ question, signal, answer, fail });
        }),
      shown: (answer, question) => shown.push(`${question}: ${answer}`),
      failed: (problem) => failed.push(problem),
      slow: (isSlow) => slow.push(isSlow),
    });
  });
  afterEach(() => vi.useRealTimers());
  const questions = (): string[] => asked.map((one) => one.question);

  it('is asked at once, and again for nothing new', async () => {
    latest.want('a');
    latest.want('a');
    expect(questions()).toEqual(['a']);
    asked[0]?.answer('1');
    await vi.advanceTimersByTimeAsync(500);
    expect(shown).toEqual(['a: 1']);
    expect(questions()).toEqual(['a']);
  });
  it('of a drag is asked when the one before is answered', async () => {
    for (const one of ['a', 'b', 'c', 'd']) latest.want(one);
    expect(questions()).toEqual(['a']);
    asked[0]?.answer('1');
    await vi.advanceTimersByTimeAsync(100);
    expect(questions()).toEqual(['a', 'd']);
    asked[1]?.answer('4');
    await vi.advanceTimersByTimeAsync(0);
    expect(shown).toEqual(['a: 1', 'd: 4']);
  });
  it('gives a slow one up, whose answer no longer counts', async () => {
    latest.want('a');
    await vi.advanceTimersByTimeAsync(100);
    latest.want('b');
    expect(questions()).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(150);
    expect(questions()).toEqual(['a', 'b']);
    expect(asked[0]?.signal.aborted).toBe(true);
    asked[0]?.answer('late');
    asked[1]?.answer('2');
    await vi.advanceTimersByTimeAsync(0);
    expect(shown).toEqual(['b: 2']);
  });
  it('says when it takes longer than a moment', async () => {
    latest.want('a');
    await vi.advanceTimersByTimeAsync(299);
    expect(slow).toEqual([]);
    await vi.advanceTimersByTimeAsync(2);
    expect(slow).toEqual([true]);
    asked[0]?.answer('1');
    await vi.advanceTimersByTimeAsync(0);
    expect(slow.at(-1)).toBe(false);
  });
  it('passes a failure on and goes on with the next', async () => {
    latest.want('a');
    latest.want('b');
    asked[0]?.fail(new Error('no'));
    await vi.advanceTimersByTimeAsync(100);
    expect(failed).toHaveLength(1);
    expect(questions()).toEqual(['a', 'b']);
  });
  it('stops for good', async () => {
    latest.want('a');
    latest.want('b');
    latest.stop();
    asked[0]?.answer('1');
    await vi.advanceTimersByTimeAsync(1000);
    expect(shown).toEqual([]);
    expect(questions()).toEqual(['a']);
  });
});

describe('the bet that a change moves', () => {
  const share = (fraction: string) => ({ fraction, percent: '', value: 0 });
  const page = (bet: string, edges: Record<string, string>) =>
    ({ bet, bets: Object.entries(edges).map(([name, edge]) => ({ name, keys: [name], house_edge: share(edge), change: null })) }) as unknown as FiguresPage;

  it('is gone to where the one shown stays as it was', () => {
    expect(movedBet(page('red', { red: '1/9', call: '1/8' }), page('red', { red: '1/9', call: '1/7' }))).toBe('call');
  });
  it('is the one shown where that moves as well, and none where nothing moves', () => {
    expect(movedBet(page('red', { red: '1/9', call: '1/8' }), page('red', { red: '1/5', call: '1/7' }))).toBe('');
    expect(movedBet(page('red', { red: '1/9' }), page('red', { red: '1/9' }))).toBe('');
    expect(movedBet(null, page('red', { red: '1/9' }))).toBe('');
  });
});

it('says in words why a number cannot be, never by its key', () => {
  const odds = { field: 'pays.call_it', label: 'Call it', kind: 'odds' } as ControlNote;
  const faces = { field: 'tops.joker', label: 'Joker faces', kind: 'number' } as ControlNote;
  expect(refusalWords(odds, "pays.call_it is 'x'; it must be odds such as '9/2' or 12, not negative.")).toBe('Write odds like 9/2 or 12: what one credit wins.');
  expect(refusalWords(faces, "tops.joker is 'x'; it must be a whole number from 0 to 100.")).toBe("Joker faces is 'x'; it must be a whole number from 0 to 100.");
  expect(refusalWords(odds, 'With these numbers call:2, 3 can never win.')).toBe('With these numbers call 2, 3 can never win.');
});

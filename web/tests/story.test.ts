import { describe, expect, it } from 'vitest';
import { beatsBetween, outcomeOf, type Beat } from '../src/story/beats';
import { Teller } from '../src/story/teller.svelte';
import type { TableView } from '../src/wire/types';
import { storyNames, views } from './stories';

const ORDER: readonly Beat[] = ['open', 'close', 'draw', 'call', 'take', 'pay'];

function allBeats(name: string): Beat[][] {
  let before: TableView | null = null;
  return views(name).map((view) => {
    const beats = beatsBetween(before, view);
    before = view;
    return beats;
  });
}

describe.each(storyNames())('%s', (name) => {
  it('is told in the dealer’s order', () => {
    for (const beats of allBeats(name)) {
      const places = beats.map((beat) => ORDER.indexOf(beat));
      expect(places).toEqual([...places].sort((a, b) => a - b));
    }
  });
  it('opens, closes, draws and pays every round exactly once', () => {
    const beats = allBeats(name).flat();
    const rounds = new Set(views(name).flatMap((view) => view.round_id ?? [])).size;
    for (const beat of ['open', 'close', 'draw', 'pay'] as const) {
      expect(beats.filter((one) => one === beat), beat).toHaveLength(rounds);
    }
  });
  it('hides the outcome until it is drawn and the winnings until they are paid', async () => {
    const seen: [Beat | null, boolean, number | null][] = [];
    const teller = new Teller(async () => {
      seen.push([teller.beat, teller.isDrawn, teller.balance]);
      teller.landed();
    });
    let paid: number | null = null;
    for (const view of views(name)) {
      seen.length = 0;
      await teller.see(view);
      for (const [beat, isDrawn, balance] of seen) {
        if (beat === 'draw') expect(isDrawn).toBe(false);
        if (beat === 'take') expect(balance).toBe(paid);
        if (beat === 'pay') expect(balance).toBe(view.balance);
      }
      paid = view.balance;
      expect(teller.shown).toBe(view);
      expect(teller.says).toBe(view.says);
      expect(teller.balance).toBe(view.balance);
      if (outcomeOf(view) !== '' && view.phase !== 'betting') expect(teller.isDrawn).toBe(true);
    }
  });
});

it('tells nothing on a first view: after a reload the table is simply as it is', () => {
  for (const view of views('spin-two-jokers')) expect(beatsBetween(null, view)).toEqual([]);
});

it('a click shows everything at once', async () => {
  const waits: number[] = [];
  const teller = new Teller(async (ms) => {
    waits.push(ms);
    teller.skip();
  });
  for (const view of views('flip-win')) await teller.see(view);
  expect(waits.filter((ms) => ms > 0).length).toBeLessThan(waits.length);
  expect(teller.settled).toBe('paid');
});

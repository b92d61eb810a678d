import { describe, expect, it } from 'vitest';
import { beatsBetween, outcomeOf, type Beat } from '../src/story/beats';
import { RESERVE_MS, Teller } from '../src/story/teller.svelte';
import type { TableView } from '../src/wire/types';
import { storyNames, views } from './stories';

const ORDER: readonly Beat[] = ['open', 'close', 'draw', 'lay', 'call', 'take', 'pay'];

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
  let isCut = false;
  const teller = new Teller(async (ms, signal) => {
    waits.push(ms);
    if (ms === 0 || isCut) return;
    // Somebody clicks during the first beat that takes time: it ends, and no later one takes any.
    teller.skip();
    isCut = signal.aborted;
  });
  let stories = 0;
  for (const view of views('flip-win')) {
    waits.length = 0;
    isCut = false;
    await teller.see(view);
    const timed = waits.findIndex((ms) => ms > 0);
    if (timed < 0 || timed === waits.length - 1) continue;
    stories += 1;
    expect(isCut).toBe(true);
    expect(waits.slice(timed + 1).every((ms) => ms === 0)).toBe(true);
    expect(teller.shown).toBe(view);
    expect(teller.beat).toBe(null);
  }
  expect(stories).toBeGreaterThan(0);
  expect(teller.settled).toBe('paid');
});

describe('a story and the next round', () => {
  /** Views of a settled round and of the betting that follows it, its deadline so far away. */
  function pair(left_ms: number | null): readonly [readonly TableView[], TableView] {
    const all = views('spin-stays-up');
    const settled = all.findIndex((view) => view.round_id === null && view.last !== null);
    const next = all.slice(settled).find((view) => view.phase === 'betting') as TableView;
    return [all.slice(0, settled + 1), { ...next, deadline_ms: left_ms }];
  }
  async function told(left_ms: number | null): Promise<{ waits: number[]; wasOpen: boolean }> {
    const [before, next] = pair(left_ms);
    const waits: number[] = [];
    let wasOpen = false;
    let isSent = false;
    const teller = new Teller((ms) => {
      waits.push(ms);
      if (teller.beat === 'take' && !isSent) {
        isSent = true;
        void teller.see(next);
        wasOpen = teller.isNextOpen;
      }
      return Promise.resolve();
    });
    teller.now = () => 0;
    for (const view of before) await teller.see(view);
    expect(teller.shown).toBe(next);
    expect(teller.isNextOpen).toBe(false);
    return { waits, wasOpen };
  }
  it('says that bets are open and goes on with the story', async () => {
    expect((await told(null)).wasOpen).toBe(true);
  });
  it('waits for the bets’ last seconds before it is cut', async () => {
    const { waits } = await told(RESERVE_MS + 4321);
    expect(waits).toContain(4321);
  });
});

it('the dealer’s hand is laid out before it is called', () => {
  const beats = allBeats('gin-player-wins').find((one) => one.includes('draw')) ?? [];
  expect(beats.indexOf('lay')).toBeGreaterThan(beats.indexOf('draw'));
  expect(beats.indexOf('call')).toBeGreaterThan(beats.indexOf('lay'));
});

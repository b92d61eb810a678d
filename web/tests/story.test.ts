import { describe, expect, it } from 'vitest';
import { beatsBetween, outcomeOf, type Beat } from '../src/story/beats';
import { RESERVE_MS, Teller } from '../src/story/teller.svelte';
import type { SpinView, TableView } from '../src/wire/types';
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
  it('tells no outcome before the equipment has shown it, and no win before it is paid', () => {
    const all = views(name);
    let queued: (() => void) | null = null;
    const teller = new Teller((_, task) => {
      queued = task;
      return () => (queued = null);
    });
    let before: TableView | null = null;
    for (const view of all) {
      const beats = beatsBetween(before, view);
      const drawn = beats.indexOf('draw');
      const seen: [Beat | null, TableView][] = [];
      teller.ontold = (told, beat) => seen.push([beat, told]);
      teller.see(view);
      while (queued !== null) (queued as () => void)();
      expect(teller.told).toBe(view);
      expect(teller.beat).toBe(null);
      expect(teller.coming).toBe(null);
      for (const [beat, told] of seen) {
        const at = beat === null ? beats.length : beats.indexOf(beat);
        if (drawn >= 0 && at <= drawn && before) {
          expect(outcomeOf(told), `${beat}`).toBe('');
          expect(told.says === view.says && view.says !== before.says, `${beat}`).toBe(false);
          expect((told.felt as Partial<SpinView>).wins ?? [], `${beat}`).toEqual([]);
        }
        if (beats.includes('pay') && at < beats.indexOf('pay') && before) {
          expect(told.last, `${beat}`).toBe(before.last);
          expect(told.round_id, `${beat}`).toBe(view.last?.round_id);
          expect(told.seats.every((one) => one.net === null), `${beat}`).toBe(true);
          // Stakes that were added meanwhile are gone from the credits; nothing has come back yet.
          expect((told.balance ?? 0) <= (before.balance ?? 0), `${beat}`).toBe(true);
          const lay = told.bets.filter((bet) => bet.seat === told.viewer);
          const lines = view.last?.lines.filter((line) => line.seat === told.viewer) ?? [];
          const up = at >= beats.indexOf('take') && beats.includes('take') ? lines.filter((one) => one.result !== 'lose') : lines;
          expect(lay.map((bet) => bet.spot).sort(), `${beat}`).toEqual(up.map((line) => line.spot).sort());
        }
      }
      before = view;
    }
  });
});

it('asks nobody any more while the dealer’s hand is turned', () => {
  const said: [Beat | null, string][] = [];
  const teller = new Teller((_, task) => {
    queueMicrotask(task);
    return () => undefined;
  });
  teller.isMotionWanted = false;
  teller.ontold = (told, beat) => said.push([beat, told.says]);
  for (const view of views('gin-player-wins')) teller.see(view);
  expect(said.filter(([beat]) => beat === 'draw' || beat === 'lay').map(([, says]) => says)).toEqual(['No more bets.', 'No more bets.']);
});

it('tells nothing on a first view: after a reload the table is simply as it is', () => {
  for (const view of views('spin-two-jokers')) expect(beatsBetween(null, view)).toEqual([]);
});

it('a skip tells everything that has come, at once', () => {
  let isWaiting = false;
  const teller = new Teller(() => {
    isWaiting = true;
    return () => (isWaiting = false);
  });
  let skips = 0;
  for (const view of views('flip-win')) {
    teller.see(view);
    if (!isWaiting) continue;
    skips += 1;
    expect(teller.beat).not.toBe(null);
    teller.skip();
    expect(isWaiting).toBe(false);
    expect(teller.told).toBe(view);
    expect(teller.beat).toBe(null);
    expect(teller.coming).toBe(null);
  }
  expect(skips).toBeGreaterThan(0);
});

describe('a story and the next round', () => {
  /** The waits of a story during which bets of the next round open, their deadline so far away. */
  function told(left_ms: number | null): { teller: Teller; waits: number[]; next: TableView } {
    const all = views('spin-stays-up');
    const settled = all.findIndex((view) => view.round_id === null && view.last !== null);
    const next = { ...(all.slice(settled).find((view) => view.phase === 'betting') as TableView), deadline_ms: left_ms };
    const waits: number[] = [];
    const teller = new Teller((ms) => {
      waits.push(ms);
      return () => undefined;
    });
    teller.now = () => 0;
    for (const view of all.slice(0, settled)) {
      teller.see(view);
      teller.skip();
    }
    teller.see(all[settled] as TableView);
    teller.see(next);
    return { teller, waits, next };
  }
  it('says that bets are open and goes on with the story', () => {
    const { teller, next } = told(null);
    expect(teller.isNextOpen).toBe(true);
    expect(teller.told).not.toBe(next);
    teller.skip();
    expect(teller.told).toBe(next);
    expect(teller.isNextOpen).toBe(false);
  });
  it('waits for the bets’ last seconds before it is cut', () => {
    expect(told(RESERVE_MS + 4321).waits).toContain(4321);
  });
});

it('the dealer’s hand is laid out before it is called', () => {
  const beats = allBeats('gin-player-wins').find((one) => one.includes('draw')) ?? [];
  expect(beats.indexOf('lay')).toBeGreaterThan(beats.indexOf('draw'));
  expect(beats.indexOf('call')).toBeGreaterThan(beats.indexOf('lay'));
});

it('shows who sits down or leaves at once, however long the story still is', () => {
  const all = views('spin-red-and-joker');
  const end = all.findIndex((view, at) => at > 0 && beatsBetween(all[at - 1] ?? null, view).includes('draw'));
  const [before, over] = [all[end - 1], all[end]];
  if (!before || !over) throw new Error('nothing is drawn');
  const teller = new Teller(() => () => undefined);
  teller.see(before);
  teller.see(over);
  const free = over.seats.findIndex((one) => one.name === null);
  const seats = over.seats.map((one, at) => (at === free ? { ...one, name: 'Bo', kind: 'person' } : one));
  teller.see({ ...over, seats, viewer: free + 1, balance: 7_700 });
  expect(teller.beat).not.toBe(null);
  expect(teller.told?.viewer).toBe(free + 1);
  expect(teller.told?.seats[free]?.name).toBe('Bo');
  expect(teller.told?.balance).toBe(7_700);
  expect(outcomeOf(teller.told ?? before)).toBe('');
});

it('says what was put right once the equipment has shown it', () => {
  const correction = { draws: [0], reason: 'Misread.', sentence: 'Put right: blue and red, not red and red.' };
  const all = views('spin-red-and-joker');
  const at = allBeats('spin-red-and-joker').findIndex((beats) => beats.includes('draw'));
  const [before, drawn] = [all[at - 1] ?? expect.fail(), all[at] ?? expect.fail()];
  const teller = new Teller(() => () => undefined);
  const seen: [Beat | null, number][] = [];
  teller.see(before);
  teller.ontold = (told, beat) => seen.push([beat, told.corrections.length]);
  teller.see({ ...drawn, corrections: [correction] });
  expect(teller.beat).toBe('draw');
  teller.landed();
  expect(seen).toEqual(expect.arrayContaining([['draw', 0], ['call', 1]]));
});

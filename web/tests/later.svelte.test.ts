// @vitest-environment happy-dom
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Dealt, later } from '../src/lib/later.svelte';
import { RANK } from '../src/lib/turns';
import Beating from './parts/Beating.svelte';
import Follower from './parts/Follower.svelte';

let frames: FrameRequestCallback[] = [];
const frame = () => {
  const now = frames;
  frames = [];
  for (const one of now) one(0);
};
beforeEach(() => {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (task: FrameRequestCallback) => frames.push(task));
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  // Every piece takes a frame of its own.
  let now = 0;
  vi.stubGlobal('performance', { now: () => (now += 10) });
});
afterEach(() => {
  frame();
  vi.unstubAllGlobals();
});

describe('what follows later', () => {
  it('is there at once, and changes together in its turn', () => {
    let round = $state(1);
    let stake = $state(5);
    const seen: string[] = [];
    const stop = $effect.root(() => {
      const shown = later(RANK.felt, { round: () => round, stake: () => stake });
      $effect(() => {
        seen.push(`${shown.round}: ${shown.stake}`);
      });
    });
    flushSync();
    expect(seen).toEqual(['1: 5']);
    round = 2;
    flushSync();
    stake = 0;
    flushSync();
    expect(seen).toEqual(['1: 5']);
    frame();
    expect(seen).toEqual(['1: 5', '2: 0']);
    stop();
  });
  it('asks for no turn while nothing changed', () => {
    let view = $state.raw({ phase: 'betting', bets: 1 });
    const stop = $effect.root(() => {
      later(RANK.felt, { phase: () => view.phase });
    });
    flushSync();
    view = { phase: 'betting', bets: 2 };
    flushSync();
    expect(frames).toHaveLength(0);
    stop();
  });
  it('shows what is wanted when the turn comes, not when it was asked for', () => {
    let says = $state('one');
    let shown = { says: '' };
    const stop = $effect.root(() => {
      shown = later(RANK.outcome, { says: () => says });
    });
    flushSync();
    for (const next of ['two', 'three']) {
      says = next;
      flushSync();
    }
    expect(frames).toHaveLength(1);
    frame();
    expect(shown.says).toBe('three');
    stop();
  });
  it('is not shown any more once it is gone', () => {
    let says = $state('one');
    let shown = { says: '' };
    const stop = $effect.root(() => {
      shown = later(RANK.outcome, { says: () => says });
    });
    flushSync();
    says = 'two';
    flushSync();
    stop();
    frame();
    expect(shown.says).toBe('one');
  });
});

describe('a part that follows the table', () => {
  it('looks in its turn after a beat, and not before', () => {
    let beats = $state(0);
    let text = $state('one');
    let looks = 0;
    const read = () => {
      looks += 1;
      return text;
    };
    const target = document.createElement('div');
    const table = mount(Beating, { target, props: { pulse: () => beats, read } });
    flushSync();
    frame();
    const before = looks;
    text = 'two';
    beats += 1;
    flushSync();
    expect(looks).toBe(before);
    expect(target.textContent).toBe('one');
    frame();
    expect(looks).toBe(before + 1);
    expect(target.textContent).toBe('two');
    void unmount(table);
  });
  it('watches its values itself where there is no beat', () => {
    let text = $state('one');
    const target = document.createElement('div');
    const part = mount(Follower, { target, props: { read: () => text } });
    flushSync();
    text = 'two';
    flushSync();
    frame();
    expect(target.textContent).toBe('two');
    void unmount(part);
  });
});

it('a hand is dealt card by card, and anew once it was empty', () => {
  let total = $state(3);
  let dealt = { count: -1 };
  const stop = $effect.root(() => {
    dealt = new Dealt(RANK.cards, () => total);
  });
  const counts = [];
  for (let at = 0; at < 5; at += 1) {
    flushSync();
    counts.push(dealt.count);
    frame();
  }
  expect(counts).toEqual([0, 1, 2, 3, 3]);
  total = 0;
  flushSync();
  expect(dealt.count).toBe(0);
  total = 2;
  flushSync();
  frame();
  expect(dealt.count).toBe(1);
  stop();
});

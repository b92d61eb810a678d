// @vitest-environment happy-dom
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { arrows } from '../src/lib/arrows';
import { Desk } from '../src/table/desk.svelte';
import Voice from '../src/coach/Voice.svelte';
import { story } from './stories';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

function listen(name: string) {
  const nothing = () => Promise.reject(new Error('nothing is asked here'));
  const desk = new Desk({ ask: nothing, check: nothing });
  desk.teller.isMotionWanted = false;
  const { welcome, frames } = story(name);
  desk.greet(welcome);
  const voice = mount(Voice, { target: document.body, props: { desk } });
  const heard = (what: string) => document.querySelector(`[data-voice=${what}]`)?.textContent ?? '';
  return { desk, frames, heard, end: () => void unmount(voice) };
}

it('says once what was won or lost, when it has been told', () => {
  const { desk, frames, heard, end } = listen('spin-two-jokers');
  const said = new Set<string>();
  for (const frame of frames) {
    desk.see(frame);
    flushSync();
    // With the frame that shows it.
    vi.advanceTimersByTime(200);
    flushSync();
    said.add(heard('won'));
  }
  said.delete('');
  expect([...said]).toHaveLength(1);
  expect([...said][0]).toMatch(/^Joker and Joker\. .*(pays [\d,]+|loses).*\. You (won|lost) [\d,]+\.\d\d\.$/);
  end();
});

it('says a result again when the next one is the same, and nothing of a round from before the page', () => {
  const { desk, frames, heard, end } = listen('spin-two-jokers');
  const over = frames.at(-1);
  const closed = frames.find((frame) => frame.view.round_id !== null && frame.view.phase !== 'betting');
  if (!over?.view.last || !closed) throw new Error('no round was played');
  const said: string[] = [];
  const see = (frame: typeof over) => {
    desk.see(frame);
    flushSync();
    said.push(heard('won'));
  };
  const { last } = over.view;
  see(over);
  for (const round_id of ['T1.8', 'T1.9']) {
    see({ ...closed, view: { ...closed.view, round_id } });
    see({ ...over, view: { ...over.view, last: { ...last, round_id } } });
  }
  expect(said).toEqual(['', '', said[2], '', said[2]]);
  expect(said[2]).toContain('You ');
  end();
});

it('says once that ten seconds are left, and nothing where no time runs', () => {
  const { desk, frames, heard, end } = listen('spin-two-jokers');
  const open = frames.find((frame) => frame.view.phase === 'betting');
  if (!open) throw new Error('no bets were open');
  const view = { ...open.view, deadline_ms: open.now_ms + 30_000 };
  desk.see({ ...open, view });
  flushSync();
  vi.advanceTimersByTime(19_000);
  flushSync();
  expect(heard('hurry')).toBe('');
  vi.advanceTimersByTime(1_500);
  flushSync();
  expect(heard('hurry')).toBe('Ten seconds left.');
  end();
});

it('goes by arrows through a group of choices, around its ends', () => {
  document.body.innerHTML = '<div role="radiogroup"><button role="radio">1</button><button role="radio">2</button></div>';
  const [one, two] = document.querySelectorAll('button');
  const group = document.querySelector('div');
  if (!group || !one || !two) throw new Error('no group');
  const chosen: string[] = [];
  for (const button of [one, two]) button.onclick = () => chosen.push(button.textContent);
  arrows(group);
  one.focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowUp', 'x']) {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  }
  expect(chosen).toEqual(['2', '1', '2']);
});

// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { isShortcut, pressOnce } from '../src/lib/shortcuts';
import { wishes } from '../src/lib/wishes.svelte';

afterEach(() => document.body.replaceChildren());

/** What a listener on the window makes of a key pressed in an element. */
function heard(at: Element, init: KeyboardEventInit, listen: (event: KeyboardEvent) => unknown): unknown {
  let answer: unknown;
  const listener = (event: KeyboardEvent) => (answer = listen(event));
  window.addEventListener('keydown', listener, { once: true });
  at.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));
  return answer;
}
function put(tag: string, into: Element = document.body): HTMLElement {
  const one = document.createElement(tag);
  into.append(one);
  return one;
}

describe('a key', () => {
  it('acts where nothing is typed, and once', () => {
    expect(heard(put('button'), { key: 'd' }, isShortcut)).toBe(true);
    expect(heard(document.body, { key: 'd', repeat: true }, isShortcut)).toBe(false);
    expect(heard(document.body, { key: 'd', ctrlKey: true }, isShortcut)).toBe(false);
    for (const field of ['input', 'select', 'textarea']) expect(heard(put(field), { key: 'd' }, isShortcut), field).toBe(false);
  });
  it('acts alone only where it is typed into, once shortcuts are turned off', () => {
    const pad = put('div');
    const typed = (at: Element, key: string) => heard(at, { key }, (event) => isShortcut(event, pad));
    wishes.saved.keys = false;
    expect(['d', '1', '?'].map((key) => heard(document.body, { key }, isShortcut))).toEqual([false, false, false]);
    expect(['ArrowLeft', 'Enter', ' '].map((key) => heard(document.body, { key }, isShortcut))).toEqual([true, true, true]);
    expect([typed(document.body, '1'), typed(pad, '1')]).toEqual([false, true]);
    wishes.saved.keys = true;
    expect(typed(document.body, '1')).toBe(true);
  });
  it('goes on where it only moves about', () => expect(heard(document.body, { key: 'ArrowRight', repeat: true }, isShortcut)).toBe(true));
  it('acts on what is inside an open dialog, and on nothing behind it', () => {
    const dialog = put('dialog');
    dialog.setAttribute('open', '');
    const pad = put('div', dialog);
    expect(heard(pad, { key: 'd' }, isShortcut)).toBe(false);
    expect(heard(pad, { key: 'd' }, (event) => isShortcut(event, pad))).toBe(true);
    expect(heard(pad, { key: 'd' }, (event) => isShortcut(event, document.querySelector('main')))).toBe(false);
  });
});

it('Enter presses a button once, however long it is held, and still writes lines', () => {
  const prevented = (at: Element, repeat: boolean) =>
    heard(at, { key: 'Enter', repeat }, (event) => {
      pressOnce(event);
      return event.defaultPrevented;
    });
  expect(prevented(put('button'), false)).toBe(false);
  expect(prevented(put('button'), true)).toBe(true);
  expect(prevented(put('input'), true)).toBe(true);
  expect(prevented(put('textarea'), true)).toBe(false);
});

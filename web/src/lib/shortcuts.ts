/** Which key presses are meant as shortcuts of a page, the same on every page. */

import { wishes } from './wishes.svelte';

const FIELDS = 'input:not([type=checkbox], [type=radio]), select, textarea';

/**
 * Whether a key may act: not typed into a field, not held down, and not behind a dialog, unless what
 * it acts on is `inside` that dialog. Arrows go on while they are held: they only move about. Where the
 * viewer has turned shortcuts off, a letter or digit is heard only while what is typed into has the focus.
 */
export function isShortcut(event: KeyboardEvent, inside: Element | null = null): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.repeat && !event.key.startsWith('Arrow')) return false;
  if (event.target instanceof Element && event.target.matches(FIELDS)) return false;
  const isTyped = inside !== null && event.target instanceof Element && inside.contains(event.target);
  if (/^\S$/.test(event.key) && !wishes.saved.keys && !isTyped) return false;
  const open = document.querySelector('dialog[open]');
  return open === null || open.contains(inside);
}

/** Enter presses a button once, however long it is held: a browser would press it again and again. */
export function pressOnce(event: KeyboardEvent): void {
  const isWriting = event.target instanceof Element && event.target.matches('textarea');
  if (event.repeat && event.key === 'Enter' && !isWriting) event.preventDefault();
}

// @vitest-environment happy-dom
/** A page that goes wrong while it is first drawn says so, with a way on; nothing loads for ever. */
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import App from '../src/App.svelte';

vi.mock('../src/trainers/TrainPage.svelte', () => ({
  default: () => {
    throw new Error('drawn wrongly');
  },
}));

let app: Record<string, unknown> = {};
const lost = vi.fn();
beforeEach(() => {
  lost.mockReset();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  // The house answers nothing that a page could be drawn from.
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}', { headers: { 'content-type': 'application/json' } })));
  process.on('unhandledRejection', lost);
});
afterEach(async () => {
  await unmount(app);
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  process.off('unhandledRejection', lost);
});

it.each([
  ['a page', '/train'],
  ['what a page has fetched', '/rounds/round-1'],
])('offers to reload when %s cannot be drawn', async (_, address) => {
  history.replaceState(null, '', address);
  app = mount(App, { target: document.body }) as Record<string, unknown>;
  flushSync();
  expect(document.body.textContent).toContain('Loading');
  await vi.waitFor(() => expect(document.querySelector('[role=alert]')?.textContent).toContain('went wrong'));
  expect(document.querySelector('main button')?.textContent).toBe('Reload');
  expect(document.body.textContent).not.toContain('Loading');
  expect(console.error).toHaveBeenCalledOnce();
  expect(lost).not.toHaveBeenCalled();
});

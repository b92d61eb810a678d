// @vitest-environment happy-dom
import { flushSync, mount, unmount } from 'svelte';
import { expect, it, vi } from 'vitest';
import Statement from '../src/me/Statement.svelte';

it('shows a second page of the account once, however often it is asked for', async () => {
  const line = (number: number) => ({ number, at_ms: 0, kind: 'hold', round_id: '', change: -100, balance: 0 });
  const pages: Readonly<Record<string, unknown>> = {
    '/api/my-statement?before=0': { lines: [line(4), line(3)], before: 3 },
    '/api/my-statement?before=3': { lines: [line(2), line(1)], before: 0 },
  };
  vi.stubGlobal('fetch', (address: string) => Promise.resolve(new Response(JSON.stringify(pages[address]), { headers: { 'content-type': 'application/json' } })));
  const part = mount(Statement, { target: document.body, props: { go: () => undefined } });
  const rows = () => document.querySelectorAll('tbody tr').length;
  await vi.waitFor(() => expect(rows()).toBe(2));
  flushSync();
  const button = document.querySelector('button');
  button?.click();
  button?.click();
  await vi.waitFor(() => expect(document.querySelector('button')).toBeNull());
  await new Promise((rest) => setTimeout(rest, 20));
  flushSync();
  expect(rows()).toBe(4);
  await unmount(part);
  vi.unstubAllGlobals();
});

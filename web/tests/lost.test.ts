// @vitest-environment happy-dom
/** What the page of a table says while there is no connection. */
import { flushSync, mount, unmount } from 'svelte';
import { expect, it, vi } from 'vitest';
import LiveTable from '../src/table/LiveTable.svelte';
import type { FromBrowser, ToBrowser, Welcome } from '../src/wire/types';
import { story } from './stories';

/** The one socket of the page, with what was sent on it. */
class Line {
  static last: Line;
  readyState = 0;
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  readonly sent: FromBrowser[] = [];
  constructor() {
    Line.last = this;
  }
  send = (data: string) => void this.sent.push(JSON.parse(data) as FromBrowser);
  close = () => undefined;
  say(message: ToBrowser): void {
    this.onmessage?.({ data: JSON.stringify(message) });
    flushSync();
  }
}

it('counts every stake of an action that has no answer yet', async () => {
  vi.stubGlobal('WebSocket', Line);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('[]', { headers: { 'content-type': 'application/json' } })));
  const { welcome, frames } = story('spin-red-and-joker');
  const { view } = frames.find((one) => one.view.phase === 'betting' && one.view.bets.filter((bet) => bet.seat === 1).length > 1) ?? expect.fail();
  const page = mount(LiveTable, { target: document.body, props: { at: { table: 'T1' }, go: () => undefined } });
  flushSync();
  Line.last.onopen?.();
  const greeting: Welcome = { ...welcome, view: { ...view, bets: [] } };
  Line.last.say(greeting);
  Line.last.say({ kind: 'changed', after: greeting.number, number: greeting.number + 1, version: 1, now_ms: 0, changes: { bets: view.bets } });
  const bets = view.bets.filter((bet) => bet.seat === view.viewer).length;
  document.body.querySelector<HTMLButtonElement>('button[aria-keyshortcuts="D"]')?.click();
  await vi.waitFor(() => expect(Line.last.sent.filter((one) => one.kind === 'ask' && one.act.kind === 'place-bet')).toHaveLength(1));
  Line.last.onclose?.();
  flushSync();
  expect(document.body.querySelector('.banner')?.textContent).toContain(`${bets} of your moves have no answer yet.`);
  await unmount(page);
  vi.unstubAllGlobals();
});

// @vitest-environment happy-dom
/** What stands beside a table tells nothing that the table has not told. */
import { flushSync, mount, unmount, type Component } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import AccountPanel from '../src/account/AccountPanel.svelte';
import { wishes } from '../src/lib/wishes.svelte';
import RealityCheck from '../src/me/RealityCheck.svelte';
import VerifyPanel from '../src/table/VerifyPanel.svelte';
import { me } from '../src/wire/me.svelte';
import type { TableView } from '../src/wire/types';
import { views } from './stories';

const none = () => undefined;
let mounted: Record<string, unknown> | null = null;

function show<Props extends Record<string, unknown>>(part: Component<Props>, props: Props): HTMLElement {
  mounted = mount(part, { target: document.body, props }) as Record<string, unknown>;
  flushSync();
  return document.body;
}
/** The house's answers to these addresses. */
function answer(pages: Readonly<Record<string, unknown>>): void {
  vi.stubGlobal('fetch', (address: string) => Promise.resolve(new Response(JSON.stringify(pages[address] ?? {}), { headers: { 'content-type': 'application/json' } })));
}
beforeEach(() => answer({}));
afterEach(async () => {
  if (mounted !== null) await unmount(mounted);
  mounted = null;
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

it('the account has the credits that the table has told, and its own elsewhere', async () => {
  answer({ '/api/me': { name: 'Ana', balance: 200_000, refills_to: 100_000, is_guest: true } });
  me.told = 99_500;
  const panel = show(AccountPanel, { open: true, onclose: none, onchange: none });
  const credits = () => panel.querySelector('.credits b')?.textContent;
  await vi.waitFor(() => expect(credits()).toBe('995.00'));
  me.told = null;
  // The house's answer may still be on its way.
  await vi.waitFor(() => expect(credits()).toBe('2,000.00'));
});

it('time and money wait until a round is told, and count then', async () => {
  wishes.saved.realityMinutes = 1;
  const page = { now_ms: 600_000, since_ms: 0, checked_ms: 0, played_ms: 600_000, net: 0 };
  answer({ '/api/time-and-money': { ...page, net: 500 } });
  const state = new SvelteMap([['telling', true]]);
  const check = show(RealityCheck, {
    get isTelling() {
      return state.get('telling') ?? false;
    },
    onleave: none,
  });
  await new Promise((rest) => setTimeout(rest, 20));
  flushSync();
  expect(check.querySelector('dialog')).toBeNull();
  answer({ '/api/time-and-money': { ...page, net: -1_000 } });
  state.set('telling', false);
  await vi.waitFor(() => expect(check.querySelector('dialog')?.textContent).toContain('−10.00'));
  wishes.saved.realityMinutes = 0;
});

it('a round is mine to check by the person, not by the seat', () => {
  const view = views('spin-red-and-joker').findLast((one) => one.last !== null) as TableView;
  const last = view.last as NonNullable<TableView['last']>;
  const offers = (viewer: number) => {
    const panel = show(VerifyPanel, { view: { ...view, last: { ...last, viewer } }, editionTitle: '', open: true, onclose: none });
    return [...panel.querySelectorAll('button')].some((one) => one.textContent === 'Check now');
  };
  expect(offers(last.viewer)).toBe(true);
  document.body.replaceChildren();
  // Somebody else had this seat then.
  expect(offers(-1)).toBe(false);
});

// @vitest-environment happy-dom
import { flushSync, mount, unmount } from 'svelte';
import { expect, it } from 'vitest';
import { wishes } from '../src/lib/wishes.svelte';
import TableFrame from '../src/table/TableFrame.svelte';
import type { Desk } from '../src/table/desk.svelte';
import { press } from '../src/table/keys';
import type { Setting } from '../src/table/setting.svelte';
import WishesPanel from '../src/table/WishesPanel.svelte';
import { seated } from './seated';

/** The keys of a table in an order in which each acts, with what it asks of the server or does on the page. */
const KEYS = [
  ['spin-red-and-joker', 6, [['1', 'chip'], ['5', 'chip'], ['d', 'place-bet'], ['u', 'place-bet'], ['x', 'take-down'], ['g', 'ready'], ['s', 'skip'], ['?', 'panel']]],
  ['gin-player-wins', 11, [['h', 'check'], ['f', 'decide'], ['p', 'decide'], ['?', 'panel']]],
] as const;

/** Something of the page around a key, and what takes it away again. */
function beside(tag: string): [EventTarget, () => void] {
  const one = document.createElement(tag);
  if (tag === 'dialog') one.setAttribute('open', '');
  document.body.append(one);
  return [tag === 'dialog' ? document.body : one, () => one.remove()];
}
const here = (): [EventTarget, () => void] => [document.body, () => undefined];
const turnedOff = (): [EventTarget, () => void] => {
  wishes.saved.keys = false;
  return [document.body, () => (wishes.saved.keys = true)];
};
/** When no key acts. */
const UNHEARD: Readonly<Record<string, readonly [KeyboardEventInit, typeof here]>> = {
  'held down': [{ repeat: true }, here],
  'with Ctrl': [{ ctrlKey: true }, here],
  'behind a dialog': [{}, () => beside('dialog')],
  'into a field': [{}, () => beside('input')],
  'turned off': [{}, turnedOff],
};

it.each(KEYS)('%s: each key acts, and none behind a dialog, held down, in a field or turned off', async (name, frame, keys) => {
  const { desk, asked, play } = seated(name, (_, at) => at === frame);
  await play();
  let found: string[] = [];
  desk.teller.skip = () => void found.push('skip');
  desk.judge = () => {
    found.push('check');
    return new Promise(() => undefined);
  };
  const none = () => undefined;
  const onpanel = (panel: string) => void (panel && found.push('panel'));
  const props = { desk, loadRules: () => Promise.reject(new Error('not asked')), onlobby: none, onsit: none, onpanel };
  const frameOf = mount(TableFrame, { target: document.body, props });
  flushSync();

  async function done(key: string, [how, prepare]: (typeof UNHEARD)[string]): Promise<string[]> {
    found = [];
    asked.length = 0;
    desk.chip = 2_500;
    const [target, clear] = prepare();
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...how }));
    flushSync();
    clear();
    // What was asked is answered, so that the next key finds the table at rest.
    await new Promise((rest) => setTimeout(rest));
    const acts = [...asked.map((act) => act.kind), ...found, ...(desk.chip === 2_500 ? [] : ['chip'])];
    return [...new Set<string>(acts)];
  }
  for (const [key] of keys) {
    for (const [when, how] of Object.entries(UNHEARD)) expect(await done(key, how), `${key} ${when}`).toEqual([]);
  }
  for (const [key, act] of keys) expect(await done(key, [{}, here]), key).toEqual([act]);
  await unmount(frameOf);
});

it('the list names every key that acts whatever is offered, and no other', async () => {
  const none = () => undefined;
  const all = { mayUndo: true, repeatable: [1], isBetting: true, total: 1, mayReady: true, mayGoOn: true, offer: () => ({}), options: [{ option: '', label: '', takes_setting: true }] };
  const acts = { undo: none, repeat: none, double: none, clear: none, ready: none, goOn: none };
  const setting = { picked: new Set(['Ac']), groups: [['Ac']], combine: none, apart: none, houseWay: none };
  const isHeard = (key: string) => press(key, { ...all, ...acts } as unknown as Desk, setting as unknown as Setting, { skip: none, keys: none });
  const printable = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at));
  const heard = printable.filter((key) => key === key.toUpperCase() && !/[0-9]/.test(key) && isHeard(key));
  const panel = mount(WishesPanel, { target: document.body, props: { open: true, onclose: none } });
  flushSync();
  const rows = [...document.querySelectorAll('dt')].map((one) => one.textContent).filter((row) => !row.includes('–'));
  const listed = rows.flatMap((row) => row.split(/\s+/)).filter((key) => key.length === 1);
  expect(listed.sort()).toEqual(heard.sort());
  expect(listed.length).toBeGreaterThan(9);
  await unmount(panel);
});

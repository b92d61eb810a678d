// @vitest-environment happy-dom
import { flushSync, mount, unmount, type Component } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cardName } from '../src/lib/cards';
import PlayingCard from '../src/parts/PlayingCard.svelte';
import ChipStack from '../src/parts/ChipStack.svelte';
import GinFelt from '../src/stages/gin/GinFelt.svelte';
import GinStage from '../src/stages/gin/GinStage.svelte';
import SpinFelt from '../src/stages/spin/SpinFelt.svelte';
import FlipFelt from '../src/stages/flip/FlipFelt.svelte';
import { Setting } from '../src/table/setting.svelte';
import { Desk } from '../src/table/desk.svelte';
import Seats from '../src/table/Seats.svelte';
import SettlementLines from '../src/table/SettlementLines.svelte';
import type { GinView, TableView } from '../src/wire/types';
import { story, views } from './stories';

let mounted: object[] = [];
function show<Props extends Record<string, unknown>>(component: Component<Props>, props: Props): HTMLElement {
  const target = document.createElement('div');
  document.body.append(target);
  mounted.push(mount(component, { target, props }) as object);
  flushSync();
  return target;
}
afterEach(() => {
  for (const one of mounted) void unmount(one);
  mounted = [];
  document.body.replaceChildren();
});

const CARDS = [...'A23456789TJQK'].flatMap((rank) => [...'cdhs'].map((suit) => rank + suit));

describe('cards', () => {
  it('are told by name, all fifty-two and the joker', () => {
    for (const card of [...CARDS, 'JK']) {
      expect(show(PlayingCard, { card }).querySelector('svg')?.getAttribute('aria-label')).toBe(cardName(card));
    }
  });
  it('say nothing when they lie face down', () => {
    const svg = show(PlayingCard, { card: null }).querySelector('svg');
    expect(svg?.getAttribute('aria-label')).toBe('A card face down');
    expect(svg?.getAttribute('data-suit')).toBe('none');
  });
});

it('a stack always says its amount', () =>
  expect(show(ChipStack, { minor: 61850 }).querySelector('text')?.textContent).toBe('618.5'));

async function desk(name: string, until: number): Promise<Desk> {
  const nothing = () => Promise.reject(new Error('nothing is asked here'));
  const at = new Desk({ ask: nothing, check: nothing });
  at.teller.isMotionWanted = false;
  const told = story(name);
  at.greet(told.welcome);
  for (const frame of told.frames.slice(0, until < 0 ? undefined : until)) at.see(frame);
  return at;
}
const actions = { add: () => undefined, take: () => undefined };
/** What every felt is given; each takes what it draws. */
const feltProps = (at: Desk) => ({
  spots: at.spots,
  areas: at.welcome?.areas ?? [],
  actions,
  chip: '5',
  felt: null,
  viewer: at.seat,
  fourColours: false,
});

describe('felts', () => {
  it('has the twelve spots of Spin N Win, combos above singles', async () => {
    const felt = show(SpinFelt, feltProps(await desk('spin-red-and-joker', 7)));
    const keys = [...felt.querySelectorAll('[data-spot]')].map((one) => one.getAttribute('data-spot') ?? '');
    expect(keys).toHaveLength(12);
    expect(keys.slice(0, 7).every((key) => key.startsWith('combo:'))).toBe(true);
    const red = felt.querySelector('[data-spot="single:red"]');
    const words = red?.textContent?.replace(/\s+/g, ' ').trim();
    expect(words).toContain('Red one Top 1 to 2 both Tops 1 to 1');
    expect(red?.querySelector('.unseen')?.getAttribute('aria-label')).toBe('your stake 25, add 5');
  });
  it('posts every pay of a bonus beside its hand, under the name of the table', async () => {
    for (const [name, Felt, title, first] of [
      ['gin-zero', GinFelt, 'Gin Bonus paytable', 'Four of a kind and three of a kind 1,000 to 1'],
      ['flip-bonus', FlipFelt, 'Bonus paytable 2', 'Royal flush 50 to 1'],
    ] as const) {
      const table = show(Felt as typeof GinFelt, feltProps(await desk(name, 3))).querySelector('.bonus table');
      expect(table?.querySelector('caption')?.textContent).toBe(title);
      const rows = [...(table?.querySelectorAll('tr') ?? [])];
      expect(rows).toHaveLength(6);
      expect([...(rows[0]?.children ?? [])].map((one) => one.textContent).join(' ')).toBe(first);
    }
  });
  it('lights the bonus of flip~it only while it is open', async () => {
    const open = await desk('flip-bonus', 3);
    expect(show(FlipFelt, feltProps(open)).querySelector('.bonus.open')).not.toBeNull();
    const shut = await desk('flip-bonus', -1);
    const closed = show(FlipFelt, feltProps(shut));
    expect(closed.querySelector('[data-spot="bonus"]')?.getAttribute('aria-disabled')).toBe('true');
  });
});

it('a name is text, whatever is in it, and turns no word beside it around', () => {
  const view = views('spin-red-and-joker').at(-1) as TableView;
  const names = ['<b>Bo</b><img src=x>', 'أمينة'];
  const seats = view.seats.map((one, at) => ({ ...one, name: names[at] ?? null, kind: 'person' }));
  const shown = show(Seats, { view: { ...view, seats, viewer: -1 }, onsit: () => undefined });
  expect([...shown.querySelectorAll('.name bdi')].map((one) => one.textContent)).toEqual(names);
  expect(shown.querySelectorAll('.name b, img')).toHaveLength(0);
});

it('every line of the settlement opens its clause', async () => {
  const at = await desk('spin-red-and-joker', -1);
  const asked: string[] = [];
  const table = show(SettlementLines, {
    lines: at.ownLines,
    spots: at.spots.map((one) => one.spot),
    onwhy: (clause: string) => asked.push(clause),
  });
  for (const button of table.querySelectorAll('button')) button.click();
  expect(asked).toEqual(at.ownLines.map((line) => line.clause));
  expect(table.querySelector('tfoot .net')?.textContent).toBe('+78.00');
});

describe('hidden cards', () => {
  it('the dealer’s hand shows nothing before it is turned', async () => {
    for (const view of views('gin-dealer-wins')) {
      const felt = view.felt as GinView | null;
      if (felt?.phase !== 'deciding') continue;
      const stage = show(GinStage, {
        felt,
        viewer: 1,
        setting: new Setting(() => Promise.reject(new Error('not asked'))),
        isDrawn: true,
      });
      const dealer = () => [...stage.querySelectorAll('.dealer svg')];
      // Card after card.
      await vi.waitFor(() => expect(dealer()).toHaveLength(7), { timeout: 240_000 });
      for (const svg of dealer()) expect(svg.getAttribute('aria-label')).toBe('A card face down');
    }
  });
});

// @vitest-environment happy-dom
import { flushSync, mount, unmount, type Component } from 'svelte';
import { afterEach, describe, expect, it } from 'vitest';
import Item from '../src/parts/Item.svelte';
import PlainFelt from '../src/stages/plain/PlainFelt.svelte';
import PlainStage from '../src/stages/plain/PlainStage.svelte';
import { story as plain } from '../src/stages/plain/story';
import { goWord, stageOf, type StageProps } from '../src/stages/registry';
import type { Lying } from '../src/stages/story';
import { beatsBetween } from '../src/story/beats';
import { Desk } from '../src/table/desk.svelte';
import { Setting } from '../src/table/setting.svelte';
import type { Place } from '../src/wire/types';
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

const nothing = () => Promise.reject(new Error('nothing is asked here'));
const place = (key: string, kind: string, items: readonly string[], note = ''): Place => ({ key, label: key, kind, items, note });
const stage = (places: readonly Place[], more: Partial<StageProps> = {}) =>
  show(PlainStage as unknown as Component<Record<string, unknown>>, {
    felt: null,
    places,
    beds: [],
    spots: [],
    viewer: 1,
    setting: new Setting(nothing),
    isMoving: false,
    fourColours: false,
    ...more,
  });
const named = (at: HTMLElement) => [...at.querySelectorAll('[role=img]')].map((one) => one.getAttribute('aria-label'));

describe('the plain stage', () => {
  it('is what a game without a stage of its own gets', () => {
    expect(stageOf('some-new-game')).toBe(stageOf('another-one'));
    expect(stageOf('some-new-game').story).toBe(plain);
    expect(goWord('some-new-game', [place('table', 'dice', ['', ''])])).toBe('Roll');
    expect(goWord('some-new-game', [])).toBe('Deal');
  });
  it('shows each place with what lies there, and says nothing of what lies face down', () => {
    const at = stage([place('dealer', 'cards', ['Ah', '']), place('seat 1', 'cards', ['Kd', '7c'], '7'), place('seat 2', 'cards', ['', ''])]);
    expect(named(at)).toEqual(['Ace of hearts', 'A card face down', 'King of diamonds', 'Seven of clubs', 'A card face down', 'A card face down']);
    expect(at.querySelector('[data-place="seat 1"] h2')?.textContent).toContain('7');
  });
  it('takes the same card twice in one place: cards have places, not names', () => {
    expect(named(stage([place('table', 'cards', ['Ah', 'Ah', 'Ah'])]))).toHaveLength(3);
  });
  it('draws dice, wheels and Tops, and moves them while they show nothing', () => {
    const still = stage([place('table', 'dice', ['2', '6']), place('rim', 'wheel', ['17']), place('dish', 'tops', ['R', 'J'])]);
    expect(named(still)).toEqual(['A die shows 2', 'A die shows 6', '17', 'Red', 'Joker']);
    const moving = stage([place('table', 'dice', ['', '']), place('rim', 'wheel', [''])], { isMoving: true });
    expect(moving.querySelectorAll('.moving')).toHaveLength(3);
    expect(named(moving)).toEqual(['A die', 'A die', 'Not shown yet']);
  });
  it('keeps room for what is still to come, the seat’s own where somebody sits', () => {
    const beds = [place('dealer', 'cards', ['', '']), place('seat 1', 'cards', ['', ''])];
    expect(stage([], { beds, viewer: 3 }).querySelectorAll('.bed')).toHaveLength(2);
    expect(stage([], { beds, viewer: -1 }).querySelectorAll('.bed')).toHaveLength(1);
    expect(stage([place('seat 3', 'cards', ['Ah', 'As'])], { beds, viewer: 3 }).querySelectorAll('.bed')).toHaveLength(1);
  });
  it('has a wheel there before it is spun, and empty places for what is dealt or rolled', () => {
    const beds = [place('rim', 'wheel', ['']), place('table', 'dice', ['', '']), place('dealer', 'cards', [''])];
    const at = stage([], { beds });
    expect(named(at)).toEqual(['Not shown yet']);
    expect(at.querySelectorAll('.bed')).toHaveLength(3);
    expect(at.querySelector('[data-place=rim] .rim')).not.toBeNull();
  });
  it('draws what it has no drawing for as a word', () => {
    expect(named(show(Item, { kind: 'marbles', item: 'opal' }))).toEqual(['opal']);
  });
});

describe('the plain story', () => {
  const lying = (...places: Place[]): Lying => ({ felt: null, places });
  it('holds back what is new or was turned, and nothing else', () => {
    const was = lying(place('dealer', 'cards', ['Ah', '']), place('seat 1', 'cards', ['Kd']));
    const now = lying(place('dealer', 'cards', ['Ah', '9s'], '20'), place('seat 1', 'cards', ['Kd', '5c']), place('table', 'dice', ['4']));
    expect(plain.hide(now, was, 1).places.map((one) => [one.items, one.note])).toEqual([
      [['Ah', ''], ''],
      [['Kd', ''], ''],
      [[''], ''],
    ]);
  });
  it('has shown nothing while every place is empty, so that the last round lies on', () => {
    const empty = lying(place('table', 'dice', []));
    const last = lying(place('table', 'dice', ['4', '3']));
    expect(plain.outcome(empty)).toBe('');
    expect(plain.rest(empty, last)).toBe(last);
    expect(plain.rest(lying(place('table', 'dice', ['1'])), last)).toBeNull();
  });
  it('tells every street: a second draw of the same round is told as well', () => {
    const [betting] = views('plain-red').filter((view) => view.phase === 'betting');
    if (!betting) throw new Error('the story opens bets');
    const first = { ...betting, phase: 'decisions', places: [place('seat 1', 'cards', ['Ah'])] };
    const second = { ...first, places: [place('seat 1', 'cards', ['Ah', 'Kd'])] };
    expect(beatsBetween(betting, first)).toContain('draw');
    expect(beatsBetween(first, second)).toContain('draw');
    expect(beatsBetween(second, second)).toEqual([]);
  });
});

describe('the plain felt', () => {
  function desk(): Desk {
    const at = new Desk({ ask: nothing, check: nothing });
    at.teller.isMotionWanted = false;
    const told = story('plain-red');
    at.greet(told.welcome);
    for (const frame of told.frames.slice(0, 3)) at.see(frame);
    return at;
  }
  const felt = (more: object = {}) => {
    const { spots, welcome } = desk();
    return show(PlainFelt as unknown as Component<Record<string, unknown>>, {
      spots,
      areas: welcome?.areas ?? [],
      actions: { add: () => undefined, take: () => undefined },
      chip: '5',
      ...more,
    });
  };
  it('has every spot under the heading of its area, with its odds', () => {
    const at = felt();
    expect(at.querySelector('section')?.getAttribute('aria-label')).toBe('Colour');
    expect([...at.querySelectorAll('[data-spot]')].map((one) => one.getAttribute('data-spot'))).toEqual(['red', 'black']);
    expect(at.querySelector('.odds')?.textContent).toContain('1 to 1');
  });
  it('lays spots on the game’s own grid, in its colours', () => {
    const { spots } = desk();
    const cell = { row: 2, column: 3, rows: 1, columns: 2, mark: '', colour: 'red' };
    const at = felt({ spots: spots.map((one) => ({ ...one, spot: { ...one.spot, cell } })) });
    const laid = at.querySelector<HTMLElement>('.cell.red');
    expect(laid?.style.getPropertyValue('--at').replace(/\s+/g, ' ')).toBe('2 / 3 / span 1 / span 2');
    expect(at.querySelector('section')?.classList.contains('laid')).toBe(true);
  });
  it('heads a long list of pays with the best of them and opens it on demand', () => {
    const { spots } = desk();
    const odds = ['1 to 1', '40 to 1', '3 to 2'];
    const lines = odds.map((one) => ({ name: `A ${one}`, odds: one, clause: '', short: '' }));
    const at = felt({ spots: spots.map((one) => ({ ...one, spot: { ...one.spot, odds }, posted: { ...one.posted, lines, title: 'Pays' } })) });
    expect(at.querySelector('.odds')?.textContent).toContain('up to 40 to 1');
    expect(at.querySelectorAll('details')[0]?.querySelectorAll('tr')).toHaveLength(3);
  });
});

// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { CHIPS } from '../src/lib/chips';
import { pipsOf, readCard } from '../src/lib/cards';
import { aroundTheAxis } from '../src/lib/faces';
import { drawCard, frontOf } from '../src/parts/drawn-card';
import { drawChip, drawStack } from '../src/parts/drawn-chips';
import { drawLying, drawUpright } from '../src/parts/drawn-top';
import { placesOf } from '../src/table/places';
import { share } from '../src/lib/share';
import { storyNames, views } from './stories';

function read(inside: string): SVGSVGElement {
  const holder = document.createElement('div');
  holder.innerHTML = `<svg>${inside}</svg>`;
  return holder.firstElementChild as SVGSVGElement;
}
const CARDS = [...'A23456789TJQK'].flatMap((rank) => [...'cdhs'].map((suit) => rank + suit));

describe('a printed card', () => {
  it('is another one for each of the deck, large and small', () => {
    for (const compact of [false, true]) {
      const prints = [...CARDS, 'JK'].map((card) => frontOf(readCard(card), compact, 'x'));
      expect(new Set(prints).size).toBe(53);
    }
  });
  it('has its rank in two corners and as many pips as it counts', () => {
    const svg = read(frontOf(readCard('7d'), false, 'x'));
    // Each is an outline of its own, inside the card and turned below its middle; a text would be laid out for each size.
    expect(svg.querySelectorAll('text')).toHaveLength(0);
    const outlines = svg.querySelector('.suit')?.getAttribute('d')?.match(/M[^Z]+Z/g) ?? [];
    expect(outlines).toHaveLength(pipsOf('7').length + 4);
    const tops = outlines.map((one) => one.match(/[\d.]+ [\d.]+/g)?.map((pair) => pair.split(' ').map(Number)) ?? []);
    for (const [x = -1, y = -1] of tops.flat()) expect(x > 10 && x < 240 && y > 15 && y < 335, `${x} ${y}`).toBe(true);
    const centre = (points: number[][], at: 0 | 1) => (Math.min(...points.map((one) => one[at] ?? 0)) + Math.max(...points.map((one) => one[at] ?? 0))) / 2;
    expect(tops.slice(0, -4).map((one) => [centre(one, 0), centre(one, 1)].map(Math.round))).toEqual([[86, 72], [164, 72], [86, 175], [164, 175], [86, 278], [164, 278], [125, 124]]);
    const corners = tops.slice(-4).map((one) => [centre(one, 0), centre(one, 1)]);
    expect(corners.map(([x = 0, y = 0]) => [Math.round(x / 10), Math.round(y / 10)])).toEqual([[3, 9], [3, 4], [22, 26], [22, 31]]);
  });
  it('has no point off its paper', () => {
    for (const compact of [false, true]) {
      for (const card of CARDS) {
        const print = /<path class="suit" d="([^"]+)"\/>$/.exec(frontOf(readCard(card), compact, 'x'))?.[1] ?? '';
        const points = [...print.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
        expect(points.length, card).toBeGreaterThan(5);
        const off = points.filter(([x, y]) => x < 5 || x > 245 || y < 5 || y > 345);
        expect(off, `${card} ${compact}`).toEqual([]);
      }
    }
  });
  it('has two halves of a figure, cut by a shape of its own', () => {
    const svg = read(frontOf(readCard('Kh'), false, 'first'));
    expect(svg.querySelectorAll('#first-half')).toHaveLength(1);
    expect(svg.querySelectorAll('[clip-path="url(#first-half)"] .hair')).toHaveLength(2);
    // Styles that name the card do not reach what is used by reference.
    expect(svg.querySelectorAll('use')).toHaveLength(0);
  });
  it('is blank for what is no card', () => {
    expect(frontOf(readCard('<b>'), false, 'x')).toBe('');
    expect(frontOf({ rank: '"', suit: 'h' }, true, 'x')).toBe('');
  });
  it('writes nothing into the page but what it is given as text', () => {
    const plain = { compact: false, fourColours: false, lit: true, dim: false };
    const svg = read(drawCard({ ...plain, face: { rank: '<', suit: 'x' as 'h' }, name: '"><b>&' }, 'x'));
    expect(svg.querySelector('b')).toBeNull();
    expect(svg.querySelector('.playing')?.getAttribute('aria-label')).toBe('"><b>&');
    expect(svg.querySelector('.playing')?.getAttribute('data-suit')).toBe('none');
  });
  it('tells nothing by its back', () => {
    const svg = read(drawCard({ compact: false, fourColours: false, lit: false, dim: false, face: null, name: 'A card face down' }, 'x')).firstElementChild;
    expect([svg?.getAttribute('class'), svg?.childElementCount]).toEqual(['playing card back', 0]);
  });
});

describe('drawn chips', () => {
  it('stack as many drums as chips and say the amount once', () => {
    const svg = read(drawStack(650_00, false));
    expect(svg.querySelectorAll('.inlay')).toHaveLength(4);
    expect(svg.querySelector('text')?.textContent).toBe('650');
  });
  it('are never higher than two chips, so that they cover no name', () => {
    const high = (minor: number) => Number(drawStack(minor, false).match(/viewBox="0 0 80 ([\d.]+)"/)?.[1]);
    expect([high(5_00), high(10_00), high(8_00), high(666_66)]).toEqual([53, 62, 62, 62]);
    expect(read(drawStack(8_00, false)).querySelectorAll('g')).toHaveLength(4);
  });
  it('say no amount in miniature', () => expect(read(drawStack(650_00, true)).querySelector('text')).toBeNull());
  it('say their worth from above', () =>
    expect(CHIPS.map((chip) => read(drawChip(chip, 'x')).textContent)).toEqual(CHIPS.map((chip) => chip.name)));
});

describe('a drawn Top', () => {
  const faces = aroundTheAxis([['Red', 2], ['Green', 2], ['Blue', 2], ['Yellow', 1], ['Joker', 1]]);
  it('lies on a side of its own for every face', () =>
    expect(new Set(faces.map((face) => drawLying(faces, face, 'x'))).size).toBe(5));
  it('lets every facet go by while it spins, and shows no result', () => {
    expect(read(drawUpright(faces, true, 'x')).querySelectorAll('.strip rect')).toHaveLength(faces.length + 4);
    expect(read(drawUpright(faces, false, 'x')).querySelector('.strip')).toBeNull();
  });
});

describe('the places around a table', () => {
  it('have a line for every seat, mine called You', () => {
    for (const name of storyNames()) {
      const view = views(name).at(-1);
      if (!view) continue;
      const places = placesOf({ ...view, seats: view.seats.map((one) => ({ ...one, net: 500 })) });
      expect(places.map((one) => one.seat)).toEqual(view.seats.map((one) => one.seat));
      for (const mine of places.filter((one) => one.isMe && one.name !== null)) {
        expect([mine.name, mine.net]).toEqual(['You', 500]);
      }
    }
  });
  it('are the same where nothing changed between two views', () => {
    const [name] = storyNames().filter((one) => one.startsWith('spin'));
    const [view] = views(name ?? '');
    if (!view) throw new Error('no view of Spin N Win was exported');
    const before = placesOf(view);
    const after = share(before, placesOf({ ...structuredClone(view), seats: view.seats.map((one) => (one.seat === 2 ? { ...one, net: -500 } : one)) }));
    expect(after.map((one, at) => one === before[at])).toEqual(view.seats.map((one) => one.seat !== 2));
  });
});

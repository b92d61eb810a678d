import { describe, expect, it } from 'vitest';
import { shownWords } from '../src/desk/behind.svelte';
import { Entry, placeName } from '../src/desk/entry.svelte';
import type { DrawNote } from '../src/wire/page_types';

const cards = (counts: Record<string, number>, count = 2): DrawNote => ({
  number: 0,
  kind: 'cards',
  place: 'seat 1',
  count,
  cards: counts,
  faces: [],
});
const tops: DrawNote = {
  number: 0,
  kind: 'tops',
  place: 'dish',
  count: 2,
  cards: {},
  faces: [
    { face: 'R', word: 'Red' },
    { face: 'J', word: 'Joker' },
  ],
};
const typed = (entry: Entry, keys: readonly string[]) => keys.map((key) => entry.type(key));

describe('cards by key', () => {
  it('takes a rank and then a suit', () => {
    const entry = new Entry(cards({ '7d': 1, Tc: 1 }));
    expect(typed(entry, ['7', 'd', '1', 'c'])).toEqual([true, true, true, true]);
    expect(entry.items).toEqual(['7d', 'Tc']);
    expect(entry.isWhole).toBe(true);
  });
  it('takes no card that the server says cannot be', () => {
    const entry = new Entry(cards({ '7d': 1 }));
    typed(entry, ['7', 'd', '7', 'd', '7', 's']);
    expect(entry.items).toEqual(['7d']);
    expect(entry.mayRank('7')).toBe(false);
  });
  it('takes as many of a card as a shoe can hold', () => {
    const entry = new Entry(cards({ As: 2 }));
    typed(entry, ['a', 's', 'A', 'S']);
    expect(entry.items).toEqual(['As', 'As']);
  });
  it('knows a joker as J and K, and another rank in between', () => {
    const entry = new Entry(cards({ JK: 1, Qh: 1 }));
    typed(entry, ['j', 'k', 'j', 'q', 'h']);
    expect(entry.items).toEqual(['JK', 'Qh']);
  });
  it('goes back by one key at a time', () => {
    const entry = new Entry(cards({ '7d': 1, Tc: 1 }));
    typed(entry, ['7', 'd', 'T']);
    entry.type('Backspace');
    expect(entry.rank).toBeNull();
    entry.type('Backspace');
    expect(entry.items).toEqual([]);
  });
  it('leaves other keys alone and takes no more than are asked for', () => {
    const entry = new Entry(cards({ '7d': 4 }, 1));
    expect(entry.type('x')).toBe(false);
    typed(entry, ['7', 'd', '7', 'd']);
    expect(entry.items).toEqual(['7d']);
    entry.remove(0);
    expect(entry.items).toEqual([]);
  });
});

describe('Tops by face', () => {
  it('takes letters in order', () => {
    const entry = new Entry(tops);
    typed(entry, ['r', 'x', 'J']);
    expect(entry.items).toEqual(['R', 'J']);
  });
  it('changes one Top without the other', () => {
    const entry = new Entry(tops, ['R', 'J']);
    entry.setAt(1, 'R');
    expect(entry.items).toEqual(['R', 'R']);
    const fresh = new Entry(tops);
    fresh.setAt(1, 'R');
    expect(fresh.items).toEqual([]);
  });
});

it('writes what showed as the server reads it', () => {
  expect(shownWords(tops, ['R', 'J'])).toEqual(['tops', 'R', 'J']);
  expect(shownWords(tops, [])).toEqual([]);
  expect(placeName('seat 3')).toBe('Seat 3');
});

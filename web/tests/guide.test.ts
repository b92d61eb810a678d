import { describe, expect, it } from 'vitest';
import { ORDER, placeOf, stepOf, type Facts, type StepId } from '../src/guide/steps';
import { tableToLearn } from '../src/guide/start';
import { markOf } from '../src/guide/words';
import { byCollection, inOrder } from '../src/lobby/order';
import { isFlick } from '../src/lib/flick';
import { isCard } from '../src/stages/spin/graphics';
import type { GameCard, OwnTable } from '../src/wire/page_types';
import { rules } from './stories';

const facts = (more: Partial<Facts> = {}): Facts => ({
  isSeated: true,
  isBetting: true,
  total: 0,
  isDeciding: false,
  isFollowed: false,
  isPaid: false,
  passed: new Set<StepId>(),
  ...more,
});

describe('the guided round', () => {
  it('follows what the player does, step by step', () => {
    const told = [
      stepOf(facts({ isSeated: false })),
      stepOf(facts()),
      stepOf(facts({ passed: new Set<StepId>(['chip']) })),
      stepOf(facts({ total: 500, isFollowed: true })),
      stepOf(facts({ isBetting: false, isDeciding: true, isFollowed: true })),
      stepOf(facts({ isBetting: false, isFollowed: true })),
      stepOf(facts({ isPaid: true, isFollowed: true })),
      stepOf(facts({ isPaid: true, passed: new Set<StepId>(['paid']) })),
      stepOf(facts({ isPaid: true, passed: new Set<StepId>(['paid', 'why']) })),
    ];
    expect(told).toEqual(['sit', ...ORDER]);
    expect(told.map(placeOf)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });
  it('speaks of betting, not of watching, before the first round opens', () => {
    expect(stepOf(facts({ isBetting: false }))).toBe('chip');
  });
  it('has a sentence for every step of every game, known or new', () => {
    for (const { guide } of [rules('spin-n-win'), rules('gin-and-win'), rules('flip-it'), { guide: {} }]) {
      for (const step of ORDER) {
        const mark = markOf(step, guide);
        expect(mark.text.length, step).toBeGreaterThan(20);
        expect(mark.at.length).toBeGreaterThan(0);
      }
    }
  });
  it('speaks of a game in the words that the server has for it', () => {
    const { guide } = rules('flip-it');
    expect(Object.keys(guide).every((step) => (ORDER as readonly string[]).includes(step))).toBe(true);
    expect(markOf('spot', guide).text).toContain('fifth');
    expect(markOf('spot', {}).text).not.toContain('fifth');
  });
  it('ends by a button where nothing on the table ends a step', () => {
    for (const step of ['chip', 'paid', 'end'] as const) expect(markOf(step, {}).next).toBeTruthy();
  });
});

describe('the table to learn at', () => {
  const own = (more: Partial<OwnTable>): OwnTable => ({
    table: 't1',
    link: '/table/t1',
    game: 'flip-it',
    title: 'flip~it',
    edition: 'one',
    edition_title: 'One',
    is_host: true,
    own_seat: null,
    people: 0,
    bots: 0,
    seats: 7,
    says: '',
    ...more,
  });
  it('is an empty one of my own, or one where I sit alone', () => {
    expect(tableToLearn([own({})], 'flip-it', 'one')).toBe('t1');
    expect(tableToLearn([own({ own_seat: 1, people: 1 })], 'flip-it', 'one')).toBe('t1');
  });
  it('is never somebody else’s, a full one, or one of another edition', () => {
    expect(tableToLearn([own({ is_host: false })], 'flip-it', 'one')).toBeNull();
    expect(tableToLearn([own({ people: 1 })], 'flip-it', 'one')).toBeNull();
    expect(tableToLearn([own({ bots: 1 })], 'flip-it', 'one')).toBeNull();
    expect(tableToLearn([own({})], 'flip-it', 'two')).toBeNull();
  });
});

describe('the order of games', () => {
  const game = (title: string, edge: string | null, taken: number): GameCard => ({
    game: title,
    title,
    collection: '',
    pitch: '',
    best_bet: '',
    edge_percent: edge,
    edge_fraction: null,
    seats_max: 7,
    picture: [],
    editions: [],
    tables: [
      { table: title, game: title, edition_title: '', approval: 'as documented', seats_free: 7 - taken, seats: 7, minimum: 1, maximum: 2, says: '',
        rounds: 0, voids: 0, missing_reveals: 0 },
    ],
  });
  it('begins where people sit, then with the kinder game; what is not known yet stands last', () => {
    const found = inOrder([game('c', '5.4545%', 0), game('d', null, 0), game('b', '0.7967%', 0), game('a', '9%', 2)]);
    expect(found.map((one) => one.title)).toEqual(['a', 'b', 'c', 'd']);
  });
  it('puts the house’s own games first, and each collection under its heading', () => {
    const classic = { ...game('z', '0.1%', 9), collection: 'Classics' };
    const groups = byCollection([classic, game('b', '2%', 0), game('a', '1%', 0)]);
    expect(groups.map((one) => one.heading)).toEqual(['', 'Classics']);
    expect(groups.map((one) => one.games.map((card) => card.title))).toEqual([['a', 'b'], ['z']]);
  });
});

it('a flick is a quick stroke, in any direction', () => {
  expect(isFlick({ dx: 0, dy: -60, ms: 200 })).toBe(true);
  expect(isFlick({ dx: -40, dy: 0, ms: 200 })).toBe(true);
  expect(isFlick({ dx: 5, dy: 5, ms: 100 })).toBe(false);
  expect(isFlick({ dx: 80, dy: 0, ms: 5000 })).toBe(false);
});

it('three dimensions are for graphics cards', () => {
  expect(isCard('ANGLE (NVIDIA, GeForce)')).toBe(true);
  expect(isCard('Google SwiftShader')).toBe(false);
  expect(isCard('llvmpipe (LLVM 15)')).toBe(false);
});

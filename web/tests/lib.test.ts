import { describe, expect, it } from 'vitest';
import { cardName, pipsOf } from '../src/lib/cards';
import { CHIPS, stackOf } from '../src/lib/chips';
import { aroundTheAxis } from '../src/lib/faces';
import { showCredits, showExact, showNet, showShort } from '../src/lib/money';
import { spokenOdds } from '../src/lib/odds';
import { share } from '../src/lib/share';
import { headline, pieces, spoken } from '../src/lib/words';

describe('amounts', () => {
  it('writes them for people', () => {
    expect(showCredits(123456789)).toBe('1,234,567.89');
    expect(showCredits(-50)).toBe('−0.50');
    expect(showExact(2500)).toBe('25.00');
    expect(showNet(2500)).toBe('+25.00');
    expect(showNet(-2500)).toBe('−25.00');
  });
  it('shortens for a chip without changing small amounts', () => {
    expect([50, 550, 61850, 1250000, 10000000].map(showShort)).toEqual(['0.5', '5.5', '618.5', '12.5k', '100k']);
  });
});

describe('chips', () => {
  it('stacks every amount of whole credits exactly while there is room', () => {
    for (let minor = 100; minor <= 5000; minor += 100) {
      expect(stackOf(minor, 99).reduce((sum, chip) => sum + chip.minor, 0)).toBe(minor);
    }
  });
  it('never draws more chips than asked for', () => expect(stackOf(123456700, 8)).toHaveLength(8));
  it('tells denominations apart by their rims', () =>
    expect(new Set(CHIPS.map((chip) => chip.marks)).size).toBe(CHIPS.length));
});

describe('cards', () => {
  it.each([...'23456789'])('%s has as many pips', (rank) => expect(pipsOf(rank)).toHaveLength(Number(rank)));
  it('a ten has ten', () => expect(pipsOf('T')).toHaveLength(10));
  it('names them', () => {
    expect(cardName('Qh')).toBe('Queen of hearts');
    expect(cardName('JK')).toBe('Joker');
  });
});

describe('the dealer’s words', () => {
  it('makes the first sentence in words the headline', () => {
    const { first, rest } = headline('Jc Kd Jc 2c. A pair of Jacks: the bonus is open. Place your bets.');
    expect(first).toBe('A pair of Jacks: the bonus is open.');
    expect(rest).toBe('Place your bets.');
  });
  it('loses no word', () => {
    const says = 'Joker and Red. Red pays double. Seat 1 keeps the Top.';
    const { first, rest } = headline(says);
    expect(`${first} ${rest}`).toBe(says);
  });
  it('draws cards and speaks their names', () => {
    expect(pieces('Jc Td.')).toEqual([{ rank: 'J', suit: 'c' }, { text: ' ' }, { rank: '10', suit: 'd' }, { text: '.' }]);
    expect(spoken('Jc wins')).toBe('Jack of clubs wins');
  });
});

it('odds are spoken as a felt prints them', () => expect(spokenOdds('9/2')).toBe('9 to 2'));

it('every face of a Top is drawn, alike ones apart', () => {
  const faces = aroundTheAxis([['Red', 2], ['Green', 2], ['Blue', 2], ['Yellow', 1], ['Joker', 1]]);
  expect(faces).toHaveLength(8);
  faces.forEach((face, at) => expect(face).not.toBe(faces[(at + 1) % faces.length]));
});

describe('what is as it was', () => {
  const sent = () => ({ phase: 'betting', seats: [{ seat: 1, name: 'Ann' }, { seat: 2, name: null }], bets: [1, 2] });
  it('stays the same object when nothing changed', () => {
    const old = sent();
    expect(share(old, sent())).toBe(old);
  });
  it('is kept part by part, and what changed is new', () => {
    const old = sent();
    const next = share(old, { ...sent(), bets: [1, 3], seats: [{ seat: 1, name: 'Ann' }, { seat: 2, name: 'Bob' }] });
    expect(next).not.toBe(old);
    expect(next.bets).toEqual([1, 3]);
    expect(next.seats[0]).toBe(old.seats[0]);
    expect(next.seats[1]).toEqual({ seat: 2, name: 'Bob' });
  });
  it('is not mistaken for what lacks a part, has one more, or is a list', () => {
    expect(share({ a: 1, b: 2 }, { a: 1 } as object)).toEqual({ a: 1 });
    expect(share({ a: 1 }, { a: 1, b: null } as object)).toEqual({ a: 1, b: null });
    expect(share({}, [] as unknown)).toEqual([]);
    expect(share([1, 2], [1])).toEqual([1]);
    expect(share(null, sent())).toEqual(sent());
  });
});

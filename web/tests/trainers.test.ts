import { describe, expect, it } from 'vitest';
import { Answers, keyOf, readAmount, showTime } from '../src/trainers/answers.svelte';
import { HandOnTable } from '../src/trainers/hand.svelte';

const bet = (seat: number, spot: string) => ({ seat, spot, label: spot, stake: 500, is_award: false });

describe('answers to a layout', () => {
  const bets = [bet(1, 'red'), bet(1, 'blue'), bet(2, 'red')] as const;

  it('are posted in the order in which they were given', () => {
    const answers = new Answers(bets);
    answers.say(bets[2], { result: 'lose' });
    answers.say(bets[0], { result: 'win', pays: 250 });
    expect(answers.isWhole).toBe(false);
    answers.say(bets[1], { result: 'push' });
    expect(answers.isWhole).toBe(true);
    expect(answers.form()).toEqual([
      { seat: 2, spot: 'red', result: 'lose', pays: 0, is_award: false },
      { seat: 1, spot: 'red', result: 'win', pays: 250, is_award: false },
      { seat: 1, spot: 'blue', result: 'push', pays: 0, is_award: false },
    ]);
  });
  it('said anew come last, taken back are gone', () => {
    const answers = new Answers(bets);
    answers.say(bets[0], { result: 'lose' });
    answers.say(bets[1], { result: 'lose' });
    answers.say(bets[0], { result: 'push' });
    expect([...answers.said.keys()]).toEqual([keyOf(bets[1]), keyOf(bets[0])]);
    answers.say(bets[1], null);
    expect(answers.of(bets[1])).toBeNull();
    expect(answers.said.size).toBe(1);
  });
  it('lead on to the next bet without one, around the felt', () => {
    const answers = new Answers(bets);
    answers.say(bets[1], { result: 'lose' });
    expect(answers.next(bets[0])).toBe(bets[2]);
    answers.say(bets[2], { result: 'lose' });
    expect(answers.next(bets[2])).toBe(bets[0]);
    answers.say(bets[0], { result: 'lose' });
    expect(answers.next(bets[0])).toBeNull();
  });
});

describe('amounts and times', () => {
  it.each([
    ['22.50', 2250],
    ['22,5', 2250],
    ['7', 700],
    ['0', 0],
    ['', null],
    ['.5', null],
    ['1.005', null],
    ['ten', null],
  ])('reads %s', (text, minor) => expect(readAmount(text)).toBe(minor));
  it.each([
    [0, '0.0 s'],
    [4_290, '4.2 s'],
    [59_999, '59.9 s'],
    [63_000, '1:03'],
  ])('shows %i ms', (ms, text) => expect(showTime(ms)).toBe(text));
});

describe('a hand on the table', () => {
  const cards = ['Ac', 'Ah', '7d', '8d', 'Jd', '3s', '2c'];

  it('groups what is picked', () => {
    const hand = new HandOnTable(cards);
    hand.pick('Ac');
    hand.group();
    expect(hand.groups).toEqual([]);
    hand.pick('Ah');
    hand.group();
    expect(hand.groups).toEqual([['Ac', 'Ah']]);
    expect(hand.loose).toEqual(['7d', '8d', 'Jd', '3s', '2c']);
    expect(hand.picked.size).toBe(0);
    hand.separate(0);
    expect(hand.loose).toEqual(cards);
  });
  it('joins by dropping, and a group of one is none', () => {
    const hand = new HandOnTable(cards);
    hand.join('7d', '8d');
    expect(hand.groups).toEqual([['8d', '7d']]);
    hand.join('Jd', '7d');
    expect(hand.groups).toEqual([['8d', '7d', 'Jd']]);
    hand.join('7d', 'Ac');
    expect(hand.groups).toEqual([
      ['8d', 'Jd'],
      ['Ac', '7d'],
    ]);
    hand.join('8d', 'Ah');
    expect(hand.groups).toEqual([
      ['Ac', '7d'],
      ['Ah', '8d'],
    ]);
    hand.clear();
    expect(hand.groups).toEqual([]);
  });
});

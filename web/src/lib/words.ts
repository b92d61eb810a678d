/** The dealer's words cut for the screen: a headline, the rest, and cards drawn rather than coded. */

import { cardName, printedRank, readCard, type Suit } from './cards';

export type Piece = { readonly text: string } | { readonly rank: string; readonly suit: Suit };

const CARD = /\b([A2-9TJQK][cdhs])\b/;
const CARDS = new RegExp(CARD.source, 'g');
const SENTENCE = /[^.!?]+[.!?]+(?:\s+|$)|[^.!?]+$/g;

/** A sentence in pieces, its card codes (`Td`) apart. */
export function pieces(sentence: string): Piece[] {
  // Every second part is a code.
  return sentence
    .split(CARD)
    .map((part, at): Piece => {
      const { rank, suit } = at % 2 === 1 ? readCard(part) : { rank: '', suit: null };
      return suit === null ? { text: part } : { rank: printedRank(rank), suit };
    })
    .filter((piece) => !('text' in piece) || piece.text !== '');
}

/** The same with cards by their names, for those who listen. */
export function spoken(sentence: string): string {
  return sentence.replace(CARDS, (code) => cardName(code));
}

/** The first sentence in words, and the others; one that only lists cards is left to the table. */
export function headline(says: string): { readonly first: string; readonly rest: string } {
  const [first, ...rest] = (says.match(SENTENCE) ?? []).filter((one) => /[A-Za-z]{3,}/.test(one));
  return { first: (first ?? says).trim(), rest: rest.join('').trim() };
}

/** A sentence as a heading and what follows: `That table is closed` and `Bets that still lay there went back.` */
export function headed(says: string): [string, string] {
  const [, first = says, rest = ''] = /^([^.;]*)[.;]\s*(.*)$/s.exec(says) ?? [];
  return [first, rest.charAt(0).toUpperCase() + rest.slice(1)];
}

/** The dealer's words cut for the screen: a headline, the rest, and cards drawn rather than coded. */

import { cardName, printedRank, readCard, type Suit } from './cards';

export type Piece = { readonly text: string } | { readonly rank: string; readonly suit: Suit };

const CARD = /\b([A2-9TJQK][cdhs])\b/;
const SENTENCE = /[^.!?]+[.!?]+(?:\s+|$)|[^.!?]+$/g;

/** A sentence in pieces, its card codes (`Td`) apart. */
export function pieces(sentence: string): Piece[] {
  return sentence
    .split(CARD)
    .filter((part) => part !== '')
    .map((part) => {
      if (!new RegExp(`^${CARD.source}$`).test(part)) return { text: part };
      const { rank, suit } = readCard(part);
      return suit === null ? { text: part } : { rank: printedRank(rank), suit };
    });
}

/** The same with cards by their names, for those who listen. */
export function spoken(sentence: string): string {
  return sentence.replace(new RegExp(CARD.source, 'g'), (code) => cardName(code));
}

/** The first sentence in words, and the others; one that only lists cards is left to the table. */
export function headline(says: string): { readonly first: string; readonly rest: string } {
  const [first, ...rest] = (says.match(SENTENCE) ?? []).filter((one) => /[A-Za-z]{3,}/.test(one));
  return { first: (first ?? says).trim(), rest: rest.join('').trim() };
}

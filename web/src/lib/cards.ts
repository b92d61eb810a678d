/** Cards as the server writes them: rank then suit (`Ac`, `Td`), a joker `JK`. */

export type Suit = 'c' | 'd' | 'h' | 's';

export interface CardFace {
  readonly rank: string;
  readonly suit: Suit | null;
}

const RANK_NAMES: Readonly<Record<string, string>> = {
  A: 'Ace',
  T: 'Ten',
  J: 'Jack',
  Q: 'Queen',
  K: 'King',
  2: 'Two',
  3: 'Three',
  4: 'Four',
  5: 'Five',
  6: 'Six',
  7: 'Seven',
  8: 'Eight',
  9: 'Nine',
};
const SUIT_NAMES: Readonly<Record<Suit, string>> = {
  c: 'clubs',
  d: 'diamonds',
  h: 'hearts',
  s: 'spades',
};

export function readCard(text: string): CardFace {
  if (text === 'JK') return { rank: 'JK', suit: null };
  return { rank: text.slice(0, 1), suit: text.slice(1) as Suit };
}

/** `Queen of hearts`, for people who listen. */
export function cardName(text: string): string {
  const { rank, suit } = readCard(text);
  return suit === null ? 'Joker' : `${RANK_NAMES[rank] ?? rank} of ${SUIT_NAMES[suit]}`;
}

/** The rank as it is printed: a ten is `10`. */
export function printedRank(rank: string): string {
  return rank === 'T' ? '10' : rank;
}

/** Suits drawn in a box of 100 by 100, centred on 50, 50. */
export const SUIT_PATHS: Readonly<Record<Suit, string>> = {
  h: 'M50 92 C44 82 8 60 8 33 C8 18 19 8 31 8 C40 8 47 13 50 21 C53 13 60 8 69 8 C81 8 92 18 92 33 C92 60 56 82 50 92 Z',
  d: 'M50 4 C58 20 70 36 86 50 C70 64 58 80 50 96 C42 80 30 64 14 50 C30 36 42 20 50 4 Z',
  s: 'M50 6 C55 20 91 38 91 62 C91 75 81 83 71 83 C63 83 57 79 54 73 C55 83 59 90 66 95 L34 95 C41 90 45 83 46 73 C43 79 37 83 29 83 C19 83 9 75 9 62 C9 38 45 20 50 6 Z',
  c: 'M50 5 C62 5 71 14 71 26 C71 33 68 38 64 42 C67 40 71 39 75 39 C87 39 95 48 95 59 C95 71 87 80 75 80 C66 80 58 76 54 68 C55 80 59 89 66 95 L34 95 C41 89 45 80 46 68 C42 76 34 80 25 80 C13 80 5 71 5 59 C5 48 13 39 25 39 C29 39 33 40 36 42 C32 38 29 33 29 26 C29 14 38 5 50 5 Z',
};

/** Where the pips of a number card stand, in parts of the pip field; `down` ones are turned. */
export function pipsOf(rank: string): readonly (readonly [x: number, y: number])[] {
  const left = 0;
  const mid = 0.5;
  const right = 1;
  const columns = (...ys: number[]) => ys.flatMap((y) => [[left, y] as const, [right, y] as const]);
  const centre = (...ys: number[]) => ys.map((y) => [mid, y] as const);
  switch (rank) {
    case '2':
      return centre(0, 1);
    case '3':
      return centre(0, 0.5, 1);
    case '4':
      return columns(0, 1);
    case '5':
      return [...columns(0, 1), ...centre(0.5)];
    case '6':
      return columns(0, 0.5, 1);
    case '7':
      return [...columns(0, 0.5, 1), ...centre(0.25)];
    case '8':
      return [...columns(0, 0.5, 1), ...centre(0.25, 0.75)];
    case '9':
      return [...columns(0, 1 / 3, 2 / 3, 1), ...centre(0.5)];
    case 'T':
      return [...columns(0, 1 / 3, 2 / 3, 1), ...centre(1 / 6, 5 / 6)];
    default:
      return [];
  }
}

// Cards, decks, shoes by composition, and the faces of Tops.

const RANKS = "A23456789TJQK";
const SUITS = "cdhs";
const FACES = { R: "RED", G: "GREEN", B: "BLUE", Y: "YELLOW", J: "JOKER" };

/** A card by its name; a joker has rank 0 and suit 0, and so comes before every other card. */
function card(rank, suit) {
  return { rank, suit, name: rank === 0 ? "JK" : RANKS[rank - 1] + SUITS[suit] };
}

const ALL_CARDS = new Map([card(0, 0)].concat(...[...SUITS].map((_, suit) => (
  [...RANKS].map((__, at) => card(at + 1, suit))
))).map((one) => [one.name, one]));

const cardOrder = (a, b) => a.rank - b.rank || a.suit - b.suit;

/** A card as typed: either case, `10` for `T`. */
function parseCard(text) {
  let name = strip(text);
  if (name.toUpperCase() === "JK") return ALL_CARDS.get("JK");
  if (name.startsWith("10")) name = `T${name.slice(2)}`;
  const found = ALL_CARDS.get(name.slice(0, 1).toUpperCase() + name.slice(1).toLowerCase());
  return found === undefined ? refuse(`'${text}' is not a card.`) : found;
}

const parseCards = (text) => wordsOf(text.replace(/,/g, " ")).map(parseCard);

function parseFace(text) {
  const word = strip(text).toUpperCase();
  const found = Object.keys(FACES).find((face) => word === face || word === FACES[face]);
  return found === undefined ? refuse("A Top shows R, G, B, Y or J.") : { face: found, name: found };
}

const isCard = (thing) => "rank" in thing;

/** Which cards are undealt, never in which order: a count for each name, in card order. */
class Shoe {
  constructor(counts) {
    this.counts = new Map(counts);
  }

  static full({ copies = 1, jokers = 0, ranks, suits }) {
    const counts = jokers ? [["JK", jokers]] : [];
    for (const rank of ranks) for (const suit of suits) counts.push([card(rank, suit).name, copies]);
    return new Shoe(counts);
  }

  get total() {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0);
  }

  count(name) {
    return this.counts.get(name) || 0;
  }

  /** Cards go out; refused when one of them is not there any more. */
  deal(name, copies = 1) {
    const held = this.count(name);
    if (copies > held) refuse(`${name} cannot be dealt: ${held} of it are left.`);
    this.counts.set(name, held - copies);
  }

  /** What a draw is made from, as a round file tells it. */
  source() {
    return [...this.counts].filter(([, count]) => count);
  }
}

/** The positions of some letters in an alphabet, each letter once, in the alphabet's order. */
function positions(letters, alphabet) {
  const isGood = [...letters].every((letter, at) => alphabet.includes(letter) && letters.indexOf(letter) === at);
  if (!isGood) refuse(`'${letters}' must be letters of ${alphabet}, each at most once.`);
  return [...alphabet].flatMap((letter, at) => (letters.includes(letter) ? [at] : []));
}

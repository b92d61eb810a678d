// The edition: cards, qualifier, pays, bonus paytable, and the readings of silent documents.

// Every paid line, highest first (GNW-7.3).
const BONUS_LINES = ["quads_trips", "flush5_pair", "quads_flush3", "zero", "one", "two_low"];

function readEditionOfGin(fields, head) {
  const options = fields.table("options"), readings = fields.table("readings"), cards = fields.table("cards");
  const isAceHigh = readings.choice("ace", ["low", "high"]) === "high"; // GNW-1.3
  const height = (rank) => (isAceHigh ? (rank + 11) % 13 + 1 : rank);
  const ranks = positions(cards.text("ranks"), RANKS).map((at) => at + 1);
  const deck = { ranks, suits: positions(cards.text("suits"), SUITS) }, hand = cards.integer("hand", 1, 7);
  // GNW-1.2: a hand for every seat and the dealer.
  if ((head.seats + 1) * hand > Shoe.full(deck).total) refuse("The cards are too few for these seats.");
  const qualifier = fields.table("qualifier"), pays = fields.table("pays"), bonus = fields.table("bonus");
  const edition = {
    deck, hand, height,
    isAsSet: options.choice("setting", ["cards-speak", "as-set"]) === "as-set", // GNW-3.4, GNW-3.5
    isBonusLostOnFold: readings.choice("bonus_on_fold", ["stays", "loses"]) === "loses", // GNW-7.2
    isHigherBetter: readings.choice("seven_or_better", ["lower", "higher"]) === "higher", // GNW-7.9
    qualifier: { score: qualifier.integer("score", 0, 7), height: height(rankField(qualifier, "rank")) },
    lowHeight: height(rankField(bonus, "two_low_rank")),
    pays: paysOf(pays, ["ante", "ante_no_qualify", "play", "play_zero"]),
    bonus: paysOf(bonus, BONUS_LINES),
  };
  return { ...edition, spots: ginSpots(edition) };
}

const rankField = (fields, name) => RANKS.indexOf(fields.choice(name, [...RANKS])) + 1;

/** Odds by name; a winning bet pays more than nothing. */
const paysOf = (fields, names) => Object.fromEntries(names.map((name) => {
  const odds = fields.odds(name);
  return odds.top === 0n ? refuse(`${name}: a winning bet pays more than nothing.`) : [name, odds];
}));

/** Every spot in the order of the felt. */
const ginSpots = ({ pays, bonus }) => [
  { key: "ante", label: "Ante", odds: [pays.ante, pays.ante_no_qualify] },
  { key: "play", label: "Play", odds: [pays.play, pays.play_zero] },
  { key: "gin-bonus", label: "Gin Bonus", odds: Object.values(bonus) },
];

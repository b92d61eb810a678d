// The edition: the cards, the pays, how the shoe is kept, and the nineteen spots of the felt.

const ROW_SIZE = 4;
const CARDS_LEAST = 5; // Four cards for the row and one to flip.
const INSIDE_SPOTS = ["Red", "Black", "Odd", "Even", "High", "Low"];
const CALLED = ["Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King"];
// In the order of the paytable.
const BONUS_HANDS = ["royal_flush", "five_of_a_kind", "four_of_a_kind", "three_of_a_kind", "full_house", "two_pair"];

function readEditionOfFlip(fields, head) {
  if (head.seats > 7) refuse("The table has places for 7 players at most."); // FLP-1.2
  const deck = readDeck(fields.table("cards"));
  const pays = fields.table("pays"), bonus = fields.table("bonus"), options = fields.table("options");
  const size = Shoe.full(deck).total, most = Math.max(size - CARDS_LEAST, 0);
  const edition = {
    deck,
    inside: pays.odds("inside"),
    callIt: pays.odds("call_it"),
    bonus: Object.fromEntries(BONUS_HANDS.map((hand) => [hand, bonus.odds(hand)])),
    isContinuous: options.choice("shoe", ["cut-card", "continuous"]) === "continuous", // FLP-6.4, FLP-6.6
    cutUndealt: options.integer("cut_undealt", 0, most),
  };
  return { ...edition, spots: spotsOf(edition) };
}

function readDeck(cards) {
  const copies = cards.integer("decks", 1, 16), jokers = cards.integer("jokers", 0, 64);
  const ranks = positions(cards.text("ranks"), RANKS).map((at) => at + 1);
  const suits = positions(cards.text("suits"), SUITS);
  if (copies * ranks.length * suits.length < CARDS_LEAST) refuse("A row and a flip take five cards, no jokers.");
  return { copies, jokers, ranks, suits };
}

/** Every spot in the order of the felt: no call on the ace (FLP-4.2), one bonus bet (FLP-5.13). */
function spotsOf({ inside, callIt, bonus }) {
  return [
    ...INSIDE_SPOTS.map((label) => ({ key: `inside:${label.toLowerCase()}`, label, odds: [inside] })),
    ...CALLED.map((rank, at) => ({ key: `call:${RANKS[at + 1]}`, label: `Call ${rank}`, odds: [callIt] })),
    { key: "bonus", label: "Bonus", odds: Object.values(bonus) },
  ];
}

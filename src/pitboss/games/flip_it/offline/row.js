// The row: what four cards show, and what the fifth card makes of them.

const ROYAL_RANKS = [10, 11, 12, 13, 1];

// FLP-5.2: how many cards of the row share a rank, most first.
const ROW_KINDS = { "2,1,1": "pair", "2,2": "two-pair", "3,1": "three", 4: "four" };

// The kind of row and how many of its cards the fifth card matches by rank (FLP-5.4).
const MADE_HANDS = {
  "pair 2": ["three_of_a_kind", "FLP-5.5"],
  "pair 1": ["two_pair", "FLP-5.6"],
  "two-pair 2": ["full_house", "FLP-5.7"],
  "three 3": ["four_of_a_kind", "FLP-5.8"],
  "three 1": ["full_house", "FLP-5.9"],
  "four 4": ["five_of_a_kind", "FLP-5.10"],
};

const isRoyal = (cards) => cards.every((one) => ROYAL_RANKS.includes(one.rank) && one.suit === cards[0].suit)
  && new Set(cards.map((one) => one.rank)).size === cards.length;

/** What the row shows; an incomplete one shows nothing. */
function rowKind(row) {
  if (row.length === ROW_SIZE && isRoyal(row)) return "royal-draw"; // FLP-5.3
  const copies = [...new Set(row.map((one) => one.rank))]
    .map((rank) => row.filter((one) => one.rank === rank).length);
  return ROW_KINDS[copies.sort((a, b) => b - a).join(",")] || "nothing";
}

/** The paying hand that the fifth card made and its clause; undefined for all the rest (FLP-5.12).
 *  Ranks alone decide, but for the royal flush (FLP-5.15). */
function madeHand(row, fifth) {
  const kind = rowKind(row);
  if (kind === "royal-draw") return isRoyal([...row, fifth]) ? ["royal_flush", "FLP-5.11"] : undefined;
  return MADE_HANDS[`${kind} ${row.filter((one) => one.rank === fifth.rank).length}`];
}

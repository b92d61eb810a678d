// Hands: every arrangement of some cards is tried, and the house way is the best of them.

/** Two, three or four of one rank (GNW-1.4). */
const isRankSet = (cards) => cards.length >= 2 && cards.every((one) => one.rank === cards[0].rank);

/** Three or more of one suit (GNW-1.4). */
const isFlush = (cards) => cards.length >= 3 && cards.every((one) => one.suit === cards[0].suit);

/** Every choice of some of the cards, none and all of them included. */
const choices = (cards) => cards.reduce((found, one) => [...found, ...found.map((some) => [...some, one])], [[]]);

/** Every arrangement of the cards: each is left over or in one combination (GNW-1.5). */
function* arrangements(cards, combinations = [], left = []) {
  const [first, ...rest] = cards;
  if (first === undefined) {
    yield { combinations, left };
    return;
  }
  yield* arrangements(rest, combinations, [...left, first]);
  const mates = rest.filter((one) => one.rank === first.rank || one.suit === first.suit);
  for (const chosen of choices(mates)) {
    const laid = [first, ...chosen];
    if (isRankSet(laid) || isFlush(laid)) {
      yield* arrangements(rest.filter((one) => !chosen.includes(one)), [...combinations, laid], left);
    }
  }
}

/** What decides a hand: its score, then the left-over cards from the highest down (GNW-1.6, GNW-6.4). */
const worthOf = (left, edition) => [left.length, ...left.map((one) => edition.height(one.rank)).sort((a, b) => b - a)];

/** Below zero when the first hand is lower, which is better. */
function compareWorth(one, other) {
  const at = one.findIndex((part, position) => part !== other[position]);
  return at < 0 ? 0 : one[at] - other[at];
}

// Sizes of rank sets and of flushes that make a line of their own (GNW-7.4 to GNW-7.6).
const SHAPES = { "3,4 ": "quads_trips", "2 5": "flush5_pair", "4 3": "quads_flush3" };

/** The line of an arrangement that leaves nothing over (GNW-7.4 to GNW-7.7). */
function zeroLine(combinations) {
  const sizes = (kind) => combinations.filter(kind).map((cards) => cards.length).sort((a, b) => a - b).join(",");
  return SHAPES[`${sizes(isRankSet)} ${sizes(isFlush)}`] || "zero";
}

/** The lowest worth that any arrangement reaches (GNW-2.1), and the highest bonus line at it (GNW-7.3). */
function houseWay(cards, edition) {
  let worth = null, lines = [];
  for (const { combinations, left } of arrangements(cards)) {
    const found = worthOf(left, edition), order = worth === null ? -1 : compareWorth(found, worth);
    if (order < 0) [worth, lines] = [found, []];
    if (order <= 0 && !left.length) lines.push(zeroLine(combinations));
  }
  return { worth, line: bonusLine(worth, lines, edition) };
}

/** The line of the paytable; null where nothing pays (GNW-7.8 to GNW-7.10). */
function bonusLine([score, ...heights], lines, { lowHeight, isHigherBetter }) {
  if (score === 0) return BONUS_LINES.find((line) => lines.includes(line));
  if (score === 1) return "one";
  const isGood = (height) => (isHigherBetter ? height >= lowHeight : height <= lowHeight);
  return score === 2 && heights.every(isGood) ? "two_low" : null;
}

/** What a player's own setting is worth; a false combination refuses it (GNW-3.2, GNW-3.3). */
function settingWorth(cards, setting, edition) {
  const laid = setting.flat().map((one) => one.name);
  for (const name of laid) {
    if (!cards.some((one) => one.name === name)) refuse(`${name} is not in the hand.`);
    if (laid.indexOf(name) !== laid.lastIndexOf(name)) refuse(`${name} is used twice.`);
  }
  if (!setting.every((some) => isRankSet(some) || isFlush(some))) refuse("Something laid out is no combination.");
  return worthOf(cards.filter((one) => !laid.includes(one.name)), edition);
}

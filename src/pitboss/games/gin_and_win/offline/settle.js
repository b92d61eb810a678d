// Settlement: every stake of a round that is over, takes before pays (GNW-6.10).

const LINE_CLAUSES = { quads_trips: "GNW-7.4", flush5_pair: "GNW-7.5", quads_flush3: "GNW-7.6", zero: "GNW-7.7",
  one: "GNW-7.8", two_low: "GNW-7.9" };

/** The dealer's hand where it qualifies, null where not (GNW-6.1); always the house way (GNW-2.4). */
function dealersWorth({ edition, dealer }) {
  const { worth } = houseWay(dealer, edition), [score, highest = 0] = worth, { qualifier } = edition;
  const isGood = score === qualifier.score ? highest <= qualifier.height : score < qualifier.score;
  return isGood ? worth : null;
}

function settleGin(state) {
  if (state.phase === "void") return state.bets.map((bet) => refunded(bet, "GNW-8.1"));
  const dealer = dealersWorth(state);
  return takesFirst(state.bets.map((bet) => (
    bet.spot === "gin-bonus" ? settleBonus(state, bet) : settleBase(state, bet, dealer)
  )));
}

/** Ante or Play. */
function settleBase({ edition, decisions }, bet, dealer) {
  const { pays } = edition, isPlay = bet.spot === "play", worth = decisions.get(bet.seat);
  if (worth === null) return lost(bet, "GNW-6.9");
  if (dealer === null) return isPlay ? pushed(bet, "GNW-6.2") : won(bet, pays.ante_no_qualify, "GNW-6.2");
  const order = compareWorth(worth, dealer);
  if (order > 0) return lost(bet, "GNW-6.7");
  if (order === 0) return pushed(bet, "GNW-6.8");
  if (isPlay && worth[0] === 0) return won(bet, pays.play_zero, "GNW-6.6");
  return won(bet, isPlay ? pays.play : pays.ante, "GNW-6.5");
}

/** The bonus is settled on the cards, whatever was decided (GNW-7.1, GNW-7.2). */
function settleBonus({ edition, hands, decisions }, bet) {
  if (decisions.get(bet.seat) === null && edition.isBonusLostOnFold) return lost(bet, "GNW-7.2");
  const { line } = houseWay(hands.get(bet.seat), edition);
  return line === null ? lost(bet, "GNW-7.10") : won(bet, edition.bonus[line], LINE_CLAUSES[line]);
}

RULES.set("gin-and-win", {
  readEdition: readEditionOfGin,
  readCarry: readGinCarry,
  open: openGin,
  apply: applyGin,
  voids: [],
  isOver: (state) => state.phase === "over" || state.phase === "void",
  source: (state) => ({ kind: "cards", from: state.shoe.source() }),
  settle: settleGin,
});

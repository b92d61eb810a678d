// Settlement: every stake against the fifth card, takes before pays (FLP-2.7).

// What each inside bet wins on, and its clause; aces have a colour and nothing else (FLP-3.9).
const INSIDES = {
  red: ["FLP-3.1", (one) => one.suit === 1 || one.suit === 2],
  black: ["FLP-3.2", (one) => one.suit === 0 || one.suit === 3],
  odd: ["FLP-3.3", (one) => one.rank > 1 && one.rank % 2 === 1],
  even: ["FLP-3.4", (one) => one.rank % 2 === 0],
  high: ["FLP-3.5", (one) => one.rank >= 8],
  low: ["FLP-3.6", (one) => one.rank >= 2 && one.rank <= 7],
};

function settleFlipBet(state, bet) {
  const { edition, row, fifth } = state, [area, name] = bet.spot.split(":");
  if (fifth === null) return refunded(bet, "FLP-7.1");
  if (fifth.rank === 0) return lost(bet, "FLP-2.6");
  if (area === "inside") return settleInside(edition, bet, name, fifth);
  if (area === "call") {
    if (fifth.rank === 1) return lost(bet, "FLP-4.3");
    return RANKS[fifth.rank - 1] === name ? won(bet, edition.callIt, "FLP-4.1") : lost(bet, "FLP-4.1");
  }
  const made = madeHand(row, fifth);
  return made === undefined ? lost(bet, "FLP-5.12") : won(bet, edition.bonus[made[0]], made[1]);
}

function settleInside(edition, bet, name, fifth) {
  const [clause, wins] = INSIDES[name], isColour = name === "red" || name === "black";
  const why = fifth.rank !== 1 ? clause : isColour ? "FLP-3.9" : "FLP-3.7";
  return wins(fifth) ? won(bet, edition.inside, why) : lost(bet, why);
}

RULES.set("flip-it", {
  readEdition: readEditionOfFlip,
  readCarry: readFlipCarry,
  open: openFlip,
  apply: applyFlip,
  voids: ["exposed-card"],
  isOver: (state) => state.phase === "over",
  source: (state) => ({ kind: "cards", from: state.shoe.source() }),
  settle: (state) => takesFirst(state.bets.map((bet) => settleFlipBet(state, bet))),
});

// Settlement: what two faces mean for every bet, takes before pays (SNW-6.1).

/** A joker is every colour (SNW-3.1, SNW-5.2); a colour is never a joker (SNW-3.5). */
const standsFor = (face, target) => face === target || face === "J";

function settleBet(bet, spot, faces) {
  const [first, second] = spot.targets;
  return second === undefined ? settleSingle(bet, spot, faces.filter((face) => standsFor(face, first)).length)
    : settleCombo(bet, spot, faces);
}

function settleSingle(bet, spot, tops) {
  if (tops === 0) return lost(bet, "SNW-3.4");
  return tops === 2 ? won(bet, spot.odds[1], "SNW-3.3") : won(bet, spot.odds[0], "SNW-3.2");
}

/** Which Top shows which face never matters (SNW-5.3). */
function settleCombo(bet, spot, [shown, other]) {
  const [first, second] = spot.targets;
  const isWon = (standsFor(shown, first) && standsFor(other, second))
    || (standsFor(shown, second) && standsFor(other, first));
  if (!isWon) return lost(bet, "SNW-4.4");
  if (first === "J") return won(bet, spot.odds[0], "SNW-4.3");
  return won(bet, spot.odds[0], shown === "J" || other === "J" ? "SNW-4.2" : "SNW-4.1");
}

RULES.set("spin-n-win", {
  readEdition: readEditionOfTops,
  readCarry,
  open: openSpin,
  apply: applySpin,
  voids: ["invalid-spin"],
  isOver: (state) => state.phase === "over",
  // SNW-1.2: two fair Tops, every face of each equally likely.
  source: (state) => ({ kind: "tops", from: [state.edition.faces, state.edition.faces] }),
  settle: (state) => takesFirst(state.bets.map((bet) => (
    settleBet(bet, findSpot(state.edition.spots, bet.spot), state.faces)
  ))),
});

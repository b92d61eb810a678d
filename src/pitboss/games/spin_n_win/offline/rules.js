// The rules of a spin: what each step makes of the round.

function openSpin(edition, seats, carry) {
  const bets = carry.up.filter((bet) => seats.includes(bet.seat)); // SNW-6.4
  sortBets(bets, edition.spots);
  return { edition, seats, bets, rotation: carry.rotation, phase: "betting", queue: [], asked: [], voids: 0,
    isPlayers: false, faces: null };
}

function applySpin(state, step) {
  if (step.kind === "bet" || step.kind === "takedown") changeBet(state, step);
  else if (step.kind === "close") closeBets(state);
  else if (step.kind === "decide") decideSpin(state, step);
  else if (step.kind === "draw") landTops(state, step.shown);
  else callSpin(state, step);
}

/** Any spots together (SNW-2.2), within the limits (SNW-2.3), payable (SNW-2.4), until no more bets
 *  is called (SNW-2.5); a bet that is up may be taken down before that (SNW-6.3). */
function changeBet(state, step) {
  mustBet(state);
  mustSit(state, step.seat);
  if (step.kind === "bet") placeBet(state.bets, step, state.edition.spots, state.edition.head);
  else takeDown(state.bets, step, state.edition.spots);
}

function mustBet(state) {
  if (state.phase !== "betting") refuse("Bets are closed.");
}

function closeBets(state) {
  mustBet(state);
  if (!state.bets.length) refuse("There is no bet on the table.");
  firstAsk(state);
}

/** What showed as faces that these Tops have. */
function readFaces(edition, shown) {
  if (!shown.every((one) => edition.faces.includes(one.face))) refuse("Something shown is no face of these Tops.");
  return shown.map((one) => one.face);
}

function landTops(state, shown) {
  const faces = readFaces(state.edition, shown);
  if (faces.length !== 2) refuse("A spin shows two faces, Top A and Top B.");
  if (state.phase !== "spinning") refuse("No spin is awaited.");
  state.phase = "over";
  state.faces = faces;
}

/** A void spin settles nothing and the same people spin again (SNW-8.2 to SNW-8.5), only while the
 *  spin is awaited (SNW-8.6); a supervisor comes at any time (SNW-8.7). */
function callSpin(state, { what, reason, shown }) {
  const faces = readFaces(state.edition, shown);
  const known = ["invalid-spin", "dealer-spins-both", "pass-the-top", "supervisor"];
  if (!known.includes(what)) refuse(`There is no call '${what}'.`);
  const isPrintable = /^(?: |[^\p{C}\p{Z}])+$/u.test(reason), isPlain = reason === strip(reason);
  if (!isPrintable || !isPlain || [...reason].length > 200) refuse("A call needs a reason in one line.");
  if (faces.length !== 0 && !(what === "invalid-spin" && faces.length === 2)) refuse("Give both faces or none.");
  if (what === "invalid-spin" && state.phase !== "spinning") refuse("A spin can be void only while it is awaited.");
  if (what === "invalid-spin") state.voids += 1;
  else if (what !== "supervisor") giveUpTop(state, what === "pass-the-top");
}

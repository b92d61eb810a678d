// The rules of a round: bets, hands dealt in order, decisions, calls.

/** A round starts from its number alone: every round has a fresh deck (GNW-1.1). */
function readGinCarry(edition, words) {
  const number = words.get("round") || "";
  if (words.size !== 1 || !/^[1-9][0-9]{0,12}$/.test(number) || Number(number) > 1e12) {
    refuse("A round of this game starts from round=NUMBER, counted from 1.");
  }
  return null;
}

const openGin = (edition, seats) => ({
  edition, seats, shoe: Shoe.full(edition.deck), phase: "betting", bets: [], waiting: [], hands: new Map(),
  dealer: null, decisions: new Map(), inPlay: [], isFaceDown: false, setRight: new Set(),
});

function applyGin(state, step) {
  const { phase } = state;
  if (step.kind === "call") callGin(state, step);
  else if ((step.kind === "bet" || step.kind === "takedown") && phase === "betting") changeGinBet(state, step);
  else if (step.kind === "close" && phase === "betting") closeGin(state);
  else if (step.kind === "draw" && (phase === "dealing" || phase === "showdown")) dealGin(state, step.shown);
  else if (step.kind === "decide" && phase === "deciding") decideGin(state, step);
  else if (step.kind === "decide" && phase === "verifying") verifyGin(state, step);
  else refuse("That is not what the round waits for now.");
}

function changeGinBet(state, step) {
  const { bets, edition } = state;
  mustSit(state, step.seat);
  if (step.kind === "takedown") {
    takeDown(bets, step, edition.spots);
    return;
  }
  if (step.spot === "play") refuse("The Play bet is placed by deciding to play."); // GNW-4.3
  // The Ante may be matched by a Play bet, so chips must pay that as well (GNW-4.4).
  if (step.spot === "ante") checkStake(edition.spots[1], step.stake, edition.head);
  placeBet(bets, step, edition.spots, edition.head);
}

/** Only seats with an Ante get cards (GNW-4.1), and no bonus bet lies without one (GNW-4.2). */
function closeGin(state) {
  const { bets } = state;
  if (!bets.length) refuse("Nobody has placed an Ante.");
  if (!bets.every((bet) => stakeOn(bets, bet.seat, "ante"))) refuse("A bonus bet lies without an Ante.");
  state.waiting = state.seats.filter((seat) => stakeOn(bets, seat, "ante"));
  state.inPlay = [...state.waiting];
  state.phase = "dealing";
}

/** A hand to each seat in order, then the dealer's (GNW-5.1, GNW-5.2). */
function dealGin(state, shown) {
  if (!shown.every(isCard) || shown.length !== state.edition.hand) refuse(`A hand is ${state.edition.hand} cards.`);
  shown.forEach((one) => state.shoe.deal(one.name));
  if (state.isFaceDown) {
    showGin(state, [...shown].sort(cardOrder));
    return;
  }
  const seat = state.waiting.shift();
  if (seat !== undefined) {
    state.hands.set(seat, [...shown].sort(cardOrder));
    return;
  }
  state.dealer = [...shown].sort(cardOrder);
  state.phase = "deciding";
}

/** With cards on a table the hands are laid open after the decisions: the dealer's, then each that is played, and a
 *  fold's for its bonus alone (GNW-5.8). */
function showGin(state, cards) {
  const { edition, decisions } = state;
  if (state.dealer === null) state.dealer = cards;
  else {
    const seat = state.waiting.shift();
    state.hands.set(seat, cards);
    if (decisions.get(seat) !== null) decisions.set(seat, houseWay(cards, edition).worth);
  }
  if (state.waiting.length) return;
  state.phase = [...decisions.values()].some((worth) => worth !== null) ? "verifying" : "over";
}

/** The dealer verifies what was laid out; a false combination is set right (GNW-3.7). */
function verifyGin(state, { actor, option, setting }) {
  const { edition, hands, decisions, setRight } = state;
  if (actor !== DEALER) refuse("The dealer verifies the combinations now.");
  if (option === "verified") {
    state.phase = "over";
    return;
  }
  const seat = state.inPlay.find((one) => option === `laid-out-${one}`);
  if (seat === undefined || decisions.get(seat) === null || setRight.has(seat)) refuse(`'${option}' is no decision.`);
  if (setting === null && edition.isAsSet) refuse("Hands stand as set here.");
  const isRight = (some) => isRankSet(some) || isFlush(some), laid = setting ?? [];
  const own = settingWorth(hands.get(seat), edition.isAsSet ? laid.filter(isRight) : [], edition);
  const isSound = setting !== null && laid.every(isRight);
  if (!edition.isAsSet && isSound) refuse("Every combination of that setting is right.");
  if (edition.isAsSet) decisions.set(seat, own);
  setRight.add(seat);
}

function decideGin(state, { actor, option, setting }) {
  const { edition, hands, decisions, bets } = state;
  if (!state.inPlay.includes(actor) || decisions.has(actor)) refuse(`Seat ${actor} has nothing to decide.`); // GNW-5.4
  if (state.isFaceDown && (setting !== null || option === "play-as-set")) refuse("The cards lie face down.");
  const options = edition.isAsSet ? ["play", "play-as-set", "fold"] : ["play", "fold"];
  if (!options.includes(option)) refuse(`'${option}' is no decision.`);
  if (option === "fold" && setting !== null) refuse("A folded hand is not set.");
  const isUnseen = state.isFaceDown && option !== "fold";
  if (isUnseen) decisions.set(actor, []);
  else decisions.set(actor, option === "fold" ? null : playedWorth(edition, hands.get(actor), option, setting));
  if (option !== "fold") { // GNW-4.3: equal to the Ante
    bets.push({ seat: actor, spot: "play", stake: stakeOn(bets, actor, "ante").stake });
    sortBets(bets, edition.spots);
  }
  if (decisions.size < state.inPlay.length) return;
  state.phase = state.isFaceDown ? "showdown" : "over";
  if (!state.isFaceDown) return;
  const hasBonus = (seat) => stakeOn(bets, seat, "gin-bonus") && !edition.isBonusLostOnFold;
  state.waiting = state.inPlay.filter((seat) => decisions.get(seat) !== null || hasBonus(seat));
}

/** The hand as it will be compared: the house way, or as the player set it (GNW-3.1). */
function playedWorth(edition, cards, option, setting) {
  const house = houseWay(cards, edition).worth;
  if (setting === null) return option === "play-as-set" ? refuse("Nothing was laid out to play as set.") : house;
  const own = settingWorth(cards, setting, edition), isWorse = compareWorth(own, house) > 0;
  if (isWorse && !edition.isAsSet) return house; // GNW-3.4: cards speak
  if (isWorse && option === "play") refuse("The setting is worse than the house way."); // GNW-3.5: the one warning
  return own;
}

/** A misdeal voids the round once cards are dealt (GNW-8.1, GNW-8.3); a supervisor comes until the end (GNW-8.2). */
function callGin(state, { what, shown }) {
  const isMisdeal = what === "misdeal" && state.phase !== "betting";
  const isDealt = what === "dealt-face-down" && state.phase === "dealing" && !state.hands.size;
  if (!isMisdeal && !isDealt && what !== "supervisor") refuse(`The dealer cannot call '${what}' now.`);
  if (shown.length) refuse(`No card is recorded with ${what}.`);
  if (isMisdeal) state.phase = "void";
  if (!isDealt) return;
  state.isFaceDown = true;
  state.phase = "deciding";
}

// The spinner: who is asked to spin, what they may answer, and where the Top goes next.

const MAY_DECIDE = {
  "choosing-end": ["start-left", "start-right"],
  "choosing-top": ["spin-a", "spin-b", "pass", "decline"],
  declined: ["spin-both", "pass-on"],
};

/** The seats with a bet as the Top reaches them, wrapping at the end of the table (SNW-7.2). */
function topOrder(bets, { turn, direction }) {
  const seats = [...new Set(bets.map((bet) => bet.seat))].sort((a, b) => a - b);
  if (direction === "down") seats.reverse();
  const isAhead = (seat) => (direction === "up" ? seat >= turn : seat <= turn);
  return [...seats.filter(isAhead), ...seats.filter((seat) => !isAhead(seat))];
}

/** The dealer chooses an end of the table (SNW-7.1), or the Top is offered at once. */
function firstAsk(state) {
  if (state.rotation === null) state.phase = "choosing-end";
  else offerTop(state, state.rotation);
}

function offerTop(state, rotation) {
  state.phase = "choosing-top";
  state.rotation = rotation;
  state.queue = topOrder(state.bets, rotation);
}

function decideSpin(state, { actor, option, setting }) {
  const options = MAY_DECIDE[state.phase];
  if (options === undefined) refuse("Nobody decides anything now.");
  const owed = state.phase === "choosing-top" ? state.queue[0] : DEALER;
  if (actor !== owed) refuse(`It is not for ${actor === DEALER ? "the dealer" : `seat ${actor}`} to decide.`);
  if (!options.includes(option)) refuse(`'${option}' cannot be chosen now.`);
  if (setting !== null) refuse("Nobody sets cards here.");
  if (option === "start-left") offerTop(state, { turn: 1, direction: "up" });
  else if (option === "start-right") offerTop(state, { turn: state.edition.head.seats, direction: "down" });
  else if (option === "spin-both") state.phase = "spinning"; // SNW-7.8
  else if (option === "pass-on") state.phase = "choosing-top"; // SNW-7.8
  else answerSpin(state, option);
}

function answerSpin(state, option) {
  state.asked.push(state.queue.shift());
  state.isPlayers = option === "spin-a" || option === "spin-b";
  // SNW-7.3 the seat spins; SNW-7.9 nobody is left to ask, so the dealer spins both.
  if (option === "spin-a" || option === "spin-b" || !state.queue.length) state.phase = "spinning";
  // A decline puts the dealer to the choice (SNW-7.8); a pass simply goes on (SNW-7.7).
  else if (option === "decline") state.phase = "declined";
}

/** After a void spin the dealer may spin both Tops, or pass the Top to a seat not asked yet (SNW-8.9). */
function giveUpTop(state, isPassed) {
  const rest = topOrder(state.bets, state.rotation).filter((seat) => !state.asked.includes(seat));
  const may = state.phase === "spinning" && state.voids > 0 && state.isPlayers && (!isPassed || rest.length > 0);
  if (!may) refuse("That can be called only after a void spin.");
  state.isPlayers = false;
  if (!isPassed) return;
  state.phase = "choosing-top";
  state.queue = rest;
}

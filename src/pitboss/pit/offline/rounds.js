// A round played again: every step through the rules, and what each draw was made from.

// One line, so that it fits the notation: a letter first, no control character, no blank last.
const REASON = /^[\p{L}\p{Nl}\p{No}][^\x00-\x1f\x7f\u0085\u2028\u2029]{0,199}(?<! )$/u;

/** What has happened after some steps: the state, and every draw with what it was drawn from. */
class Playing {
  constructor(rules, edition, round) {
    const seats = [...round.seats].sort((a, b) => a - b);
    const areGood = seats.length && seats.every((seat, at) => seat !== seats[at - 1] && seat <= edition.head.seats);
    if (!areGood) refuse(`Seats must be different numbers from 1 to ${edition.head.seats}.`);
    this.rules = rules;
    this.state = rules.open(edition, seats, rules.readCarry(edition, round.start));
    this.draws = [];
    this.voided = [];
    this.closed = 0;
  }

  get counter() {
    return this.draws.length + this.voided.length;
  }

  take(step) {
    if (this.rules.isOver(this.state)) refuse("The round is over; nothing can follow.");
    if (step.kind === "call" && !REASON.test(step.reason)) refuse("A call needs its reason in one line.");
    const source = step.kind === "draw" ? this.rules.source(this.state) : null;
    this.rules.apply(this.state, step);
    if (step.kind === "close") this.closed = 1;
    if (step.kind === "call" && this.rules.voids.includes(step.what)) this.voided.push(this.counter);
    if (step.kind === "draw") {
      this.draws.push({ counter: this.counter, after_bets_closed: this.closed, kind: source.kind,
        from: source.from, shown: step.shown.map((one) => one.name) });
    }
  }
}

/** The round a text tells, played through the rules; its settlement must be the same. */
function playedAgain(rules, edition, text) {
  const round = parseRound(text), { head } = edition;
  if (round.game !== head.game || round.hash !== head.hash) refuse("The round was played with another edition.");
  const playing = new Playing(rules, edition, round);
  round.steps.forEach((step) => playing.take(step));
  const isOver = rules.isOver(playing.state);
  if (round.isEnded && !isOver) refuse("The text ends a round that is not over.");
  const lines = isOver ? rules.settle(playing.state) : [];
  if (!isSame(round.isEnded ? lines.map(showLine) : [], round.settlement)) {
    const said = "The settlement in the text is not the one its own draws give; the round was altered.";
    throw Object.assign(new Refused(said), { lines });
  }
  return { isOver, lines, steps: round.steps.length, draws: playing.draws, voided: playing.voided };
}

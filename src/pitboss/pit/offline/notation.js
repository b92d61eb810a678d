// The round notation: a text taken apart line by line, before any rule looks at it.

const ROUND_FORMAT = "pitboss-round 1";
const DEALER = 0;
const START = new RegExp(`^([^${BLANK}]+?)=([^]*)$`);
const unreadable = (line, problem) => refuse(`Cannot read the line '${line}': ${problem}.`);

const parseSeat = (word) => (/^[1-9][0-9]?$/.test(word) ? Number(word) : refuse("seats are numbers from 1"));

/** `cards Ac 7d` or `tops R J` as things that showed. */
function parseShown(text) {
  const { before: kind, after } = partition(text, " ");
  if (kind === "cards") return parseCards(after);
  return kind === "tops" ? wordsOf(after).map(parseFace) : refuse("a draw is of cards or tops");
}

/** Combinations divided by bars; a part without a card is none. */
function parseSetting(text) {
  const inside = stripped(strip(text), (one) => one === "[" || one === "]");
  return inside.split("|").map(parseCards).filter((cards) => cards.length);
}

function parseStake(text) {
  const stake = parseCredits(text);
  return stake === null ? refuse("a bet has a seat, a spot and an amount") : stake;
}

const exactly = (words, count, problem) => (words.length === count ? words : refuse(problem));

/** What each kind of line adds to the round. */
const READERS = new Map(Object.entries({
  game: (round, rest) => { round.game = rest; },
  edition: (round, rest) => {
    round.hash = partition(rest, " ").after || refuse("an edition has a name and a hash");
  },
  seats: (round, rest) => {
    round.seats = wordsOf(rest).map(parseSeat);
    if (!round.seats.length) refuse("seats are numbers");
  },
  start: (round, rest) => {
    const found = START.exec(rest) || refuse("a start line reads name=value");
    round.start.set(found[1], found[2]);
  },
  bet: (round, rest) => {
    const [seat, spot, stake] = exactly(wordsOf(rest), 3, "a bet has a seat, a spot and an amount");
    round.steps.push({ kind: "bet", seat: parseSeat(seat), spot, stake: parseStake(stake) });
  },
  takedown: (round, rest) => {
    const [seat, spot] = exactly(wordsOf(rest), 2, "a bet taken down has a seat and a spot");
    round.steps.push({ kind: "takedown", seat: parseSeat(seat), spot });
  },
  close: (round, rest) => {
    if (rest) refuse("nothing follows close");
    round.steps.push({ kind: "close" });
  },
  draw: (round, rest) => { round.steps.push({ kind: "draw", shown: parseShown(rest) }); },
  decide: (round, rest) => {
    const { before, found, after } = partition(rest, "[");
    const [actor, option] = exactly(wordsOf(before), 2, "a decision has an actor and an option");
    const by = actor === "dealer" ? DEALER : parseSeat(actor);
    round.steps.push({ kind: "decide", actor: by, option, setting: found ? parseSetting(after) : null });
  },
  call: (round, rest) => { round.steps.push(parseCall(rest)); },
  "=": (round, rest) => { round.settlement.push(`= ${rest}`); },
  end: (round, rest) => { round.isEnded = rest !== "" || refuse("an end names its clause"); },
}));

function parseCall(rest) {
  const { before: what, after } = partition(rest, " ");
  if (!after.startsWith("[")) return { kind: "call", what, reason: strip(after), shown: [] };
  const { before: inside, after: reason } = partition(after.slice(1), "] ");
  return { kind: "call", what, reason: strip(reason), shown: parseShown(inside) };
}

/** The round that a text tells, not yet played; lines that begin with `#` are the dealer's words. */
function parseRound(text) {
  const lines = linesOf(text).filter((line) => strip(line) && !line.startsWith("#"));
  if (!lines.length || strip(lines[0]) !== ROUND_FORMAT) {
    refuse(`A round file begins with the line '${ROUND_FORMAT}'.`);
  }
  const round = { game: "", hash: "", seats: [], start: new Map(), steps: [], settlement: [], isEnded: false };
  for (const line of lines.slice(1)) {
    const { before: word, after } = partition(line, " ");
    const read = READERS.get(word) || unreadable(line, "unknown word");
    try {
      read(round, strip(after));
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      unreadable(line, problem.message);
    }
  }
  return round;
}

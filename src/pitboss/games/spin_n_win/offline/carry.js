// What one spin leaves for the next: spins so far, where the Top goes, and the bets still up.

const CARRY_WORDS = ["spins", "spinner", "direction", "up"];

const carryNumber = (text) => (/^[0-9]{1,9}$/.test(text) ? Number(text) : refuse(`'${text}' must be a whole number.`));

/** The carry from its words; words that are left out mean a fresh table. */
function readCarry(edition, words) {
  const unknown = [...words.keys()].find((word) => !CARRY_WORDS.includes(word));
  if (unknown !== undefined) refuse(`'${unknown}' is no word of this table.`);
  carryNumber(words.has("spins") ? words.get("spins") : "0");
  const up = (words.get("up") || "").split(";").map(strip).filter(Boolean).map(readUp);
  up.forEach((bet, at) => checkUp(edition, up, bet, at));
  return { rotation: readRotation(edition, words), up };
}

function readRotation(edition, words) {
  if (!words.has("spinner") && !words.has("direction")) return null;
  const turn = carryNumber(words.get("spinner") || ""), direction = words.get("direction");
  if (direction !== "up" && direction !== "down") refuse("The Top needs its direction beside the spinner.");
  if (turn < 1 || turn > edition.head.seats) refuse("The spinner before this spin has no seat here.");
  return { turn, direction };
}

function readUp(entry) {
  const [seat, spot, stake] = exactly(wordsOf(entry), 3, `'${entry}' is not a bet that is up.`);
  return { seat: carryNumber(seat), spot, stake: parseStake(stake) };
}

/** A bet that stays up keeps to the limits like any other (SNW-6.4). */
function checkUp(edition, up, bet, at) {
  if (bet.seat < 1 || bet.seat > edition.head.seats) refuse("A bet that is up has no seat here.");
  if (up.indexOf(stakeOn(up, bet.seat, bet.spot)) !== at) refuse("A bet is up twice.");
  checkStake(findSpot(edition.spots, bet.spot), bet.stake, edition.head);
}

// The felt: placing a stake, taking it down, and what every stake must pass.

/** Bets by seat, then in the order the spots lie on the felt. */
function sortBets(bets, spots) {
  const place = (bet) => spots.findIndex((spot) => spot.key === bet.spot);
  bets.sort((a, b) => a.seat - b.seat || place(a) - place(b));
}

const stakeOn = (bets, seat, spot) => bets.find((bet) => bet.seat === seat && bet.spot === spot);

const findSpot = (spots, key) => spots.find((spot) => spot.key === key) || refuse(`There is no bet '${key}'.`);

/** The smallest stake that chips can match and pay at every odds the spot can win: at odds n/d a
 *  stake pays in whole chips when stake * n is a multiple of d chips. */
function payableUnit(spot, chip) {
  return spot.odds.filter((odds) => odds.bottom !== 1n).reduce((unit, odds) => {
    const needed = odds.bottom * chip, each = needed / gcd(needed, odds.top);
    return (unit * each) / gcd(unit, each);
  }, chip);
}

/** A stake within the limits that chips can pay exactly. */
function checkStake(spot, stake, { minimum, maximum, chip }) {
  const named = `${showCredits(stake)} on ${spot.label}`;
  if (stake < minimum) refuse(`${named} is below the minimum.`);
  if (stake > maximum) refuse(`${named} is over the limit.`);
  if (stake % payableUnit(spot, chip)) refuse(`${named} cannot be paid exactly in chips.`);
}

/** The stake on a spot is now this much, whatever lay there before. */
function placeBet(bets, step, spots, head) {
  checkStake(findSpot(spots, step.spot), step.stake, head);
  const there = stakeOn(bets, step.seat, step.spot);
  if (there) {
    there.stake = step.stake;
  } else {
    bets.push({ seat: step.seat, spot: step.spot, stake: step.stake });
    sortBets(bets, spots);
  }
}

/** The stake on a spot goes back to the player. */
function takeDown(bets, step, spots) {
  const there = stakeOn(bets, step.seat, step.spot);
  if (!there) refuse(`Seat ${step.seat} has no bet on ${findSpot(spots, step.spot).label} to take down.`);
  bets.splice(bets.indexOf(there), 1);
}

function mustSit(state, seat) {
  if (!state.seats.includes(seat)) refuse(`Nobody sits at seat ${seat}.`);
}

// --- settled ---------------------------------------------------------------------------------

const lost = (bet, clause) => ({ bet, result: "lose", odds: null, pays: 0n, clause });
const won = (bet, odds, clause) => ({ bet, result: "win", odds, pays: winnings(odds, bet.stake), clause });
const pushed = (bet, clause) => ({ bet, result: "push", odds: null, pays: 0n, clause });
const refunded = (bet, clause) => ({ bet, result: "refund", odds: null, pays: 0n, clause });

/** Takes first, then everything that is paid or returned; otherwise as given. */
const takesFirst = (lines) => [
  ...lines.filter((line) => line.result === "lose"), ...lines.filter((line) => line.result !== "lose"),
];

/** One line such as `= 1 single:red 10.00 win 1/2 5.00 SNW-3.2`. */
function showLine({ bet, result, odds, pays, clause }) {
  const rate = odds === null ? "-" : showOdds(odds);
  return `= ${bet.seat} ${bet.spot} ${showCredits(bet.stake)} ${result} ${rate} ${showCredits(pays)} ${clause}`;
}

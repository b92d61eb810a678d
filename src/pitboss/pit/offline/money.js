// Money in whole minor units and odds as exact fractions, both as big integers.

const CREDITS_MAX = 10n ** 12n;

/** An amount above zero such as `10` or `10.50`, in minor units; null where it is none. */
function parseCredits(text) {
  const found = /^([0-9]{1,13})(?:\.([0-9]{1,2}))?$/.exec(text);
  if (found === null) return null;
  const amount = BigInt(found[1]) * 100n + BigInt((found[2] || "").padEnd(2, "0"));
  return amount > 0n && amount <= CREDITS_MAX ? amount : null;
}

const showCredits = (amount) => `${amount / 100n}.${String(amount % 100n).padStart(2, "0")}`;

function gcd(a, b) {
  while (b) [a, b] = [b, a % b];
  return a;
}

function fraction(top, bottom) {
  const common = gcd(top, bottom);
  return { top: top / common, bottom: bottom / common };
}

/** Odds to one such as `12` or `9/2`; null where they are none. */
function parseOdds(text) {
  const found = /^([0-9]{1,9})(?:\/([0-9]{1,9}))?$/.exec(text);
  const bottom = found === null ? 0n : BigInt(found[2] === undefined ? 1 : found[2]);
  return bottom === 0n ? null : fraction(BigInt(found[1]), bottom);
}

const times = (odds, factor) => fraction(odds.top * factor, odds.bottom);
const showOdds = (odds) => `${odds.top}/${odds.bottom}`;

/** What a stake wins at these odds; stakes that chips cannot pay exactly were refused. */
function winnings(odds, stake) {
  const whole = odds.top * stake;
  if (whole % odds.bottom) refuse("A stake was taken that cannot be paid exactly.");
  return whole / odds.bottom;
}

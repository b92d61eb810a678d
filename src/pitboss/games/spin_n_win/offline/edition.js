// The edition: faces of the Tops, the twelve bets of the felt and their posted odds.

// SNW-2.1: five single bets and seven combos, each with the faces it is about.
const FELT = [
  ["single:red", "R"], ["single:green", "G"], ["single:blue", "B"], ["single:yellow", "Y"], ["single:joker", "J"],
  ["combo:red-green", "RG"], ["combo:red-blue", "RB"], ["combo:green-blue", "GB"],
  ["combo:yellow-red", "YR"], ["combo:yellow-green", "YG"], ["combo:yellow-blue", "YB"],
  ["combo:joker-joker", "JJ"],
];

function readEditionOfTops(fields, head) {
  if (head.seats > 7) refuse("The table has places for 7 players at most."); // SNW-1.4
  const options = fields.table("options"), tops = fields.table("tops"), pays = fields.table("pays");
  const spinner = options.choice("spinner", ["keep-while-winning", "keep-while-ahead", "pass-every-spin"]);
  options.integer("valid_turns", 1, 100);
  const least = options.integer("spin_seconds_least", 1, 60), most = options.integer("spin_seconds_most", 1, 60);
  if (least > most) refuse("The shortest spin outlasts the longest.");
  const faces = Object.entries(FACES).flatMap(([face, name]) => (
    Array(tops.integer(name.toLowerCase(), 0, 100)).fill(face)
  ));
  if (!faces.length) refuse("A Top needs at least one face.");
  return { faces, spinner, spots: FELT.map(([key, targets]) => readSpot(pays, key, targets)) };
}

/** A single bet can win double (SNW-3.3), a combo cannot (SNW-4.5). */
function readSpot(pays, key, targets) {
  const posted = pays.odds(key.replace(/[:-]/g, "_"));
  const label = key.split(":")[1].replace(/\b./g, (letter) => letter.toUpperCase());
  return { key, label, targets, odds: targets.length === 1 ? [posted, times(posted, 2n)] : [posted] };
}

// The whole verdict: what the verifier above finds, then rules, settlement and equipment.

/** The rules that this page knows, by the key of the game; each game's script adds its own. */
const RULES = new Map();

/** Why a value may not stand in a record, whatever its digest says; null when it may. */
function recordFault(value, depth = 16) {
  if (depth < 0) return "A record nests at most 16 deep.";
  if (typeof value === "string") return /\p{Surrogate}/u.test(value) ? "Half of a surrogate pair is not text." : null;
  if (typeof value !== "object" || value === null) return null;
  const names = Array.isArray(value) ? [] : Object.keys(value);
  if (!names.every((name) => /^[\x00-\x7f]+$/.test(name))) return "A record's keys are ASCII texts.";
  return Object.values(value).map((part) => recordFault(part, depth - 1)).find((fault) => fault) || null;
}

/** The text with every number that is not a whole one as null: a round file holds none, and
 *  JavaScript would read 1.0 as the whole number 1. */
function wholeNumbers(text) {
  const tokens = /"(?:[^"\\]|\\[^]|\\$)*"?|-?(?:Infinity|[0-9][0-9.eE+-]*)|NaN/g;
  return text.replace(tokens, (token) => (token[0] === '"' || /^-?[0-9]+$/.test(token) ? token : "null"));
}

function rulesCheck(file, played) {
  if (played.refused) return [false, played.refused];
  if (!file.is_void && !played.isOver) return [false, "The round was settled before it was over."];
  return [true, `Every step follows the rules: ${played.steps} checked.`];
}

function settlementCheck(file, played) {
  if (played.refused) return [null, "Without its rules the settlement cannot be checked."];
  const isPaid = file.settlement.length > 0;
  if (!played.isOver) return [!isPaid, isPaid ? "A void round pays nothing." : "All stakes back."];
  const lines = linesOf(file.notation).filter((line) => line.startsWith("= "));
  const isTold = isPaid ? isSame(file.settlement, lines) : Boolean(file.is_void);
  if (!isTold) return [false, "The settlement is not the one its own draws give."];
  return [true, `Every line is as the rules settle it: ${file.settlement.length} checked.`];
}

function equipmentCheck(file, played) {
  if (played.refused) return [null, "Without its rules nobody knows what was left to draw from."];
  if (!isSame(played.draws, file.draws) || !isSame(played.voided, file.voided_draws)) {
    return [false, "Something was drawn from other equipment than the rules give."];
  }
  return [true, "Every draw was made from what the rules left to draw from."];
}

/** The round of a file played again, or the sentence of the rule that refuses it. */
function playedOf(file, rules) {
  try {
    return playedAgain(rules, readEdition(rules, file), file.notation);
  } catch (problem) {
    if (problem instanceof Refused) return { refused: problem.message, lines: problem.lines };
    throw problem;
  }
}

/** What the rules make of a file; null where this page does not know the rules of the game. */
function playedBy(file) {
  if (!has(SHIPPED, file.game)) return { refused: `There is no game '${file.game}'.` };
  const rules = RULES.get(file.game);
  return rules === undefined ? null : playedOf(file, rules);
}

/** The verdict on a text, whatever it is: one that nests too deep for this engine is no round file. */
function verifyWhole(text) {
  try {
    return verdictOn(text);
  } catch (problem) {
    if (problem instanceof RangeError) return { code: "bad-file", refused: "The round file is not JSON." };
    throw problem;
  }
}

/** The verdict in words, which name everything that was not checked. */
function sayVerdict(sound, checks) {
  if (!sound) return "REFUSED: something in this file is false.";
  const open = checks.filter((one) => one[1] === null).map(([name]) => name);
  return `Nothing false was found.${open.length ? ` Not checked: ${open.join(", ")}.` : ""}`;
}

function verdictOn(text) {
  const plain = wholeNumbers(text), said = globalThis.pitboss.verifyRound(plain);
  if (said.refused) return said;
  const file = JSON.parse(plain), fault = recordFault(file);
  const checks = said.checks.map(([name, sound, sentence]) => (
    name === "file" && sound && fault ? [name, false, fault] : [name, sound, sentence]
  ));
  const played = playedBy(file);
  const unknown = [null, "Not checked: this page does not know the rules of this game. pitboss verify does."];
  for (const [name, check] of [["rules", rulesCheck], ["settlement", settlementCheck], ["equipment", equipmentCheck]]) {
    checks.push([name, ...(played === null ? unknown : check(file, played))]);
  }
  const isGivenBack = file.is_void && !file.settlement.length;
  const lines = played && played.lines && !isGivenBack ? played.lines.map(showLine) : [];
  const sound = checks.every((one) => one[1] !== false);
  return { ...said, file, checks, lines, sound, verdict: sayVerdict(sound, checks) };
}

globalThis.pitboss.verifyWhole = verifyWhole;

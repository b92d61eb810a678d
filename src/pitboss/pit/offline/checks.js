// Commitment, draws and digest, each found sound, false, or not to be had from this file.
// Lines and words end where they do for `pitboss verify`.
const drawLines = (notation) => notation.split(/\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/)
  .map((line) => line
    .split(/[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/)
    .filter(Boolean))
  .filter((words) => words[0] === "draw").map((words) => words.slice(1));

function commitmentCheck(file) {
  if (file.mode !== "sealed") return [null, `Nothing was sealed: outcomes of this table are ${file.mode}.`];
  if (!file.seed && file.is_void) return [null, "The round is void and its seed was never shown."];
  if (!/^[0-9a-f]{64}$/.test(file.seed)) return [false, "The seed is not 256 bits in hexadecimal."];
  if (toHex(sha256(fromHex(file.seed))) !== file.commitment) {
    return [false, "SHA-256 of the seed is not the commitment."];
  }
  return [true, "SHA-256 of the seed is the commitment."];
}

function drawsCheck(file) {
  if (file.mode !== "sealed" || !/^[0-9a-f]{64}$/.test(file.seed)) return [null, "No seed derives these draws."];
  try {
    const used = [...file.draws.map((draw) => draw.counter), ...file.voided_draws].sort((a, b) => a - b);
    if (!used.every((counter, at) => counter === at)) return [false, "The counters leave one out or use one twice."];
    const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
    const wrong = file.draws.findIndex((draw) => !same(drawnAgain(file, draw), draw.shown));
    if (wrong >= 0) return [false, `Draw ${wrong} is not what the seed derives.`];
    if (!same(drawLines(file.notation), file.draws.map((draw) => [draw.kind, ...draw.shown]))) {
      return [false, "The notation tells of other draws than the file."];
    }
  } catch (problem) {
    return [false, "A draw in the file cannot be read."];
  }
  return [true, `All ${file.draws.length} draws follow from the seed.`];
}

// The canonical bytes of a value: keys in order, no spaces; null where it has none.
function canonical(value) {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") return Number.isSafeInteger(value) ? String(value) : null;
  if (typeof value !== "object" || value === null) return null;
  const parts = Array.isArray(value) ? value.map(canonical)
    : Object.keys(value).sort().map((key) => {
      const part = canonical(value[key]);
      return part === null ? null : JSON.stringify(key) + ":" + part;
    });
  if (parts.includes(null)) return null;
  return Array.isArray(value) ? "[" + parts.join(",") + "]" : "{" + parts.join(",") + "}";
}

function fileCheck(file) {
  if (!("digest" in file)) return [null, "The file carries no digest of itself."];
  const { digest, ...rest } = file, text = canonical(rest);
  if (text === null || toHex(sha256(new TextEncoder().encode(text))) !== digest) {
    return [false, "The file was altered: it is not the one its digest was made of."];
  }
  return [true, "The file is as it was written."];
}

const FIELDS = { table: "string", round: "string", game: "string", edition: "string", edition_hash: "string",
  changes: "list",
  mode: "string", commitment: "string", seed: "string", player_seeds: "list", draws: "list", voided_draws: "list",
  is_void: "number", settlement: "list", notation: "string" };
const isPart = (value) => typeof value === "number" && !Number.isInteger(value);
const kindOf = (value) => (Array.isArray(value) ? "list" : isPart(value) ? "part" : typeof value);
const refusal = (code, refused) => ({ code, refused });

function verifyRound(text) {
  let file;
  if (new TextEncoder().encode(text).length > 1048576) return refusal("bad-file", "A round file is never that long.");
  try { file = JSON.parse(text); } catch (problem) { return refusal("bad-file", "The round file is not JSON."); }
  if (!file || file.format !== "pitboss-round-file 1") {
    return refusal("bad-file", "A round file says format pitboss-round-file 1.");
  }
  for (const [name, kind] of Object.entries(FIELDS)) {
    if (kindOf(file[name]) !== kind) return refusal("missing-field", `The round file has no right '${name}'.`);
  }
  const checks = [
    ["commitment", ...commitmentCheck(file)], ["draws", ...drawsCheck(file)], ["file", ...fileCheck(file)],
  ];
  return { round: file.round, notation: file.notation, checks, sound: checks.every((one) => one[1] !== false) };
}
globalThis.pitboss = { sha256, hmac, toHex, fromHex, drawnAgain, verifyRound };

// Commitment, draws and digest, each found sound, false, or not to be had from this file.
// Lines and words end where they do for `pitboss verify`.
const drawLines = (notation) => notation.split(/\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/)
  .map((line) => line
    .split(/[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/)
    .filter(Boolean))
  .filter((words) => words[0] === "draw").map((words) => words.slice(1));

// Rounds on a published chain of seeds say format 2.
const isOnChain = (file) => file.format === "pitboss-round-file 2";

function commitmentCheck(file) {
  if (file.mode !== "sealed") return [null, `Nothing was sealed: outcomes of this table are ${file.mode}.`];
  if (!file.seed && file.is_void) return [null, "The round is void and its seed was never shown."];
  if (!/^[0-9a-f]{64}$/.test(file.seed)) return [false, "The seed is not 256 bits in hexadecimal."];
  const commitment = isOnChain(file) ? previousSeed(fromHex(file.seed)) : sha256(fromHex(file.seed));
  if (toHex(commitment) !== file.commitment) {
    return [false, "SHA-256 of the seed is not the commitment."];
  }
  return [true, "SHA-256 of the seed is the commitment."];
}

// Whether the seed is the link of the published chain that this round has to take.
const CHAIN_LENGTH_MAX = 4096, NUMBER_MAX = 2 ** 40, SEAT_MAX = 99;
const isHash = (value) => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
const isCount = (value, most) => Number.isInteger(value) && value > 0 && value <= most;

function chainCheck(file) {
  const { number, first, length, link, end } = file.chain;
  const isRead = [number, first, length, link].every((one) => isCount(one, NUMBER_MAX));
  if (file.mode !== "sealed" || !isRead || !isHash(end)) return [false, "The chain in the file cannot be read."];
  if (link > length || length > CHAIN_LENGTH_MAX) return [false, `The chain has no link ${link}.`];
  if (file.round !== `${file.table}.${first + link - 1}`) {
    return [false, `Link ${link} of the chain belongs to another round.`];
  }
  if (!isHash(file.seed)) return [null, "Without its seed the round cannot be put on the chain."];
  let seed = fromHex(file.seed);
  for (let at = 0; at < link; at++) seed = previousSeed(seed);
  if (toHex(seed) !== end) return [false, "The seed does not lead to the published end of the chain."];
  return [true, `The seed is link ${link} of the chain published before it.`];
}

// Whether each revealed seed is the one committed to, and who did not reveal.
const isSeat = (value) => isCount(value, SEAT_MAX);
const isPair = (value) => Array.isArray(value) && value.length === 2 && isSeat(value[0])
  && typeof value[1] === "string" && /^[!-~]{1,64}$/.test(value[1]);
const isRising = (seats) => seats.every((seat, at) => at === 0 || seats[at - 1] < seat);
const isAfter = (draw) => Boolean(draw) && Number.isInteger(draw.after_bets_closed) && draw.after_bets_closed !== 0;

function playerSeedsCheck(file) {
  const unread = [false, "The players' seeds cannot be read."];
  const hashes = file.player_hashes, seeds = file.player_seeds, missing = file.missing_reveals;
  if (!/^[A-Za-z0-9_.-]+$/.test(file.round)) return unread;
  if (![...hashes, ...seeds].every(isPair) || !missing.every(isSeat)) return unread;
  const committed = new Map(hashes), shown = new Map(seeds);
  if (![[...hashes.map(([seat]) => seat)], seeds.map(([seat]) => seat), missing].every(isRising)) return unread;
  for (const [seat, text] of seeds) {
    if (committed.get(seat) !== playerHash(file.round, seat, text)) {
      return [false, `Seat ${seat} committed to another seed.`];
    }
  }
  if (!missing.every((seat) => committed.has(seat) && !shown.has(seat))) {
    return [false, "A seat is said to have revealed nothing, and that is false."];
  }
  const awaited = [...committed.keys()].some((seat) => !shown.has(seat) && !missing.includes(seat));
  if (awaited && file.draws.some(isAfter)) return [false, "A draw was made before every seed was in."];
  if (!hashes.length) return [null, "No player committed to a seed."];
  const told = `Revealed: ${seeds.length} of ${hashes.length}, each the seed committed to.`;
  return [true, missing.length ? `${told} Not revealed in time: seat ${missing.join(", ")}.` : told];
}

function drawsCheck(file) {
  if (file.mode !== "sealed" || !/^[0-9a-f]{64}$/.test(file.seed)) return [null, "No seed derives these draws."];
  const isSeeded = (one) => Array.isArray(one) && one.length === 2 && Number.isSafeInteger(one[0])
    && typeof one[1] === "string";
  if (!file.player_seeds.every(isSeeded)) return [false, "A draw in the file cannot be read."];
  try {
    const used = [...file.draws.map((draw) => draw.counter), ...file.voided_draws];
    if (!used.every(Number.isSafeInteger)) return [false, "A draw in the file cannot be read."];
    used.sort((a, b) => a - b);
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
  return [true, `Every draw follows from the seed: ${file.draws.length} checked.`];
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
const CHAIN_FIELDS = { chain: "record", player_hashes: "list", missing_reveals: "list" };
const isPart = (value) => typeof value === "number" && !Number.isInteger(value);
const isRecord = (value) => typeof value === "object" && value !== null;
const kindOf = (value) => (
  Array.isArray(value) ? "list" : isRecord(value) ? "record" : isPart(value) ? "part" : typeof value
);
const refusal = (code, refused) => ({ code, refused });

function verifyRound(text) {
  let file;
  if (new TextEncoder().encode(text).length > 1048576) return refusal("bad-file", "A round file is never that long.");
  try { file = JSON.parse(text); } catch (problem) { return refusal("bad-file", "The round file is not JSON."); }
  if (!file || (file.format !== "pitboss-round-file 1" && !isOnChain(file))) {
    return refusal("bad-file", "The format of a round file is pitboss-round-file 1 or 2.");
  }
  for (const [name, kind] of Object.entries(isOnChain(file) ? { ...FIELDS, ...CHAIN_FIELDS } : FIELDS)) {
    if (kindOf(file[name]) !== kind) {
      return refusal("missing-field", `The field '${name}' of the round file is missing or wrong.`);
    }
  }
  const checks = [
    ["commitment", ...commitmentCheck(file)],
    ...(isOnChain(file) ? [["chain", ...chainCheck(file)], ["player seeds", ...playerSeedsCheck(file)]] : []),
    ["draws", ...drawsCheck(file)], ["file", ...fileCheck(file)],
  ];
  return { round: file.round, notation: file.notation, checks, sound: checks.every((one) => one[1] !== false) };
}
globalThis.pitboss = { sha256, hmac, toHex, fromHex, previousSeed, playerHash, drawnAgain, verifyRound };

// Editions: the shipped ones are in this page as data; a changed one is made from them, validated
// field by field, and named by the same SHA-256 over its rules as everywhere else.

const isTable = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** One table of an edition; every read gives a value or refuses. */
class Fields {
  constructor(data, path = "") {
    this.data = data;
    this.path = path;
  }

  wrong(name, wanted) {
    return refuse(`${this.path}${name} is '${this.data[name]}'; it must be ${wanted}.`);
  }

  table(name) {
    return isTable(this.data[name]) ? new Fields(this.data[name], `${name}.`) : this.wrong(name, "a table");
  }

  text(name) {
    const value = this.data[name];
    return typeof value === "string" && value ? value : this.wrong(name, "a text");
  }

  integer(name, low, high) {
    const value = this.data[name];
    const isGood = typeof value === "number" && value >= low && value <= high;
    return isGood ? value : this.wrong(name, `a whole number from ${low} to ${high}`);
  }

  choice(name, options) {
    const value = this.data[name];
    return options.includes(value) ? value : this.wrong(name, `one of ${options.join(", ")}`);
  }

  odds(name) {
    const value = this.data[name], isGood = typeof value === "string" || typeof value === "number";
    return (isGood && parseOdds(String(value))) || this.wrong(name, "odds such as '9/2' or 12");
  }

  credits(name) {
    const value = this.data[name];
    const amount = typeof value === "string" ? parseCredits(value) : null;
    return amount === null ? this.wrong(name, "an amount above zero as text") : amount;
  }
}

/** A value as JSON with its keys in order and no spaces. */
function sortedJson(value) {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(",")}]`;
  if (!isTable(value)) return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${sortedJson(value[name])}`).join(",")}}`;
}

const without = (data, names) => Object.fromEntries(Object.entries(data).filter(([name]) => !names.includes(name)));

/** SHA-256 over the rules of an edition; its names and notes do not count. */
function rulesHash(game, data) {
  const text = sortedJson({ game, rules: without(data, ["about"]) });
  return toHex(sha256(new TextEncoder().encode(text)));
}

/** A typed text as a value of the same kind as the one it replaces. */
function retyped(old, text) {
  if (typeof old === "boolean") return { true: true, false: false }[text.toLowerCase()];
  return typeof old === "number" && /^-?[0-9]+$/.test(text) ? Number(text) : text;
}

/** Changes as a round file lists them: name and value, the last one of a name counts. */
function readChanges(list) {
  const text = (value) => (typeof value === "string" || Number.isInteger(value)
    ? String(value) : refuse("The changes of the edition cannot be read."));
  return new Map(list.map((pair) => {
    if (!Array.isArray(pair) || pair.length !== 2) refuse("The changes of the edition cannot be read.");
    return pair.map(text);
  }));
}

/** The same edition with fields replaced by dotted name, such as `pays.zero`. */
function changedData(data, changes) {
  const copy = JSON.parse(JSON.stringify(data));
  for (const [dotted, text] of changes) {
    const path = dotted.split("."), last = path.pop();
    const table = path.reduce((inner, name) => (isTable(inner) && has(inner, name) ? inner[name] : null), copy);
    if (!isTable(table) || !has(table, last) || typeof table[last] === "object") {
      refuse(`'${dotted}' is not a field of this edition.`);
    }
    const value = retyped(table[last], text);
    if (value === undefined || /\p{Surrogate}/u.test(text)) refuse(`${dotted} cannot be '${text}'.`);
    table[last] = value;
  }
  return copy;
}

/** Whether rules and pays are a shipped edition's that names the same profiles; what the document
 *  leaves to the operator does not count. */
function isShipped(game, data) {
  const rules = rulesHash(game, without(data, ["table", "options"]));
  return Object.values(SHIPPED[game]).some((one) => (
    rulesHash(game, without(one, ["table", "options"])) === rules
    && data.table.profiles.every((profile) => one.table.profiles.includes(profile))
  ));
}

/** What every edition of every game states. */
function readHead(game, data, fields) {
  const table = fields.table("table"), about = fields.table("about");
  about.text("title");
  about.text("document");
  const head = { game, hash: rulesHash(game, data), seats: table.integer("seats", 1, 9),
    minimum: table.credits("minimum"), maximum: table.credits("maximum"), chip: table.credits("chip") };
  table.integer("rounds_per_hour", 1, 10000);
  if (head.minimum > head.maximum) refuse("The least stake is more than the most.");
  if (head.minimum % head.chip || head.maximum % head.chip) {
    refuse("Both limits must be whole numbers of the smallest chip.");
  }
  const words = isShipped(game, data) ? ["as documented"] : ["modified, not approved"];
  // Files of older versions call an edition that names a profile approved.
  if (words[0] === "as documented" && data.table.profiles.length) words.push("as approved");
  return { ...head, words };
}

/** The edition that a round file names, with its changes. */
function readEdition(rules, file) {
  const shipped = SHIPPED[file.game];
  if (!has(shipped, file.edition)) refuse(`There is no edition '${file.edition}'.`);
  const changes = readChanges(file.changes), base = shipped[file.edition];
  const data = changes.size ? changedData(base, changes) : base;
  const fields = new Fields(data), head = readHead(file.game, data, fields);
  const edition = { head, ...rules.readEdition(fields, head) };
  if (head.hash !== file.edition_hash) refuse("This is not the edition the round names.");
  // Files of older versions do not say it.
  if ("approval" in file && !head.words.includes(file.approval)) {
    refuse(`The rules of this round are ${head.words[0]}.`);
  }
  return edition;
}

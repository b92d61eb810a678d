// Text as the notation is read: lines, words and blanks are those of the program `pitboss verify`.

class Refused extends Error {}

/** Stop reading: the round cannot have happened this way. */
function refuse(sentence) {
  throw new Refused(sentence);
}

const BLANK = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const BLANKS = new RegExp(`[${BLANK}]+`, "g");
const ONE_BLANK = new RegExp(`[${BLANK}]`);
const LINE_ENDS = /\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/;

const wordsOf = (text) => text.split(BLANKS).filter(Boolean);
const strip = (text) => stripped(text, (one) => ONE_BLANK.test(one));
const linesOf = (text) => text.split(LINE_ENDS);

/** The text without what lies around it; a loop, because a pattern would take a hostile text's square. */
function stripped(text, isAround) {
  let first = 0, end = text.length;
  while (first < end && isAround(text[first])) first += 1;
  while (end > first && isAround(text[end - 1])) end -= 1;
  return text.slice(first, end);
}

/** What stands before and after the first separator; `found` is false where there is none. */
function partition(text, separator) {
  const at = text.indexOf(separator);
  if (at < 0) return { before: text, found: false, after: "" };
  return { before: text.slice(0, at), found: true, after: text.slice(at + separator.length) };
}

const has = (table, name) => Object.prototype.hasOwnProperty.call(table, name);

/** Whether two values of JSON are the same; true and false count as 1 and 0, as in the program. */
function isSame(one, other) {
  const [a, b] = [one, other].map((value) => (typeof value === "boolean" ? Number(value) : value));
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length
    && names.every((name) => has(b, name) && isSame(a[name], b[name]));
}

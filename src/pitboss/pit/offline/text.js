// Text as the notation is read: lines, words and blanks are those of the program `pitboss verify`.

class Refused extends Error {}

/** Stop reading: the round cannot have happened this way. */
function refuse(sentence) {
  throw new Refused(sentence);
}

const BLANK = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const BLANKS = new RegExp(`[${BLANK}]+`, "g");
const OUTER_BLANKS = new RegExp(`^[${BLANK}]+|[${BLANK}]+$`, "g");
const LINE_ENDS = /\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/;

const wordsOf = (text) => text.split(BLANKS).filter(Boolean);
const strip = (text) => text.replace(OUTER_BLANKS, "");
const linesOf = (text) => text.split(LINE_ENDS);

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

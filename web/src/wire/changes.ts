/** Changes of a picture, by path, as `pitboss/table/changes.py` finds them; put on here. */

type Parts = Readonly<Record<string, unknown>>;

/** The picture after changes; what did not change is the same object, so that it is not drawn again. */
export function applyChanges<T>(picture: T, changes: Parts): T {
  let whole: unknown = picture;
  for (const [path, value] of Object.entries(changes)) whole = put(whole, path.split('.'), value);
  return whole as T;
}

/** A step is a part's name, an item's place, or `3-5`: the items from 3 up to 5, for others. */
function put(part: unknown, [step = '', ...rest]: string[], value: unknown): unknown {
  if (!Array.isArray(part)) {
    const record = part as Parts;
    return { ...record, [step]: rest.length > 0 ? put(record[step], rest, value) : value };
  }
  const items = part as readonly unknown[];
  const [at = 0, end] = step.split('-').map(Number);
  const there = end !== undefined ? (value as readonly unknown[]) : [rest.length > 0 ? put(items[at], rest, value) : value];
  return [...items.slice(0, at), ...there, ...items.slice(end ?? at + 1)];
}

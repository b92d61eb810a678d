/** What is as it was stays the same object, so that only what changed is drawn anew. */

type Parts = Record<string, unknown>;

/** The next value, its unchanged parts taken from the old one; `next` itself is given up for it. */
export function share<T>(old: unknown, next: T): T {
  if (old === next || !isParts(old) || !isParts(next)) return next;
  const keys = Object.keys(next);
  let isSame = keys.length === Object.keys(old).length && Array.isArray(old) === Array.isArray(next);
  for (const key of keys) {
    const part = share(old[key], next[key] as unknown);
    (next as Parts)[key] = part;
    isSame &&= part === old[key];
  }
  return isSame ? (old as T) : next;
}

const isParts = (value: unknown): value is Parts => typeof value === 'object' && value !== null;

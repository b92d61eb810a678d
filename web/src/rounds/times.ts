/** Times of the server as this reader's calendar says them. */

const DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const SHORT = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

const UTC = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });

export const dayOf = (at_ms: number): string => DAY.format(at_ms);
export const timeOf = (at_ms: number): string => TIME.format(at_ms);
export const momentOf = (at_ms: number): string => SHORT.format(at_ms);

/** A moment of the house's own day, the same for everybody who works there. */
export const houseTimeOf = (at_ms: number): string => `${UTC.format(at_ms)} UTC`;

/** Things in order, by the day they fell on. */
export function byDay<T extends { readonly at_ms: number }>(all: readonly T[]): [string, T[]][] {
  const days: [string, T[]][] = [];
  for (const one of all) {
    const day = dayOf(one.at_ms);
    const last = days.at(-1);
    if (last?.[0] === day) last[1].push(one);
    else days.push([day, [one]]);
  }
  return days;
}

/** Running sums of amounts, one for each. */
export function sumsOf(amounts: readonly number[]): number[] {
  let sum = 0;
  return amounts.map((amount) => (sum += amount));
}

/** `2 h 5 min`, `40 min`, `less than a minute`. */
export function spanOf(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return 'less than a minute';
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 0) return hours % 24 ? `${days} d ${hours % 24} h` : `${days} d`;
  if (hours === 0) return `${minutes} min`;
  return minutes % 60 ? `${hours} h ${minutes % 60} min` : `${hours} h`;
}

/** Where things lie in a drawing. Floating point: for the eye only. */

export interface Scale {
  (value: number): number;
}

export function linear(from: readonly [number, number], to: readonly [number, number]): Scale {
  const span = from[1] - from[0] || 1;
  return (value) => to[0] + ((value - from[0]) / span) * (to[1] - to[0]);
}

/** Round steps that cover a range: 1, 2 or 5 times a power of ten. */
export function ticks(low: number, high: number, count: number): number[] {
  const raw = (high - low) / Math.max(1, count);
  if (!(raw > 0)) return [low];
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((n) => n * power).find((one) => one >= raw) ?? power;
  const found: number[] = [];
  for (let at = Math.ceil(low / step) * step; at <= high + step / 1e6; at += step) found.push(at);
  return found;
}

/** A share on an axis: `5%`, `0.5%`. */
export function tickWords(value: number, step: number): string {
  const percent = value * 100;
  const places = Math.max(0, Math.min(4, Math.ceil(-Math.log10(step * 100) - 1e-9)));
  return `${percent.toFixed(places).replace('-', '−')}%`;
}

/** Rounds on an axis: `100`, `10k`, `1M`. */
export function roundWords(rounds: number): string {
  if (rounds >= 1e6) return `${rounds / 1e6}M`;
  return rounds >= 1e3 ? `${rounds / 1e3}k` : `${rounds}`;
}

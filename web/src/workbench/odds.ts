/** Odds as fractions `9/2` on a slider: how many steps they are, and back. */

export interface Ratio {
  readonly top: number;
  readonly bottom: number;
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}

/** A fraction or a whole number, or null when it is neither. */
export function ratioOf(text: string): Ratio | null {
  const match = /^(\d{1,9})(?:\/(\d{1,9}))?$/.exec(text.trim());
  if (!match) return null;
  const bottom = Number(match[2] ?? '1');
  return bottom === 0 ? null : { top: Number(match[1]), bottom };
}

/** So many steps, written in lowest terms. */
export function oddsAt(steps: number, step: Ratio): string {
  const top = steps * step.top;
  const shared = divisor(top, step.bottom) || 1;
  return `${top / shared}/${step.bottom / shared}`;
}

/** The nearest number of steps; for the slider's place only. */
export function stepsOf(odds: string, step: Ratio): number {
  const ratio = ratioOf(odds);
  return ratio === null ? 0 : Math.round(((ratio.top / ratio.bottom) * step.bottom) / step.top);
}

/** How far a slider of odds goes: well beyond where it stood at first. */
export function oddsEnd(odds: string): number {
  const ratio = ratioOf(odds);
  const value = ratio === null ? 1 : ratio.top / ratio.bottom;
  return value <= 3 ? 6 : value <= 15 ? 30 : Math.ceil(value / 50) * 100;
}

/** How far a slider of counts goes within its bounds; the field beside it takes all of them. */
export function countEnd(value: number, high: number): number {
  return Math.min(high, Math.max(8, value * 3));
}

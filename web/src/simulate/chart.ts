/** Where the lines of the convergence chart go. Rounds are drawn by their logarithm. */

import { showPercent } from '../lib/percent';
import type { Point } from './run.svelte';

export const WIDTH = 720;
export const HEIGHT = 340;
export const LEFT = 84;
export const RIGHT = 84;
export const TOP = 16;
export const BOTTOM = 34;
/** 95 of 100 runs lie within so many standard errors. */
const SIGMAS = 1.959964;

export interface Scales {
  readonly x: (rounds: number) => number;
  readonly y: (value: number) => number;
  readonly low: number;
  readonly high: number;
}

/** Scales that show the band and the mean; the wild first points may leave the frame. */
export function scalesOf(points: readonly Point[], exact: number | null, total: number): Scales {
  const first = points[0]?.rounds ?? 1;
  const shown = points.length > 8 ? points.slice(Math.floor(points.length / 8)) : points;
  const centre = exact ?? points.at(-1)?.mean ?? 0;
  const reach = Math.max(1e-6, ...shown.map((point) => Math.max(SIGMAS * point.error, Math.abs(point.mean - centre)))) * 1.15;
  const [low, high] = [centre - reach, centre + reach];
  const from = Math.log(Math.max(1, first));
  const to = Math.max(from + 1e-9, Math.log(Math.max(first + 1, total)));
  return {
    low,
    high,
    x: (rounds) => LEFT + ((Math.log(Math.max(1, rounds)) - from) / (to - from)) * (WIDTH - LEFT - RIGHT),
    y: (value) => TOP + ((high - value) / (high - low)) * (HEIGHT - TOP - BOTTOM),
  };
}

const at = (x: number, y: number) => `${x.toFixed(1)},${y.toFixed(1)}`;

export const meanPath = (points: readonly Point[], { x, y }: Scales): string =>
  points.map((point, n) => `${n ? 'L' : 'M'}${at(x(point.rounds), y(point.mean))}`).join('');

/** Where the mean should be: the exact value and so many errors either side. */
export function bandPath(points: readonly Point[], exact: number, { x, y }: Scales): string {
  if (points.length === 0) return '';
  const above = points.map((point) => at(x(point.rounds), y(exact + SIGMAS * point.error)));
  const below = points.map((point) => at(x(point.rounds), y(exact - SIGMAS * point.error))).reverse();
  return `M${[...above, ...below].join('L')}Z`;
}

/** Powers of ten between two numbers of rounds. */
export function decades(from: number, to: number): number[] {
  const found: number[] = [];
  for (let power = 10 ** Math.ceil(Math.log10(Math.max(1, from))); power <= to; power *= 10) found.push(power);
  return found;
}

/** `4k`, `1M`, `100M`. */
export function shortCount(count: number): string {
  if (count >= 1e9) return `${+(count / 1e9).toFixed(1)}G`;
  if (count >= 1e6) return `${+(count / 1e6).toFixed(1)}M`;
  if (count >= 1e3) return `${+(count / 1e3).toFixed(1)}k`;
  return String(count);
}

/** A value in per cent with as many places as the range needs. */
export function percentText(value: number, range: number): string {
  const places = range > 0.05 ? 1 : range > 0.005 ? 2 : range > 0.0005 ? 3 : 4;
  return showPercent(value, places);
}

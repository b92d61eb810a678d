/** Exact values come as texts; these put them into the words of a page. Nothing is worked out. */

import { percentWords } from '../lib/percent';

/** Fractions longer than this are set in a line of their own. */
const SHORT = 15;

/** A fraction's two parts; a whole number has no second one. */
export function partsOf(fraction: string): [string, string | null] {
  const [top = '0', bottom = '1'] = fraction.split('/');
  return [top.replace('-', '−'), bottom === '1' ? null : bottom];
}

export const isShort = (fraction: string): boolean => fraction.length <= SHORT;

/** A change with its sign: `+0.125000%`. */
export function changeWords(percent: string): string {
  return percent.startsWith('-') || /^0\.?0*%$/.test(percent) ? percentWords(percent) : `+${percent}`;
}

/** Thousands apart: `133,784,560`. */
export const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',');

/** A clause's text without the marks it is written with. */
export const unmarked = (text: string): string => text.replaceAll('*', '').replaceAll('`', '');

/** A player's limits in words; what they mean and when they change is the server's to say. */

import { showExact } from '../lib/money';
import { momentOf, spanOf } from '../rounds/times';
import type { LimitLine, TimeAndMoney } from '../wire/page_types';

const MINUTE = 60_000;

export const LIMITS: readonly { readonly kind: string; readonly label: string; readonly help: string }[] = [
  { kind: 'stake', label: 'One bet', help: 'The most you can put on one bet.' },
  { kind: 'loss-day', label: 'Net loss in a day', help: 'Losses less winnings, in the last 24 hours. A bet that could take you past it is refused.' },
  { kind: 'loss-week', label: 'Net loss in a week', help: 'Losses less winnings, in the last 7 days.' },
  { kind: 'loss-month', label: 'Net loss in 30 days', help: 'Losses less winnings, in the last 30 days.' },
  { kind: 'time-day', label: 'Time in a day', help: 'Time at the tables in the last 24 hours, without long pauses.' },
];

export const COOL_OFFS: readonly { readonly label: string; readonly ms: number }[] = [
  { label: '1 hour', ms: 60 * MINUTE },
  { label: '24 hours', ms: 24 * 60 * MINUTE },
  { label: '7 days', ms: 7 * 24 * 60 * MINUTE },
  { label: '30 days', ms: 30 * 24 * 60 * MINUTE },
];

export const REALITY_MINUTES: readonly number[] = [0, 15, 30, 60, 120];

export function valueWords(line: LimitLine, value: number | null): string {
  if (value === null) return 'no limit';
  return line.is_money ? showExact(value) : spanOf(value);
}

/** What waits, and until when by the server's clock; empty when nothing does. */
export function pendingWords(line: LimitLine, now_ms: number): string {
  if (line.pending_from_ms === null) return '';
  const wait = line.pending_from_ms - now_ms;
  return `${valueWords(line, line.pending)} on ${momentOf(line.pending_from_ms)} (in ${spanOf(wait)})`;
}

/** What is left of a limit, and for which time; empty where nothing is counted. */
export function leftWords(line: LimitLine): string {
  if (line.left === null) return '';
  if (line.left === 0) return 'Nothing left';
  const when = line.kind.endsWith('-day') ? 'today' : line.kind.endsWith('-week') ? 'this week' : 'in these 30 days';
  return `${valueWords(line, line.left)} left ${when}`;
}

/** What was typed as the server wants it: minor units or milliseconds; null for no limit; why not. */
export function readLimit(line: LimitLine, text: string): number | null | { readonly problem: string } {
  const typed = text.trim().replaceAll(',', '');
  if (typed === '') return null;
  if (line.is_money) {
    const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(typed);
    if (!match) return { problem: 'Write an amount like 50 or 12.50, or leave it empty for no limit.' };
    return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  }
  if (!/^\d{1,4}$/.test(typed) || Number(typed) > 1440) return { problem: 'Write whole minutes up to 1,440, or leave it empty for no limit.' };
  return Number(typed) * MINUTE;
}

/** How much of a limit is used, from 0 to 1; null where nothing is counted. */
export function usedShare(line: LimitLine): number | null {
  if (line.used === null || line.in_force === null || line.in_force === 0) return null;
  return Math.min(1, Math.max(0, line.used / line.in_force));
}

/** How long until the next reality check is due, by the server's clock; 0 when it is. */
export function msToCheck({ now_ms, since_ms, checked_ms }: TimeAndMoney, every_ms: number): number {
  return Math.max(0, Math.max(since_ms ?? now_ms, checked_ms) + every_ms - now_ms);
}

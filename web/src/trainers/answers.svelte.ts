/** Answers to a layout: what the dealer says about each bet, and in which order. */

import type { AskedBet, BetAnswer } from '../wire/page_types';

export type Said = { readonly result: 'lose' | 'push' | 'stands' } | { readonly result: 'win'; readonly pays: number };

export const keyOf = (bet: { readonly seat: number; readonly spot: string; readonly is_award: boolean }): string =>
  `${bet.seat} ${bet.spot}${bet.is_award ? ' award' : ''}`;

/** An amount as it is typed, in minor units; null while it is none. */
export function readAmount(text: string): number | null {
  const match = /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(text.trim());
  if (!match) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

export class Answers {
  readonly bets: readonly AskedBet[];
  /** In the order of answering: a map keeps it. */
  said = $state.raw<ReadonlyMap<string, Said>>(new Map());

  constructor(bets: readonly AskedBet[]) {
    this.bets = bets;
  }

  of(bet: AskedBet): Said | null {
    return this.said.get(keyOf(bet)) ?? null;
  }
  /** Say something about a bet; said anew, it comes last. */
  say(bet: AskedBet, said: Said | null): void {
    const next = new Map(this.said);
    next.delete(keyOf(bet));
    if (said !== null) next.set(keyOf(bet), said);
    this.said = next;
  }
  get isWhole(): boolean {
    return this.said.size === this.bets.length;
  }
  /** The next bet without an answer after this one, around the felt. */
  next(after: AskedBet): AskedBet | null {
    const at = this.bets.indexOf(after);
    const around = [...this.bets.slice(at + 1), ...this.bets.slice(0, at + 1)];
    return around.find((bet) => this.of(bet) === null) ?? null;
  }
  /** What is posted, in the order of answering. */
  form(): BetAnswer[] {
    const found: BetAnswer[] = [];
    for (const [key, said] of this.said) {
      const bet = this.bets.find((one) => keyOf(one) === key);
      if (bet) found.push({ seat: bet.seat, spot: bet.spot, result: said.result, pays: said.result === 'win' ? said.pays : 0, is_award: bet.is_award });
    }
    return found;
  }
}

/** `4.2 s`, or `1:03` from a minute on. */
export function showTime(ms: number): string {
  if (ms < 60_000) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`;
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** What a person has chosen to simulate, and the form it makes; amounts are typed in credits. */

import type { SimulationForm, SimulatorPage } from '../wire/page_types';

const AMOUNT = /^(\d{1,9})(?:\.(\d{1,2}))?$/;

/** Minor units; null for nothing typed; undefined for what is no amount. */
export function readAmount(text: string): number | null | undefined {
  const typed = text.trim().replaceAll(',', '');
  if (typed === '') return null;
  const match = AMOUNT.exec(typed);
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : undefined;
}

/** `1000000`, `1,000,000`, `1e6`, `2.5e6`; undefined for what is no whole number. */
export function readCount(text: string): number | undefined {
  const match = /^(\d+)(?:\.(\d+))?(?:e\+?(\d{1,2}))?$/i.exec(text.trim().replace(/[\s,_]/g, ''));
  if (!match) return undefined;
  const [, whole = '', part = '', power = '0'] = match;
  const digits = part.replace(/0+$/, '');
  if (digits.length > Number(power)) return undefined;
  const count = Number(whole + digits + '0'.repeat(Number(power) - digits.length));
  return Number.isSafeInteger(count) && count > 0 ? count : undefined;
}

export const freshSeed = (): string => String(crypto.getRandomValues(new Uint32Array(1))[0] ?? 0);

export class Choice {
  stakes = $state<Record<string, string>>({});
  rounds = $state('1000000');
  seed = $state(freshSeed());
  strategy = $state('best');
  bankroll = $state('');
  stopWin = $state('');
  stopLoss = $state('');
  trips = $state('10000');
  tripRounds = $state('');
  /** What is wrong, by field. */
  problems = $state<Record<string, string>>({});

  /** The form, or null when a field says what is wrong with it. */
  form(page: SimulatorPage): SimulationForm | null {
    const problems: Record<string, string> = {};
    const amount = (name: string, text: string): number | null => {
      const value = readAmount(text);
      if (value === undefined || value === 0) problems[name] = 'Write credits like 50 or 12.50.';
      return value ?? null;
    };
    const count = (name: string, text: string, most: number): number => {
      const value = readCount(text);
      if (value === undefined) problems[name] = 'Write a whole number such as 1,000,000 or 1e6.';
      else if (value > most) problems[name] = `At most ${most.toLocaleString('en')}.`;
      return value ?? 1;
    };
    const bets = page.spots.flatMap(({ spot }) => {
      const stake = amount(spot, this.stakes[spot] ?? '');
      return stake ? [{ spot, stake }] : [];
    });
    if (!/^\d{1,78}$/.test(this.seed.trim())) problems['seed'] = 'A seed is a whole number.';
    const bankroll = amount('bankroll', this.bankroll);
    if (bankroll !== null && bets.length === 0) problems['bankroll'] = 'A visit needs a bet: put a stake on at least one.';
    const form: SimulationForm = {
      game: page.game,
      edition: page.edition,
      rounds: count('rounds', this.rounds, page.rounds_max),
      seed: this.seed.trim(),
      bets,
      strategy: this.strategy,
      bankroll,
      stop_win: bankroll === null ? null : amount('stopWin', this.stopWin),
      stop_loss: bankroll === null ? null : amount('stopLoss', this.stopLoss),
      trips: bankroll === null ? 10_000 : count('trips', this.trips, 100_000),
      trip_rounds: bankroll === null || this.tripRounds.trim() === '' ? null : count('tripRounds', this.tripRounds, 10_000),
    };
    this.problems = problems;
    return Object.keys(problems).length > 0 ? null : form;
  }
}

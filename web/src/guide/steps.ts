/**
 * Which step of the guided round comes next, read off what the table shows. Pure: the player does
 * what they like, and the sentence follows.
 */

export type StepId = 'sit' | 'chip' | 'spot' | 'go' | 'decide' | 'watch' | 'paid' | 'why' | 'end';

export const ORDER: readonly StepId[] = ['chip', 'spot', 'go', 'decide', 'watch', 'paid', 'why', 'end'];

/** What the step depends on. */
export interface Facts {
  readonly isSeated: boolean;
  readonly isBetting: boolean;
  /** My stakes on the felt. */
  readonly total: number;
  /** Something is mine to decide. */
  readonly isDeciding: boolean;
  /** The round that the guide follows has begun. */
  readonly isFollowed: boolean;
  /** The round that the guide follows is settled and told to its end. */
  readonly isPaid: boolean;
  readonly passed: ReadonlySet<StepId>;
}

export function stepOf(facts: Facts): StepId {
  if (!facts.isSeated) return 'sit';
  if (facts.isPaid) {
    if (!facts.passed.has('paid')) return 'paid';
    return facts.passed.has('why') ? 'end' : 'why';
  }
  if (facts.isDeciding) return 'decide';
  if (!facts.isBetting && facts.isFollowed) return 'watch';
  if (facts.total > 0) return 'go';
  return facts.passed.has('chip') ? 'spot' : 'chip';
}

/** The step's place for `3 of 8`; sitting down comes before the first. */
export function placeOf(step: StepId): number {
  return ORDER.indexOf(step) + 1;
}

/**
 * What of a view may be known while the equipment still shows it. Pure: the view before, the view
 * that came, and how far its story is told give the view that everything on the page reads.
 */

import { stageOf } from '../stages/registry';
import { lyingOf, type Lying } from '../stages/story';
import type { BetView, TableView } from '../wire/types';
import { roundOf, type Beat } from './beats';

/** The view as told when a beat of its story begins; the whole of it once the story is over. */
export function toldAt(before: TableView, next: TableView, beats: readonly Beat[], at: number): TableView {
  const isPast = (beat: Beat) => !beats.includes(beat) || at > beats.indexOf(beat);
  const isCome = (beat: Beat) => !beats.includes(beat) || at >= beats.indexOf(beat);
  if (isPast('draw') && isCome('pay')) return isCome('call') ? next : { ...next, says: quiet(before) };
  const isSettled = beats.includes('pay');
  const bets = isSettled ? betsOf(next, isCome('take')) : next.bets;
  const sum = (all: readonly BetView[], seat: number) =>
    all.reduce((total, bet) => total + (bet.seat === seat ? bet.stake : 0), 0);
  const lay = isSettled ? betsOf(next, false) : next.bets;
  const added = sum(lay, before.viewer) - sum(before.bets, before.viewer);
  return {
    ...before,
    round_id: roundOf(next),
    phase: 'no-more-bets',
    says: isPast('draw') && isCome('call') ? next.says : quiet(before),
    ...(isPast('draw') ? lyingOf(next) : hideOutcome(before, next)),
    bets,
    balance: isSettled && before.balance !== null ? before.balance - added : next.balance,
    seats: before.seats.map((one) => ({ ...one, in_action: sum(bets, one.seat), net: null })),
    awaited: [],
    offers: next.offers.filter((offer) => offer.act.endsWith('-seat')),
    deadline_ms: null,
    // The sentence of a correction names what showed.
    corrections: isPast('draw') ? next.corrections : roundOf(before) === roundOf(next) ? before.corrections : [],
  };
}

/** A view as told, with who sits where by now: that tells nothing, and whoever sits down sees it at once. */
export function seatedAs(told: TableView, now: TableView): TableView {
  const seats = told.seats.map((one, at) => {
    const { name, kind, is_leaving, is_away } = now.seats[at] ?? one;
    const isSame = name === one.name && is_leaving === one.is_leaving && is_away === one.is_away;
    return isSame ? one : { ...one, name, kind, is_leaving, is_away, net: name === one.name ? one.net : null };
  });
  const isMoved = told.viewer !== now.viewer;
  if (!isMoved && seats.every((one, at) => one === told.seats[at])) return told;
  return { ...told, seats, viewer: now.viewer, balance: isMoved ? now.balance : told.balance };
}

/** The dealer's words while the equipment shows something; a question that was answered is not asked on. */
const quiet = (before: TableView) => (before.phase === 'betting' || before.awaited.length > 0 ? 'No more bets.' : before.says);

/** What lay on the felt when the round was decided; without what lost, once it is taken. */
function betsOf(next: TableView, isTaken: boolean): readonly BetView[] {
  const lines = next.last?.lines ?? [];
  const there = lines.filter((line) => !isTaken || line.result !== 'lose');
  return there.map(({ seat, spot, stake }) => ({ seat, spot, stake, is_taken: false }));
}

/** What came to lie on the table, with everything that tells the outcome as it was before. */
function hideOutcome(before: TableView, next: TableView): Lying {
  const lying = lyingOf(next);
  const was = roundOf(before) === roundOf(next) ? lyingOf(before) : null;
  return lying.felt === null ? lying : stageOf(next.game).story.hide(lying, was?.felt ? was : null, next.viewer);
}

/**
 * The dealer's story between two views: bets close, draw, call, takes, pays. Pure: what to tell is
 * read off the difference, and every amount off the settlement record.
 */

import type { FlipView, GinView, SpinView, TableView } from '../wire/types';

export type Beat = 'open' | 'close' | 'draw' | 'call' | 'take' | 'pay';

/** The round a view is about: the one in play, else the last one. */
export function roundOf(view: TableView): string {
  return view.round_id ?? view.last?.round_id ?? '';
}

/** The game's own view that lies on the table: of the round in play, else of the last one. */
export function feltOf(view: TableView): TableView['felt'] {
  return view.felt ?? view.last?.game ?? null;
}

/** What the equipment showed, as one text; empty while it has shown nothing. */
export function outcomeOf(view: TableView): string {
  const felt = feltOf(view);
  if (felt === null) return '';
  switch (view.game) {
    case 'spin-n-win':
      return (felt as SpinView).tops.map((top) => top.face ?? '').join('|').replace(/^\|$/, '');
    case 'gin-and-win':
      return (felt as GinView).dealer.cards?.join(' ') ?? '';
    default:
      return (felt as FlipView).fifth ?? '';
  }
}

const isSettled = (view: TableView) => view.round_id === null && view.last !== null;

/** The beats from one view to the next, in the dealer's order. Nothing to tell on a first view. */
export function beatsBetween(before: TableView | null, next: TableView): Beat[] {
  if (before === null) return [];
  const beats: Beat[] = [];
  const isSame = roundOf(before) === roundOf(next);
  const wasBetting = before.phase === 'betting' && before.round_id !== null;
  if (next.round_id !== null && !isSame) {
    beats.push('open');
    if (next.phase !== 'betting' && next.phase !== 'waiting') beats.push('close');
  } else if (isSame && wasBetting && next.phase !== 'betting') {
    beats.push('close');
  }
  const hadOutcome = isSame && outcomeOf(before) !== '';
  const hasDrawn = outcomeOf(next) !== '' && !hadOutcome;
  if (hasDrawn) beats.push('draw');
  if (next.says !== before.says || hasDrawn) beats.push('call');
  if (isSettled(next) && (before.last?.round_id ?? '') !== next.last?.round_id) {
    if (next.last?.lines.some((line) => line.result === 'lose')) beats.push('take');
    beats.push('pay');
  }
  return beats;
}

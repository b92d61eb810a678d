/**
 * The dealer's story between two views: bets close, draw, call, takes, pays. Pure: what to tell is
 * read off the difference, and every amount off the settlement record.
 */

import type { FlipView, GinView, SpinView, TableView } from '../wire/types';

export type Beat = 'open' | 'close' | 'draw' | 'lay' | 'call' | 'take' | 'pay';

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

/** Whether a fresh round shows nothing yet, so that the last one may lie on; a row on the felt may not. */
export function isBare(view: TableView): boolean {
  const felt = view.felt;
  if (felt === null) return true;
  if ('row' in felt) return felt.row.length === 0;
  return 'hands' in felt ? felt.dealer.count === 0 : outcomeOf(view) === '';
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
  if (hasDrawn && dealerLays(next) > 0) beats.push('lay');
  if (next.says !== before.says || hasDrawn) beats.push('call');
  if (isSettled(next) && (before.last?.round_id ?? '') !== next.last?.round_id) {
    if (next.last?.lines.some((line) => line.result === 'lose')) beats.push('take');
    beats.push('pay');
  }
  return beats;
}

/** How long each beat is shown, in milliseconds. The spin of the Tops ends when they lie. */
const LASTS: Readonly<Record<Beat, number>> = {
  open: 0,
  close: 500,
  draw: 1000,
  lay: 0,
  call: 600,
  take: 900,
  pay: 900,
};
/** The dealer's hand is laid out one combination after the other, then scored, then called. */
export const LAY_MS = 420;
const SPIN_LASTS_MOST = 15_000;

/** How long a beat of this story is shown at most. */
export function lastsFor(beat: Beat, view: TableView): number {
  // Words alone keep nobody from betting.
  if (beat === 'call' && view.phase === 'betting') return 0;
  if (beat === 'draw' && view.game === 'spin-n-win') return SPIN_LASTS_MOST;
  return beat === 'lay' ? LAY_MS * dealerLays(view) : LASTS[beat];
}

/** How many steps it takes the dealer to lay out a hand of their own; 0 where there is none. */
function dealerLays(view: TableView): number {
  if (view.game !== 'gin-and-win') return 0;
  const laid = (feltOf(view) as GinView | null)?.dealer.laid_out;
  return laid ? laid.combinations.length + 2 : 0;
}

/**
 * The dealer's story between two views: bets close, draw, call, takes, pays. Pure: what to tell is
 * read off the difference, and every amount off the settlement record.
 */

import { stageOf } from '../stages/registry';
import { lyingOf, type Lying } from '../stages/story';
import type { TableView } from '../wire/types';

export type Beat = 'open' | 'close' | 'draw' | 'lay' | 'call' | 'take' | 'pay';

/** The round a view is about: the one in play, else the last one. */
export function roundOf(view: TableView): string {
  return view.round_id ?? view.last?.round_id ?? '';
}

const storyOf = (view: TableView) => stageOf(view.game).story;

/** What the equipment showed, as one text; empty while it has shown nothing. */
export function outcomeOf(view: TableView): string {
  const lying = lyingOf(view);
  return lying.felt === null ? '' : storyOf(view).outcome(lying);
}

/** What lies there while bets are open and the last round rests; null where it cannot lie on. */
export function restOf(view: TableView): Lying | null {
  const { felt, last } = view;
  if (view.phase !== 'betting' || last === null) return null;
  const before = { felt: last.game, places: last.places };
  return felt === null ? before : storyOf(view).rest(view, before);
}

const isSettled = (view: TableView) => view.round_id === null && view.last !== null;

/** Whether the equipment showed something from one view to the next. */
function hasDrawn(before: TableView, next: TableView): boolean {
  const shown = outcomeOf(next);
  const was = roundOf(before) === roundOf(next) ? outcomeOf(before) : '';
  return shown !== '' && (storyOf(next).hasStreets ? shown !== was : was === '');
}

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
  const isDrawn = hasDrawn(before, next);
  if (isDrawn) beats.push('draw');
  if (isDrawn && layMs(next) > 0) beats.push('lay');
  if (next.says !== before.says || isDrawn) beats.push('call');
  if (isSettled(next) && (before.last?.round_id ?? '') !== next.last?.round_id) {
    if (next.last?.lines.some((line) => line.result === 'lose')) beats.push('take');
    beats.push('pay');
  }
  return beats;
}

/** How long each beat is shown, in milliseconds; a draw and a hand laid out take what the stage says. */
const LASTS: Readonly<Record<Exclude<Beat, 'draw' | 'lay'>, number>> = { open: 0, close: 500, call: 600, take: 900, pay: 900 };

const layMs = (view: TableView) => storyOf(view).layMs?.(lyingOf(view)) ?? 0;

/** How long a beat of this story is shown at most. */
export function lastsFor(beat: Beat, before: TableView | null, next: TableView): number {
  // Words alone keep nobody from betting.
  if (beat === 'call' && next.phase === 'betting') return 0;
  if (beat === 'lay') return layMs(next);
  if (beat !== 'draw') return LASTS[beat];
  const isSame = before !== null && roundOf(before) === roundOf(next);
  return storyOf(next).drawMs(lyingOf(next), isSame ? lyingOf(before) : null);
}

/** What stands at each seat around a table, read off a view: a seat where nothing changed looks the same. */

import { stageOf } from '../stages/registry';
import { lyingOf } from '../stages/story';
import type { BetView, TableView } from '../wire/types';

export interface Place {
  readonly seat: number;
  /** Who sits there as the viewer reads it; null for nobody. */
  readonly name: string | null;
  readonly isMe: boolean;
  readonly isBot: boolean;
  readonly isFree: boolean;
  readonly isAwaited: boolean;
  readonly role: string;
  readonly bets: readonly BetView[];
  /** What the seat won or lost, once the dealer has paid. */
  readonly net: number | null;
  readonly inAction: number;
  readonly state: string;
}

/** A seat shows so many stakes in miniature. */
const MOST_BETS = 5;

export function placesOf(view: TableView): Place[] {
  const free = view.offers.find((offer) => offer.act === 'take-seat')?.names ?? [];
  const awaited = new Set(view.awaited.map((one) => one.actor));
  const { story } = stageOf(view.game);
  const lying = view.felt === null ? null : lyingOf(view);
  const stateOf = (seat: number, isReady: boolean) =>
    (lying && story.seatState?.(lying, seat)) || (awaited.has(seat) ? 'deciding…' : isReady ? 'ready' : '');
  return view.seats.map(({ seat, name, kind, in_action, is_leaving, is_ready, is_away, net }) => ({
    seat,
    name: name !== null && seat === view.viewer ? 'You' : name,
    isMe: seat === view.viewer,
    isBot: kind === 'bot',
    isFree: free.includes(String(seat)),
    isAwaited: awaited.has(seat),
    role: (lying && story.seatRole?.(lying, seat)) || '',
    bets: view.bets.filter((bet) => bet.seat === seat && !bet.is_taken).slice(0, MOST_BETS),
    net,
    inAction: in_action,
    state: is_leaving ? 'leaving' : is_away ? 'away' : stateOf(seat, is_ready),
  }));
}

/**
 * The life of the one socket of a table as a state machine: connecting, live, retrying, replaced
 * by another tab, closed. Pure: events in, state and wishes out.
 */

export type Link =
  | { readonly state: 'connecting'; readonly tries: number }
  | { readonly state: 'live' }
  | { readonly state: 'retrying'; readonly tries: number; readonly wait_ms: number; readonly why: string }
  | { readonly state: 'replaced'; readonly why: string }
  | { readonly state: 'closed'; readonly why: string };

export type LinkEvent =
  | { readonly event: 'welcomed' }
  | { readonly event: 'dropped' }
  | { readonly event: 'replaced'; readonly why: string }
  | { readonly event: 'closing'; readonly why: string; readonly retry_ms: number | null }
  | { readonly event: 'waited' }
  | { readonly event: 'take-over' }
  | { readonly event: 'leave' };

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 6_000;
const LOST = 'The connection was lost; trying again. Bets the table has accepted are kept.';

/** Half the doubled wait for sure, the other half by chance, so that not all come back at once. */
export function waitAfter(tries: number, chance: number): number {
  const most = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries);
  return Math.round(most / 2 + (most / 2) * chance);
}

export function step(link: Link, happened: LinkEvent, chance: number): Link {
  switch (happened.event) {
    case 'leave':
      return { state: 'closed', why: '' };
    case 'take-over':
      return { state: 'connecting', tries: 0 };
    case 'replaced':
      return { state: 'replaced', why: happened.why };
    case 'welcomed':
      return link.state === 'connecting' ? { state: 'live' } : link;
    case 'closing':
      if (happened.retry_ms === null) return { state: 'closed', why: happened.why };
      return { state: 'retrying', tries: 1, wait_ms: happened.retry_ms, why: happened.why };
    case 'waited':
      return link.state === 'retrying' ? { state: 'connecting', tries: link.tries } : link;
    case 'dropped': {
      if (link.state !== 'live' && link.state !== 'connecting') return link;
      const tries = link.state === 'connecting' ? link.tries + 1 : 1;
      return { state: 'retrying', tries, wait_ms: waitAfter(tries - 1, chance), why: LOST };
    }
  }
}

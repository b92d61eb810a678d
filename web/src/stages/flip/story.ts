/** How the fifth card is told: it lies face down until it is flipped. */

import type { FlipView } from '../../wire/types';
import type { Lying, Story } from '../story';

const flip = (lying: Lying) => lying.felt as FlipView;
const FLIP_MS = 1000;

/** The row while bets are open on it, with the card that the last round flipped. */
export interface FlipAtRest extends FlipView {
  /** Where that card lies: last in the row, or in the frame where the row did not move. */
  readonly flippedAt?: number;
}

/** Bets are for the new row, so that lies there; the flipped card is lit in it. */
function atRest(now: FlipView, { row, fifth }: FlipView): FlipAtRest {
  const isMoved = [...row.slice(1), fifth].join() === now.row.join();
  return isMoved ? { ...now, flippedAt: row.length - 1 } : { ...now, fifth };
}

export const story: Story = {
  outcome: (lying) => flip(lying).fifth ?? '',
  rest: (now, last) => ({ ...now, felt: atRest(flip(now), flip(last)) }),
  hide: (now) => ({ ...now, felt: { ...flip(now), phase: 'flip', fifth: null, exposed: null } }),
  drawMs: () => FLIP_MS,
};

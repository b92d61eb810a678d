/** How two Tops tell a round: they spin until they lie, and nothing is known before. */

import { spokenOdds } from '../../lib/odds';
import type { SpinView } from '../../wire/types';
import type { Lying, Story } from '../story';

const spin = (lying: Lying) => lying.felt as SpinView;
/** A spin ends when the Tops lie; this is for a page that never says so. */
const SPIN_LASTS_MOST = 15_000;

export const story: Story = {
  outcome: (lying) =>
    spin(lying)
      .tops.map((top) => top.face ?? '')
      .join('|')
      .replace(/^\|$/, ''),
  rest: (now, last) => (story.outcome(now) === '' ? last : null),
  hide: (now, was) => {
    const { spinner, queue } = spin(was ?? now);
    const [a, b] = spin(now).tops;
    const felt: SpinView = { ...spin(now), tops: [{ ...a, face: null }, { ...b, face: null }], wins: [], spinner, queue };
    return { ...now, felt };
  },
  drawMs: () => SPIN_LASTS_MOST,
  winners: (lying) => spin(lying).wins.map((win) => [win.spot, spokenOdds(win.odds)] as const),
  seatRole: (lying, seat) => (spin(lying).spinner === seat ? 'spinner' : ''),
};

/** How the fifth card is told: it lies face down until it is flipped. */

import type { FlipView } from '../../wire/types';
import type { Lying, Story } from '../story';

const flip = (lying: Lying) => lying.felt as FlipView;
const FLIP_MS = 1000;

export const story: Story = {
  outcome: (lying) => flip(lying).fifth ?? '',
  isBare: (lying) => flip(lying).row.length === 0,
  hide: (now) => ({ ...now, felt: { ...flip(now), phase: 'flip', fifth: null, exposed: null } }),
  drawMs: () => FLIP_MS,
};

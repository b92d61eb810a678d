/** How two hands are told: the dealer's is turned, laid out step by step, and only then compared. */

import type { GinView } from '../../wire/types';
import type { Lying, Story } from '../story';

const gin = (lying: Lying) => lying.felt as GinView;
const TURN_MS = 1000;
/** The dealer's hand is laid out one combination after the other, then scored, then called. */
export const LAY_MS = 420;

export const story: Story = {
  outcome: (lying) => gin(lying).dealer.cards?.join(' ') ?? '',
  rest: (now, last) => (gin(now).dealer.count === 0 ? last : null),
  hide: (now, _was, viewer) => {
    const open = { winner: null, deciding_card: null, bonus: null };
    const shut = { ...open, cards: null, laid_out: null, note: '' };
    const hands = gin(now).hands.map((hand) => ({ ...hand, ...(hand.seat === viewer ? open : shut) }));
    const dealer = { ...gin(now).dealer, cards: null, laid_out: null, qualifies: null };
    return { ...now, felt: { ...gin(now), hands, dealer } };
  },
  drawMs: () => TURN_MS,
  layMs: (now) => {
    const laid = gin(now).dealer.laid_out;
    return laid ? LAY_MS * (laid.combinations.length + 2) : 0;
  },
  seatState: (lying, seat) => gin(lying).hands.find((hand) => hand.seat === seat)?.decision ?? '',
};

/** How any equipment tells a round: what came anew lies face down, rolls or spins, and is then turned up. */

import type { Lying, Place, Story } from '../story';

const COUNTED_MS = 140;
/** How long each kind of equipment moves before it shows. */
const MOVES_MS: Readonly<Record<string, number>> = { cards: 450, dice: 1300, wheel: 3600, tops: 2600 };

const before = (was: Lying | null, place: Place) => was?.places.find((one) => one.key === place.key);
/** A place as it was: what is new or was turned since is hidden. */
function asBefore(place: Place, old: Place | undefined): Place {
  const items = place.items.map((item, at) => (old?.items[at] === item ? item : ''));
  return { ...place, items, note: old?.note ?? '' };
}

export const story: Story = {
  hasStreets: true,
  outcome: ({ places }) =>
    places
      .filter((one) => one.items.some((item) => item !== ''))
      .map((one) => `${one.key}:${one.items.join(' ')}`)
      .join('|'),
  rest: (now, last) => (now.places.every((one) => one.items.length === 0) ? last : null),
  hide: (now, was) => ({ ...now, places: now.places.map((one) => asBefore(one, before(was, one))) }),
  drawMs: ({ places }, was) => {
    const moved = places.filter((one) => before(was, one)?.items.join() !== one.items.join());
    const each = moved.map((one) => (MOVES_MS[one.kind] ?? 1000) + COUNTED_MS * (one.kind === 'cards' ? one.items.length : 0));
    return Math.max(0, ...each);
  },
};

/** The guide's sentences: one for each step; a game's own come from the server. */

import type { StepId } from './steps';

export interface Mark {
  readonly text: string;
  /** What it points at, by `data-guide`; several are tried in order. */
  readonly at: readonly string[];
  /** Where the sentence stands, if not beside what it points at. */
  readonly beside?: string;
  /** The button that goes on, for steps that nothing on the table ends. */
  readonly next?: string;
}

const COMMON: Readonly<Record<StepId, Mark>> = {
  sit: { text: 'Taking a seat for you…', at: ['sit', 'felt'] },
  chip: {
    text: 'Choose a chip: press one, or its key from 1 to 5. They are free practice credits.',
    at: ['chips'],
    next: 'This one is fine',
  },
  spot: {
    text: 'Put it on a spot: press the spot, drag the chip there, or Tab to it and press Enter.',
    at: ['first', 'felt'],
  },
  go: { text: 'Your chip is on the spot. Press this, or G, when you have finished betting.', at: ['go'] },
  decide: { text: 'Your turn: choose one of these.', at: ['own', 'decide'] },
  watch: { text: 'No more bets. Now watch.', at: ['stage'], beside: 'slip' },
  paid: {
    text: 'Settled. Here is each of your bets, and what it won or lost.',
    at: ['slip'],
    next: 'I see',
  },
  why: { text: 'Want to know why? Press here to read the rule that decided it, word for word.', at: ['rule', 'why'] },
  end: { text: 'That was a whole round. You know how to play now.', at: ['felt'], next: 'Play on' },
};

/** The step's mark, in the game's own words where it has some. */
export function markOf(step: StepId, own: Readonly<Record<string, string>>): Mark {
  const text = own[step];
  return text === undefined ? COMMON[step] : { ...COMMON[step], text };
}

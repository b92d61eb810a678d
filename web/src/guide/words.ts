/** The guide's sentences: one for each step, and a game's own where it has one. */

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
    at: ['felt'],
  },
  go: { text: 'Your chip lies. Press this, or G, when you have finished betting.', at: ['go'] },
  decide: { text: 'Your turn: take one of these.', at: ['decide'] },
  watch: { text: 'No more bets. Watch what comes.', at: ['stage'], beside: 'slip' },
  paid: {
    text: 'Settled. Here is every bet of yours and what it won or lost.',
    at: ['slip'],
    next: 'I see',
  },
  why: { text: 'Ask why: press here, and the rule that decided opens, word for word.', at: ['rule', 'why'] },
  end: { text: 'That was a whole round. Everything else is more of the same.', at: ['felt'], next: 'Play on' },
};

const OWN: Readonly<Record<string, Partial<Record<StepId, Mark>>>> = {
  'spin-n-win': {
    spot: {
      text: 'Put it on a colour. One Top of that colour pays the posted odds, two pay double, and a Joker counts as every colour.',
      at: ['singles', 'felt'],
    },
    decide: {
      text: 'One Top is yours to spin. Flick it with mouse or finger, press it, or press A or B.',
      at: ['top-A', 'decide'],
    },
    watch: { text: 'Both Tops spin, wobble and fall. The face that lies up counts.', at: ['stage'], beside: 'slip' },
  },
  'gin-and-win': {
    spot: {
      text: 'Put it on Ante. You and the dealer get seven cards each; whoever has fewer cards left over wins.',
      at: ['felt'],
    },
    decide: {
      text: 'Two or more of a rank, or three or more of a suit, make a combination. Press House way to lay them out, then Play, or Fold if too many are left over.',
      at: ['house', 'decide'],
    },
    watch: {
      text: 'The dealer lays out seven cards too. With too many left over the dealer does not qualify.',
      at: ['stage'],
      beside: 'slip',
    },
  },
  'flip-it': {
    spot: {
      text: 'Four cards lie open. Bet on the fifth: red or black, odd or even, high or low, or call its rank.',
      at: ['felt'],
    },
    watch: { text: 'The fifth card is flipped. Then the row moves on by one.', at: ['stage'], beside: 'slip' },
  },
};

export function markOf(game: string, step: StepId): Mark {
  return OWN[game]?.[step] ?? COMMON[step];
}

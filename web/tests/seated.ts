/** A desk at a recorded table, told up to a frame, and what it asked of the server. */
import { Teller } from '../src/story/teller.svelte';
import { Desk } from '../src/table/desk.svelte';
import type { Act, Answer } from '../src/wire/types';
import { story } from './stories';

export function seated(name: string, until: (phase: string, frame: number) => boolean) {
  const asked: Act[] = [];
  const seeds: Act[] = [];
  let refuse = { code: 'x', sentence: '' };
  let hanging: ((answer: Answer) => void)[] | null = null;
  const desk = new Desk(
    {
      ask: (act): Promise<Answer> => {
        const isSeed = act.kind === 'commit-seed' || act.kind === 'reveal-seed';
        (isSeed ? seeds : asked).push(act);
        if (hanging !== null && !isSeed) return new Promise((answer) => hanging?.push(answer));
        return Promise.resolve(answerOf());
      },
      check: () => Promise.reject(new Error('not asked')),
    },
    new Teller(() => () => undefined),
  );
  const answerOf = (): Answer => {
    const refused = { kind: 'refused', reference: '', ...refuse } as const;
    return { kind: 'answer', id: '', refused: refuse.sentence ? refused : null };
  };
  /** From now on nothing is answered but by this, the oldest first. */
  const hang = () => {
    const waiting = (hanging = [] as ((answer: Answer) => void)[]);
    return async () => {
      waiting.shift()?.(answerOf());
      // What follows from an answer is sent.
      await new Promise((rest) => setTimeout(rest));
    };
  };
  const told = story(name);
  const play = async () => {
    desk.greet(told.welcome);
    desk.teller.isMotionWanted = false;
    for (const [at, frame] of told.frames.entries()) {
      desk.see(frame);
      if (until(frame.view.phase, at)) break;
    }
  };
  return { desk, asked, seeds, play, hang, refuse: (sentence: string, code = 'x') => (refuse = { code, sentence }) };
}

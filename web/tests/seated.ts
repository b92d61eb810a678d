/** A desk at a recorded table, told up to a frame, and what it asked of the server. */
import { Teller } from '../src/story/teller.svelte';
import { Desk } from '../src/table/desk.svelte';
import type { Act, Answer } from '../src/wire/types';
import { story } from './stories';

export function seated(name: string, until: (phase: string, frame: number) => boolean) {
  const asked: Act[] = [];
  const seeds: Act[] = [];
  let refuse = '';
  const desk = new Desk(
    {
      ask: (act): Promise<Answer> => {
        (act.kind === 'commit-seed' || act.kind === 'reveal-seed' ? seeds : asked).push(act);
        const refused = { kind: 'refused', code: 'x', sentence: refuse, reference: '' } as const;
        return Promise.resolve({ kind: 'answer', id: '', refused: refuse ? refused : null });
      },
      check: () => Promise.reject(new Error('not asked')),
    },
    new Teller(() => () => undefined),
  );
  const told = story(name);
  const play = async () => {
    desk.greet(told.welcome);
    desk.teller.isMotionWanted = false;
    for (const [at, frame] of told.frames.entries()) {
      desk.see(frame);
      if (until(frame.view.phase, at)) break;
    }
  };
  return { desk, asked, seeds, play, refuse: (sentence: string) => (refuse = sentence) };
}

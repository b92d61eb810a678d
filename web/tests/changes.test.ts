/** Changes as the server sends them, put on here: the same pictures as the whole views. */
import { describe, expect, it } from 'vitest';
import { Picture } from '../src/wire/picture';
import { story, storyNames } from './stories';

/** The same numbers below a limit every time. */
function chances(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe.each(storyNames())('%s', (name) => {
  const { welcome, frames, changes } = story(name);
  it('is the whole view, part by part, after every message', () => {
    const picture = new Picture();
    picture.greet(welcome);
    for (const [at, one] of changes.entries()) {
      if (one !== null) expect(picture.take(one.changed)).toEqual(frames[at]);
    }
    expect(changes.filter((one) => one !== null).length).toBeGreaterThan(3);
  });
  it('ends in the same picture whatever is lost, and whoever comes back', () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const chance = chances(seed);
      const picture = new Picture();
      picture.greet(welcome);
      for (const [at, one] of changes.entries()) {
        const luck = chance(4);
        if (one === null || luck === 0) continue;
        if (luck === 1) picture.greet(welcome);
        const shown = picture.take(one.changed) ?? picture.take(one.whole);
        expect(shown).toEqual(frames[at]);
      }
    }
  });
  it('keeps what did not change as the same object', () => {
    const picture = new Picture();
    picture.greet(welcome);
    let before = welcome.view;
    for (const one of changes) {
      const shown = one && picture.take(one.changed);
      if (!shown) continue;
      const touched = new Set(Object.keys(one.changed.changes).map((path) => path.split('.')[0]));
      for (const [part, value] of Object.entries(shown.view)) {
        if (!touched.has(part)) expect(value).toBe(before[part as keyof typeof before]);
      }
      before = shown.view;
    }
  });
});

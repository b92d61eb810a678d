import { describe, expect, it } from 'vitest';
import { RANK, Turns, type Frames } from '../src/lib/turns';

/** Frames by hand, and a clock that only work moves. */
class Hand implements Frames {
  #asked: ((isSeen: boolean) => void)[] = [];
  #now = 0;
  get asked(): number {
    return this.#asked.length;
  }
  next(task: (isSeen: boolean) => void): void {
    this.#asked.push(task);
  }
  now(): number {
    return this.#now;
  }
  spend(ms: number): void {
    this.#now += ms;
  }
  frame(isSeen = true): void {
    const tasks = this.#asked;
    this.#asked = [];
    for (const task of tasks) task(isSeen);
  }
}

function table() {
  const frames = new Hand();
  const turns = new Turns(frames);
  const done: string[] = [];
  const work = (name: string, ms: number) => () => {
    frames.spend(ms);
    done.push(name);
  };
  return { frames, turns, done, work };
}

describe('work in turn', () => {
  it('waits for a frame', () => {
    const { frames, turns, done, work } = table();
    turns.put(RANK.felt, work('felt', 1));
    expect(done).toEqual([]);
    frames.frame();
    expect(done).toEqual(['felt']);
    expect(frames.asked).toBe(0);
  });
  it('does what is most urgent first, and otherwise what came first', () => {
    const { frames, turns, done, work } = table();
    turns.put(RANK.head, work('head', 0));
    turns.put(RANK.cards, work('card 1', 0));
    turns.put(RANK.cards, work('card 2', 0));
    turns.put(RANK.felt, work('felt', 0));
    frames.frame();
    expect(done).toEqual(['felt', 'card 1', 'card 2', 'head']);
  });
  it('leaves to the next frame what this one has no time for', () => {
    const { frames, turns, done, work } = table();
    turns.put(RANK.felt, work('felt', 5));
    turns.put(RANK.spots, work('spots', 0.1));
    turns.put(RANK.bar, work('bar', 0.1));
    frames.frame();
    expect(done).toEqual(['felt']);
    frames.frame();
    expect(done).toEqual(['felt', 'spots', 'bar']);
  });
  it('shows equipment and call in one frame, and before everything else', () => {
    const { frames, turns, done, work } = table();
    turns.put(RANK.felt, work('felt', 0));
    turns.put(RANK.outcome, () => {
      work('equipment', 5)();
      turns.put(RANK.outcome, work('sign', 5));
    });
    turns.put(RANK.outcome, work('call', 5));
    frames.frame();
    expect(done).toEqual(['equipment', 'call', 'sign']);
    frames.frame();
    expect(done.at(-1)).toBe('felt');
  });
  it('gives what waited for long more of a frame', () => {
    const { frames, turns, done, work } = table();
    for (const name of ['one', 'two', 'three']) turns.put(RANK.cards, work(name, 2.5));
    frames.spend(400);
    frames.frame();
    expect(done).toEqual(['one', 'two']);
  });
  it('does everything at once where nobody looks', () => {
    const { frames, turns, done, work } = table();
    for (const name of ['one', 'two', 'three']) turns.put(RANK.cards, work(name, 5));
    frames.frame(false);
    expect(done).toEqual(['one', 'two', 'three']);
  });
  it('does not do what was taken back', () => {
    const { frames, turns, done, work } = table();
    const back = turns.put(RANK.felt, work('felt', 0));
    turns.put(RANK.spots, work('spots', 0));
    back();
    frames.frame();
    expect(done).toEqual(['spots']);
  });
  it('takes in its turn what comes of other work, at the latest in the next frame', () => {
    const { frames, turns, done, work } = table();
    turns.put(RANK.cards, () => {
      work('one', 3)();
      turns.put(RANK.cards, work('two', 0));
    });
    frames.frame();
    expect(done).toEqual(['one']);
    frames.frame();
    expect(done).toEqual(['one', 'two']);
  });
  it('goes on after work that failed', () => {
    const { frames, turns, done, work } = table();
    turns.put(RANK.felt, () => {
      throw new Error('torn felt');
    });
    turns.put(RANK.spots, work('spots', 0));
    expect(() => frames.frame()).toThrow('torn felt');
    frames.frame();
    expect(done).toEqual(['spots']);
  });
});

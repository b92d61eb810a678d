import { describe, expect, it } from 'vitest';
import { Study, type World } from '../src/protect/study.svelte';
import type { StudyState } from '../src/wire/page_types';

const state = (name: string, more: Partial<StudyState> = {}): StudyState => ({
  key: 'k',
  state: name,
  done: 0,
  total: 0,
  sentence: '',
  report: null,
  files: [],
  ...more,
});

function world(posted: StudyState | Error, looks: StudyState[]) {
  const later: (() => void)[] = [];
  const asked: unknown[] = [];
  const made: World = {
    post: (path, form) => {
      asked.push([path, form]);
      return posted instanceof Error ? Promise.reject(posted) : Promise.resolve(posted);
    },
    look: () => Promise.resolve(looks.shift() ?? state('done')),
    later: (_, task) => void later.push(task),
  };
  const wait = async () => {
    later.shift()?.();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { made, later, asked, wait };
}

describe('a study', () => {
  it('is watched until it is done', async () => {
    const { made, later, asked, wait } = world(state('waiting'), [state('working', { done: 30, total: 120 })]);
    const study = new Study(made);
    await study.ask('flip-it', 'counting', '', { undealt: '52' });
    expect(asked).toEqual([['/api/protect/flip-it/counting', { edition: '', options: { undealt: '52' }, is_precise: false }]]);
    expect(study.isWorking).toBe(true);
    expect(study.share).toBeNull();
    await wait();
    expect(study.share).toBe(0.25);
    await wait();
    expect(study.isWorking).toBe(false);
    expect(later).toHaveLength(0);
  });
  it('tells why it was refused', async () => {
    const { made } = world(state('refused', { sentence: 'Seven cannot share.' }), []);
    const study = new Study(made);
    await study.ask('gin-and-win', 'collusion', '', {});
    expect(study.trouble).toBe('Seven cannot share.');
    const broken = new Study(world(new Error('No such field.'), []).made);
    await broken.ask('gin-and-win', 'collusion', '', {});
    expect(broken.trouble).toBe('No such field.');
    expect(broken.state).toBeNull();
  });
  it('is no longer watched once another is asked for', async () => {
    const { made, wait } = world(state('working'), [state('done', { key: 'old' })]);
    const study = new Study(made);
    await study.ask('flip-it', 'counting', '', {});
    study.leave();
    await wait();
    expect(study.state?.key).toBe('k');
    expect(study.isWorking).toBe(true);
  });
  it('is ended at the server once another is asked for, though it is only being begun', async () => {
    const { made, asked } = world(state('working'), []);
    const study = new Study(made);
    const paths = () => asked.map((one) => (one as readonly [string])[0]);
    const first = study.ask('flip-it', 'counting', '', {});
    await Promise.resolve();
    await Promise.all([first, study.ask('flip-it', 'mistakes', '', {})]);
    const end = '/api/studies/k/cancel';
    expect(paths()).toEqual(['/api/protect/flip-it/counting', end, '/api/protect/flip-it/mistakes']);
    expect(study.isWorking).toBe(true);
    await study.cancel();
    expect(paths().at(-1)).toBe(end);
    expect(study.state).toBeNull();
    // Nothing is ended twice, nor what is done.
    study.leave();
    await study.cancel();
    expect(paths()).toHaveLength(4);
  });
});

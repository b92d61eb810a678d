/** A simulation as the page follows it, what was typed, and where the lines go. */

import { describe, expect, it } from 'vitest';
import { bandPath, decades, HEIGHT, meanPath, percentText, scalesOf, shortCount, TOP, BOTTOM } from '../src/simulate/chart';
import { Choice, readAmount, readCount } from '../src/simulate/choice.svelte';
import { SimulationRun, type Source, type World } from '../src/simulate/run.svelte';
import { Trouble } from '../src/wire/pages';
import type { SimulationForm, SimulationNews, SimulatorPage } from '../src/wire/page_types';

const FORM: SimulationForm = { game: 'g', rounds: 1000, seed: '7' };
const news = (change: Partial<SimulationNews>): SimulationNews => ({
  state: 'running', ahead: 0, rounds: 0, total: 1000, trips: 0, trips_total: 0, seconds: 0, bets: [], path: [], code: '',
  sentence: '', result: null, ...change,
}); // prettier-ignore
const seen = (mean: number) => ({ bet: 'a', label: 'A', mean, error: 0.1, exact: '-1/64', exact_value: -1 / 64, z: 0 });

class Wire implements World {
  readonly posted: [string, unknown][] = [];
  readonly sources: (Source & { path: string; isClosed: boolean })[] = [];
  refusal: Trouble | null = null;
  post<Page>(path: string, form: unknown): Promise<Page> {
    this.posted.push([path, form]);
    if (this.refusal) return Promise.reject(this.refusal);
    return Promise.resolve({ id: 'run', command: 'pitboss simulate g' } as Page);
  }
  listen(path: string): Source {
    const source = { path, onmessage: null, onerror: null, isClosed: false, close: () => (source.isClosed = true) };
    this.sources.push(source as never);
    return source as unknown as Source;
  }
}

describe('a run', () => {
  it('is followed point by point to its end', async () => {
    const wire = new Wire();
    const run = new SimulationRun(wire);
    await run.start(FORM);
    expect(wire.sources[0]?.path).toBe('/api/simulations/run/news');
    run.hear(news({ state: 'starting' }));
    run.hear(news({ rounds: 400, bets: [seen(-0.02)] }));
    run.hear(news({ rounds: 1000, bets: [seen(-0.015)] }));
    expect(run.points['a']?.map((point) => point.rounds)).toEqual([400, 1000]);
    expect(run.isGoing).toBe(true);
    run.hear(news({ state: 'done', rounds: 1000, bets: [seen(-0.0151)] }));
    expect(run.isGoing).toBe(false);
    expect(run.bets[0]?.mean).toBe(-0.0151);
    expect(run.points['a']).toHaveLength(2);
    expect(wire.sources[0]?.isClosed).toBe(true);
  });

  it('draws the whole way once it is told', async () => {
    const run = new SimulationRun(new Wire());
    await run.start(FORM);
    const path = [10, 100, 1000].map((rounds) => ({ rounds, means: [0.5], errors: [0.25] }));
    run.hear(news({ state: 'done', rounds: 1000, bets: [seen(0.5)], path }));
    expect(run.points['a']).toEqual(path.map(({ rounds }) => ({ rounds, mean: 0.5, error: 0.25 })));
  });

  it('starts its picture anew when everything is told again', async () => {
    const run = new SimulationRun(new Wire());
    await run.start(FORM);
    run.hear(news({ rounds: 900, bets: [seen(0)] }));
    run.hear(news({ rounds: 100, bets: [seen(1)] }));
    expect(run.points['a']).toHaveLength(1);
  });

  it('is stopped by asking, and goes on listening for what it has', async () => {
    const wire = new Wire();
    const run = new SimulationRun(wire);
    await run.start(FORM);
    await run.stop();
    expect(wire.posted.at(-1)?.[0]).toBe('/api/simulations/run/stop');
    expect(wire.sources[0]?.isClosed).toBe(false);
  });

  it('says why it was refused', async () => {
    const wire = new Wire();
    wire.refusal = new Trouble('below-minimum', 'The least stake is 5.', 'r', 409);
    const run = new SimulationRun(wire);
    await run.start(FORM);
    expect([run.trouble, run.isGoing]).toEqual(['The least stake is 5.', false]);
  });

  it('gives up a line that does not come back', async () => {
    const wire = new Wire();
    const run = new SimulationRun(wire);
    await run.start(FORM);
    for (let times = 0; times < 4; times += 1) wire.sources[0]?.onerror?.();
    expect(run.isGoing).toBe(false);
    expect(run.trouble).not.toBe('');
  });
});

describe('what was typed', () => {
  it.each([
    ['1000000', 1_000_000],
    ['1,000', 1000],
    ['1e6', 1_000_000],
    ['2.5e6', 2_500_000],
    ['2.5', undefined],
    ['0', undefined],
    ['-3', undefined],
    ['many', undefined],
  ])('%s rounds are %s', (text, count) => expect(readCount(text)).toBe(count));

  it('amounts are minor units', () => {
    expect([readAmount('5'), readAmount('0.05'), readAmount(''), readAmount('x')]).toEqual([500, 5, null, undefined]);
  });

  it('makes a form, or says at the field what is wrong', () => {
    const page: SimulatorPage = {
      game: 'g', title: '', edition: 'e', edition_title: '', games: [], editions: [], strategies: ['best'],
      spots: [{ spot: 'red', label: 'Red', area: 'single', minimum: 100, maximum: 10_000, unit: 1 }],
      rounds_max: 1_000_000, rounds_per_hour: 60,
    }; // prettier-ignore
    const choice = new Choice();
    choice.stakes['red'] = '5';
    choice.seed = '7';
    expect(choice.form(page)).toMatchObject({ bets: [{ spot: 'red', stake: 500 }], rounds: 1_000_000, bankroll: null });
    choice.rounds = '2e6';
    choice.stakes['red'] = 'five';
    choice.bankroll = '100';
    expect(choice.form(page)).toBeNull();
    expect(Object.keys(choice.problems).sort()).toEqual(['bankroll', 'red', 'rounds']);
  });
});

describe('the chart', () => {
  const points = [
    { rounds: 1000, mean: 0.2, error: 0.1 },
    { rounds: 10_000, mean: -0.05, error: 0.03 },
    { rounds: 100_000, mean: -0.02, error: 0.01 },
  ];
  it('keeps the exact value in the middle and the mean in the frame', () => {
    const scales = scalesOf(points, -1 / 64, 100_000);
    expect(scales.y(-1 / 64)).toBeCloseTo((TOP + HEIGHT - BOTTOM) / 2);
    for (const point of points) {
      expect(scales.y(point.mean)).toBeGreaterThanOrEqual(TOP);
      expect(scales.y(point.mean)).toBeLessThanOrEqual(HEIGHT - BOTTOM);
    }
    expect(scales.x(10_000) - scales.x(1000)).toBeCloseTo(scales.x(100_000) - scales.x(10_000));
    expect(meanPath(points, scales).startsWith('M')).toBe(true);
    expect(bandPath(points, -1 / 64, scales).endsWith('Z')).toBe(true);
  });
  it('counts and per cents in few signs', () => {
    expect(decades(900, 100_000)).toEqual([1000, 10_000, 100_000]);
    expect([shortCount(4096), shortCount(2_500_000), shortCount(12)]).toEqual(['4.1k', '2.5M', '12']);
    expect(percentText(-1 / 64, 0.0001)).toBe('−1.5625%');
  });
});

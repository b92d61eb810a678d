/** One simulation as the page follows it: started, heard of as it goes, stopped at any time. */

import { postForm } from '../wire/pages';
import type { SimulatedBet, SimulationForm, SimulationNews, SimulationStarted } from '../wire/page_types';

export interface Point {
  readonly rounds: number;
  readonly mean: number;
  readonly error: number;
}

/** What the page needs of an event source; tests bring their own. */
export interface Source {
  onmessage: ((event: { data: string }) => void) | null;
  onerror: (() => void) | null;
  close(): void;
}
export interface World {
  post<Page>(path: string, form: unknown): Promise<Page>;
  listen(path: string): Source;
}

export const browserWorld: World = {
  post: postForm,
  listen: (path) => new EventSource(path) as unknown as Source,
};

const ENDED = ['done', 'stopped', 'refused'];
const LOST_MAX = 4;

export class SimulationRun {
  news = $state.raw<SimulationNews | null>(null);
  /** The newest figures of every bet; they stay when the run goes on to visits or ends. */
  bets = $state.raw<readonly SimulatedBet[]>([]);
  points = $state.raw<Readonly<Record<string, readonly Point[]>>>({});
  rounds = $state(0);
  total = $state(0);
  command = $state('');
  trouble = $state('');
  isGoing = $state(false);
  #id = '';
  #source: Source | null = null;
  #lost = 0;
  readonly #world: World;

  constructor(world: World = browserWorld) {
    this.#world = world;
  }

  async start(form: SimulationForm): Promise<void> {
    this.leave();
    this.news = null;
    this.bets = [];
    this.points = {};
    this.rounds = 0;
    this.total = form.rounds;
    this.trouble = this.command = '';
    this.isGoing = true;
    try {
      const { id, command } = await this.#world.post<SimulationStarted>('/api/simulations', form);
      this.#id = id;
      this.command = command;
      this.#listen();
    } catch (problem) {
      this.isGoing = false;
      this.trouble = problem instanceof Error ? problem.message : 'The simulation could not be started.';
    }
  }

  #listen(): void {
    const source = this.#world.listen(`/api/simulations/${this.#id}/news`);
    this.#source = source;
    source.onmessage = (event) => this.hear(JSON.parse(event.data) as SimulationNews);
    source.onerror = () => {
      // The browser comes back by itself; a run that is gone is not waited for.
      this.#lost += 1;
      if (this.#lost < LOST_MAX) return;
      this.leave();
      this.trouble = 'The connection to the server was lost. Start again.';
    };
  }

  hear(news: SimulationNews): void {
    this.#lost = 0;
    this.news = news;
    if (news.state === 'running') {
      // A browser that came back is told everything again.
      if (news.rounds < this.rounds) this.points = {};
      this.#add(news);
    }
    if (news.bets.length > 0) this.bets = news.bets;
    if (news.path.length > 0) this.#draw(news);
    if (news.rounds > 0) this.rounds = news.rounds;
    if (!ENDED.includes(news.state)) return;
    this.leave();
    if (news.state === 'refused' || (news.result === null && news.sentence)) {
      this.trouble = news.sentence;
    }
  }

  #add({ rounds, bets }: SimulationNews): void {
    const points: Record<string, readonly Point[]> = {};
    for (const { bet, mean, error } of bets) {
      points[bet] = [...(this.points[bet] ?? []), { rounds, mean, error }];
    }
    this.points = points;
  }

  /** The whole way at once, finer than the news were. */
  #draw({ path, bets }: SimulationNews): void {
    const points: Record<string, readonly Point[]> = {};
    bets.forEach(({ bet }, at) => {
      points[bet] = path.map(({ rounds, means, errors }) => ({ rounds, mean: means[at] ?? 0, error: errors[at] ?? 0 }));
    });
    this.points = points;
  }

  async stop(): Promise<void> {
    if (this.#id && this.isGoing) await this.#world.post(`/api/simulations/${this.#id}/stop`, null).catch(() => undefined);
  }

  /** Nobody watches any more; the server ends what still goes on. */
  leave(): void {
    this.#source?.close();
    this.#source = null;
    this.isGoing = false;
    this.#lost = 0;
  }
}


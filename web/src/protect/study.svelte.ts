/** One study that was asked for: begun by a form, watched until it is done or refused. */

import { fetchPage, postForm } from '../wire/pages';
import type { StudyState } from '../wire/page_types';

const LOOK_MS = 500;

export interface World {
  post(path: string, form: unknown): Promise<StudyState>;
  look(path: string, signal: AbortSignal): Promise<StudyState>;
  later(ms: number, task: () => void): void;
}

const browser: World = {
  post: (path, form) => postForm<StudyState>(path, form),
  look: (path, signal) => fetchPage<StudyState>(path, signal),
  later: (ms, task) => void setTimeout(task, ms),
};

export class Study {
  state = $state.raw<StudyState | null>(null);
  /** The newest study that was done. */
  report = $state.raw<StudyState | null>(null);
  trouble = $state('');
  readonly #world: World;
  #stop = new AbortController();
  #turn: Promise<void> = Promise.resolve();

  constructor(world: World = browser) {
    this.#world = world;
  }
  get isWorking(): boolean {
    return this.state !== null && (this.state.state === 'waiting' || this.state.state === 'working');
  }
  /** Parts done of the most that it can take; null before anything is known. */
  get share(): number | null {
    const { state } = this;
    return state === null || state.total === 0 ? null : Math.min(1, state.done / state.total);
  }
  /** Ask for a study; whatever was asked before is ended. Quietly, the old report stays meanwhile. */
  ask(
    game: string,
    study: string,
    edition: string,
    options: Readonly<Record<string, string>>,
    how: { readonly isQuiet?: boolean; readonly isPrecise?: boolean } = {},
  ): Promise<void> {
    this.leave();
    const stop = (this.#stop = new AbortController());
    this.trouble = '';
    if (!how.isQuiet) this.state = this.report = null;
    const form = { edition, options, is_precise: how.isPrecise ?? false };
    return this.#next(() => this.#begin(`/api/protect/${game}/${study}`, form, stop));
  }
  /** Stop waiting, and show nothing of it. */
  cancel(): Promise<void> {
    this.leave();
    this.state = null;
    return this.#turn;
  }
  /** Stop waiting; the server ends what nobody else waits for. */
  leave(): void {
    const { state, isWorking } = this;
    this.#stop.abort();
    if (state !== null && isWorking) void this.#next(() => this.#end(state));
  }
  /** One request after the other, so that none ends what a later one began. */
  #next(task: () => Promise<void>): Promise<void> {
    return (this.#turn = this.#turn.then(task));
  }
  async #begin(path: string, form: unknown, stop: AbortController): Promise<void> {
    if (stop.signal.aborted) return;
    try {
      const begun = await this.#world.post(path, form);
      if (stop.signal.aborted) await this.#end(begun);
      else this.#take(begun, stop);
    } catch (problem) {
      this.#tell(problem, stop);
    }
  }
  async #end(state: StudyState): Promise<void> {
    await this.#world.post(`/api/studies/${state.key}/cancel`, null).catch(() => undefined);
  }
  #take(state: StudyState, stop: AbortController): void {
    if (stop.signal.aborted) return;
    this.state = state;
    if (state.report !== null) this.report = state;
    if (state.state === 'refused') this.trouble = state.sentence;
    if (this.isWorking) this.#world.later(LOOK_MS, () => void this.#look(state.key, stop));
  }
  async #look(key: string, stop: AbortController): Promise<void> {
    if (stop.signal.aborted) return;
    try {
      this.#take(await this.#world.look(`/api/studies/${key}`, stop.signal), stop);
    } catch (problem) {
      this.#tell(problem, stop);
    }
  }
  #tell(problem: unknown, stop: AbortController): void {
    if (stop.signal.aborted) return;
    this.trouble = problem instanceof Error ? problem.message : 'The study could not be loaded. Try again.';
  }
}

/** One study that was asked for: begun by a form, watched until it is done or refused. */

import { fetchPage, postForm } from '../wire/pages';
import type { StudyState } from '../wire/page_types';

const LOOK_MS = 500;

export interface World {
  post(path: string, form: unknown, signal: AbortSignal): Promise<StudyState>;
  look(path: string, signal: AbortSignal): Promise<StudyState>;
  later(ms: number, task: () => void): void;
}

const browser: World = {
  post: (path, form, signal) => postForm<StudyState>(path, form, signal),
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
  /** Ask anew; whatever was asked before is no longer watched. Quietly, the old report stays meanwhile. */
  async ask(
    game: string,
    study: string,
    edition: string,
    options: Readonly<Record<string, string>>,
    how: { readonly isQuiet?: boolean; readonly isPrecise?: boolean } = {},
  ): Promise<void> {
    this.#stop.abort();
    const stop = (this.#stop = new AbortController());
    this.trouble = '';
    if (!how.isQuiet) this.state = this.report = null;
    try {
      this.#take(await this.#world.post(`/api/protect/${game}/${study}`, { edition, options, is_precise: how.isPrecise ?? false }, stop.signal), stop);
    } catch (problem) {
      this.#tell(problem, stop);
    }
  }
  /** Stop waiting; the server ends what nobody else waits for. */
  async cancel(): Promise<void> {
    const { state } = this;
    this.#stop.abort();
    this.state = null;
    if (state !== null) await this.#world.post(`/api/studies/${state.key}/cancel`, null, new AbortController().signal).catch(() => undefined);
  }
  leave(): void {
    this.#stop.abort();
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

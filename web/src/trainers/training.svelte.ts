/** A training: the question that is open, the answer as it was marked, and how somebody does. */

import { fetchPage, postForm } from '../wire/pages';
import type { MistakeNote, ScoreNote, ScoresPage, TrainerGame, TrainersPage } from '../wire/page_types';

export interface Asked {
  readonly question: string;
  readonly title: string;
  readonly edition_title: string;
}
export interface Marked {
  readonly is_right: boolean;
  readonly took_ms: number;
  readonly score: ScoreNote;
  readonly mistakes: readonly MistakeNote[];
}
export interface Start {
  readonly game?: string | undefined;
  readonly level?: string;
  /** Only games whose players set hands. */
  readonly handsOnly?: boolean;
}

export class Training<Q extends Asked, M extends Marked> {
  page = $state.raw<TrainersPage | null>(null);
  game = $state('');
  edition = $state('');
  /** How much lies on the felt; null where every question is alike. */
  level = $state<string | null>(null);
  question = $state.raw<Q | null>(null);
  marked = $state.raw<M | null>(null);
  score = $state.raw<ScoreNote | null>(null);
  mistakes = $state.raw<readonly MistakeNote[]>([]);
  trouble = $state('');

  constructor(
    readonly trainer: string,
    readonly start: Start = {},
  ) {
    this.game = start.game ?? '';
    this.level = start.level ?? null;
  }

  get games(): readonly TrainerGame[] {
    return this.page?.games.filter((one) => !this.start.handsOnly || one.has_hands) ?? [];
  }
  /** Whether the game is one that can be trained. */
  get isKnown(): boolean {
    return this.games.some((one) => one.game === this.game);
  }
  /** Whether the address names a game that cannot be trained. */
  get isNowhere(): boolean {
    return this.page !== null && this.start.game !== undefined && !this.isKnown;
  }

  load(): Promise<void> {
    return this.#try(async () => {
      this.page = await fetchPage<TrainersPage>('/api/trainers');
      if (this.start.game === undefined) this.game = this.games[0]?.game ?? '';
    });
  }
  next(): Promise<void> {
    const { trainer, game, edition, level } = this;
    return this.#try(async () => {
      this.question = await postForm<Q>(`/api/trainers/${trainer}`, { game, edition, ...(level === null ? {} : { level }) });
      this.marked = null;
      const known = await fetchPage<ScoresPage>('/api/trainers/scores');
      const isHere = (one: ScoreNote | MistakeNote) => one.trainer === trainer && one.game === game;
      this.score = known.scores.find((one) => isHere(one) && (level === null || one.level === level)) ?? null;
      this.mistakes = known.mistakes.filter(isHere);
    });
  }
  async answer(form: object): Promise<void> {
    const asked = this.question;
    if (!asked || this.marked) return;
    await this.#try(async () => {
      this.marked = await postForm<M>(`/api/trainers/${this.trainer}/${asked.question}`, form);
      this.score = this.marked.score;
      this.mistakes = this.marked.mistakes;
    });
  }
  async #try(act: () => Promise<void>): Promise<void> {
    this.trouble = '';
    try {
      await act();
    } catch (problem) {
      this.trouble = problem instanceof Error ? problem.message : 'That did not work. Try again.';
    }
  }
}

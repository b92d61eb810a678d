/** The workbench's state: what was changed, and the figures that follow from it. */

import { fetchPage, newId, Trouble } from '../wire/pages';
import type { AimPage, ControlNote, FieldRefusal, FiguresPage, WorkbenchPage } from '../wire/page_types';
import { Latest } from './latest';

export class Bench {
  /** Values that differ from the edition's, by field. */
  changes = $state<Record<string, string>>({});
  /** The bet that is shown in full, by one of its keys; the first one while none is chosen. */
  bet = $state('');
  figures = $state.raw<FiguresPage | null>(null);
  refused = $state.raw<FieldRefusal | null>(null);
  trouble = $state('');
  isSlow = $state(false);
  /** The changes that the shown figures are for. */
  shownFor = $state('');
  /** Whether the page goes to the bet that a change moves; not once a bet was chosen by hand. */
  #follows = false;
  readonly #tab = newId();
  readonly #latest = new Latest<FiguresPage>({
    load: (question, signal) => fetchPage<FiguresPage>(`${this.#path}?${question}&tab=${this.#tab}`, signal),
    shown: (page, question) => this.#show(page, question),
    failed: (problem) => this.#fail(problem),
    slow: (isSlow) => (this.isSlow = isSlow),
  });

  constructor(readonly page: WorkbenchPage) {
    const wanted = new URLSearchParams(location.search).getAll('set');
    const typed = wanted.map((text) => text.split('=', 2) as [string, string]);
    const known = new Set(page.controls.map((one) => one.field));
    for (const [field, value] of [...page.changes, ...typed]) {
      if (known.has(field) && value !== undefined) this.changes[field] = value;
    }
    this.#ask();
  }
  stop(): void {
    this.#latest.stop();
  }

  value(control: ControlNote): string {
    return this.changes[control.field] ?? control.value;
  }
  set(control: ControlNote, value: string): void {
    if (value === control.value) delete this.changes[control.field];
    else this.changes[control.field] = value;
    this.#follows = true;
    this.#ask();
  }
  choose(bet: string): void {
    this.bet = bet;
    this.#follows = false;
    this.#latest.want(this.#question);
  }
  reset(): void {
    this.changes = {};
    this.#ask();
  }
  get isChanged(): boolean {
    return Object.keys(this.changes).length > 0;
  }
  /** Changes as `--set` takes them, in one order. */
  get texts(): string[] {
    return Object.entries(this.changes)
      .map(([field, value]) => `${field}=${value}`)
      .sort();
  }
  aim(field: string, bet: string, target: string, step: string): Promise<AimPage> {
    const more = new URLSearchParams({ field, bet, target, step });
    return fetchPage<AimPage>(`${this.#path}/aim?${this.#changes}&${more.toString()}&tab=${this.#tab}`);
  }

  get #path(): string {
    return `/api/figures/${this.page.game}/${this.page.edition}`;
  }
  get #changes(): string {
    return new URLSearchParams(this.texts.map((text): [string, string] => ['changes', text])).toString();
  }
  get #question(): string {
    return `${this.#changes}&bet=${encodeURIComponent(this.bet)}`;
  }
  #ask(): void {
    // The address holds the numbers, so that a reload loses nothing.
    const query = new URLSearchParams(this.texts.map((text): [string, string] => ['set', text])).toString();
    history.replaceState(null, '', location.pathname + (query ? `?${query}` : ''));
    this.#latest.want(this.#question);
  }
  #show(page: FiguresPage, question: string): void {
    this.trouble = '';
    this.refused = page.refused;
    if (page.refused === null) {
      const moved = this.#follows ? movedBet(this.figures, page) : '';
      this.figures = page;
      this.shownFor = new URLSearchParams(question).getAll('changes').join('&');
      if (moved !== '') {
        this.bet = moved;
        this.#latest.want(this.#question);
      }
    }
  }
  #fail(problem: unknown): void {
    if (problem instanceof Trouble && problem.code === 'too-many') {
      // Overtaken by a newer question of ours, or the house is busy: the next one will do.
      setTimeout(() => this.#latest.want(this.#question), 400);
      return;
    }
    this.trouble = problem instanceof Trouble ? problem.message : 'The server cannot be reached. Your numbers are kept here.';
  }
}

/** The bet that a change moved, by a key; empty where the one shown moved as well, or none did. */
export function movedBet(before: FiguresPage | null, now: FiguresPage): string {
  if (before === null) return '';
  const old = new Map(before.bets.map((bet) => [bet.name, bet.house_edge.fraction]));
  const moved = now.bets.filter((bet) => old.has(bet.name) && old.get(bet.name) !== bet.house_edge.fraction);
  const isShown = moved.some((bet) => bet.keys.includes(now.bet) || bet.name === now.bet);
  return isShown ? '' : (moved[0]?.keys[0] ?? '');
}

/** Why a number cannot be, in the words of its row. */
export function refusalWords(control: ControlNote, sentence: string): string {
  if (control.kind === 'odds' && sentence.startsWith(control.field)) return 'Write odds like 9/2 or 12: what one credit wins.';
  const words = sentence.replaceAll(control.field, control.label).replace(/\b([a-z]+):(?=\S)/g, '$1 ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

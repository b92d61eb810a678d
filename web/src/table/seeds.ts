/**
 * The player's seed of each round: made in this browser, committed to by its hash while bets are open,
 * and revealed once they are closed, so that the house cannot know it while it could still choose.
 */

import type { Act, TableView } from '../wire/types';

const KEPT = 'pitboss.seed.';
const RANDOM_BYTES = 16;
/** What may be typed beside the random digits; the two and a dot are at most 64 characters. */
export const OWN_LENGTH = 31;

interface Kept {
  readonly round: string;
  readonly text: string;
}

export class Seeds {
  readonly #ask: (act: Act) => Promise<unknown>;
  #own = '';
  #committed = '';
  #revealed = '';
  #kept: Kept | null = null;

  constructor(ask: (act: Act) => Promise<unknown>) {
    this.#ask = ask;
  }

  /** A text of the player's own; it is mixed into this round's seed if bets are still open. */
  async choose(own: string, view: TableView | null): Promise<void> {
    this.#own = own;
    this.#committed = '';
    if (view !== null) await this.commit(view);
  }

  /** Commit to a seed for the round, once. */
  async commit(view: TableView): Promise<void> {
    const round = view.round_id;
    if (round === null || round === this.#committed || !offers(view, 'commit-seed')) return;
    this.#committed = round;
    // Digits of chance as well, so that nobody can guess a word that was typed from its hash.
    const text = this.#own === '' ? randomText() : `${this.#own}.${randomText()}`;
    this.#keep(view.table, { round, text });
    const verifier = await fetched();
    if (verifier === null) {
      // Not to be had now; the next view asks again.
      this.#committed = '';
      return;
    }
    const hash = verifier.playerHash(round, view.viewer, text);
    if (!(await this.#send({ kind: 'commit-seed', seat: view.viewer, hash }))) this.#committed = '';
  }

  /** Do what a view asks for: commit where something of mine is in action, reveal where it is awaited. */
  async see(view: TableView): Promise<void> {
    const round = view.round_id;
    if (round === null) return;
    // Before the first bet, which it would hold up.
    if (offers(view, 'commit-seed')) void fetched();
    const isOn = view.bets.some((bet) => bet.seat === view.viewer);
    const isIn = view.fairness?.hashes.some(([seat]) => seat === view.viewer) ?? false;
    if (isOn && !isIn) await this.commit(view);
    const kept = this.#recall(view.table);
    if (!offers(view, 'reveal-seed') || round === this.#revealed || kept?.round !== round) return;
    this.#revealed = round;
    if (!(await this.#send({ kind: 'reveal-seed', seat: view.viewer, text: kept.text }))) this.#revealed = '';
  }

  /** Whether an answer came; where the connection was lost the next view asks again. */
  async #send(act: Act): Promise<boolean> {
    try {
      await this.#ask(act);
      return true;
    } catch {
      return false;
    }
  }

  // Another tab, or this one after a reload, reveals what was committed to.
  #keep(table: string, kept: Kept): void {
    this.#kept = kept;
    try {
      localStorage.setItem(KEPT + table, JSON.stringify(kept));
    } catch {
      // A browser that keeps nothing still plays; only a reload loses the seed.
    }
  }
  #recall(table: string): Kept | null {
    if (this.#kept !== null) return this.#kept;
    try {
      return JSON.parse(localStorage.getItem(KEPT + table) ?? 'null') as Kept | null;
    } catch {
      return null;
    }
  }
}

/** What hashes a seed, or null where it is not to be had now. */
const fetched = () => import('virtual:round-verifier').catch(() => null);
const offers = (view: TableView, act: string): boolean => view.offers.some((one) => one.act === act);

function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

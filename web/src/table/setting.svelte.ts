/**
 * What a player is laying out: groups of cards and loose ones. Whether a group is a combination is
 * the server's to say; this only remembers which cards the player put together.
 */

import { SvelteSet } from 'svelte/reactivity';
import type { Checked } from '../wire/types';

export type Judge = (setting: readonly (readonly string[])[] | null) => Promise<Checked>;

export class Setting {
  cards = $state.raw<readonly string[]>([]);
  groups = $state.raw<readonly (readonly string[])[]>([]);
  picked = new SvelteSet<string>();
  /** What the server said about the groups as they lie; null while it has not. */
  checked = $state.raw<Checked | null>(null);
  sentence = $state('');
  isConfirmed = $derived(this.checked !== null && this.checked.refused === null);
  /** The combinations as the server took them; null asks for the house way. */
  confirmed = $derived(this.isConfirmed && this.groups.length > 0 ? this.groups : null);
  loose = $derived(this.cards.filter((card) => !this.groups.some((group) => group.includes(card))));

  readonly #judge: Judge;
  #asked = 0;

  constructor(judge: Judge) {
    this.#judge = judge;
  }

  /** New cards: everything starts over; the same cards keep what was laid out. */
  deal(cards: readonly string[]): void {
    if (cards.join() === this.cards.join()) return;
    this.cards = cards;
    this.#lay([]);
    this.checked = null;
    this.sentence = '';
  }

  pick(card: string): void {
    if (this.picked.has(card)) this.picked.delete(card);
    else this.picked.add(card);
  }

  /** The picked cards become one group. */
  async combine(): Promise<void> {
    const group = this.loose.filter((card) => this.picked.has(card));
    if (group.length > 0) await this.#try([...this.groups, group]);
  }

  /** One card was laid on another: into that one's group, or a group of both. */
  async join(card: string, onto: string): Promise<void> {
    const others = this.groups.map((group) => group.filter((one) => one !== card));
    const found = others.some((group) => group.includes(onto));
    const groups = found
      ? others.map((group) => (group.includes(onto) ? [...group, card] : group))
      : [...others, [onto, card]];
    await this.#try(groups.filter((group) => group.length > 0), true);
  }

  /** Everything back in the hand. */
  async apart(): Promise<void> {
    await this.#try([]);
  }

  async separate(index: number): Promise<void> {
    await this.#try(this.groups.filter((_, at) => at !== index));
  }

  /** Lay the hand out the house way: one key. */
  async houseWay(): Promise<void> {
    await this.#try(null);
  }

  /** What is no combination falls apart, unless another card may still make it one. */
  async #try(groups: readonly (readonly string[])[] | null, isGrowing = false): Promise<void> {
    const before = this.groups;
    if (groups !== null) this.#lay(groups);
    this.checked = null;
    const asked = ++this.#asked;
    const checked = await this.#judge(groups);
    if (asked !== this.#asked) return;
    this.sentence = checked.refused?.sentence ?? checked.sentence;
    if (checked.refused) {
      if (!isGrowing) this.#lay(before);
      return;
    }
    if (groups === null) this.#lay(checked.combinations);
    this.checked = checked;
  }

  #lay(groups: readonly (readonly string[])[]): void {
    this.groups = groups;
    this.picked.clear();
  }
}

/** An entry being typed: cards by rank and suit, anything else by what it shows; what cannot be is not taken. */

import type { DrawNote } from '../wire/page_types';

export const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'] as const;
export const SUITS = ['c', 'd', 'h', 's'] as const;
export const JOKER = 'JK';

export class Entry {
  readonly draw: DrawNote;
  items = $state.raw<readonly string[]>([]);
  /** A rank whose suit is still to come, or the beginning of a longer mark. */
  rank = $state<string | null>(null);

  constructor(draw: DrawNote, first: readonly string[] = []) {
    this.draw = draw;
    this.items = first;
  }
  get isWhole(): boolean {
    return this.items.length === this.draw.count;
  }
  /** How many more of a card the server says there can be. */
  left(card: string): number {
    return (this.draw.cards[card] ?? 0) - this.items.filter((one) => one === card).length;
  }
  may(card: string): boolean {
    return !this.isWhole && (this.draw.kind === 'cards' ? this.left(card) > 0 : this.draw.faces.some((one) => one.face === card));
  }
  mayRank(rank: string): boolean {
    return SUITS.some((suit) => this.may(rank + suit));
  }
  add(item: string): void {
    if (!this.may(item)) return;
    this.items = [...this.items, item];
    this.rank = null;
  }
  /** Set what one of several shows: the first Top or the second, one die of three. */
  setAt(place: number, item: string): void {
    const next = [...this.items];
    if (place > next.length) return;
    next[place] = item;
    this.items = next;
  }
  remove(place: number): void {
    this.items = this.items.filter((_, at) => at !== place);
    this.rank = null;
  }
  /** A key as it is typed; true when it meant something. */
  type(key: string): boolean {
    if (key === 'Backspace') {
      if (this.rank !== null) this.rank = null;
      else this.items = this.items.slice(0, -1);
      return true;
    }
    return this.draw.kind === 'cards' ? this.#typeCard(key) : this.#typeMark(key);
  }
  /** Whatever was begun and is whole counts as typed. */
  finish(): void {
    if (this.rank !== null && this.draw.kind !== 'cards') this.add(this.rank);
  }
  #typeMark(key: string): boolean {
    const marks = this.draw.faces.map((one) => one.face);
    const begun = (text: string) => marks.filter((one) => one.toUpperCase().startsWith(text.toUpperCase()));
    if (this.rank !== null && begun(this.rank + key).length === 0) this.finish();
    const typed = (this.rank ?? '') + key;
    const found = begun(typed);
    const whole = found.find((one) => one.toUpperCase() === typed.toUpperCase());
    if (whole !== undefined && found.length === 1) this.add(whole);
    else if (found.length > 0) this.rank = whole ?? typed;
    return found.length > 0;
  }
  #typeCard(key: string): boolean {
    const low = key.toLowerCase();
    if (this.rank !== null) {
      // J and then K is a joker, as it is written everywhere.
      if (this.rank === 'J' && low === 'k') this.add(JOKER);
      else if ((SUITS as readonly string[]).includes(low)) this.add(this.rank + low);
      else return this.#typeRank(key);
      return true;
    }
    return this.#typeRank(key);
  }
  #typeRank(key: string): boolean {
    const rank = key === '0' || key === '1' ? 'T' : key.toUpperCase();
    if (!(RANKS as readonly string[]).includes(rank)) return false;
    this.rank = rank;
    return true;
  }
}

/** `Seat 3`, `Dealer`, `Row`. */
export const placeName = (place: string): string => place.charAt(0).toUpperCase() + place.slice(1);

/** A table from behind: the view over the socket, what the desk adds to it, and acts as forms. */

import { fetchPage, newId, postForm, Trouble } from '../wire/pages';
import type { DeskTable, DrawNote } from '../wire/page_types';
import { browserWorld, Socket } from '../wire/socket.svelte';
import type { Heard } from '../wire/picture';
import type { Offer, Shown, TableView } from '../wire/types';

export type Act = { readonly kind: string } & Readonly<Record<string, unknown>>;

/** What showed, word by word as the server reads it: `tops R J`, `cards Ac 7d`. */
export const shownWords = (draw: DrawNote, items: readonly string[]): string[] =>
  items.length ? [draw.kind, ...items] : [];

/** When a page that could not be fetched is fetched again. */
const AGAIN_MS = 1_000;

export class Behind {
  readonly table: string;
  readonly socket: Socket;
  view = $state.raw<TableView | null>(null);
  desk = $state.raw<DeskTable | null>(null);
  editionTitle = $state('');
  /** Why this desk cannot be used by whoever looks. */
  refused = $state('');
  /** Why the last act was not done. */
  trouble = $state('');
  isBusy = $state(false);
  /** The newest view that came; it is shown with a page of the desk that is no older. */
  #newest: Shown | null = null;
  #later: ReturnType<typeof setTimeout> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(table: string) {
    this.table = table;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    this.socket = new Socket(browserWorld(`${scheme}://${location.host}/ws/table/${table}`), (message) => this.#hear(message));
  }

  open(): void {
    void this.refresh().then((isStaff) => isStaff && this.socket.open());
  }
  leave(): void {
    clearTimeout(this.#later);
    this.socket.leave();
  }
  offer(act: string): Offer | null {
    return this.view?.offers.find((one) => one.act === act) ?? null;
  }

  #hear(message: Heard): void {
    if (message.kind === 'welcome') this.editionTitle = message.edition_title;
    if (message.kind !== 'shown') return;
    this.#newest = message;
    if (!this.#show()) void this.refresh();
  }
  /** Show the newest view unless the desk's page is older: a step of one round, beside entries of the round before, would be taken for both. */
  #show(): boolean {
    if (this.#newest === null) return true;
    if ((this.desk?.version ?? -1) < this.#newest.version) return false;
    this.view = this.#newest.view;
    return true;
  }
  /** Fetch the desk's page anew; false when this table is not for the viewer. */
  async refresh(): Promise<boolean> {
    try {
      const found = await fetchPage<DeskTable>(`/api/desk/${this.table}`);
      if (found.version >= (this.desk?.version ?? 0)) this.desk = found;
      return this.#show() || this.refresh();
    } catch (problem) {
      if (this.desk === null) this.refused = problem instanceof Error ? problem.message : 'The desk cannot be reached.';
      else if (!this.#show()) this.#later = setTimeout(() => void this.refresh(), AGAIN_MS);
      return false;
    }
  }
  /** Do something from behind the table, after what was asked before it; true when it is on record. */
  act(act: Act): Promise<boolean> {
    const done = this.#last.then(() => this.#send(act));
    this.#last = done;
    return done;
  }
  async #send(act: Act): Promise<boolean> {
    this.isBusy = true;
    this.trouble = '';
    try {
      await postForm(`/api/tables/${this.table}/acts`, { id: newId(), act });
      await this.refresh();
      return true;
    } catch (problem) {
      this.trouble = problem instanceof Trouble ? problem.message : 'The table cannot be reached. Try again.';
      return false;
    } finally {
      this.isBusy = false;
    }
  }
}

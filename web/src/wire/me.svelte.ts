/** Who the viewer is, fetched once and again whenever something about it changed. */

import { fetchPage, newId, postForm, Trouble } from './pages';
import type { Balance, LobbyPage, Me } from './page_types';

const SIGN_IN_FIRST = 'sign-in-first';

/** Whether a page was refused because nobody is known here. */
export const needsSignIn = (problem: unknown): boolean => problem instanceof Trouble && problem.code === SIGN_IN_FIRST;

class Viewer {
  /** Null for whoever has not come in with a name. */
  known = $state.raw<Me | null>(null);
  helpline = $state('');
  /** My credits as far as the table that is open has told them; newer ones would tell how a round ends. */
  told = $state<number | null>(null);
  #asked: Promise<void> | null = null;

  get balance(): number {
    return this.told ?? this.known?.balance ?? 0;
  }
  /** Ask once; every page may call this. */
  async ask(): Promise<void> {
    await (this.#asked ?? this.refresh());
  }
  async refresh(): Promise<void> {
    await (this.#asked = this.#fetch());
  }
  /** The lobby has said already that nobody is known here. */
  forget(): void {
    this.known = null;
    this.#asked = Promise.resolve();
  }
  async #fetch(): Promise<void> {
    const lobby = this.helpline === '' ? fetchPage<LobbyPage>('/api/lobby') : null;
    this.known = await fetchPage<Me>('/api/me').catch(() => null);
    if (lobby !== null) this.helpline = (await lobby.catch(() => null))?.helpline ?? '';
  }
  /** A page of the viewer's own. While nobody is known here it is refused without a request. */
  async fetchOwn<Page>(address: string): Promise<Page> {
    await this.ask();
    if (this.known === null) throw new Trouble(SIGN_IN_FIRST, 'Sign in first.', '', 401);
    return fetchPage<Page>(address);
  }
  /** Come in with a name only, if not in already. */
  async comeIn(name: string): Promise<void> {
    this.known = await postForm<Me>('/api/guest', { name });
  }
  /** Put what a guest has under a password. */
  async makeAccount(name: string, password: string): Promise<void> {
    this.known = await postForm<Me>('/api/account', { name, password });
  }
  async signIn(name: string, password: string): Promise<void> {
    this.known = await postForm<Me>('/api/sign-in', { name, password });
  }
  /** Put another password in place of the old one; every other browser is signed out. */
  async changePassword(old: string, fresh: string): Promise<void> {
    this.known = await postForm<Me>('/api/password', { old, new: fresh });
  }
  async signOut(): Promise<void> {
    await postForm<null>('/api/sign-out', null);
    this.known = null;
  }
  /** Fill the practice credits up; they are free. */
  async refill(): Promise<void> {
    const { balance } = await postForm<Balance>('/api/refill', { id: newId() });
    if (this.known) this.known = { ...this.known, balance };
  }
}

export const me = new Viewer();

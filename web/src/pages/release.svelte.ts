/** Whether the server has a newer front end than the one this tab runs; an old tab reloads when nothing is lost by it. */

/** The script this tab began with, as the front page names it. */
const ownScript = () => document.querySelector<HTMLScriptElement>('script[type=module][src]')?.getAttribute('src') ?? '';
const KEPT = 'pitboss.reloaded';
/** Two versions behind one address may both be served for a while: a tab does not go round and round. */
const APART_MS = 60_000;

class Release {
  isOld = $state(false);
  /** A part of the page could not be fetched. */
  isPartMissing = $state(false);

  /** Look at the front page again: its script has another name after a deployment. */
  async check(): Promise<boolean> {
    try {
      const page = await fetch('/', { cache: 'no-cache', headers: { accept: 'text/html' } });
      const own = ownScript();
      if (page.ok && own !== '') this.isOld = !(await page.text()).includes(own);
    } catch {
      // No connection: nothing is known, and nothing is lost by going on.
    }
    return this.isOld;
  }
  async miss(): Promise<void> {
    await this.check();
    this.isPartMissing = true;
  }
  /** A part that is fetched when it is wanted; one that cannot be fetched is named. */
  async fetchPart<Part>(fetched: Promise<Part>): Promise<Part> {
    try {
      return await fetched;
    } catch (problem) {
      await this.miss();
      throw problem;
    }
  }
  /** Fetch this page anew, where that was not done a moment ago. */
  reload(): void {
    try {
      const last = Number(sessionStorage.getItem(KEPT) ?? 0);
      if (Date.now() - last < APART_MS) return;
      sessionStorage.setItem(KEPT, String(Date.now()));
    } catch {
      // A browser that keeps nothing is not reloaded by itself.
      return;
    }
    location.reload();
  }
}

export const release = new Release();

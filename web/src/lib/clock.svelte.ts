/** The server's clock as this browser knows it; the countdown follows it, never our own. */

export class ServerClock {
  #offset = 0;
  #frozen: number | null = null;

  set(now_ms: number): void {
    this.#offset = now_ms - Date.now();
  }
  /** Time stands still: for pictures. */
  freeze(now_ms: number): void {
    this.#frozen = now_ms;
  }
  now(): number {
    return this.#frozen ?? Date.now() + this.#offset;
  }
}

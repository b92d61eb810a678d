/** The socket itself: drives the machine, resumes where it was, and sends every ask exactly once. */

import { dial } from './dial';
import { step, type Link, type LinkEvent } from './machine';
import { Picture, type Heard } from './picture';
import type { Act, Answer, Changed, Checked, FromBrowser, Ping, ToBrowser } from './types';

export interface SocketLike {
  readonly readyState?: number;
  onopen: ((event: Event) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  send(data: string): void;
  close(): void;
}

export interface World {
  connect(): SocketLike;
  later(ms: number, task: () => void): () => void;
  chance(): number;
  /** The time of day, which goes on while a machine sleeps and its timers do not. */
  now(): number;
  newId(): string;
}

export const browserWorld = (url: string): World => ({
  connect: () => dial(url),
  later: (ms, task) => {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
  chance: () => Math.random(),
  now: () => Date.now(),
  newId: () => crypto.randomUUID(),
});

/** A house that pings is lost when it has said nothing for three pings, and for so long at least. */
const QUIET_MS = 60_000;

type Reply = Answer | Checked;
interface Waiting {
  readonly message: FromBrowser;
  readonly answer: (reply: Reply) => void;
}

export class Socket {
  link = $state.raw<Link>({ state: 'connecting', tries: 0 });
  /** How many moves of the player have no answer yet; seeds and checks are the page's own. */
  unanswered = $state(0);

  readonly #world: World;
  readonly #hear: (message: Heard) => void;
  readonly #picture = new Picture();
  #socket: SocketLike | null = null;
  #cancel: () => void = () => undefined;
  #unwatch: () => void = () => undefined;
  #heard_ms = 0;
  /** When the house pinged last, and the shortest time between two pings: a house sets it. */
  #pinged_ms = 0;
  #every_ms = Infinity;
  #seen = 0;
  /** Asks without an answer, oldest first; they are sent again after a break, under their ids. */
  readonly #waiting = new Map<string, Waiting>();

  constructor(world: World, hear: (message: Heard) => void) {
    this.#world = world;
    this.#hear = hear;
  }

  open(): void {
    this.#dial();
  }
  leave(): void {
    this.#happen({ event: 'leave' });
  }
  /** The network is gone: a socket would notice only when it sends. */
  lost(): void {
    this.#happen({ event: 'dropped' });
  }
  /** The network is back: no need to wait any longer. */
  found(): void {
    this.#happen({ event: 'waited' });
  }
  /** The tab is looked at again: after a long silence the other end is gone; a socket that died lately says so when something is sent. */
  probe(): void {
    if (this.link.state !== 'live') return;
    if (this.#world.now() - this.#heard_ms < QUIET_MS) this.#send({ kind: 'pong' });
    else this.lost();
  }
  /** This tab wants the seat back from the other one. */
  takeOver(): void {
    this.#happen({ event: 'take-over' });
  }

  ask(act: Act): Promise<Reply> {
    const id = this.#world.newId();
    return this.#request(id, { kind: 'ask', id, act });
  }
  check(seat: number, setting: readonly (readonly string[])[] | null): Promise<Reply> {
    const id = this.#world.newId();
    return this.#request(id, { kind: 'check-setting', id, seat, setting });
  }

  #request(id: string, message: FromBrowser): Promise<Reply> {
    return new Promise((answer) => {
      this.#waiting.set(id, { message, answer });
      this.#count();
      if (this.link.state === 'live') this.#send(message);
    });
  }

  #count(): void {
    const asks = [...this.#waiting.values()].map(({ message }) => message);
    this.unanswered = asks.filter((one) => one.kind === 'ask' && !one.act.kind.endsWith('-seed')).length;
  }

  #happen(happened: LinkEvent): void {
    this.#cancel();
    this.#cancel = () => undefined;
    this.link = step(this.link, happened, this.#world.chance());
    if (this.link.state === 'connecting') this.#dial();
    else if (this.link.state !== 'live') this.#hangUp();
    if (this.link.state === 'retrying') {
      this.#cancel = this.#world.later(this.link.wait_ms, () => this.#happen({ event: 'waited' }));
    }
  }

  #dial(): void {
    this.#hangUp();
    const socket = this.#world.connect();
    this.#socket = socket;
    const greet = () => this.#send({ kind: 'hello', seen: this.#seen, takes_over: true });
    socket.onopen = greet;
    socket.onclose = () => this.#happen({ event: 'dropped' });
    socket.onmessage = (event) => {
      this.#heard_ms = this.#world.now();
      this.#take(JSON.parse(String(event.data)) as ToBrowser);
      if (this.#socket === socket) this.#watch();
    };
    // Dialled ahead and open already.
    if (socket.readyState === 1) greet();
  }

  /** After a sleep the other end may be gone without a word: then nothing is heard for too long. */
  #watch(): void {
    this.#unwatch();
    if (this.#every_ms === Infinity) return;
    this.#unwatch = this.#world.later(Math.max(QUIET_MS, 3 * this.#every_ms), () => this.lost());
  }

  #pinged({ now_ms }: Ping): void {
    if (this.#pinged_ms > 0) this.#every_ms = Math.min(this.#every_ms, now_ms - this.#pinged_ms);
    this.#pinged_ms = now_ms;
    this.#send({ kind: 'pong' });
  }

  #hangUp(): void {
    this.#unwatch();
    this.#unwatch = () => undefined;
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onclose = socket.onmessage = null;
    socket.close();
  }

  #take(message: ToBrowser): void {
    switch (message.kind) {
      case 'welcome':
        this.#picture.greet(message);
        this.#happen({ event: 'welcomed' });
        for (const { message: again } of this.#waiting.values()) this.#send(again);
        break;
      case 'changed':
        this.#see(message);
        return;
      case 'answer':
      case 'checked':
        this.#waiting.get(message.id)?.answer(message);
        this.#waiting.delete(message.id);
        this.#count();
        break;
      case 'replaced':
        this.#happen({ event: 'replaced', why: message.sentence });
        break;
      case 'closing':
        this.#happen({ event: 'closing', why: message.sentence, retry_ms: message.retry_ms });
        break;
      case 'ping':
        this.#pinged(message);
        break;
    }
    this.#hear(message);
  }

  /** Changes come to the page as the whole that they make. */
  #see(changed: Changed): void {
    const shown = this.#picture.take(changed);
    if (shown === null) {
      if (this.#picture.miss()) this.#send({ kind: 'again', number: this.#picture.number });
      return;
    }
    this.#seen = shown.version;
    this.#hear(shown);
  }

  #send(message: FromBrowser): void {
    this.#socket?.send(JSON.stringify(message));
  }
}

import { describe, expect, it } from 'vitest';
import { step, waitAfter, type Link } from '../src/wire/machine';
import { Socket, type SocketLike, type World } from '../src/wire/socket.svelte';
import type { FromBrowser, TableView, ToBrowser } from '../src/wire/types';

const live: Link = { state: 'live' };
const connecting: Link = { state: 'connecting', tries: 0 };

describe('the life of a connection', () => {
  it('connects, lives, is lost, waits, and connects again', () => {
    let link = step(connecting, { event: 'welcomed' }, 0);
    expect(link).toEqual(live);
    link = step(link, { event: 'dropped' }, 0.5);
    expect(link).toMatchObject({ state: 'retrying', tries: 1 });
    link = step(link, { event: 'waited' }, 0);
    expect(link).toEqual({ state: 'connecting', tries: 1 });
    expect(step(link, { event: 'dropped' }, 0)).toMatchObject({ state: 'retrying', tries: 2 });
  });
  it('stays quiet once another tab took over, until asked', () => {
    const link = step(live, { event: 'replaced', why: 'other tab' }, 0);
    expect(step(link, { event: 'dropped' }, 0)).toBe(link);
    expect(step(link, { event: 'waited' }, 0)).toBe(link);
    expect(step(link, { event: 'take-over' }, 0)).toEqual(connecting);
  });
  it('comes back when told to, and never when told never', () => {
    const soon = step(live, { event: 'closing', why: 'restart', retry_ms: 2000 }, 0);
    expect(soon).toMatchObject({ state: 'retrying', wait_ms: 2000 });
    const never = step(live, { event: 'closing', why: 'closed', retry_ms: null }, 0);
    expect(never.state).toBe('closed');
    expect(step(never, { event: 'dropped' }, 0)).toBe(never);
  });
  it('waits longer each time, up to a limit, never all at once', () => {
    for (let tries = 0; tries < 20; tries += 1) {
      expect(waitAfter(tries, 0)).toBeLessThanOrEqual(waitAfter(tries + 1, 0));
      expect(waitAfter(tries, 1)).toBeLessThanOrEqual(15_000);
      expect(waitAfter(tries, 0)).toBeLessThan(waitAfter(tries, 1));
    }
  });
});

class FakeSocket implements SocketLike {
  onopen: SocketLike['onopen'] = null;
  onclose: SocketLike['onclose'] = null;
  onmessage: SocketLike['onmessage'] = null;
  sent: FromBrowser[] = [];
  send(data: string): void {
    this.sent.push(JSON.parse(data) as FromBrowser);
  }
  close(): void {
    this.onclose?.({} as CloseEvent);
  }
  say(message: ToBrowser): void {
    this.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
  }
}

function floor() {
  const sockets: FakeSocket[] = [];
  const tasks: (() => void)[] = [];
  let ids = 0;
  const clock = { ms: 0 };
  const world: World = {
    connect: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    later: (_, task) => {
      tasks.push(task);
      return () => tasks.splice(tasks.indexOf(task), 1);
    },
    chance: () => 0,
    now: () => clock.ms,
    newId: () => `id-${(ids += 1)}`,
  };
  return { sockets, tasks, world, clock };
}

const WELCOME: ToBrowser = {
  kind: 'welcome',
  viewer_name: 'Ana',
  edition_title: '',
  rounds_per_hour: 50,
  refills_to: 100_000,
  helpline: '',
  history: [],
  own_last: null,
  meanwhile: null,
  is_coach_allowed: true,
  paytables: [],
  areas: [],
  beds: [],
  beside_approval: [],
  number: 1,
  view: { table: 'T', balance: null } as TableView,
};
const changed = (after: number, number: number, changes: Record<string, unknown>): ToBrowser => ({
  kind: 'changed',
  after,
  number,
  version: number,
  now_ms: 0,
  changes,
});

describe('the socket', () => {
  it('greets with what it saw last, and answers a ping', () => {
    const { sockets, world } = floor();
    const heard: string[] = [];
    const socket = new Socket(world, (message) => heard.push(message.kind));
    socket.open();
    sockets[0]?.onopen?.({} as Event);
    sockets[0]?.say(WELCOME);
    sockets[0]?.say({ kind: 'ping', now_ms: 1 });
    expect(sockets[0]?.sent).toEqual([{ kind: 'hello', seen: 0, takes_over: true }, { kind: 'pong' }]);
    expect(heard).toEqual(['welcome', 'ping']);
  });
  it('sends an ask again under the same id after a break, until it is answered', async () => {
    const { sockets, tasks, world } = floor();
    const socket = new Socket(world, () => undefined);
    socket.open();
    sockets[0]?.say(WELCOME);
    const answer = socket.ask({ kind: 'ready', seat: 1, round: 'T.1' });
    sockets[0]?.onclose?.({} as CloseEvent);
    expect(socket.link.state).toBe('retrying');
    tasks.shift()?.();
    sockets[1]?.say(WELCOME);
    const sent = sockets.flatMap((one) => one.sent.filter((message) => message.kind === 'ask'));
    expect(sent.map((ask) => ask.id)).toEqual(['id-1', 'id-1']);
    sockets[1]?.say({ kind: 'answer', id: 'id-1', refused: null });
    await expect(answer).resolves.toMatchObject({ id: 'id-1' });
    sockets[1]?.onclose?.({} as CloseEvent);
    tasks.shift()?.();
    sockets[2]?.say(WELCOME);
    expect(sockets[2]?.sent.filter((message) => message.kind === 'ask')).toEqual([]);
  });
  it('makes a whole of changes, and asks once for what it missed', () => {
    const { sockets, tasks, world } = floor();
    const heard: unknown[] = [];
    const socket = new Socket(world, (message) => message.kind === 'shown' && heard.push(message.view));
    socket.open();
    sockets[0]?.say(WELCOME);
    sockets[0]?.say(changed(1, 2, { balance: 5 }));
    sockets[0]?.say(changed(3, 4, { balance: 7 }));
    sockets[0]?.say(changed(4, 5, { balance: 8 }));
    expect(sockets[0]?.sent).toEqual([{ kind: 'again', number: 2 }]);
    sockets[0]?.say(changed(1, 6, { balance: 9 }));
    sockets[0]?.say(changed(6, 7, { table: 'U' }));
    expect(heard).toEqual([{ table: 'T', balance: 5 }, { table: 'T', balance: 9 }, { table: 'U', balance: 9 }]);
    sockets[0]?.onclose?.({} as CloseEvent);
    tasks.shift()?.();
    sockets[1]?.onopen?.({} as Event);
    sockets[1]?.say(WELCOME);
    sockets[1]?.say(changed(1, 8, {}));
    expect(sockets[1]?.sent).toEqual([{ kind: 'hello', seen: 7, takes_over: true }]);
    expect(heard.at(-1)).toEqual({ table: 'T', balance: null });
  });
  it('does not fight with another tab', () => {
    const { sockets, tasks, world } = floor();
    const socket = new Socket(world, () => undefined);
    socket.open();
    sockets[0]?.say(WELCOME);
    sockets[0]?.say({ kind: 'replaced', sentence: 'You play in another tab.' });
    expect(socket.link).toEqual({ state: 'replaced', why: 'You play in another tab.' });
    expect(tasks).toEqual([]);
    expect(sockets).toHaveLength(1);
    socket.takeOver();
    expect(sockets).toHaveLength(2);
  });
});

describe('a tab that slept', () => {
  /** A table whose house has pinged twice, so many milliseconds apart. */
  function pinged(every_ms: number) {
    const { sockets, tasks, world, clock } = floor();
    const waits: number[] = [];
    const socket = new Socket(
      {
        ...world,
        later: (ms, task) => {
          waits.push(ms);
          return world.later(ms, task);
        },
      },
      () => undefined,
    );
    socket.open();
    // Before the welcome a word would be one too many: strangers begin with a hello.
    socket.probe();
    expect(sockets[0]?.sent).toEqual([]);
    sockets[0]?.say(WELCOME);
    sockets[0]?.say({ kind: 'ping', now_ms: 1_000 });
    expect(tasks).toEqual([]);
    sockets[0]?.say({ kind: 'ping', now_ms: 1_000 + every_ms });
    return { socket, sockets, tasks, waits, clock };
  }
  it('dials again when a house that pings has been silent for too long', () => {
    const { socket, sockets, tasks, waits } = pinged(20_000);
    sockets[0]?.say(changed(1, 2, {}));
    // Everything that is heard begins the wait anew.
    expect([tasks.length, waits]).toEqual([1, [60_000, 60_000]]);
    tasks.shift()?.();
    expect(socket.link).toMatchObject({ state: 'retrying', why: expect.stringContaining('trying again') as string });
    expect(tasks).toHaveLength(1);
    tasks.shift()?.();
    sockets[1]?.say(WELCOME);
    expect(socket.link.state).toBe('live');
  });
  it('waits longer for a house that pings seldom', () => expect(pinged(50_000).waits).toEqual([150_000]));
  it('dials again at once when it is looked at after an hour in which no timer ran', () => {
    const { socket, sockets, clock } = pinged(20_000);
    clock.ms = 3_600_000;
    socket.probe();
    expect(socket.link.state).toBe('retrying');
    socket.found();
    sockets[1]?.say(WELCOME);
    socket.probe();
    expect([socket.link.state, sockets.length]).toEqual(['live', 2]);
  });
  it('says a word when it is looked at again, and none while another tab plays', () => {
    const { socket, sockets, tasks } = pinged(20_000);
    const pongs = () => sockets[0]?.sent.filter((one) => one.kind === 'pong').length;
    socket.probe();
    expect(pongs()).toBe(3);
    sockets[0]?.say({ kind: 'replaced', sentence: 'You play in another tab.' });
    socket.probe();
    expect([pongs(), tasks]).toEqual([3, []]);
  });
});

describe('a network that goes and comes', () => {
  it('is lost at once and tried again as soon as it is there', () => {
    const dropped = step({ state: 'live' }, { event: 'dropped' }, 0.5);
    expect(dropped.state).toBe('retrying');
    expect(step(dropped, { event: 'waited' }, 0.5).state).toBe('connecting');
    expect(step({ state: 'live' }, { event: 'waited' }, 0.5).state).toBe('live');
  });
});

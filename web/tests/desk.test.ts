import { describe, expect, it } from 'vitest';
// Loaded beforehand, so that a seed committed to in passing is hashed before the test is over.
import { playerHash } from 'virtual:round-verifier';
import { keysOf, press } from '../src/table/keys';
import { Seeds } from '../src/table/seeds';
import { Setting } from '../src/table/setting.svelte';
import type { FlipAtRest } from '../src/stages/flip/story';
import type { Act, Checked, FlipView, Shown, TableView } from '../src/wire/types';
import { seated } from './seated';
import { story, storyNames } from './stories';

describe('bets', () => {
  it('adds the chip in hand to what lies there', async () => {
    const { desk, asked, play } = seated('spin-red-and-joker', (_, at) => at === 6);
    await play();
    desk.chip = 500;
    await desk.add('single:red');
    await desk.take('single:joker');
    await desk.add('single:green');
    expect(asked).toEqual([
      { kind: 'place-bet', seat: 1, spot: 'single:red', stake: 3000, round: desk.view?.round_id },
      { kind: 'place-bet', seat: 1, spot: 'single:joker', stake: 500, round: desk.view?.round_id },
      { kind: 'place-bet', seat: 1, spot: 'single:green', stake: 500, round: desk.view?.round_id },
    ]);
  });
  it('takes down what falls to nothing, and undoes step by step', async () => {
    const { desk, asked, play } = seated('spin-red-and-joker', (_, at) => at === 6);
    await play();
    desk.chip = 50000;
    await desk.take('single:red');
    await desk.undo();
    expect(asked).toEqual([
      { kind: 'take-down', seat: 1, spot: 'single:red', round: desk.view?.round_id },
      { kind: 'place-bet', seat: 1, spot: 'single:red', stake: 2500, round: desk.view?.round_id },
    ]);
    expect(desk.mayUndo).toBe(false);
  });
  it('doubles and clears my stakes and nobody else’s', async () => {
    const { desk, asked, play } = seated('spin-red-and-joker', (_, at) => at === 6);
    await play();
    await desk.double();
    const doubled = asked.splice(0);
    expect(doubled).toHaveLength(desk.mine.length);
    for (const act of doubled) {
      if (act.kind !== 'place-bet') throw new Error(act.kind);
      expect(act.stake).toBe(2 * (desk.mine.find((bet) => bet.spot === act.spot)?.stake ?? 0));
    }
    await desk.clear();
    expect(asked.map((act) => act.kind)).toEqual(desk.mine.map(() => 'take-down'));
  });
  it('undoes an action whole, a double and a clear on several spots', async () => {
    for (const act of ['double', 'clear'] as const) {
      const { desk, asked, play } = seated('spin-red-and-joker', (_, at) => at === 6);
      await play();
      const before = desk.mine.map((bet) => [bet.spot, bet.stake]);
      await desk[act]();
      expect(asked.splice(0).length).toBe(before.length);
      await desk.undo();
      expect(asked.map((one) => one.kind === 'place-bet' && [one.spot, one.stake])).toEqual(before);
      expect(desk.mayUndo).toBe(false);
    }
  });
  it('repeats the settled stakes that are not up any more', async () => {
    const { desk, asked, play } = seated('spin-stays-up', (phase, at) => phase === 'betting' && at > 12);
    await play();
    const before = desk.view?.last?.lines.filter((line) => line.seat === 1) ?? [];
    const up = new Set(desk.mine.map((bet) => bet.spot));
    await desk.repeat();
    expect(asked.map((act) => act.kind === 'place-bet' && [act.spot, act.stake])).toEqual(
      before.filter((line) => !up.has(line.spot)).map((line) => [line.spot, line.stake]),
    );
  });
  it('says why a bet was refused', async () => {
    const { desk, play, refuse } = seated('spin-red-and-joker', (_, at) => at === 6);
    await play();
    refuse('0.01 on single:red is below the minimum.');
    await desk.add('single:red');
    expect(desk.notice).toContain('below the minimum');
    // Nothing was done, so there is nothing to undo.
    expect(desk.mayUndo).toBe(false);
    expect(desk.spots.find((one) => one.spot.spot === 'single:red')?.stake).toBe(2500);
    // It stays while it applies and until it was read; it goes at once when credits came.
    const [now, next] = [story('spin-red-and-joker').frames[6], story('spin-red-and-joker').frames.find((one) => one.view.phase !== 'betting' && one.view.round_id === desk.view?.round_id)];
    if (!now || !next) throw new Error('no such frames');
    const later = (view: Shown['view'], ms: number) => desk.see({ ...now, view, now_ms: now.now_ms + ms });
    later(now.view, 0);
    expect(desk.notice).not.toBe('');
    later({ ...now.view, balance: (now.view.balance ?? 0) + 1 }, 0);
    expect(desk.notice).toBe('');
    await desk.add('single:red');
    // What a round paid is not told by a refusal that goes.
    const won = { ...now.view, last: story('spin-red-and-joker').frames.at(-1)?.view.last ?? null, balance: (now.view.balance ?? 0) + 9_999 };
    later(won, 0);
    expect(desk.notice).not.toBe('');
    later(next.view, 1000);
    expect(desk.notice).not.toBe('');
    later(now.view, 60_000);
    expect(desk.notice).toBe('');
  });
  it('is for the round that the player sees, though the next one is open already', async () => {
    const { desk, asked, play } = seated('spin-stays-up', (_, at) => at === 11);
    await play();
    const { frames } = story('spin-stays-up');
    desk.teller.isMotionWanted = true;
    for (const frame of frames.slice(12, 14)) desk.see(frame);
    expect(desk.teller.isNextOpen).toBe(true);
    await desk.add('single:red');
    expect(asked.map((act) => 'round' in act && act.round)).toEqual(['spin-n-win-1.1']);
  });
});

describe('a player without a bet', () => {
  /** Bets are open and nothing of mine lies there; another seat is in the round. */
  async function idle(isOtherReady: boolean) {
    const { desk, asked, play } = seated('spin-red-and-joker', (phase) => phase === 'betting');
    await play();
    const now = story('spin-red-and-joker').frames.find((one) => one.view.phase === 'betting') ?? expect.fail();
    const { view } = now;
    const seats = view.seats.map((one) => (one.seat === desk.seat ? one : { ...one, in_round: one.seat === 2, is_ready: one.seat === 2 && isOtherReady }));
    desk.see({ ...now, view: { ...view, bets: [], seats } });
    expect(desk.total).toBe(0);
    return { desk, asked };
  }
  it('sits out, so that nobody who is ready waits', async () => {
    const { desk, asked } = await idle(true);
    expect(desk.mayReady).toBe(true);
    await desk.ready();
    expect(asked).toEqual([{ kind: 'ready', seat: desk.seat, round: desk.view?.round_id }]);
  });
  it('starts nothing while nobody waits', async () => {
    const { desk } = await idle(false);
    expect(desk.mayReady).toBe(false);
  });
});

describe('an action on several spots', () => {
  const OVER = 'Your bet was for round 1, which is over.';
  const NAME = 'spin-red-and-joker';
  /** A player with several stakes up whose asks are answered late, and the table in the next round. */
  async function staked() {
    const at = story(NAME).frames.findIndex(({ view }) => view.phase === 'betting' && view.bets.filter((bet) => bet.seat === 1).length > 1);
    const now = story(NAME).frames[at] ?? expect.fail();
    const table = seated(NAME, (_, frame) => frame === at);
    await table.play();
    return { ...table, answer: table.hang(), now, round: now.view.round_id, next: { ...now, view: { ...now.view, round_id: 'spin-n-win-1.99' } } };
  }
  /** The same with all of them lost in the round before, so that they can be repeated. */
  function lose({ desk, now }: Awaited<ReturnType<typeof staked>>) {
    const last = story(NAME).frames.at(-1)?.view.last ?? expect.fail();
    const [line] = last.lines;
    const lines = desk.mine.map((bet) => ({ ...(line ?? expect.fail()), ...bet, result: 'lose' }));
    desk.see({ ...now, view: { ...now.view, bets: [], last: { ...last, viewer: 1, lines } } });
  }

  it.each(['repeat', 'double', 'clear', 'undo'] as const)('%s is for the round of its press, and ends with the refusal that this is over', async (act) => {
    const table = await staked();
    const { desk, asked, answer, refuse, round, next } = table;
    const count = desk.mine.length;
    if (act === 'repeat') lose(table);
    if (act === 'undo') {
      void desk.double();
      for (let at = 0; at < count; at++) await answer();
      asked.length = 0;
    }
    void desk[act]();
    // The banner of a lost connection counts them: one was sent, the others wait for its answer.
    expect([asked.length, desk.unsent]).toEqual([1, count - 1]);
    desk.see(next);
    refuse(OVER, 'round-over');
    await answer();
    refuse('');
    for (let at = 1; at < count; at++) await answer();
    expect(asked.map((one) => 'round' in one && one.round)).toEqual([round]);
    expect([desk.notice, desk.unsent, desk.asked.size]).toEqual([OVER, 0, 0]);
  });
  it('goes on to the next spot for its own round, and keeps what was refused on the way', async () => {
    const { desk, asked, answer, refuse, round, next } = await staked();
    const count = desk.mine.length;
    void desk.double();
    desk.see(next);
    refuse('That is above the maximum.');
    await answer();
    refuse('');
    for (let more = 1; more < count; more++) await answer();
    expect(asked.map((one) => 'round' in one && one.round)).toEqual(Array.from({ length: count }, () => round));
    expect([desk.notice, desk.unsent]).toEqual(['That is above the maximum.', 0]);
  });
});

describe('going on', () => {
  it('is about the round that is over, and what is refused then is not said', async () => {
    const { desk, asked, play, refuse } = seated('spin-void', (_, at) => at === 13);
    await play();
    expect([desk.view?.phase, desk.mayGoOn]).toEqual(['waiting', true]);
    refuse('Your move was for round 1, which is over.');
    desk.goOn();
    await Promise.resolve();
    expect(asked).toEqual([{ kind: 'ready', seat: 1, round: desk.view?.last?.round_id }]);
    expect(desk.notice).toBe('');
  });
});

describe('the key of going on', () => {
  const acts = { skip: () => undefined, keys: () => undefined };
  const setting = new Setting(() => Promise.reject(new Error('not asked')));
  it('never starts a round with bets that are still up', async () => {
    const { frames } = story('spin-stays-up');
    const isUp = ({ phase, last, bets, viewer }: TableView) => phase === 'betting' && last !== null && bets.some((bet) => bet.seat === viewer);
    const at = frames.findIndex((one) => isUp(one.view));
    expect(at).toBeGreaterThan(0);
    const { desk, asked, play } = seated('spin-stays-up', (_, frame) => frame === at);
    await play();
    expect(press('n', desk, setting, acts)).toBe(false);
    expect(asked).toEqual([]);
    expect(press('g', desk, setting, acts)).toBe(true);
    expect(asked).toEqual([{ kind: 'ready', seat: desk.seat, round: desk.view?.round_id }]);
  });
  it('is not the one that ends betting', async () => {
    const { desk, asked, play } = seated('spin-void', (_, at) => at === 13);
    await play();
    expect(press('g', desk, setting, acts)).toBe(false);
    expect(asked).toEqual([]);
    expect(press('n', desk, setting, acts)).toBe(true);
    expect(asked).toEqual([{ kind: 'ready', seat: 1, round: desk.view?.last?.round_id }]);
  });
});

describe('the last round', () => {
  const [before, over] = story('spin-void').frames.slice(12) as [Shown, Shown];
  it('is mine by the person, whatever seat I have now', async () => {
    const { desk, play } = seated('spin-void', (_, at) => at === 13);
    await play();
    expect(desk.ownLines.length).toBeGreaterThan(0);
    const mine = desk.ownLines;
    desk.see({ ...over, view: { ...over.view, viewer: 2 } });
    expect(desk.ownLines).toEqual(mine);
    const last = over.view.last && { ...over.view.last, viewer: -1 };
    desk.see({ ...over, view: { ...over.view, last } });
    expect([desk.ownLines, desk.repeatable]).toEqual([[], []]);
  });
  it('stands in the ribbon once, and says in full why it is void', async () => {
    const { desk, play } = seated('spin-void', (_, at) => at === 13);
    await play();
    const told = 'The round is void: the wheel was touched. All bets go back.';
    const last = over.view.last && { ...over.view.last, trouble: told };
    desk.see({ ...over, view: { ...over.view, last } });
    desk.see(over);
    expect(desk.history.filter((one) => one.round_id === before.view.round_id)).toHaveLength(1);
    expect(desk.trouble).toBe('');
    desk.see({ ...over, view: { ...over.view, last } });
    expect(desk.trouble).toBe(told);
    // What the dealer's words say already is not said again.
    desk.see({ ...over, view: { ...over.view, says: told, last: last && { ...last, trouble: `${told} Your 5 went back to you.` } } });
    expect(desk.trouble).toBe('Your 5 went back to you.');
  });
});

describe('a round that is over', () => {
  const at = 11;
  const { frames } = story('flip-moves');
  const open = frames[at] ?? expect.fail();
  const rest = async () => {
    const table = seated('flip-moves', (_, frame) => frame === at);
    await table.play();
    expect(table.desk.view?.phase).toBe('betting');
    return table;
  };
  const shown = ({ desk }: Awaited<ReturnType<typeof rest>>) => ({
    flippedAt: (desk.lying.felt as FlipAtRest).flippedAt,
    paid: desk.spots.filter((one) => one.pays > 0 && one.isWinner).length,
    says: desk.explained,
    mayGoOn: desk.mayGoOn,
  });
  const last = open.view.last ?? expect.fail();
  const lies = { flippedAt: 3, paid: 2, says: last.explained, mayGoOn: true };
  const gone = { flippedAt: undefined, paid: 0, says: '', mayGoOn: false };

  it.each(['bet', 'go on'] as const)('lies on the row that has moved until I %s, and then no more', async (act) => {
    const table = await rest();
    const { desk } = table;
    expect(shown(table)).toEqual(lies);
    // Bets are for the row that lies there now.
    expect((desk.lying.felt as FlipAtRest).row).toEqual((open.view.felt as FlipView).row);
    table.hang();
    if (act === 'bet') void desk.add('inside:red');
    else desk.goOn();
    // At once, whenever the house answers.
    expect(shown(table)).toEqual(gone);
  });
  it('says how it ended to whoever had no bet in it', async () => {
    const table = await rest();
    table.desk.greet(story('flip-moves').welcome);
    table.desk.see({ ...open, view: { ...open.view, last: { ...last, viewer: -1, explained: '' } } });
    expect(shown(table)).toEqual({ ...lies, paid: 0, says: last.result.note });
  });
  it('is mine to repeat and to ask about after I sat out the next ones', async () => {
    const { desk, asked } = await rest();
    const own = desk.ownLines;
    expect(own.length).toBeGreaterThan(0);
    for (const number of [8, 9]) {
      const other = { ...last, round_id: `flip-it-1.${number}`, viewer: -1, explained: '', lines: last.lines.map((line) => ({ ...line, seat: 2 })) };
      desk.see({ ...open, view: { ...open.view, round_id: `flip-it-1.${number + 1}`, last: other } });
    }
    expect([desk.ownLines, desk.own?.explained]).toEqual([own, last.explained]);
    // On the felt lies what the others' round brought, which is not mine.
    expect([desk.lines, shown({ desk } as Awaited<ReturnType<typeof rest>>).paid]).toEqual([[], 0]);
    await desk.repeat();
    const open_now = desk.offer('place-bet')?.names ?? [];
    expect(asked.map((one) => one.kind === 'place-bet' && [one.spot, one.stake])).toEqual(
      own.filter((line) => open_now.includes(line.spot)).map((line) => [line.spot, line.stake]),
    );
    expect(asked.length).toBeGreaterThan(0);
  });
  it('is mine after a reload too, as the house says, and nobody else’s', async () => {
    const { desk } = await rest();
    const strange = { ...open, view: { ...open.view, last: { ...last, round_id: 'flip-it-1.9', viewer: -1 } } };
    desk.greet({ ...story('flip-moves').welcome, own_last: last });
    desk.see(strange);
    expect(desk.ownLines.length).toBeGreaterThan(0);
    desk.greet(story('flip-moves').welcome);
    desk.see(strange);
    expect([desk.ownLines, desk.repeatable]).toEqual([[], []]);
  });
});

describe('an undo that is refused', () => {
  it('can be asked for again, whole or what is left of it', async () => {
    const table = seated('spin-red-and-joker', (_, at) => at === 6);
    const { desk, asked, play, refuse, hang } = table;
    await play();
    const before = desk.mine.map((bet) => [bet.spot, bet.stake]);
    await desk.double();
    refuse('The connection was lost.');
    await desk.undo();
    expect(desk.mayUndo).toBe(true);
    asked.length = 0;
    // One is taken back, the others are refused.
    const answer = hang();
    const undone = desk.undo();
    refuse('');
    await answer();
    refuse('The connection was lost.');
    for (let more = 1; more < before.length; more++) await answer();
    await undone;
    asked.length = 0;
    refuse('');
    void desk.undo();
    for (let more = 1; more < before.length; more++) await answer();
    expect(asked.map((one) => one.kind === 'place-bet' && [one.spot, one.stake])).toEqual(before.slice(1));
    expect(desk.mayUndo).toBe(false);
  });
  it('is over with its round', async () => {
    const { desk, play, refuse, hang } = seated('spin-red-and-joker', (_, at) => at === 6);
    await play();
    await desk.double();
    const now = story('spin-red-and-joker').frames[6] ?? expect.fail();
    const answer = hang();
    const undone = desk.undo();
    desk.see({ ...now, view: { ...now.view, round_id: 'spin-n-win-1.99' } });
    refuse('Your bet was for round 1, which is over.', 'round-over');
    await answer();
    await undone;
    expect(desk.mayUndo).toBe(false);
  });
});

describe.each(storyNames())('%s', (name) => {
  it('offers nothing but what the view offers, in every frame', async () => {
    const frames = story(name).frames.length;
    const { desk, play } = seated(name, (_, at) => at === frames - 1);
    const seen = desk.see.bind(desk);
    desk.see = (frame) => {
      seen(frame);
      const names = (act: string) => frame.view.offers.find((offer) => offer.act === act)?.names ?? [];
      const spots = desk.spots.filter((one) => one.mayBet).map((one) => one.spot.spot);
      expect(spots.sort()).toEqual([...names('place-bet')].sort());
      expect(desk.options.map((one) => one.option)).toEqual(names('decide'));
    };
    await play();
  });
  it('shows the settlement record and nothing else', async () => {
    const frames = story(name).frames.length;
    const { desk, play } = seated(name, (_, at) => at === frames - 1);
    await play();
    const own = desk.view?.last?.lines.filter((line) => line.seat === desk.seat) ?? [];
    expect(own.length > 0).toBe(desk.seat > 0);
    const shown = desk.spots.flatMap((one) => (one.line ? [one.line] : []));
    expect(shown.map((line) => line.spot).sort()).toEqual(own.map((line) => line.spot).sort());
    for (const line of own) expect(shown).toContain(line);
    expect(desk.ownLines).toEqual(own);
  });
});

it('another seat’s bonus does not light mine', async () => {
  const { desk, play } = seated('gin-no-qualify', () => false);
  await play();
  const lines = desk.view?.last?.lines.filter((line) => line.spot === 'gin-bonus') ?? [];
  expect(lines.find((line) => line.seat === 1)?.result).toBe('lose');
  expect(lines.some((line) => line.seat !== 1 && line.result === 'win')).toBe(true);
  const bonus = desk.spots.find((one) => one.spot.spot === 'gin-bonus');
  expect(bonus).toMatchObject({ isWinner: false, wonAt: null, stake: 0 });
});

it('decides what the table it sees asks, though a later question is on its way', async () => {
  const { desk, asked, play, hang } = seated('gin-player-wins', (_, at) => at === 11);
  await play();
  const { awaited } = desk.view ?? expect.fail();
  const step = awaited.find((one) => one.actor === desk.seat)?.step ?? expect.fail();
  const answer = hang();
  void desk.decide('play');
  // Answered before the page hears of what followed: another press still means the first question.
  await answer();
  void desk.decide('play');
  await answer();
  const now = story('gin-player-wins').frames[11] ?? expect.fail();
  desk.see({ ...now, view: { ...now.view, awaited: awaited.map((one) => ({ ...one, step: one.step + 2 })) } });
  void desk.decide('play');
  expect(asked.map((act) => act.kind === 'decide' && act.step)).toEqual([step, step, step + 2]);
});

describe('the keyboard', () => {
  it('does what is offered and nothing more', async () => {
    const { desk, asked, play } = seated('gin-player-wins', (_, at) => at === 11);
    await play();
    const setting = new Setting(() => Promise.reject(new Error('not asked')));
    const acts = { skip: () => undefined, keys: () => undefined };
    expect(press('u', desk, setting, acts)).toBe(false);
    expect(press('g', desk, setting, acts)).toBe(false);
    expect(press('3', desk, setting, acts)).toBe(true);
    expect(desk.chip).toBe(2500);
    expect(press('f', desk, setting, acts)).toBe(true);
    expect(asked).toEqual([{ kind: 'decide', seat: 1, option: 'fold', setting: null, round: desk.view?.round_id, step: expect.any(Number) }]);
  });
});

describe('the keys of options', () => {
  const keys = (...options: readonly (readonly [string, string])[]) =>
    [...keysOf(options.map(([option, label]) => ({ option, label, takes_setting: false, adds: 0 }))).values()].join('');
  it('are letters of what is offered, each once, and none that acts anyway', () => {
    expect(keys(['spin-a', 'Spin Top A'], ['spin-b', 'Spin Top B'], ['pass', 'Pass the Top'], ['decline', 'Do not spin'])).toBe('ABPE');
    expect(keys(['play', 'Play'], ['play-as-set', 'Play my own setting'], ['fold', 'Fold'])).toBe('PAF');
    expect(keys(['war', 'Go to war'], ['surrender', 'Surrender half'])).toBe('WE');
    expect(keys(['start-left', 'Start at the left end'], ['start-right', 'Start at the right end'])).toBe('LA');
  });
  it('are none where no letter is left', () => {
    expect(keys(['a', 'a'], ['a-a', 'a'])).toBe('A');
  });
});

describe('laying out a hand', () => {
  const cards = ['Ac', '3h', '3s', '4s', '5h', '9h', 'Jh'];
  const good = (combinations: readonly (readonly string[])[]): Checked => ({
    kind: 'checked',
    id: '',
    combinations,
    left_over: [],
    score: 0,
    sentence: 'Good.',
    clause: null,
    refused: null,
  });
  it('brackets what the server confirms', async () => {
    const setting = new Setting((groups) => Promise.resolve(good(groups ?? [])));
    setting.deal(cards);
    setting.pick('3h');
    setting.pick('3s');
    await setting.combine();
    expect(setting.groups).toEqual([['3h', '3s']]);
    expect(setting.isConfirmed).toBe(true);
    await setting.join('5h', '9h');
    await setting.join('Jh', '9h');
    expect(setting.groups).toEqual([['3h', '3s'], ['9h', '5h', 'Jh']]);
    expect(setting.loose).toEqual(['Ac', '4s']);
  });
  it('falls apart again when the server names a false combination', async () => {
    const refused = { kind: 'refused', code: 'false-combination', sentence: 'No.', reference: '' } as const;
    const setting = new Setting(() => Promise.resolve({ ...good([]), refused }));
    setting.deal(cards);
    setting.pick('Ac');
    setting.pick('4s');
    await setting.combine();
    expect(setting.groups).toEqual([]);
    expect(setting.sentence).toBe('No.');
    expect(setting.loose).toEqual(cards);
  });
  it('takes the house way from the server', async () => {
    const told = story('gin-player-wins');
    const setting = new Setting(() => Promise.resolve(told.house_way as Checked));
    setting.deal(cards);
    await setting.houseWay();
    expect(setting.groups).toEqual(told.house_way?.combinations);
    expect(setting.loose.length).toBe(told.house_way?.score);
  });
});

describe('seeds', () => {
  const { view } = story('spin-red-and-joker').frames.find((one) => one.view.phase === 'betting') ?? expect.fail();
  const hashes = (text: string) => playerHash(view.round_id ?? '', view.viewer, text);
  const closed = (hash: string): TableView => ({
    ...view,
    phase: 'no-more-bets',
    offers: [{ act: 'reveal-seed', names: [] }],
    fairness: view.fairness && { ...view.fairness, hashes: [[view.viewer, hash]] },
  });
  const made = () => {
    const asked: Act[] = [];
    const seeds = new Seeds((act) => Promise.resolve(asked.push(act)));
    return { asked, seeds };
  };

  it('commits to a hash once a round and reveals the seed that it is of', async () => {
    const { asked, seeds } = made();
    await seeds.commit(view);
    await seeds.commit(view);
    expect(asked).toHaveLength(1);
    const [committed] = asked;
    if (committed?.kind !== 'commit-seed') expect.fail();
    await seeds.see(closed(committed.hash));
    await seeds.see(closed(committed.hash));
    expect(asked).toHaveLength(2);
    const revealed = asked[1];
    if (revealed?.kind !== 'reveal-seed') expect.fail();
    expect(revealed.text).toMatch(/^[0-9a-f]{32}$/);
    expect(hashes(revealed.text)).toBe(committed.hash);
  });
  it('adds digits of chance to a text of the player, and commits again while bets are open', async () => {
    const { asked, seeds } = made();
    await seeds.commit(view);
    await seeds.choose('lucky', view);
    const committed = asked[1];
    if (committed?.kind !== 'commit-seed') expect.fail();
    await seeds.see(closed(committed.hash));
    const revealed = asked[2];
    if (revealed?.kind !== 'reveal-seed') expect.fail();
    expect(revealed.text).toMatch(/^lucky\.[0-9a-f]{32}$/);
    expect(hashes(revealed.text)).toBe(committed.hash);
  });
  it('asks again with the next view where the answer was lost', async () => {
    const asked: Act[] = [];
    let isLost = true;
    const seeds = new Seeds((act) => {
      asked.push(act);
      return isLost ? Promise.reject(new Error('the connection was lost')) : Promise.resolve();
    });
    await seeds.commit(view);
    isLost = false;
    await seeds.commit(view);
    await seeds.commit(view);
    expect(asked.map((act) => act.kind)).toEqual(['commit-seed', 'commit-seed']);
  });
  it('sends nothing where nothing is offered', async () => {
    const { asked, seeds } = made();
    await seeds.commit({ ...view, offers: [] });
    await seeds.see(closed('0'.repeat(64)));
    expect(asked).toEqual([]);
  });
  it('is committed to with the first bet', async () => {
    const { desk, seeds, play } = seated('spin-red-and-joker', (phase) => phase === 'betting');
    await play();
    await desk.add('single:red');
    await expect.poll(() => seeds.map((act) => act.kind)).toEqual(['commit-seed']);
  });
});

/**
 * A player's place at a table: the views as told, the chip in hand, and what was asked for.
 * It offers what the view offers and adds up amounts; every decision is the server's.
 */

import { SvelteMap } from 'svelte/reactivity';
import type { SpotFace } from '../lib/felt';
import { spokenOdds } from '../lib/odds';
import { share } from '../lib/share';
import { ServerClock } from '../lib/clock.svelte';
import { Teller } from '../story/teller.svelte';
import { feltOf } from '../story/beats';
import type {
  Act,
  Answer,
  Checked,
  LineView,
  Offer,
  OptionView,
  ResultNote,
  Shown,
  SpinView,
  SpotView,
  TableView,
  Welcome,
} from '../wire/types';
import { noteOf } from './results';
import { Seeds } from './seeds';

export interface Channel {
  ask(act: Act): Promise<Answer>;
  check(seat: number, setting: readonly (readonly string[])[] | null): Promise<Checked>;
}

const RIBBON_LENGTH = 24;
export const BACK = 'You are back. Nothing happened meanwhile.';

export class Desk {
  readonly teller: Teller;
  readonly clock = new ServerClock();
  readonly #channel: Channel;
  readonly #seeds: Seeds;

  welcome = $state.raw<Welcome | null>(null);
  chip = $state(500);
  notice = $state('');
  /** What happened while the viewer was away; stands until the next round opens. */
  meanwhile = $state('');
  history = $state.raw<readonly ResultNote[]>([]);
  /** Stakes asked for and not answered yet. */
  readonly asked = new SvelteMap<string, number>();
  #layout = $state.raw<readonly SpotView[]>([]);
  #steps = $state.raw<readonly (readonly [spot: string, before: number])[]>([]);
  #round = '';
  #seen: TableView | null = null;
  readonly #lists = new Map<string, readonly unknown[]>();
  #isDeciding = false;

  constructor(channel: Channel, teller = new Teller()) {
    this.#channel = channel;
    this.#seeds = new Seeds((act) => channel.ask(act));
    this.teller = teller;
    teller.now = () => this.clock.now();
  }

  // --- what comes in ----------------------------------------------------------------------

  greet(welcome: Welcome): void {
    const isBack = this.welcome !== null;
    this.welcome = welcome;
    this.history = welcome.history;
    this.meanwhile = welcome.meanwhile ?? (isBack ? BACK : '');
    this.teller.forget();
  }

  async see({ now_ms, view: sent }: Shown): Promise<void> {
    this.clock.set(now_ms);
    const view = (this.#seen = share(this.#seen, sent));
    if (view.spots.length > 0) this.#layout = view.spots;
    if (view.round_id !== null && view.round_id !== this.#round) {
      if (this.#round !== '') this.meanwhile = '';
      this.#round = view.round_id;
      this.#steps = [];
    }
    void this.#seeds.see(view);
    await this.teller.see(view);
    this.#remember(view);
  }

  #remember(view: TableView): void {
    const note = noteOf(view);
    if (note === null || this.history.some((one) => one.round_id === note.round_id)) return;
    this.history = [...this.history, note].slice(-RIBBON_LENGTH);
  }

  /** A list that is as it was stays the same list, so that nobody draws it again. */
  #kept<T>(name: string, next: readonly T[]): readonly T[] {
    const list = share(this.#lists.get(name), next);
    this.#lists.set(name, list);
    return list;
  }

  // --- what the table shows ---------------------------------------------------------------

  /** Another one whenever anything changed that a part of the table shows. */
  pulse = $derived.by((): readonly unknown[] => {
    const { shown, beat, isDrawn, settled, says, balance, isNextOpen } = this.teller;
    const own = [this.welcome, this.chip, this.notice, this.meanwhile, this.history, this.#layout, this.#steps];
    return [shown, beat, isDrawn, settled, says, balance, isNextOpen, ...own, ...this.asked];
  });

  view = $derived.by(() => this.teller.shown);
  seat = $derived.by(() => this.view?.viewer ?? -1);
  isSeated = $derived.by(
    () => this.view?.seats.some((one) => one.seat === this.seat && one.name !== null) ?? false,
  );
  felt = $derived.by(() => (this.view === null ? null : feltOf(this.view)));
  isBetting = $derived.by(() => this.offer('place-bet') !== undefined);

  offer(act: string): Offer | undefined {
    return this.view?.offers.find((offer) => offer.act === act);
  }
  /** The options the viewer may decide between now. */
  options = $derived.by((): readonly OptionView[] => {
    const names = this.offer('decide')?.names ?? [];
    const own = this.view?.awaited.find((one) => one.actor === this.seat);
    const options = own?.options.filter((option) => names.includes(option.option)) ?? [];
    return this.#kept('options', options);
  });

  /** My lines of the round that was just settled; none once the next one is open. */
  lines = $derived.by((): readonly LineView[] => {
    const view = this.view;
    if (view === null || view.round_id !== null || view.last === null) return [];
    return view.last.lines;
  });
  /** My settled lines of the last round, for the ribbon of wins. */
  ownLines = $derived.by((): readonly LineView[] => {
    const view = this.view;
    const isHidden = view === null || (view.round_id === null && this.teller.settled !== 'paid');
    const lines = isHidden ? [] : (view.last?.lines.filter((line) => line.seat === this.seat) ?? []);
    return this.#kept('own lines', lines);
  });

  /** What every seat won or lost in the round just paid. */
  nets = $derived.by((): ReadonlyMap<number, number> => new Map(this.#nets));
  #nets = $derived.by((): readonly (readonly [seat: number, net: number])[] => {
    const sums = new Map<number, number>();
    for (const line of this.teller.settled === 'paid' ? this.lines : []) {
      const net = line.result === 'lose' ? -line.stake : line.pays;
      sums.set(line.seat, (sums.get(line.seat) ?? 0) + net);
    }
    return this.#kept('nets', [...sums]);
  });

  spots = $derived.by((): readonly SpotFace[] => {
    const view = this.view;
    if (view === null) return [];
    const open = this.offer('place-bet')?.names ?? [];
    const own = this.offer('take-down')?.names ?? [];
    const winners = this.#winners(view);
    const spots = view.spots.length > 0 ? view.spots : this.#layout;
    const faces = spots.map((spot) => this.#face(view, spot, open, own, winners));
    return this.#kept('faces', faces);
  });
  /** The spots themselves, without what lies on them. */
  labels = $derived.by(() => this.#kept('labels', this.spots.map((one) => one.spot)));

  #face(
    view: TableView,
    spot: SpotView,
    open: readonly string[],
    own: readonly string[],
    winners: ReadonlyMap<string, string | null>,
  ): SpotFace {
    const key = spot.spot;
    const there = view.bets.filter((bet) => bet.spot === key);
    const bet = there.find((one) => one.seat === this.seat)?.stake ?? 0;
    const line = this.lines.find((one) => one.seat === this.seat && one.spot === key) ?? null;
    const isTold =
      line !== null && (line.result === 'lose' ? this.teller.settled !== 'none' : this.teller.settled === 'paid');
    const wanted = this.asked.get(key);
    const isGone = isTold && line?.result === 'lose';
    return {
      spot,
      stake: wanted ?? (isGone ? 0 : bet || (line?.stake ?? 0)),
      isPending: wanted !== undefined,
      mayBet: open.includes(key),
      mayTake: own.includes(key),
      line: isTold ? line : null,
      isWinner: winners.has(key),
      wonAt: winners.get(key) ?? null,
      others: there.reduce((sum, one) => sum + (one.seat === this.seat ? 0 : one.stake), 0),
    };
  }

  /** Spots that won, once the outcome may be seen: as the view names them, or by my own lines. */
  #winners(view: TableView): ReadonlyMap<string, string | null> {
    if (!this.teller.isDrawn || view.phase === 'betting') return new Map();
    const felt = feltOf(view) as Partial<SpinView> | null;
    const named = felt?.wins?.map((win) => [win.spot, spokenOdds(win.odds)] as const) ?? [];
    const isPaid = this.teller.settled === 'paid';
    // Another seat's win says nothing about mine: hands differ.
    const paid = this.lines.filter(
      (line) => isPaid && line.seat === this.seat && line.result === 'win',
    );
    return new Map([...paid.map((line) => [line.spot, line.odds] as const), ...named]);
  }

  /** The dealer's words; before a table's first round they are about the round to come. */
  words = $derived.by(() => {
    const isFirst = this.view?.phase === 'waiting' && this.view.last === null;
    if (this.isSeated && isFirst) return 'The first round opens in a moment.';
    return this.teller.says || (this.view?.says ?? '');
  });
  /** Said to somebody who sat down while a round was open. */
  waitWords = $derived.by(() => {
    const own = this.view?.seats.find((one) => one.seat === this.seat);
    const isOut = this.isSeated && own?.in_round === false && this.view?.round_id !== null;
    return isOut ? 'You are in from the next round.' : '';
  });

  // --- what a player does -----------------------------------------------------------------

  staked(spot: string): number {
    const now = this.view?.bets.find((bet) => bet.seat === this.seat && bet.spot === spot);
    return this.asked.get(spot) ?? now?.stake ?? 0;
  }
  add = (spot: string) => this.#stake(spot, this.staked(spot) + this.chip);
  take = (spot: string) => this.#stake(spot, Math.max(0, this.staked(spot) - this.chip));

  mayUndo = $derived.by(() => this.isBetting && this.#steps.length > 0);
  async undo(): Promise<void> {
    const last = this.#steps.at(-1);
    if (!last) return;
    this.#steps = this.#steps.slice(0, -1);
    await this.#send(last[0], last[1]);
  }
  /** The stakes of my last round on spots that are open now. */
  repeatable = $derived.by((): readonly LineView[] => {
    const open = this.offer('place-bet')?.names ?? [];
    const before = this.view?.last?.lines ?? [];
    return before.filter(
      (line) =>
        line.seat === this.seat && open.includes(line.spot) && this.staked(line.spot) < line.stake,
    );
  });
  async repeat(): Promise<void> {
    for (const line of this.repeatable) await this.#stake(line.spot, line.stake);
  }
  mine = $derived.by(() => this.#kept('mine', this.view?.bets.filter((bet) => bet.seat === this.seat) ?? []));
  /** What I have on the felt, what was asked for and not answered yet included. */
  total = $derived.by(() => {
    const spots = new Set([...this.mine.map((bet) => bet.spot), ...this.asked.keys()]);
    return [...spots].reduce((sum, spot) => sum + this.staked(spot), 0);
  });
  async double(): Promise<void> {
    const open = this.offer('place-bet')?.names ?? [];
    for (const bet of this.mine) {
      if (open.includes(bet.spot)) await this.#stake(bet.spot, bet.stake * 2);
    }
  }
  async clear(): Promise<void> {
    const down = this.offer('take-down')?.names ?? [];
    for (const spot of down) await this.#stake(spot, 0);
  }

  ready = () => this.#act({ kind: 'ready', seat: this.seat });
  leave = () => this.#act({ kind: 'leave-seat', seat: this.seat });
  sit = (seat: number, name: string) => this.#act({ kind: 'take-seat', seat, name });
  /** A text of my own in the seeds of this round, if bets are open, and of the next ones. */
  setSeed = (text: string) => this.#seeds.choose(text, this.#seen);
  isSeeded = $derived.by(() => this.isSeated && this.view?.mode === 'sealed');
  /** One decision at a time: a second press while the first is on its way is none. */
  async decide(option: string, setting: readonly (readonly string[])[] | null = null): Promise<void> {
    if (this.#isDeciding) return;
    this.#isDeciding = true;
    await this.#act({ kind: 'decide', seat: this.seat, option, setting });
    this.#isDeciding = false;
  }
  judge = (setting: readonly (readonly string[])[] | null) =>
    this.#channel.check(this.seat, setting);

  async #stake(spot: string, stake: number): Promise<void> {
    const before = this.staked(spot);
    if (before === stake) return;
    this.#steps = [...this.#steps, [spot, before]];
    await this.#send(spot, stake);
  }
  async #send(spot: string, stake: number): Promise<void> {
    this.asked.set(spot, stake);
    if (this.#seen !== null) void this.#seeds.commit(this.#seen);
    await this.#act(
      stake > 0
        ? { kind: 'place-bet', seat: this.seat, spot, stake }
        : { kind: 'take-down', seat: this.seat, spot },
    );
    if (this.asked.get(spot) === stake) this.asked.delete(spot);
  }
  /** Whether it was done; a refusal is shown until the next act. */
  async #act(act: Act): Promise<boolean> {
    const answer = await this.#channel.ask(act);
    this.notice = answer.refused?.sentence ?? '';
    return answer.refused === null;
  }
}

/**
 * A player's place at a table: the views as told, the chip in hand, and what was asked for.
 * It offers what the view offers and adds up amounts; every decision is the server's.
 */

import { SvelteMap } from 'svelte/reactivity';
import type { SpotFace } from '../lib/felt';
import { payable } from '../lib/chips';
import { share } from '../lib/share';
import { ServerClock } from '../lib/clock.svelte';
import { Teller } from '../story/teller.svelte';
import { stageOf } from '../stages/registry';
import { lyingOf, type Lying } from '../stages/story';
import { restOf } from '../story/beats';
import type {
  Act,
  Answer,
  Checked,
  LastView,
  LineView,
  Offer,
  OptionView,
  Refused,
  ResultNote,
  Shown,
  SpotView,
  TableView,
  Welcome,
} from '../wire/types';
import { Seeds } from './seeds';
import { soundOf } from './sounding';

export interface Channel {
  ask(act: Act): Promise<Answer>;
  check(seat: number, setting: readonly (readonly string[])[] | null): Promise<Checked>;
}

type Stake = readonly [spot: string, stake: number];

const RIBBON_LENGTH = 24;
const NOTHING: Lying = { felt: null, places: [] };
/** A refusal can be read for as long, whatever the table does meanwhile. */
const READING_MS = 6000;
const BACK = 'You’re back. Nothing happened while you were away.';

/** The viewer's own lines of a round. */
const linesOf = (last: LastView | null): readonly LineView[] => last?.lines.filter((line) => line.seat === last.viewer) ?? [];

export class Desk {
  readonly teller: Teller;
  readonly clock = new ServerClock();
  readonly #channel: Channel;
  readonly #seeds: Seeds;

  welcome = $state.raw<Welcome | null>(null);
  chip = $state(500);
  #notice = $state.raw({ sentence: '', since_ms: 0 });
  /** What happened while the viewer was away; stands until the next round opens. */
  meanwhile = $state('');
  history = $state.raw<readonly ResultNote[]>([]);
  /** My last round that was told, however many I have sat out since. */
  own = $state.raw<LastView | null>(null);
  /** Stakes asked for and not answered yet. */
  readonly asked = new SvelteMap<string, number>();
  /** Stakes of an action that wait for the answer to the one before them. */
  unsent = $state(0);
  #layout = $state.raw<readonly SpotView[]>([]);
  /** What each action of this round changed, and the stakes before it: one press is one step. */
  #steps = $state.raw<readonly (readonly Stake[])[]>([]);
  #round = '';
  #seen: TableView | null = null;
  readonly #lists = new Map<string, readonly unknown[]>();
  #isDeciding = false;
  /** The round that I bet in or went on to: what the one before it showed is cleared away. */
  #clearedFor = $state('');

  constructor(channel: Channel, teller = new Teller()) {
    this.#channel = channel;
    this.#seeds = new Seeds((act) => channel.ask(act));
    this.teller = teller;
    teller.now = () => this.clock.now();
    teller.ontold = (view, beat) => {
      this.#remember(view);
      soundOf(this, beat);
    };
  }

  /** Why something was refused. */
  get notice(): string {
    return this.#notice.sentence;
  }
  set notice(sentence: string) {
    this.#notice = { sentence, since_ms: this.clock.now() };
  }

  // --- what comes in ----------------------------------------------------------------------

  greet(welcome: Welcome): void {
    const isBack = this.welcome !== null;
    this.welcome = welcome;
    this.history = welcome.history;
    this.own = welcome.own_last;
    this.meanwhile = welcome.meanwhile ?? (isBack ? BACK : '');
    this.teller.forget();
  }

  see({ now_ms, view: sent }: Shown): void {
    this.clock.set(now_ms);
    const before = this.#seen;
    const view = (this.#seen = share(before, sent));
    // A refusal was about the table as it was: it goes when that is over, or when credits came.
    const isOver = before?.round_id !== view.round_id || before.phase !== view.phase;
    const isRead = now_ms - this.#notice.since_ms >= READING_MS;
    // What a round pays is not told by what leaves the screen.
    const isSame = before?.last?.round_id === view.last?.round_id;
    const isCredited = before !== null && isSame && (view.balance ?? 0) > (before.balance ?? 0);
    if ((isOver && isRead) || isCredited) this.notice = '';
    if (view.spots.length > 0) this.#layout = view.spots;
    if (view.round_id !== null && view.round_id !== this.#round) {
      if (this.#round !== '') this.meanwhile = '';
      this.#round = view.round_id;
      this.#steps = [];
    }
    void this.#seeds.see(view);
    this.teller.see(view);
  }

  #remember(told: TableView): void {
    const { last } = told;
    if (last !== null && (last.viewer >= 0 || last.round_id === this.own?.round_id)) this.own = last;
    const note = last?.result;
    if (!note || this.history.some((one) => one.round_id === note.round_id)) return;
    this.history = [...this.history, note].slice(-RIBBON_LENGTH);
  }

  /** A list that is as it was stays the same list, so that nobody draws it again. */
  #kept<T>(name: string, next: readonly T[]): readonly T[] {
    const list = share(this.#lists.get(name), next);
    this.#lists.set(name, list);
    return list;
  }

  // --- what the table shows ---------------------------------------------------------------

  view = $derived.by(() => this.teller.told);
  seat = $derived.by(() => this.view?.viewer ?? -1);
  isSeated = $derived.by(
    () => this.view?.seats.some((one) => one.seat === this.seat && one.name !== null) ?? false,
  );
  /** What the last round showed lies on until the next bet, or until it is cleared away. */
  #rest = $derived.by((): Lying | null => {
    const view = this.view;
    return view !== null && this.isSeated && this.#clearedFor !== view.round_id ? restOf(view) : null;
  });
  isResting = $derived.by(() => this.#rest !== null);
  /** What lies on the table. */
  lying = $derived.by((): Lying => (this.view === null ? NOTHING : (this.#rest ?? lyingOf(this.view))));
  isBetting = $derived.by(() => this.offer('place-bet') !== undefined);

  offer(act: string): Offer | undefined {
    return this.view?.offers.find((offer) => offer.act === act);
  }
  /** What the viewer is asked to decide now. */
  #asking = $derived.by(() => this.view?.awaited.find((one) => one.actor === this.seat));
  /** The options the viewer may decide between now. */
  options = $derived.by((): readonly OptionView[] => {
    const names = this.offer('decide')?.names ?? [];
    const options = this.#asking?.options.filter((option) => names.includes(option.option)) ?? [];
    return this.#kept('options', options);
  });

  /** My lines of my last round, whichever seat I had then. */
  ownLines = $derived.by(() => this.#kept('own lines', linesOf(this.own)));
  /** Those of the table's last round while they lie: until the next opens, or as long as what it showed lies on. */
  lines = $derived.by(() => {
    const isLying = this.view?.round_id === null || this.isResting;
    return this.#kept('lines', isLying ? linesOf(this.view?.last ?? null) : []);
  });
  /** What decided them and what each brought, in the server's words; without any, how the round ended. */
  explained = $derived.by(() => {
    const last = this.view?.last;
    return (this.lines.length > 0 && last?.explained) || (this.isResting && last?.result.note) || '';
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
  #posted = $derived.by(() => new Map(this.welcome?.paytables.map((one) => [one.spot, one])));
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
    const there = view.bets.filter((bet) => bet.spot === key && !bet.is_taken);
    const bet = there.find((one) => one.seat === this.seat)?.stake ?? 0;
    const lines = this.lines.filter((one) => one.spot === key);
    const line = lines.find((one) => one.result !== 'award') ?? null;
    const wanted = this.asked.get(key);
    const kept = view.round_id === null && line !== null && line.result !== 'lose' && line.moves_to === null ? line.stake : 0;
    return {
      spot,
      posted: this.#posted.get(key) ?? null,
      stake: wanted ?? (bet || kept),
      isPending: wanted !== undefined,
      mayBet: open.includes(key),
      mayTake: own.includes(key),
      line,
      pays: lines.reduce((sum, one) => sum + one.pays, 0),
      isWinner: winners.has(key),
      wonAt: winners.get(key) ?? null,
      others: there.reduce((sum, one) => sum + (one.seat === this.seat ? 0 : one.stake), 0),
    };
  }

  /** Spots that won: as the view names them, or by my own lines. */
  #winners(view: TableView): ReadonlyMap<string, string | null> {
    if (view.phase === 'betting' && !this.isResting) return new Map();
    const named = this.lying.felt === null ? [] : (stageOf(view.game).story.winners?.(this.lying) ?? []);
    // Another seat's win says nothing about mine: hands differ.
    const paid = this.lines.filter((line) => line.result === 'win');
    return new Map([...paid.map((line) => [line.spot, line.odds] as const), ...named]);
  }

  /** The dealer's words; before a table's first round they are about the round to come. */
  words = $derived.by(() => {
    const isFirst = this.view?.phase === 'waiting' && this.view.last === null;
    if (this.isSeated && isFirst) return 'The first round opens in a moment.';
    return this.view?.says ?? '';
  });
  /** What went wrong with the round that lies there: entries put right, or the whole of it void. */
  trouble = $derived.by(() => {
    const view = this.view;
    if (view === null) return '';
    const last = view.last?.trouble ?? '';
    // The dealer's words say already why a round is void.
    if (view.round_id === null) return last.replace(this.words, '').trim();
    // A round that was settled may be corrected while the next one is in play.
    const isLate = view.last?.corrections.some((one) => one.draws.length === 0) ?? false;
    return [...view.corrections.map((one) => one.sentence), ...(isLate ? [last] : [])].join(' ');
  });
  /** Said to somebody who sat down while a round was open. */
  waitWords = $derived.by(() => {
    const own = this.view?.seats.find((one) => one.seat === this.seat);
    const isOut = this.isSeated && own?.in_round === false && this.view?.round_id !== null;
    return isOut ? 'You can bet from the next round.' : '';
  });

  // --- what a player does -----------------------------------------------------------------

  staked(spot: string): number {
    const now = this.view?.bets.find((bet) => bet.seat === this.seat && bet.spot === spot);
    return this.asked.get(spot) ?? now?.stake ?? 0;
  }
  /** Stakes are whole multiples of this, so that they can be paid in chips. */
  #unit = (spot: string) => this.view?.spots.find((one) => one.spot === spot)?.unit ?? 1;
  add = (spot: string) => this.#put([[spot, payable(this.staked(spot) + this.chip, this.#unit(spot))]]);
  take = (spot: string) => this.#put([[spot, Math.max(0, Math.floor((this.staked(spot) - this.chip) / this.#unit(spot)) * this.#unit(spot))]]);

  mayUndo = $derived.by(() => this.isBetting && this.#steps.length > 0);
  async undo(): Promise<void> {
    const last = this.#steps.at(-1);
    if (!last) return;
    const [at, round] = [this.#steps.length - 1, this.#round];
    this.#steps = this.#steps.slice(0, -1);
    const done = await this.#send(last);
    const left = last.filter(([spot]) => !done.has(spot));
    // What was refused can be undone again, before whatever was done since.
    if (left.length > 0 && round === this.#round) this.#steps = [...this.#steps.slice(0, at), left, ...this.#steps.slice(at)];
  }
  /** The stakes of my last round on spots that are open now. */
  repeatable = $derived.by((): readonly LineView[] => {
    const open = this.offer('place-bet')?.names ?? [];
    return this.ownLines.filter((line) => line.result !== 'stands' && open.includes(line.spot) && this.staked(line.spot) < line.stake);
  });
  repeat = () => this.#put(this.repeatable.map((line) => [line.spot, line.stake]));
  mine = $derived.by(() => this.#kept('mine', this.view?.bets.filter((bet) => bet.seat === this.seat) ?? []));
  /** What I have on the felt, what was asked for and not answered yet included. */
  total = $derived.by(() => {
    const spots = new Set([...this.mine.map((bet) => bet.spot), ...this.asked.keys()]);
    return [...spots].reduce((sum, spot) => sum + this.staked(spot), 0);
  });
  double(): Promise<void> {
    const open = this.offer('place-bet')?.names ?? [];
    return this.#put(this.mine.filter((bet) => open.includes(bet.spot)).map((bet) => [bet.spot, bet.stake * 2]));
  }
  clear = () => this.#put((this.offer('take-down')?.names ?? []).map((spot) => [spot, 0]));

  /** The round as this player sees it: nothing they do is meant for another. */
  #roundMeant = () => this.view?.round_id ?? '';
  /** On to the next round: what lies there is cleared away, or the table is told to go on. */
  mayGoOn = $derived.by(() => !this.mayReady && (this.isResting || (this.view?.phase === 'waiting' && this.offer('ready') !== undefined)));
  goOn(): void {
    if (this.isResting) this.#clearedFor = this.#roundMeant();
    // Done with the last round: where the next one is open by then, nothing is to be done or said.
    else void this.#channel.ask({ kind: 'ready', seat: this.seat, round: this.view?.last?.round_id ?? '' });
  }
  /** Somebody else is done betting: then I may sit out, once I have seen enough of the last round. */
  #isWaitedFor = $derived.by(() => !this.isResting && (this.view?.seats.some((one) => one.seat !== this.seat && one.in_round && one.is_ready) ?? false));
  mayReady = $derived.by(() => this.isBetting && this.offer('ready') !== undefined && (this.total > 0 || this.#isWaitedFor));
  ready = () => this.#act({ kind: 'ready', seat: this.seat, round: this.#roundMeant() });
  leave = () => this.#act({ kind: 'leave-seat', seat: this.seat });
  async sit(seat: number, name: string): Promise<boolean> {
    const isDone = await this.#act({ kind: 'take-seat', seat, name });
    // Who has given a name is not asked for it at the next seat.
    if (isDone && this.welcome?.viewer_name === '') this.welcome = { ...this.welcome, viewer_name: name };
    return isDone;
  }
  /** A text of my own in the seeds of this round, if bets are open, and of the next ones. */
  setSeed = (text: string) => this.#seeds.choose(text, this.#seen);
  isSeeded = $derived.by(() => this.isSeated && this.view?.mode === 'sealed');
  /** One decision at a time: a second press while the first is on its way is none. */
  async decide(option: string, setting: readonly (readonly string[])[] | null = null): Promise<void> {
    if (this.#isDeciding) return;
    this.#isDeciding = true;
    await this.#act({ kind: 'decide', seat: this.seat, option, setting, round: this.#roundMeant(), step: this.#asking?.step ?? null });
    this.#isDeciding = false;
  }
  judge = (setting: readonly (readonly string[])[] | null) =>
    this.#channel.check(this.seat, setting);

  /** One action of the player, however many spots it is about. */
  async #put(stakes: readonly Stake[]): Promise<void> {
    const changes = stakes.filter(([spot, stake]) => this.staked(spot) !== stake);
    if (changes.length === 0) return;
    this.#clearedFor = this.#roundMeant();
    const step = changes.map(([spot]) => [spot, this.staked(spot)] as const);
    this.#steps = [...this.#steps, step];
    const sent = await this.#send(changes);
    if (sent.size === changes.length) return;
    // What was not done is not undone either.
    const done = step.filter(([spot]) => sent.has(spot));
    this.#steps = this.#steps.flatMap((one) => (one !== step ? [one] : done.length > 0 ? [done] : []));
  }
  /** Sends one stake after another, all for the round of the press; the spots that were changed. */
  async #send(stakes: readonly Stake[]): Promise<ReadonlySet<string>> {
    const meant = { seat: this.seat, round: this.#roundMeant() };
    if (this.#seen !== null) void this.#seeds.commit(this.#seen);
    const done = new Set<string>();
    let refused: Refused | null = null;
    this.unsent += stakes.length;
    for (const [at, [spot, stake]] of stakes.entries()) {
      this.unsent -= 1;
      this.asked.set(spot, stake);
      const answer = await this.#channel.ask(
        stake > 0 ? { kind: 'place-bet', ...meant, spot, stake } : { kind: 'take-down', ...meant, spot },
      );
      if (this.asked.get(spot) === stake) this.asked.delete(spot);
      if (answer.refused === null) done.add(spot);
      // A refusal stays, though the stakes after it are taken.
      refused = answer.refused ?? refused;
      this.notice = refused?.sentence ?? '';
      if (answer.refused?.code !== 'round-over') continue;
      // The others would be too late as well.
      this.unsent -= stakes.length - at - 1;
      break;
    }
    return done;
  }
  /** Whether it was done; a refusal is shown until the next act. */
  async #act(act: Act): Promise<boolean> {
    const answer = await this.#channel.ask(act);
    this.notice = answer.refused?.sentence ?? '';
    return answer.refused === null;
  }
}

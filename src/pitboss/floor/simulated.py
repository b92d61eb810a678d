"""A simulated house: days of plausible play in a real store, through the pit, from one seed.

Dealers deal by hand and rotate, players come, bet in their own way and leave. Every round is
decided, committed and audited as live ones are; only the clock and the chance are made up. Tables
run side by side, each by a clock of its own: every one plans a round, command on command, all of
these rounds are written as one batch, and every table goes on with its answers.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator
from dataclasses import dataclass, field
from itertools import count, islice
from pathlib import Path
from types import coroutine

from pitboss import games
from pitboss.equipment.draws import SeededBits, draw_below
from pitboss.equipment.shown import Shown
from pitboss.games.bets import least_stake, payable_unit
from pitboss.games.calls import CallOption
from pitboss.games.game_folder import GameFolder
from pitboss.games.needs import NeedBets, NeedDecisions
from pitboss.games.registry import Registry
from pitboss.games.rounds import Round, draw_for
from pitboss.games.spots import Spot
from pitboss.invariants import BrokenInvariant, check, narrow
from pitboss.pit.desk import CommitPlan, Desk
from pitboss.pit.pit import Pit
from pitboss.pit.requests import Request
from pitboss.pit.sealed import Seals
from pitboss.pit.wallet import Wallet
from pitboss.players.strategies import Decider, strategies_of
from pitboss.refusals import Refusal, unwrap_or_raise
from pitboss.store.records import Answer, Committed
from pitboss.store.store import Store
from pitboss.table import commands as cmd
from pitboss.table.commands import Act, Actor, Command, Role
from pitboss.table.events import TableOpened
from pitboss.table.running import open_calls
from pitboss.table.setup import DealtBy, OutcomeMode
from pitboss.table.state import Phase, TableState
from pitboss.units import SeatIndex

DAY_MS, HOUR_MS = 86_400_000, 3_600_000
OPENS_MS = 10 * HOUR_MS
"""Tables open at ten, and dealers change every hour."""
DEALERS = ("anna", "boris", "chiara", "david", "elena", "farid", "greta", "hugo")
PLAYERS = (
    "ada",
    "blaise",
    "carl",
    "daniel",
    "emmy",
    "florence",
    "gerolamo",
    "henri",
    "irene",
    "jakob",
)
CHIP = 5_00
VOID_ONE_IN = 40
"""How rarely a result does not count for one of the game's coded reasons."""
LOW = 300_00
"""A player with fewer credits than this fills up between rounds."""

Told = Callable[[int, int], object]


@dataclass(frozen=True, slots=True)
class HousePlan:
    """How much is simulated: the day of `until_ms`, up to then, and the days before it."""

    seed: int
    until_ms: int
    days: int = 30
    tables: int = 3
    hours: int = 6

    @property
    def first_ms(self) -> int:
        return (self.until_ms // DAY_MS - self.days + 1) * DAY_MS

    @property
    def has_play(self) -> bool:
        """Whether any table opens before the end."""
        return self.first_ms + OPENS_MS < self.until_ms

    @property
    def table_days(self) -> int:
        return self.days * self.tables


def simulate_house(store: Store, registry: Registry, plan: HousePlan, told: Told) -> int:
    """Fill an empty store that nobody else writes to; how many rounds were played."""
    house = _House(plan, store)
    entropy = SeededBits(f"pitboss floor entropy {plan.seed}".encode())
    seals = Seals(_bytes(entropy, 32), lambda size: _bytes(entropy, size))
    pit = Pit(store, registry, seals, lambda: plan.first_ms)
    dealt = [one for one in registry.games.values() if _is_shipped(one)]
    tables = []
    for at in range(plan.tables):
        folder, number = dealt[at % len(dealt)], at // len(dealt) + 1
        name = f"{folder.game.key}-{number}"
        unwrap_or_raise(pit.open_table(_setup(folder, name)))
        tables.append(_Table(house, name, at, pit.desks[name]))
    house.run([table.play_days(told) for table in tables])
    return house.rounds


Play = Coroutine[list[CommitPlan], list[Answer], None]
"""The days of a table: what it plans goes out, and the store's answers come in."""


@coroutine
def _commit(plans: list[CommitPlan]) -> Generator[list[CommitPlan], list[Answer], list[Answer]]:
    """Wait until plans are committed together with those of the other tables."""
    return (yield plans)


@dataclass(slots=True)
class _House:
    plan: HousePlan
    store: Store
    rounds: int = 0
    done: int = 0

    def run(self, plays: list[Play]) -> None:
        """Let every table go on until all are done."""
        turn: list[tuple[Play, list[Answer] | None]] = [(play, None) for play in plays]
        while turn:
            asked: list[tuple[Play, list[CommitPlan]]] = []
            for play, answers in turn:
                try:
                    asked.append((play, play.send(answers)))  # type: ignore[arg-type]
                except StopIteration:
                    continue
            commits = [plan.commit for _, plans in asked for plan in plans]
            given = iter(self.store.backend.transact(commits) if commits else ())
            turn = [(play, [*islice(given, len(plans))]) for play, plans in asked]


@dataclass(slots=True)
class _Guest:
    """A player at the table, with a favourite stake and favourite spots."""

    name: str
    units: int
    spots: int
    leaves_ms: int


@dataclass(slots=True)
class _Table:
    house: _House
    name: str
    at: int
    desk: Desk
    now_ms: int = 0
    guests: dict[int, _Guest] = field(default_factory=dict)
    ids: count[int] = field(default_factory=lambda: count(1))
    planned: list[CommitPlan] = field(default_factory=list)
    """What is not on record yet, in order."""
    bits: SeededBits = field(init=False)
    decide: Decider = field(init=False)
    wallet: Wallet = field(init=False)

    def __post_init__(self) -> None:
        self.bits = SeededBits(f"pitboss floor {self.house.plan.seed} {self.name}".encode())
        self.wallet = Wallet(self.house.store, lambda: self.now_ms)
        rules = self.state.rules
        # The last is the simplest: what people remember at a table.
        *_, self.decide = strategies_of(rules.game, rules.edition).values()

    @property
    def state(self) -> TableState:
        """The table after everything that was planned."""
        return self.desk.state if self.desk.pending is None else self.desk.pending.after

    def below(self, limit: int) -> int:
        return draw_below(self.bits, limit)

    def ask(self, role: Role, who: str, act: Act) -> CommitPlan | Refusal:
        request = Request(self.name, f"f{self.at}.{next(self.ids)}", Command(Actor(role, who), act))
        plan = self.desk.plan(request, now_ms=self.now_ms)
        if isinstance(plan, Committed):
            raise BrokenInvariant("every command of a simulated house has an id of its own")
        if isinstance(plan, CommitPlan):
            self.desk.mark_sent(plan)
            self.planned.append(plan)
        return plan

    def deal(self, dealer: str, act: Act) -> None:
        """An act of the dealer, which nothing may stand against."""
        unwrap_or_raise(self.ask(Role.DEALER, dealer, act))

    async def write(self) -> None:
        """Put on record what was planned."""
        plans, self.planned = self.planned, []
        for plan, answer in zip(plans, await _commit(plans), strict=True):
            taken = self.desk.take_answer(plan, answer)
            # Players fill up before a round to more than they bet in it, and nobody else writes.
            check(isinstance(taken, Committed), f"what a simulated house plans is taken: {taken}")

    async def play_days(self, told: Told) -> None:
        house, plan = self.house, self.house.plan
        for day in range(plan.days):
            await self.play_day(plan.first_ms + day * DAY_MS + OPENS_MS, day)
            house.done += 1
            told(house.done, plan.table_days)

    async def play_day(self, begin_ms: int, day: int) -> None:
        plan = self.house.plan
        end_ms = min(begin_ms + plan.hours * HOUR_MS, plan.until_ms)
        at_ms = begin_ms
        pace_ms = HOUR_MS // self.state.rules.edition.head.rounds_per_hour
        while at_ms < end_ms:
            dealer = DEALERS[(self.at + day + (at_ms - begin_ms) // HOUR_MS) % len(DEALERS)]
            self._welcome(at_ms)
            if self.guests:
                at_ms = self._play_round(dealer, at_ms, pace_ms)
                self.house.rounds += 1
            else:
                at_ms += pace_ms
            self._say_goodbye(at_ms, is_closing=at_ms >= end_ms)
            await self.write()

    def _welcome(self, at_ms: int) -> None:
        """Somebody may sit down; the fuller the table, the rarer."""
        self.now_ms = at_ms
        free = [n for n, one in enumerate(self.state.occupants, 1) if one is None]
        names = {one.name for one in self.guests.values()}
        known = [f"{name}-{self.at}" for name in PLAYERS]
        known = [name for name in known if name not in names]
        if not free or not known or self.below(4 + 6 * len(self.guests)) > 2:
            return
        guest = _Guest(
            name=known[self.below(len(known))],
            units=1 + self.below(3) * self.below(3),
            spots=1 + self.below(4),
            leaves_ms=at_ms + HOUR_MS // 4 + self.below(2 * HOUR_MS),
        )
        self._fill_up(guest)
        seat = free[self.below(len(free))]
        act = cmd.TakeSeat(seat, guest.name.title())
        if isinstance(self.ask(Role.PLAYER, guest.name, act), CommitPlan):
            self.guests[seat] = guest

    def _say_goodbye(self, at_ms: int, *, is_closing: bool) -> None:
        self.now_ms = at_ms
        for seat, guest in tuple(self.guests.items()):
            if is_closing or at_ms >= guest.leaves_ms:
                self.ask(Role.PLAYER, guest.name, cmd.LeaveSeat(seat))
                del self.guests[seat]

    def _fill_up(self, guest: _Guest) -> None:
        if self.wallet.balance(guest.name) < LOW:
            self.wallet.refill(guest.name, client_id=f"f{self.at}.{next(self.ids)}")

    def _play_round(self, dealer: str, at_ms: int, pace_ms: int) -> int:
        """Play one round by hand; when it was over."""
        ends_ms = at_ms + pace_ms * (85 + self.below(31)) // 100
        self.now_ms = at_ms
        for guest in self.guests.values():
            self._fill_up(guest)
        if self.state.dealer not in ("", dealer):
            self.deal(dealer, cmd.RelieveDealer())
        self.deal(dealer, cmd.OpenRound())
        while self.state.phase is not Phase.SETTLING:
            current = self.state.current
            if current is not None and isinstance(current.need, NeedBets):
                self.now_ms = at_ms + (ends_ms - at_ms) // 3
                for seat, guest in self.guests.items():
                    self._bet(seat, guest)
                self.deal(dealer, cmd.CloseBetting())
            else:
                self._step(dealer)
        self.now_ms = ends_ms
        self.deal(dealer, cmd.SettleRound())
        return ends_ms

    def _bet(self, seat: int, guest: _Guest) -> None:
        current = self.state.current
        for spot in self._chosen(current, seat, guest):
            limits = self.state.rules.edition.head.limits
            unit = payable_unit(spot, limits)
            wanted = max(int(least_stake(spot, limits)), CHIP * guest.units)
            stake = min(int(limits.maximum), wanted) // unit * unit
            act = cmd.PlaceBet(seat, str(spot.key), stake)
            self.ask(Role.PLAYER, guest.name, act)

    def _chosen(self, current: Round | None, seat: int, guest: _Guest) -> list[Spot]:
        if current is None:
            return []
        spots = current.game.spots(current.state, SeatIndex(seat))
        found = [spot for spot in spots if spot.closed is None]
        # The first spot of a felt is the one other bets may depend on, such as an Ante.
        chosen = found[:1] if len(found) < 4 else []
        for _ in range(guest.spots if found else 0):
            spot = found[self.below(len(found))]
            if spot not in chosen:
                chosen.append(spot)
        return chosen

    def _step(self, dealer: str) -> None:
        """The next draw or decision of a round."""
        current = self.state.current
        if current is None:
            raise BrokenInvariant("a round in play goes on")
        calls = open_calls(self.state)
        due = next((one for one in calls if one.is_due), None)
        if due is not None:
            self.deal(dealer, cmd.MakeCall(str(due.key), due.label))
            return
        drawn = draw_for(current.need, self.bits)
        if drawn is not None:
            self.deal(dealer, self._shown(calls, drawn.shown))
            return
        pending = narrow(current.need, NeedDecisions).pending[0]
        seat = int(pending.actor)
        if seat == 0:
            self.deal(dealer, cmd.MakeDecision(0, str(pending.hasty)))
            return
        chosen = self.decide(current, SeatIndex(seat))
        option = pending.hasty if chosen is None else chosen.option
        act = cmd.MakeDecision(seat, str(option))
        unwrap_or_raise(self.ask(Role.PLAYER, self.guests[seat].name, act))

    def _shown(self, calls: tuple[CallOption, ...], shown: Shown) -> Act:
        """A draw counts; now and then it does not, whatever it would have paid."""
        void = next((one for one in calls if one.reasons), None)
        if void is None or self.below(VOID_ONE_IN):
            return cmd.ShowDraw(shown)
        _, words = void.reasons[self.below(len(void.reasons))]
        return cmd.MakeCall(str(void.key), words, shown)


def _is_shipped(folder: GameFolder) -> bool:
    """Whether a game comes with this package, so that the same seed gives the same house."""
    return folder.folder.parent == Path(games.__file__).parent


def _setup(folder: GameFolder, table: str) -> TableOpened:
    edition = unwrap_or_raise(folder.edition())
    return TableOpened(
        table=table,
        game=folder.game.key,
        edition=edition.head.key,
        edition_hash=edition.head.hash,
        mode=OutcomeMode.ENTERED.value,
        dealt_by=DealtBy.PERSON.value,
        seats=edition.head.seats_max,
    )


def _bytes(bits: SeededBits, size: int) -> bytes:
    return bits.bits(8 * size).to_bytes(size, "big")

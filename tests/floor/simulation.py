"""The whole house from one seed: tables, players, dealers, crashes, retries, late messages, clocks.

Everything that happens is drawn from one bit source, so the same seed gives the same bytes. Runs
on a real store; a crash throws the pit away and starts a new one on the same journal.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

from pitboss.equipment.cards import STANDARD_CARDS
from pitboss.equipment.draws import SeededBits, draw_below
from pitboss.equipment.shown import Shown
from pitboss.equipment.stops import Mark
from pitboss.equipment.tops import Face
from pitboss.games.needs import NeedDecisions, NeedDraw, NeedStops
from pitboss.games.rounds import draw_for
from pitboss.pit.audit import check_tables
from pitboss.pit.clock import HouseClock
from pitboss.pit.pit import Pit
from pitboss.pit.requests import Request
from pitboss.pit.sealed import Seals
from pitboss.pit.ticks import tick
from pitboss.pit.wallet import Wallet
from pitboss.refusals import Refusal
from pitboss.store.records import Committed
from pitboss.store.store import Store
from pitboss.table import commands as cmd
from pitboss.table.commands import HOUSE, Act, Actor, Command, Role
from pitboss.table.fairness import player_hash
from pitboss.table.state import Phase, TableState
from pitboss.units import SeatIndex
from tests.floor.model import Model, round_key, unsealed
from tests.pit.kit import KEY, on_loop
from tests.pit.stops import Stopped, StoppingStore
from tests.store.house import NOW_MS, assert_sound, opened
from tests.table.kit import DEALER, SUPERVISOR, every_game, setup

ROOT = Path(__file__).parents[2]
PLAYERS = ("ann", "ben", "cat", "dan", "eve", "fay")
TABLES = (
    ("S1", "spin-n-win", "sealed"),
    ("G1", "gin-and-win", "sealed"),
    ("F1", "flip-it", "sealed"),
    ("E1", "spin-n-win", "entered"),
    ("X1", "gin-and-win", "scripted"),
    ("R1", "let-it-ride", "sealed"),
    ("C1", "craps", "sealed"),
    ("B1", "baccarat", "sealed"),
    ("W1", "casino-war", "sealed"),
    ("L1", "roulette", "entered"),
)
ALL = "".join(table[0] for table, _, _ in TABLES)
CHANGES = {
    "roulette": (("wheel.half_back", "true"),),
    "casino-war": (("cards.decks", "1"), ("cards.ranks", "359")),
}
"""So that half of a stake can be lost, and ties are frequent."""
ZERO = (Mark("wheel", "0"),)
PACE = (8_000, 6_000, 2_000)
SEATS = 4
KEPT = 400
AGAIN_MAX = 6
CLOSING_TICKS = 400


@dataclass
class Clocks:
    """A wall clock that jumps and a steady one that does not."""

    wall_ms: int = NOW_MS
    steady_ms: int = 0

    def wall(self) -> int:
        return self.wall_ms

    def steady(self) -> int:
        return self.steady_ms

    def pass_ms(self, ms: int) -> None:
        self.wall_ms += ms
        self.steady_ms += ms


@dataclass
class Counts:
    """What a run saw."""

    commands: int = 0
    taken: int = 0
    refused: int = 0
    repeats: int = 0
    crashes: int = 0
    jumps: int = 0
    house_acts: int = 0


@dataclass
class House:
    """One run."""

    store: Store
    bits: SeededBits
    clocks: Clocks = field(default_factory=Clocks)
    counts: Counts = field(default_factory=Counts)
    sent: list[tuple[Request, Committed | Refusal | None]] = field(default_factory=list)
    number: int = 0
    life: int = 0
    busy: tuple[tuple[str, str, str], ...] = TABLES
    """Tables that people come to."""

    def __post_init__(self) -> None:
        self.start()
        for name in PLAYERS:
            filled = self.wallet.refill(name, client_id="first")
            assert isinstance(filled, Committed), filled

    # Chance.

    def below(self, limit: int) -> int:
        return draw_below(self.bits, limit)

    def one_of(self, items: Any) -> Any:
        return items[self.below(len(items))]

    # Lives of the process.

    def start(self) -> None:
        """Start a process: it knows the journal, the key and the tables to open."""
        self.life += 1
        self.stopping = self.way()
        self.clock = HouseClock.start(
            self.clocks.wall, self.clocks.steady, not_before_ms=self.newest()
        )
        store: Any = self.stopping
        self.pit = Pit(store, every_game(), Seals(KEY, self.entropy), self.clock.now)
        self.wallet = Wallet(store, self.clock.now)
        recovered = self.pit.recover()
        assert isinstance(recovered, tuple), recovered
        for table, game, mode in TABLES:
            changes = CHANGES.get(game, ())
            answer = self.pit.open_table(
                setup(game, table=table, mode=mode, seats=SEATS, pace=PACE, changes=changes)
            )
            assert isinstance(answer, Committed), answer

    def way(self) -> StoppingStore:
        """The way of a process to the store."""
        return StoppingStore(self.store, 0, is_after=False)

    def newest(self) -> int:
        return max((at for at, _ in self.times()), default=0)

    def times(self) -> list[tuple[int, str]]:
        heads = self.store.heads()
        assert isinstance(heads, tuple)
        found = []
        for head in heads:
            records = self.store.read(head.stream, after=head.version - 1, limit=1)
            assert isinstance(records, tuple)
            found += [(record.at_ms, head.stream) for record in records]
        return found

    def entropy(self, size: int) -> bytes:
        return self.bits.bits(8 * size).to_bytes(size, "big")

    def crash(self) -> None:
        """The process is gone; so is everything it did not write."""
        self.counts.crashes += 1
        self.start()

    def guarded(self, work: Callable[[], Any]) -> Any:
        """Do something during which the process may stop."""
        try:
            return work()
        except Stopped:
            self.crash()
            return None

    # Commands.

    def send(self, table: str, by: Actor, act: Act) -> Committed | Refusal | None:
        self.number += 1
        return self.submit(Request(table, f"m{self.number}", Command(by, act)))

    def submit(self, request: Request) -> Committed | Refusal | None:
        self.counts.commands += 1
        answer: Committed | Refusal | None = self.guarded(lambda: on_loop(self.pit.submit(request)))
        return self.answered(request, answer)

    def answered(
        self, request: Request, answer: Committed | Refusal | None
    ) -> Committed | Refusal | None:
        """Keep what was sent and what became of it."""
        self.sent.append((request, answer))
        del self.sent[:-KEPT]
        if isinstance(answer, Committed):
            self.counts.repeats += answer.is_repeat
            self.counts.taken += not answer.is_repeat
        elif answer is not None:
            self.counts.refused += 1
        return answer

    def again(self) -> None:
        """Messages come again, late: the same answer, or none of it happened before."""
        for _ in range(1 + self.below(AGAIN_MAX) if self.sent else 0):
            request, first = self.one_of(self.sent)
            answer = self.submit(request)
            if isinstance(first, Committed) and answer is not None:
                assert answer == first, (first, answer)

    # What a turn may bring.

    def turn(self) -> None:
        dice = self.below(100)
        if dice < 66:
            self.play()
        elif dice < 84:
            self.wait(self.below(4_000))
        elif dice < 90:
            self.again()
        elif dice < 94:
            self.nonsense()
        elif dice < 96:
            self.purse()
        elif dice < 98:
            self.supervise()
        elif dice == 98:
            self.jump()
        elif self.below(2):
            self.stop_soon()

    def wait(self, ms: int) -> None:
        self.clocks.pass_ms(ms)
        done = self.guarded(lambda: on_loop(tick(self.pit)))
        self.counts.house_acts += done or 0
        self.counts.commands += done or 0

    def jump(self) -> None:
        self.counts.jumps += 1
        self.clocks.wall_ms += self.one_of((3_600_000, -3_600_000, 86_400_000, -500))

    def stop_soon(self) -> None:
        """The process will stop before or after one of its next commits."""
        if self.below(4) == 0:
            self.crash()
        else:
            self.stopping.stop_at = self.stopping.count + 1 + self.below(6)
            self.stopping.is_after = self.below(2) == 1

    def purse(self) -> None:
        name = self.one_of(PLAYERS)
        self.number += 1
        client_id = f"w{self.number}"
        self.counts.commands += 1
        if self.below(3):
            self.guarded(lambda: self.wallet.refill(name, client_id=client_id))
            return
        kind = self.one_of(("stake", "loss-day", "time-day"))
        value = self.one_of((None, 5_000, 50_000, 500_000))
        self.guarded(lambda: self.wallet.set_limit(name, kind, value, client_id=client_id))

    def supervise(self) -> None:
        table = self.one_of(TABLES)[0]
        state = self.state(table)
        if state.paused is not None:
            self.send(table, SUPERVISOR, cmd.Resume())
        elif self.below(3) == 0:
            self.send(table, SUPERVISOR, cmd.VoidRound("The floor voids the round."))
        else:
            self.send(table, SUPERVISOR, cmd.Pause("The floor looks at the table."))

    def state(self, table: str) -> TableState:
        found = self.pit.state(table)
        assert isinstance(found, TableState)
        return found

    # Players and dealers.

    def play(self, at: tuple[str, str, str] | None = None) -> None:
        table, _, mode = at or self.one_of(self.busy)
        state = self.state(table)
        if mode == "entered" and self.below(2):
            return self.deal(table, state)
        seat = 1 + self.below(SEATS)
        occupant = state.occupant(seat)
        if occupant is None:
            self.send(table, Actor(Role.PLAYER, self.one_of(PLAYERS)), cmd.TakeSeat(seat))
            return None
        by = Actor(Role.PLAYER, occupant.player)
        act = self.act(state, seat)
        if act is not None:
            self.send(table, by, act)
        return None

    def act(self, state: TableState, seat: int) -> Act | None:
        dice = self.below(30)
        if dice == 0:
            return cmd.LeaveSeat(seat)
        if dice == 1:
            text = f"s{state.number}-{seat}" if self.below(4) else "another"
            return cmd.CommitSeed(seat, player_hash(state.rules.round_id(state.number), seat, text))
        current = state.current
        if current is None:
            return None
        if state.is_revealing:
            return cmd.RevealSeed(seat, f"s{state.number}-{seat}")
        need = current.need
        if isinstance(need, NeedDecisions) and seat in state.awaited:
            one = next(one for one in need.pending if one.actor == seat)
            return cmd.MakeDecision(seat, str(self.one_of(one.options).key))
        if state.phase is not Phase.BETTING or dice > 22:
            return cmd.SayReady(seat) if state.phase is Phase.BETTING else None
        spots = current.game.spots(current.state, SeatIndex(seat))
        area = self.one_of(list(dict.fromkeys(one.area for one in spots)))
        spots = tuple(one for one in spots if one.area == area)
        spot = self.one_of([one for one in spots if self.below(8) == 0 or not one.closed] or spots)
        if dice < 4:
            return cmd.TakeDownBet(seat, str(spot.key))
        return cmd.PlaceBet(seat, str(spot.key), 600 * (1 + self.below(13)))

    def deal(self, table: str, state: TableState) -> None:
        """A dealer at an entered table, who sometimes errs and puts it right."""
        current = state.current
        if current is None:
            self.send(table, DEALER, cmd.OpenRound())
            return
        need = current.need
        if isinstance(need, NeedDraw):
            step = draw_for(need, self.bits)
            assert step is not None
            # Zero comes often at this wheel, so that half losses do.
            shown = ZERO if isinstance(need, NeedStops) and self.below(3) == 0 else step.shown
            call = cmd.MakeCall("invalid-spin", "Fewer than four turns.", shown)
            self.send(table, DEALER, call if self.below(6) == 0 else cmd.ShowDraw(shown))
        elif state.phase is Phase.SETTLING and self.below(3) == 0:
            faces: Shown = (self.one_of(list(Face)), self.one_of(list(Face)))
            faces = faces if current.game.key == "spin-n-win" else ZERO
            self.send(table, DEALER, cmd.CorrectDraws(((0, faces),), "Read from the wrong side."))
        elif state.phase is Phase.SETTLING:
            self.send(table, DEALER, cmd.SettleRound())
        elif 0 in state.awaited and isinstance(need, NeedDecisions):
            one = next(one for one in need.pending if one.actor == 0)
            self.send(table, DEALER, cmd.MakeDecision(0, str(self.one_of(one.options).key)))
        elif state.phase is Phase.BETTING:
            self.send(table, DEALER, cmd.CloseBetting())

    def nonsense(self) -> None:
        """Something that is not theirs, not now, or nothing at all."""
        table = self.one_of(TABLES)[0]
        by = self.one_of((Actor(Role.PLAYER, self.one_of(PLAYERS)), DEALER, SUPERVISOR, HOUSE))
        seat = self.below(7) - 1
        self.send(
            table,
            by,
            self.one_of(
                (
                    cmd.PlaceBet(seat, "single:red", self.one_of((-1, 0, 1, 2**63, 10**9))),
                    cmd.PlaceBet(seat, "no-such-spot", 1000),
                    cmd.TakeDownBet(seat, "ante"),
                    cmd.MakeDecision(seat, "no-such-option"),
                    cmd.ShowDraw((STANDARD_CARDS[self.below(52)],)),
                    cmd.SettleRound("ab" * 32),
                    cmd.Expire(self.below(50)),
                    cmd.LeaveSeat(seat),
                )
            ),
        )

    # The end.

    def close(self) -> None:
        """Let every round end, send everybody home, close the tables."""
        self.stopping.stop_at = 0
        for table, _, mode in TABLES:
            if self.state(table).paused is not None:
                self.send(table, SUPERVISOR, cmd.Resume())
            for _ in range(CLOSING_TICKS):
                state = self.state(table)
                if state.current is None:
                    break
                if mode == "entered":
                    self.deal(table, state)
                if state.phase is Phase.BETTING and not state.stakes:
                    self.send(table, SUPERVISOR, cmd.VoidRound("Nobody bets."))
                self.wait(1_000)
            else:
                raise AssertionError(f"{table} never ends its round")
            self.send(table, SUPERVISOR, cmd.Pause("The house closes."))
        for table, _, _ in TABLES:
            answer = self.send(table, SUPERVISOR, cmd.CloseTable("The house closes."))
            assert isinstance(answer, Committed), answer


@dataclass(frozen=True)
class Ran:
    """A run and what it left."""

    counts: Counts
    digest: str
    rounds: int
    seen: Counter[str]


def simulate(store: Store, seed: int, turns: int, busy: str = ALL) -> Ran:
    """Run the house from a seed, audit it, and say what its journal amounts to.

    People come to the tables whose names begin with these letters.
    """
    tables = tuple(one for one in TABLES if one[0][0] in busy)
    return run(House(store, SeededBits(b"floor %d" % seed), busy=tables), turns)


def run(house: House, turns: int) -> Ran:
    """Let a house run, close it and audit what it wrote."""
    for _ in range(turns):
        house.turn()
    house.close()
    recovered = house.pit.recover()
    assert isinstance(recovered, tuple), recovered
    assert house.pit.quarantined == {}
    findings = check_tables(house.store, every_game())
    assert not isinstance(findings, Refusal) and findings.faults == (), findings
    model, digest = audited(house.store)
    return Ran(house.counts, digest, len(model.rounds_over), model.seen)


def digests_elsewhere(seeds: list[int], turns: int) -> list[str]:
    """The same seeds in a process of its own, with another order of its sets."""
    environment = dict(os.environ) | {
        "PYTHONHASHSEED": "12345",
        "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}",
    }
    command = [sys.executable, "-m", "tests.floor.simulation", str(turns), *map(str, seeds)]
    done = subprocess.run(
        command, check=True, capture_output=True, text=True, cwd=ROOT, env=environment
    )
    return done.stdout.split()


def audited(store: Store) -> tuple[Model, str]:
    """The closing audit, and a digest of every byte of the journal."""
    assert_sound(store)
    model, digest = read_journal(store)
    assert not model.rounds_open, "no round without an end"
    assert not model.chips, "no stake without a round"
    for player, purse in model.purses.items():
        assert store.balance(f"player:{player}") == purse, player
    for table, won in model.won.items():
        assert (store.balance(f"table:{table}") or 0) == won, table
    assert store.balance("issuer") == -model.issued
    assert sum(model.purses.values()) + sum(model.won.values()) == model.issued
    return model, digest


def read_journal(store: Store, house_key: bytes = KEY) -> tuple[Model, str]:
    """What the second model makes of a journal, and a digest of its bytes.

    Streams are read side by side by time: a purse filled at one moment is used at the next. Two
    processes have two clocks, so within a stream the number counts and not the time. Which of two
    tables wrote first within a millisecond is not on record: purses are looked at between moments.
    """
    heads = store.heads()
    assert isinstance(heads, tuple)
    records, keys = [], {}
    for head in heads:
        latest_ms = 0
        for record in store.replay(head.stream):
            assert not isinstance(record, Refusal), record
            latest_ms = max(latest_ms, record.at_ms)
            is_table = not record.stream.startswith("player:")
            records.append((is_table, latest_ms, record.stream, record.version, record))
            first = record.events[0]
            if first.kind == "round.key-revealed":
                keys[record.round_id] = bytes.fromhex(str(first.body["key"]))
    model, digest = Model(), hashlib.sha256()
    # Refills first; no two records have the same place.
    records.sort(key=lambda found: found[:4])
    for _, moment in groupby(records, key=lambda found: found[:2]):
        for *_, record in moment:
            digest.update(record.canonical)
            # A round that is over says its key; one in play is the house's to open.
            key = keys.get(record.round_id) or round_key(house_key, record.round_id or "")
            for event in record.events:
                model.read(record.stream, *unsealed(event.kind, dict(event.body), key))
        model.check_purses()
    return model, digest.hexdigest()


def simulated(seed: int, turns: int, busy: str = ALL) -> Ran:
    """One seed on a store in memory: nothing here is about a disk."""
    with opened(":memory:", is_threaded=False) as store:
        return simulate(store, seed, turns, busy)


if __name__ == "__main__":
    for one in sys.argv[2:]:
        print(simulated(int(one), int(sys.argv[1])).digest)

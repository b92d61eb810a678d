"""A table for tests: opened with one line, driven by commands, every refusal named by its code."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from pitboss.equipment.draws import BitSource, SeededBits, draw_below
from pitboss.games.editions import HasHead
from pitboss.games.needs import NeedDecisions, NeedDraw
from pitboss.games.registry import GAMES_FOLDER, Registry
from pitboss.games.rounds import draw_for
from pitboss.pit.sealed import ChainSeeds
from pitboss.refusals import Refusal
from pitboss.table import commands as cmd
from pitboss.table import events as ev
from pitboss.table.commands import HOUSE, Act, Actor, Command, Role
from pitboss.table.decide import decide
from pitboss.table.running import open_calls
from pitboss.table.setup import TableRules, load_rules
from pitboss.table.state import Phase, TableState, open_table
from pitboss.units import SeatIndex
from tests.contract.conftest import CLASSICS

GAMES = ("spin-n-win", "gin-and-win", "flip-it")
DEALER = Actor(Role.DEALER, "dana")
SUPERVISOR = Actor(Role.SUPERVISOR, "sam")
CHAIN_LENGTH = 64
CHAIN = ChainSeeds(bytes(range(32)), CHAIN_LENGTH)
SEED = CHAIN.seed(1)
"""The seed of the first round."""
ACTS_MAX = 500


def player(number: int) -> Actor:
    """The player who sits at that seat in tests."""
    return Actor(Role.PLAYER, f"p{number}")


@cache
def registry() -> Registry:
    return Registry()


@cache
def every_game() -> Registry:
    """The shipped games and the classics."""
    return Registry((GAMES_FOLDER, CLASSICS))


@cache
def edition_of(game: str, changes: tuple[tuple[str, str], ...] = ()) -> HasHead:
    folder = every_game().find(game)
    assert not isinstance(folder, Refusal)
    edition = folder.edition(changes=dict(changes) or None)
    assert not isinstance(edition, Refusal), edition
    return edition


def setup(
    game: str,
    *,
    table: str = "T1",
    mode: str = "scripted",
    seats: int = 3,
    dealt_by: str = "",
    profile: str = "",
    payout_table_max: int = 0,
    payout_player_max: int = 0,
    pace: tuple[int, int, int] = (0, 0, 0),
    seats_per_player: int = 1,
    changes: tuple[tuple[str, str], ...] = (),
) -> ev.TableOpened:
    """An opening with everything that a test does not care about filled in."""
    edition = edition_of(game, changes)
    return ev.TableOpened(
        table=table,
        game=game,
        edition=edition.head.key,
        edition_hash=edition.head.hash,
        changes=changes,
        profile=profile,
        mode=mode,
        dealt_by=dealt_by or ("person" if mode == "entered" else "house"),
        seats=seats,
        seats_per_player=seats_per_player,
        bets_ms=pace[0],
        decision_ms=pace[1],
        between_ms=pace[2],
        payout_table_max=payout_table_max,
        payout_player_max=payout_player_max,
    )


@dataclass
class Felt:
    """A table in play and everything that happened at it."""

    state: TableState
    events: list[ev.Event] = field(default_factory=list)

    @property
    def rules(self) -> TableRules:
        return self.state.rules

    def do(self, by: Actor, act: Act) -> tuple[ev.Event, ...]:
        """A command that must be taken."""
        decided = decide(self.state, Command(by, act))
        assert not isinstance(decided, Refusal), (act, decided)
        self.events.extend(decided.events)
        self.state = decided.after
        return decided.events

    def refused(self, by: Actor, act: Act) -> str:
        """The code of a command that must be refused, and changes nothing."""
        before = self.state
        decided = decide(self.state, Command(by, act))
        assert isinstance(decided, Refusal), act
        assert decided.sentence
        assert self.state == before
        return decided.code.value

    @property
    def seed(self) -> str:
        """The seed of the round in play on a sealed table."""
        return CHAIN.seed(self.state.link).hex()

    def sit(self, *seats: int) -> None:
        """Players sit down at these seats."""
        for seat in seats:
            self.do(player(seat), cmd.TakeSeat(seat))

    def open_round(self) -> None:
        """Open bets, laying what the game lays before them."""
        if self.state.is_sealed:
            new = cmd.NewChain(CHAIN.seed(0).hex(), CHAIN_LENGTH, "ab" * 60)
            self.do(HOUSE, cmd.OpenRound(None if self.state.next_link else new))
        else:
            self.do(HOUSE, cmd.OpenRound())
        self.deal()

    def deal(self, source: BitSource | None = None) -> None:
        """Draw as long as the game asks for a draw."""
        bits = source or SeededBits(f"deal {self.state.number}".encode())
        by = DEALER if self.rules.mode.value == "entered" else HOUSE
        while self.state.current and isinstance(self.state.current.need, NeedDraw):
            due = next((one for one in open_calls(self.state) if one.is_due), None)
            if due is not None:
                self.do(DEALER, cmd.MakeCall(due.key, "Step by hand."))
                continue
            step = draw_for(self.state.current.need, bits)
            assert step is not None
            self.do(by, cmd.ShowDraw(step.shown))

    def spot(self, seat: int = 1) -> str:
        """The first spot that is open to a seat."""
        assert self.state.current is not None
        spots = self.rules.game.spots(self.state.current.state, SeatIndex(seat))
        return next(str(spot.key) for spot in spots if spot.closed is None)

    def bet(self, *seats: int, stake: int = 1000) -> None:
        """Each seat bets on its first open spot."""
        for seat in seats:
            self.do(player(seat), cmd.PlaceBet(seat, self.spot(seat), stake))

    def decide_all(self, choice: int = 0) -> None:
        """Everybody takes the option of that number."""
        for _ in range(ACTS_MAX):
            need = self.state.current.need if self.state.current else None
            if not isinstance(need, NeedDecisions):
                return
            one = need.pending[0]
            option = str(one.options[choice % len(one.options)].key)
            seated = self.state.occupant(int(one.actor))
            is_recorded = seated is None or seated.is_walk_up
            by = DEALER if is_recorded else player(one.actor)
            self.do(by, cmd.MakeDecision(int(one.actor), option))

    def settle(self) -> tuple[ev.Event, ...]:
        """Settle a round that is over."""
        return self.do(DEALER, cmd.SettleRound(self.seed if self.state.is_sealed else ""))

    def play_round(self, *seats: int, choice: int = 0) -> None:
        """A whole round in which these seats bet."""
        self.open_round()
        self.bet(*(seat for seat in seats if not self.state.has_stake(seat)))
        self.do(HOUSE, cmd.CloseBetting())
        for _ in range(ACTS_MAX):
            if self.state.phase is Phase.SETTLING:
                break
            self.deal()
            self.decide_all(choice)
        self.settle()


def felt(game: str = "spin-n-win", **options: object) -> Felt:
    """A fresh table of that game."""
    rules = load_rules(setup(game, **options), every_game())  # type: ignore[arg-type]
    assert isinstance(rules, TableRules), rules
    return Felt(open_table(rules))


def some(source: BitSource, items: tuple[object, ...]) -> object:
    """One of the items."""
    return items[draw_below(source, len(items))]

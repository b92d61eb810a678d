"""Bad commands: amounts, ids, seats and phases are refused by code and change nothing."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.equipment.cards import STANDARD_CARDS
from pitboss.equipment.tops import Face
from pitboss.games.steps import Draw
from pitboss.refusals import Refusal, RefusalCode
from pitboss.table import commands as cmd
from pitboss.table.commands import HOUSE, Actor, Command, Role
from pitboss.table.decide import decide
from pitboss.table.evolve import evolve
from pitboss.table.setup import TableRules, load_rules
from pitboss.table.state import Phase, TableState, open_table
from pitboss.table.view_records import STRANGER
from pitboss.table.views import view
from tests.table.kit import (
    DEALER,
    GAMES,
    SUPERVISOR,
    Felt,
    every_game,
    felt,
    player,
    registry,
    setup,
)

BAD_AMOUNTS: list[tuple[Any, str]] = [
    (-1, "not-positive"),
    (0, "not-positive"),
    (0.1, "bad-amount"),
    (1e-12, "bad-amount"),
    (1e308, "bad-amount"),
    (float("nan"), "bad-amount"),
    (float("inf"), "bad-amount"),
    ("5", "bad-amount"),
    ("5 ", "bad-amount"),
    ("\u0665", "bad-amount"),
    (2**63, "above-maximum"),
    (2**64, "above-maximum"),
    ([5], "bad-amount"),
    (None, "bad-amount"),
    (True, "bad-amount"),
    (False, "bad-amount"),
]


def betting(game: str = "spin-n-win", **options: Any) -> Felt:
    table = felt(game, **options)
    table.sit(1, 2)
    table.open_round()
    return table


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("amount", "code"), BAD_AMOUNTS)
def test_amounts_that_cannot_be(game: str, amount: Any, code: str) -> None:
    table = betting(game)
    assert table.refused(player(1), cmd.PlaceBet(1, table.spot(), amount)) == code


@pytest.mark.parametrize("game", GAMES)
def test_what_was_meant_for_another_round_is_not_done(game: str) -> None:
    """A bet that was on its way when its round ended is never placed in the next one."""
    table = betting(game)
    seat_one, spot, now = player(1), table.spot(), str(table.state.round_id)
    later = f"{now[:-1]}2"
    meant: tuple[cmd.Act, ...] = (
        cmd.PlaceBet(1, spot, 1000, round_id=later),
        cmd.TakeDownBet(1, spot, round_id=later),
        cmd.SayReady(1, round_id=later),
        cmd.MakeDecision(1, "pass", round_id=later),
    )
    assert {table.refused(seat_one, act) for act in meant} == {"round-over"}
    table.do(seat_one, cmd.PlaceBet(1, spot, 1000, round_id=now))
    table.do(seat_one, cmd.TakeDownBet(1, spot, round_id=now))
    table.do(SUPERVISOR, cmd.VoidRound("Dropped cards"))
    assert table.refused(seat_one, cmd.PlaceBet(1, spot, 1000, round_id=now)) == "round-over"
    table.open_round()
    assert table.refused(seat_one, cmd.PlaceBet(1, spot, 1000, round_id=now)) == "round-over"
    table.do(seat_one, cmd.PlaceBet(1, spot, 1000))
    for bad in ("7", "T1.", "T1.x", None, 7, "T1.7 "):
        act = cmd.PlaceBet(1, spot, 1000, round_id=bad)  # type: ignore[arg-type]
        assert table.refused(seat_one, act) == "unknown-round"


def _step(table: Felt, actor: int) -> int:
    """The number of the question that an actor is asked, as everybody sees it."""
    awaited = view(table.state, STRANGER).awaited
    return next(one.step for one in awaited if one.actor == actor)


def riding(mode: str = "scripted") -> Felt:
    """Let It Ride, which asks each of two players twice, where it asks for the first time."""
    rules = load_rules(setup("let-it-ride", mode=mode), every_game())
    assert isinstance(rules, TableRules)
    table = Felt(open_table(rules))
    table.sit(1, 2)
    table.open_round()
    table.bet(1, 2)
    table.do(DEALER, cmd.CloseBetting())
    table.deal()
    return table


def test_a_decision_for_an_earlier_question_is_never_taken_as_the_next() -> None:
    table = riding()
    first = cmd.MakeDecision(1, "back", round_id=str(table.state.round_id), step=_step(table, 1))
    other = cmd.MakeDecision(2, "ride", step=_step(table, 2))
    table.do(player(1), first)
    # Whoever decides at the same time is asked nothing else by that.
    table.do(player(2), other)
    table.deal()
    assert (table.refused(player(1), first), table.refused(player(2), other)) == ("not-now",) * 2
    for bad in (-1, 0.5, "3", True):
        act = cmd.MakeDecision(1, "ride", step=bad)  # type: ignore[arg-type]
        assert table.refused(player(1), act) == "bad-field"
    table.do(player(1), cmd.MakeDecision(1, "ride", step=_step(table, 1)))
    table.do(player(2), cmd.MakeDecision(2, "ride"))


def test_a_decision_on_cards_that_were_misread_is_not_taken() -> None:
    table = riding("entered")
    folded = cmd.MakeDecision(1, "back", step=_step(table, 1))
    assert table.state.current is not None
    drawn = next(step.shown for step in table.state.current.steps if isinstance(step, Draw))
    free = next(card for card in STANDARD_CARDS if card not in drawn)
    right: Any = (free, *drawn[1:])
    table.do(DEALER, cmd.CorrectDraws(((0, right),), "Misread."))
    assert table.refused(player(1), folded) == "not-now"
    table.do(player(1), cmd.MakeDecision(1, "ride", step=_step(table, 1)))


@pytest.mark.parametrize("seat", [-1, 0, 3, 4, 99, 100, 2**63, "1", 1.0, None, True])
def test_seats_that_are_not_there(seat: Any) -> None:
    table = betting()
    codes = {"no-such-seat"}
    assert table.refused(player(1), cmd.PlaceBet(seat, "single:red", 1000)) in codes


def test_a_seat_that_is_not_yours() -> None:
    table = betting()
    for by in (player(1), DEALER, SUPERVISOR, HOUSE, Actor(Role.PLAYER, "stranger")):
        for act in (
            cmd.PlaceBet(2, "single:red", 1000),
            cmd.TakeDownBet(2, "single:red"),
            cmd.SayReady(2),
            cmd.CommitSeed(2, "0" * 64),
            cmd.RevealSeed(2, "x"),
            cmd.MakeDecision(2, "spin-a"),
        ):
            # The house may give a stake back; here none lies.
            is_given_back = by is HOUSE and isinstance(act, cmd.TakeDownBet)
            expected = "unknown-spot" if is_given_back else "not-your-turn"
            assert table.refused(by, act) == expected
    for by in (player(1), DEALER, SUPERVISOR):
        assert table.refused(by, cmd.LeaveSeat(2)) == "not-your-turn"


@pytest.mark.parametrize("by", [player(1), Actor(Role.PLAYER, "stranger")])
def test_players_do_nothing_that_is_the_house_s(by: Actor) -> None:
    table = betting()
    for act in (
        cmd.OpenRound(),
        cmd.CloseBetting(),
        cmd.ShowDraw((Face.RED, Face.RED)),
        cmd.CorrectDraws(((0, (Face.RED, Face.RED)),), "Reason."),
        cmd.MakeCall("supervisor", "Reason."),
        cmd.SettleRound(),
        cmd.VoidRound("Reason."),
        cmd.Expire(table.state.mark),
        cmd.Pause("Reason."),
        cmd.Resume(),
        cmd.ChangeLimits(500, 20_000),
        cmd.CloseTable("Reason."),
        cmd.MakeDecision(0, "start-left"),
    ):
        assert table.refused(by, act) == "not-your-turn", act


def test_phases_that_do_not_fit() -> None:
    table = betting()
    table.bet(1)
    assert table.refused(HOUSE, cmd.OpenRound()) == "not-now"
    assert table.refused(HOUSE, cmd.SettleRound()) == "not-now"
    assert table.refused(HOUSE, cmd.ShowDraw((Face.RED, Face.RED))) == "not-now"
    assert table.refused(player(1), cmd.MakeDecision(1, "spin-a")) == "not-now"
    table.do(HOUSE, cmd.CloseBetting())
    assert table.refused(player(1), cmd.PlaceBet(1, "single:red", 1000)) == "not-now"
    assert table.refused(player(1), cmd.TakeDownBet(1, "single:red")) == "not-now"
    assert table.refused(HOUSE, cmd.CloseBetting()) == "not-now"
    table.do(DEALER, cmd.MakeDecision(0, "start-left"))
    assert table.refused(player(2), cmd.MakeDecision(2, "spin-a")) == "not-your-turn"
    table.do(player(1), cmd.MakeDecision(1, "spin-a"))
    table.do(HOUSE, cmd.ShowDraw((Face.RED, Face.RED)))
    assert table.refused(HOUSE, cmd.ShowDraw((Face.RED, Face.RED))) == "not-now"
    assert table.refused(HOUSE, cmd.SettleRound("00" * 32)) == "bad-field"
    table.settle()
    assert table.refused(HOUSE, cmd.SettleRound()) == "not-now"


@pytest.mark.parametrize(
    ("stake", "code"), [(299_99, None), (300_00, None), (300_01, "above-maximum")]
)
def test_the_wager_limit_of_2017(stake: int, code: str | None) -> None:
    table = betting("gin-and-win", profile="wa-commercial-2017")
    _expect(table, stake, code)


@pytest.mark.parametrize(
    ("stake", "code"), [(399_99, None), (400_00, None), (400_01, "above-maximum")]
)
def test_the_wager_limit_of_2023(stake: int, code: str | None) -> None:
    changes = (("table.maximum", "500.00"),)
    table = betting("gin-and-win", profile="wa-commercial-2023", changes=changes)
    _expect(table, stake, code)


def _expect(table: Felt, stake: int, code: str | None) -> None:
    act = cmd.PlaceBet(1, "ante", stake)
    if code is None:
        table.do(player(1), act)
    else:
        assert table.refused(player(1), act) == code


def test_games_of_one_player_are_counted_over_all_seats() -> None:
    table = felt("spin-n-win", profile="wa-commercial-2017", seats=3, seats_per_player=3)
    for seat in (1, 2, 3):
        table.do(player(1), cmd.TakeSeat(seat))
    assert table.rules.profile is not None
    most, over = table.rules.profile.max_games, table.rules.profile.max_games_over_small
    table.open_round()
    spots = ["single:red", "single:green", "single:blue"]
    places = [(seat, spot) for seat in (1, 2, 3) for spot in spots]
    for seat, spot in places[:over]:
        table.do(player(1), cmd.PlaceBet(seat, spot, 1000))
    for seat, spot in places[over:most]:
        assert table.refused(player(1), cmd.PlaceBet(seat, spot, 1000)) == "too-many-games"
        table.do(player(1), cmd.PlaceBet(seat, spot, 500))
    seat, spot = places[most]
    assert table.refused(player(1), cmd.PlaceBet(seat, spot, 500)) == "too-many-games"


def test_an_eighth_seat_is_refused() -> None:
    for seats, is_good in ((7, True), (8, False)):
        rules = load_rules(setup("spin-n-win", seats=seats), registry())
        assert isinstance(rules, Refusal) is not is_good


# --- anything at all ---------------------------------------------------------------------

WORDS = st.sampled_from(
    ["single:red", "ante", "gin-bonus", "inside:red", "fold", "play", "spin-a", "supervisor", "x"]
)
TEXTS = st.one_of(WORDS, st.text(max_size=12), st.just("ab" * 32))
NUMBERS = st.one_of(st.integers(-2, 12), st.sampled_from([100, 1000, 30_000, 2**63]))
SHOWN = st.one_of(
    st.lists(st.sampled_from(list(Face)), max_size=3).map(tuple),
    st.lists(st.sampled_from(STANDARD_CARDS), max_size=8).map(tuple),
)
ANY: st.SearchStrategy[Any] = st.one_of(
    NUMBERS, TEXTS, SHOWN, st.none(), st.booleans(), st.floats(), st.binary(max_size=4)
)
RIGHT: dict[str, st.SearchStrategy[Any]] = {
    "seat": NUMBERS,
    "stake": NUMBERS,
    "mark": NUMBERS,
    "step": st.one_of(st.none(), NUMBERS),
    "shown": SHOWN,
    "is_bot": st.booleans(),
    "is_readable": st.booleans(),
    "setting": st.none(),
    "draws": st.lists(st.tuples(NUMBERS, SHOWN), max_size=2).map(tuple),
}


@st.composite
def commands(draw: st.DrawFn) -> Command:
    """A command whose fields are mostly of the right kind and seldom right."""
    act = draw(st.sampled_from(cmd.ACTS))
    fields = {
        name: draw(RIGHT.get(name, TEXTS) if draw(st.integers(0, 9)) else ANY)
        for name in act.__struct_fields__
    }
    who = draw(st.sampled_from([player(1), player(2), player(9), DEALER, SUPERVISOR, HOUSE]))
    return Command(who, act(**fields))


def positions(game: str) -> list[TableState]:
    """A table at every phase."""
    table = felt(game, mode="entered")
    found = [table.state]
    table.sit(1, 2)
    found.append(table.state)
    table.open_round()
    found.append(table.state)
    table.bet(1, 2)
    found.append(table.state)
    table.do(DEALER, cmd.CloseBetting())
    found.append(table.state)
    while table.state.phase is not Phase.SETTLING:
        table.deal()
        found.append(table.state)
        table.decide_all()
        found.append(table.state)
    table.settle()
    return [*found, table.state]


POSITIONS = [state for game in GAMES for state in positions(game)]


@given(st.sampled_from(POSITIONS), commands())
def test_any_command_is_decided_or_refused_and_never_breaks(
    state: TableState, command: Command
) -> None:
    decided = decide(state, command)
    if isinstance(decided, Refusal):
        assert decided.code in RefusalCode
        assert decided.sentence.strip()
        return
    assert decided.events
    after = state
    for event in decided.events:
        after = evolve(after, event)
    assert decided.after == after

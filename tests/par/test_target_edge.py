"""An aim: the pays on both sides of an edge, each edge as the sheet itself gives it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.games.registry import Registry
from pitboss.par.choices import Choice, choose
from pitboss.par.target_edge import TargetPays, aim_at, read_aim, steps_of
from pitboss.refusals import Refusal, unwrap

HALF = Fraction(1, 2)


def choice_of(game: str, changes: dict[str, str] | None = None) -> Choice:
    return unwrap(choose(unwrap(Registry().find(game)), None, changes))


def edge_of(choice: Choice, field: str, odds: str, bet: str) -> Fraction:
    changed = unwrap(choose(choice.folder, choice.key, {**choice.changes, field: odds}))
    return next(one.house_edge for one in changed.figures().bets if one.bet == bet)


@pytest.mark.parametrize(
    ("game", "field", "bet", "aim", "step"),
    [
        ("spin-n-win", "pays.single_red", "single:red", "5", HALF),
        ("spin-n-win", "pays.combo_joker_joker", "combo:joker-joker", "3.125%", HALF),
        ("spin-n-win", "pays.combo_joker_joker", "combo:joker-joker", "1/32", HALF),
        ("flip-it", "pays.call_it", "call:7", "10", Fraction(1, 100)),
        ("flip-it", "bonus.two_pair", "bonus", "4.5", HALF),
        ("gin-and-win", "bonus.zero", "gin-bonus", "5", HALF),
        ("gin-and-win", "pays.play_zero", "ante-play", "2", Fraction(1, 10)),
    ],
)
def test_the_two_pays_are_neighbours_with_the_aim_between(
    game: str, field: str, bet: str, aim: str, step: Fraction
) -> None:
    choice, wanted = choice_of(game), unwrap(read_aim(aim))
    found = unwrap(aim_at(choice, field=field, bet=bet, aim=wanted, step=step))
    assert found.less is not None and found.more is not None
    assert found.more.odds.to_one - found.less.odds.to_one == step
    assert found.less.edge >= wanted > found.more.edge
    for pay in (found.less, found.more):
        assert pay.edge == edge_of(choice, field, str(pay.odds), bet)


def test_changes_made_before_count() -> None:
    faces = {"tops.joker": "2"}
    choice = choice_of("spin-n-win", faces)
    found = unwrap(
        aim_at(
            choice,
            field="pays.combo_joker_joker",
            bet="combo:joker-joker",
            aim=Fraction(1, 20),
            step=HALF,
        )
    )
    assert found.less is not None
    assert found.less.edge == edge_of(
        choice, "pays.combo_joker_joker", str(found.less.odds), "combo:joker-joker"
    )


def aimed(aim: Fraction, *, field: str = "pays.single_red", step: Fraction = HALF) -> object:
    choice = choice_of("spin-n-win")
    return aim_at(choice, field=field, bet="single:red", aim=aim, step=step)


def test_an_aim_beyond_every_pay_has_one_side_only() -> None:
    above = aimed(Fraction(99, 100))
    assert isinstance(above, TargetPays) and above.less is None and above.more is not None
    assert above.more.odds.to_one == 0
    below = aimed(Fraction(-(10**6)))
    assert isinstance(below, TargetPays) and below.more is None and below.less is not None


def test_a_pay_that_is_not_this_bets_is_refused() -> None:
    refused = aimed(Fraction(1, 20), field="pays.single_green")
    assert isinstance(refused, Refusal) and refused.field == "field"
    assert refused.sentence == "Single: Green does not change the house edge of Red."


def test_a_field_that_is_none_and_a_bet_that_is_none_are_refused() -> None:
    assert isinstance(aimed(Fraction(1, 20), field="pays.unheard_of"), Refusal)
    choice = choice_of("spin-n-win")
    found = aim_at(choice, field="pays.single_red", bet="none", aim=HALF, step=HALF)
    assert isinstance(found, Refusal)


def test_a_step_that_chips_cannot_pay_is_refused() -> None:
    refused = aimed(Fraction(1, 20), step=Fraction(1, 4))
    assert isinstance(refused, Refusal) and refused.field == "step"
    assert steps_of(choice_of("spin-n-win").edition.head.limits) == (Fraction(1), HALF)
    fine = steps_of(choice_of("flip-it").edition.head.limits)
    assert Fraction(1, 100) in fine


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("5", Fraction(1, 20)),
        ("5.25%", Fraction(21, 400)),
        (" -1.5 ", Fraction(-3, 200)),
        ("1/20", Fraction(1, 20)),
        ("0", Fraction(0)),
    ],
)
def test_an_aim_is_read_exactly(text: str, share: Fraction) -> None:
    assert read_aim(text) == share


@pytest.mark.parametrize("text", ["", "five", "1/0", "5%%", "1e3", "--1", "1.", "9" * 40])
def test_an_aim_that_is_none(text: str) -> None:
    refused = read_aim(text)
    assert isinstance(refused, Refusal) and refused.field == "aim"

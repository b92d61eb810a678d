"""The coach's numbers: those of the solvers, and nothing that the viewer has not seen."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from itertools import product

import msgspec
import pytest

from pitboss.coach.account import account_of, seen_by
from pitboss.coach.seen import Seen
from pitboss.coach.values import DecisionValue, values
from pitboss.equipment.draws import SeededBits
from pitboss.equipment.tops import Face
from pitboss.exact.flip_it.next_card import expected_nets
from pitboss.exact.flip_it.shoes import ShoeOdds, card_index, counts_of
from pitboss.exact.solvers import decision_values, game_figures
from pitboss.games.notation import read_round, write_round
from pitboss.games.rounds import Round, advance, draw_for, take
from pitboss.games.steps import CloseBets, Decide, Draw
from pitboss.refusals import unwrap
from tests.coach.kit import OTHER, SEAT, closed, decided, opened, rounds, with_bets

GIN = {"ante": 1000, "gin-bonus": 500}


def bits(seed: str) -> SeededBits:
    return SeededBits(seed.encode())


def told(current: Round, seat: int = SEAT) -> tuple[dict[str, Fraction], DecisionValue | None]:
    found = values(current.game, current.edition, seen_by(current, seat))  # type: ignore[arg-type]
    return found.bets, found.decision


# --- what is exact ----------------------------------------------------------------------------


def test_tops_are_worth_the_same_in_every_round() -> None:
    current = opened("spin-n-win", bits("spin"))
    sheet = {b.bet: b.distribution.mean for b in game_figures(current.game, current.edition).bets}
    assert told(current) == (sheet, None)


def test_every_shoe_is_worth_what_the_kernel_counts() -> None:
    kernel: ShoeOdds | None = None
    seen_bonus = 0
    for played in rounds("flip-it", {"inside:red": 1000}, 60, seed="shoes"):
        current = opened("flip-it", bits("x"), carry=played.carry())
        state = current.state
        kernel = kernel or ShoeOdds.of(current.edition)  # type: ignore[arg-type]
        row = [card_index(card) for card in state.row]
        counts = counts_of(state.undealt)
        by_kernel = {name: kernel.expected(name, counts, row) for name in kernel.names}
        offered = {bet: net for bet, net in by_kernel.items() if net is not None}
        bets, decision = told(current)
        assert bets == offered and decision is None
        seen_bonus += "bonus" in bets
    assert seen_bonus > 5


def test_the_shoe_follows_from_what_was_seen_alone() -> None:
    """Jokers laid aside while a row is laid are counted from the view."""
    for seed in range(12):
        current = opened("flip-it", bits(f"joker {seed}"))
        nets = expected_nets(current.edition, row=current.state.row, undealt=current.state.undealt)  # type: ignore[arg-type]
        assert told(current)[0] == nets


def test_a_continuous_shuffler_forgets_all_but_the_row() -> None:
    current = opened("flip-it", bits("csm"), **{"options.shoe": "continuous"})
    nets = expected_nets(current.edition, row=current.state.row, undealt=current.state.undealt)  # type: ignore[arg-type]
    assert told(current)[0] == nets


def test_a_dealt_hand_is_worth_what_the_solver_says_of_it() -> None:
    stream = bits("gin")
    current = with_bets(opened("gin-and-win", stream), GIN)
    assert told(current)[1] is None
    current = closed(current, stream)
    by_ante = decision_values(current.game, current.edition, current.state.hand(SEAT))
    assert by_ante is not None
    decision = told(current)[1]
    assert decision is not None and decision.made is None and decision.cost == 0
    # No line of the bonus is made with this hand, whatever is decided.
    assert current.game.score_hand(current.edition, current.state.hand(SEAT)).bonus_odds is None  # type: ignore[union-attr]
    assert decision.worths == {o: 1000 * by_ante[o] - 500 for o in ("play", "fold")}


def test_a_decision_costs_the_distance_to_the_best_one() -> None:
    decision = DecisionValue({"play": Fraction(-3), "fold": Fraction(-10)}, made="fold")
    assert decision.best == "play" and decision.cost == Fraction(7)
    assert DecisionValue({"play": Fraction(-3), "fold": Fraction(-10)}, made="play").cost == 0


def test_a_fold_that_loses_the_bonus_says_so() -> None:
    stream = bits("gin")
    lost = {"readings.bonus_on_fold": "loses"}
    current = closed(with_bets(opened("gin-and-win", stream, **lost), GIN), stream)
    decision = told(current)[1]
    assert decision is not None and decision.worths["fold"] == -1500


# --- who knows what ---------------------------------------------------------------------------


def test_the_coach_is_given_the_view_of_the_seat_and_nothing_else() -> None:
    assert Seen.__struct_fields__ == ("seat", "felt", "start", "stakes")
    stream = bits("hidden")
    current = with_bets(opened("gin-and-win", stream), GIN)
    current = closed(with_bets(current, {"ante": 1000}, seat=OTHER), stream)
    asked = msgspec.json.encode(seen_by(current, SEAT)).decode()
    for card in current.state.hand(SEAT):
        assert f'"{card}"' in asked
    for card in (*current.state.hand(OTHER), *current.state.dealer):
        assert f'"{card}"' not in asked


@pytest.mark.parametrize("seed", range(4))
def test_hidden_cards_change_nothing(seed: int) -> None:
    """Other hands and the dealer's dealt otherwise: the coach says the same."""
    stream = bits(f"same {seed}")
    first = with_bets(with_bets(opened("gin-and-win", stream), GIN), {"ante": 1000}, seat=OTHER)
    first = unwrap(take(first, CloseBets()))
    own = draw_for(first.need, stream)
    assert own is not None
    first = unwrap(take(first, own))
    one, two = (advance(first, bits(f"{seed} {n}")) for n in range(2))
    assert one.state.dealer != two.state.dealer
    assert seen_by(one, SEAT) == seen_by(two, SEAT)
    assert told(one) == told(two)


def test_a_spectator_hears_of_bets_and_of_no_hand() -> None:
    stream = bits("gin")
    current = closed(with_bets(opened("gin-and-win", stream), GIN), stream)
    bets, decision = told(current, seat=-1)
    assert set(bets) == {"ante", "gin-bonus"} and decision is None


# --- the account ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "stakes"),
    [
        ("spin-n-win", {"single:red": 700, "combo:red-blue": 300}),
        ("gin-and-win", GIN),
        ("flip-it", {"inside:low": 400, "call:7": 100}),
    ],
)
def test_result_is_worth_less_cost_and_luck(game: str, stakes: dict[str, int]) -> None:
    for played in rounds(game, stakes, 12, seed=f"account {game}"):
        account = account_of(played, SEAT)
        lines = [line for line in played.lines() if line.seat == SEAT]
        assert account.result == sum(line.net for line in lines)
        assert account.staked >= sum(stakes.values())
        assert account.result == account.worth - account.cost + account.luck
        assert account.cost >= 0 and account.worth <= account.best_worth
        again = unwrap(read_round(write_round(played), played.game, played.edition))
        assert account_of(again, SEAT) == account


def test_luck_averages_to_nothing_over_every_spin() -> None:
    current = with_bets(
        opened("spin-n-win", bits("luck")), {"single:green": 400, "combo:joker-joker": 100}
    )
    current = closed_to_spin(current)
    faces = current.edition.top.faces  # type: ignore[attr-defined]
    total = sum(
        (account_of(unwrap(take(current, Draw(pair))), SEAT).luck for pair in _pairs(faces)),
        Fraction(0),
    )
    assert total == 0


def closed_to_spin(current: Round) -> Round:
    current = unwrap(take(current, CloseBets()))
    need = current.need
    while hasattr(need, "pending"):
        owed = need.pending[0]
        current = unwrap(take(current, Decide(owed.actor, owed.hasty)))
        need = current.need
    return current


def _pairs(faces: tuple[Face, ...]) -> list[tuple[Face, Face]]:
    return list(product(faces, faces))


def test_luck_averages_to_nothing_over_every_fifth_card() -> None:
    current = with_bets(opened("flip-it", bits("flips")), {"inside:even": 400, "call:Q": 100})
    current = unwrap(take(current, CloseBets()))
    undealt = current.state.undealt
    total = sum(
        (
            held * account_of(unwrap(take(current, Draw((card,)))), SEAT).luck
            for card, held in undealt.entries
            if held
        ),
        Fraction(0),
    )
    assert total == 0


def test_a_wrong_fold_is_charged_to_play_and_not_to_luck() -> None:
    stream = bits("wrong")
    current = closed(with_bets(opened("gin-and-win", stream), {"ante": 1000}), stream)
    decision = told(current)[1]
    assert decision is not None
    worst = min(decision.worths, key=lambda option: decision.worths[option])
    wrong, right = (
        account_of(decided(current, {1: option}, stream), SEAT) for option in (worst, decision.best)
    )
    assert right.cost == 0 < wrong.cost == decision.worths[decision.best] - decision.worths[worst]
    assert wrong.decision is not None and wrong.decision.made == worst


def test_a_round_that_does_not_count_has_no_account() -> None:
    current = with_bets(opened("flip-it", bits("open")), {"inside:red": 400})
    assert dataclasses.astuple(account_of(current, SEAT))[:2] == (0, 0)

"""Three cards each: ranking, decisions, the Ante bonus, and edges counted in a second way."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from pitboss.equipment.cards import parse_cards
from pitboss.exact.solvers import game_figures, oracle_figures
from pitboss.games.rounds import begin, take
from pitboss.games.settlement import Result
from pitboss.games.steps import Bet, CloseBets, Decide, Draw, Step
from pitboss.players.strategies import strategies_of
from pitboss.refusals import RefusalCode, unwrap
from pitboss.units import Credits, SeatIndex, SpotKey
from pitboss_classics.three_card.hands import strength
from tests.classics.test_classics import REGISTRY, figures_of, law, nets, settle

GAME = "three-card"
SEAT = SeatIndex(1)
BETS = {"ante": 10, "pair-plus": 2}


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("2c 3c 4c", "Ac Ad Ah"),
        ("Ac 2c 3c", "Ac Ad Ah"),
        ("2c 2d 2h", "Qc Kd Ac"),
        ("Ac 2d 3h", "2c 7c Ac"),
        ("2c 3d 4h", "Ac 2d 3h"),
        ("2c 3c 5c", "Ac Ad Kh"),
        ("2c 2d 3h", "Ac Kd Jh"),
        ("9c 9d 2h", "8c 8d Ah"),
        ("9c 9d 3h", "9h 9s 2h"),
        ("Qc 6d 4h", "Qc 6d 3h"),
    ],
)
@pytest.mark.clause("TCA-1.2")
def test_hands_rank(higher: str, lower: str) -> None:
    assert strength(unwrap(parse_cards(higher))) > strength(unwrap(parse_cards(lower)))


@pytest.mark.parametrize(
    ("draw", "decide", "expected"),
    [
        ("2c 5d 9h / Qc 4d 3h", "fold", {"ante": -1000, "pair-plus": -200}),
        ("2c 2d 9h / Qc 4d 3h", "fold", {"ante": -1000, "pair-plus": 200}),
        ("2c 5d 9h / Jc 4d 3h", "play", {"ante": 1000, "play": 0, "pair-plus": -200}),
        ("Kc 5d 9h / Qc 4d 3h", "play", {"ante": 1000, "play": 1000, "pair-plus": -200}),
        ("Kc 5d 9h / Ac 4d 3h", "play", {"ante": -1000, "play": -1000, "pair-plus": -200}),
        ("Kc 5d 9h / Kd 5c 9s", "play", {"ante": 0, "play": 0, "pair-plus": -200}),
        ("Kc 5c 9c / Qc 4d 3h", "play", {"ante": 1000, "play": 1000, "pair-plus": 800}),
        # The bonus: straight 1, three of a kind 4, straight flush 5, whatever the dealer holds.
        ("4c 5d 6h / 5h 6c 7d", "play", {"ante": 0, "play": -1000, "pair-plus": 1200}),
        ("4c 5d 6h / 4d 5c 6s", "play", {"ante": 1000, "play": 0, "pair-plus": 1200}),
        ("4c 4d 4h / 5h 5c 5d", "play", {"ante": 3000, "play": -1000, "pair-plus": 6000}),
        ("4c 4d 4h / Jc 5d 2h", "play", {"ante": 5000, "play": 0, "pair-plus": 6000}),
        ("4c 5c 6c / 5h 6h 7h", "play", {"ante": 4000, "play": -1000, "pair-plus": 8000}),
        ("4c 5c 6c / Qh 6h 7h", "play", {"ante": 6000, "play": 1000, "pair-plus": 8000}),
    ],
)
@pytest.mark.clause("TCA-1.1", "TCA-2.1", "TCA-2.3", "TCA-2.4", "TCA-2.5", "TCA-2.6", "TCA-3.1")
def test_pays(draw: str, decide: str, expected: dict[str, int]) -> None:
    assert nets(settle(GAME, "flush-pays-4", draw, BETS, decide)) == expected


@pytest.mark.clause("TCA-2.2", "TCA-2.3", "TCA-4.1")
def test_cards_lie_face_down_and_play_is_bet_by_deciding() -> None:
    entry = REGISTRY.games[GAME]
    current = unwrap(begin(entry.game, unwrap(entry.edition()), seats=(SEAT,)))
    refused = take(current, Bet(SEAT, SpotKey("play"), Credits(1000)))
    assert getattr(refused, "code", None) is RefusalCode.SPOT_CLOSED
    hands = [Draw(unwrap(parse_cards(text))) for text in ("Qc 6d 4h", "2c 2d 2h")]
    steps: list[Step] = [Bet(SEAT, SpotKey("ante"), Credits(1000)), CloseBets(), *hands]
    for step in steps:
        current = unwrap(take(current, step))
    places = {one.key: one.items for one in current.game.places(current.state, SEAT)}
    assert places == {"seat 1": ("Qc", "6d", "4h"), "dealer": ("", "", "")}
    assert [one.note for one in current.game.places(current.state, SEAT)] == ["Queen high", ""]
    assert current.game.say(current.state) == "Play or fold?"
    best = strategies_of(current.game, current.edition)
    assert best["best"](current, SEAT) == Decide(SEAT, "play")
    over = unwrap(take(current, Decide(SEAT, "fold")))
    assert [line.result for line in over.lines()] == [Result.LOSE]


@pytest.mark.parametrize(
    ("dealer", "words"),
    [
        ("Jc 4d 3h", "The dealer does not qualify: Play goes back."),
        ("Ac 4d 3h", "The dealer has Ace high."),
        ("4c 4d 3h", "The dealer has a pair."),
        ("4c 4d 4h", "The dealer has three of a kind."),
    ],
)
@pytest.mark.clause("TCA-2.4")
def test_the_dealer_says_what_lies_there(dealer: str, words: str) -> None:
    played = settle(GAME, "flush-pays-4", f"Kc 9c 8d / {dealer}", {"ante": 1}, "play")
    assert played.game.say(played.state) == words
    notes = {one.key: one.note for one in played.game.places(played.state, SEAT)}
    assert notes["seat 1"] == "King high"


def test_pair_plus_alone_asks_for_no_decision() -> None:
    played = settle(GAME, "flush-pays-3", "Kc 5c 9c / Qc 4d 3h", {"pair-plus": 1})
    assert nets(played) == {"pair-plus": 300}


def test_hands_are_as_many_as_everybody_counts() -> None:
    pays = {Fraction(40): 48, Fraction(30): 52, Fraction(6): 720, Fraction(4): 1096}
    counted = {**pays, Fraction(1): 3744, Fraction(-1): 16440}
    (_, side) = figures_of(GAME, "flush-pays-4").bets
    assert {one.net: one.count for one in side.distribution.outcomes} == counted


def code(hand: tuple[int, ...]) -> int:
    """A hand of cards 0 to 51 as a number that grows with its rank: kind, then ranks in hex."""
    ranks = sorted((card // 4 + 2 for card in hand), reverse=True)
    high, middle, low = (3, 2, 1) if ranks == [14, 3, 2] else ranks
    one_suit = len({card % 4 for card in hand}) == 1
    if high == middle == low:
        kind = 4
    elif (high - middle, middle - low) == (1, 1):
        kind = 5 if one_suit else 3
    elif middle in (high, low):
        kind, high, low = 1, middle, high + low - middle
    else:
        kind = 2 if one_suit else 0
    return kind << 12 | high << 8 | middle << 4 | low


def test_the_base_game_counted_by_cards_that_are_gone() -> None:
    """Dealer's hands by inclusion and exclusion of the player's cards, another ranking, Q-6-4."""
    hands = np.array(list(combinations(range(52), 3)))
    codes = np.array([code(tuple(hand)) for hand in hands.tolist()])
    levels, level = np.unique(codes, return_inverse=True)
    queen, lowest = (int(np.searchsorted(levels, at)) for at in (0xC00, 0xC64))
    count = len(levels) + 2
    whole, one, two = (np.zeros((52,) * cards + (count,), np.int64) for cards in range(3))
    np.add.at(whole, level + 1, 1)
    for a in range(3):
        np.add.at(one, (hands[:, a], level + 1), 1)
    for a, b in combinations(range(3), 2):
        np.add.at(two, (hands[:, a], hands[:, b], level + 1), 1)
    whole, one, two = (table.cumsum(-1) for table in (whole, one, two))

    def lower(upto: Any) -> Any:
        """For each hand of the player, dealer's hands below a level that share no card with it."""
        singles = sum(one[hands[:, a], upto] for a in range(3))
        pairs = sum(two[hands[:, a], hands[:, b], upto] for a, b in combinations(range(3), 2))
        return whole[upto] - singles + pairs - (level < upto)

    no_dealer = lower(np.full_like(level, queen))
    won, tied = lower(level), lower(level + 1) - lower(level)
    nets = {1: no_dealer, 2: won - no_dealer, 0: tied, -2: 18_424 - won - tied}
    found = Counter({-1: 18_424 * int((level < lowest).sum())})
    for kind, extra in enumerate((0, 0, 0, 1, 4, 5)):
        is_played = (level >= lowest) & (codes >> 12 == kind)
        for net, counts in nets.items():
            found[net + extra] += int(counts[is_played].sum())
    base = figures_of(GAME, "flush-pays-4").bets[0]
    assert {one.net: one.count for one in base.distribution.outcomes} == dict(+found)
    assert base.house_edge == Fraction(686_689, 20_358_520)
    assert round(base.element_of_risk, 4) == Fraction(201, 10_000)
    assert "Q-6-4" in figures_of(GAME, "flush-pays-4").strategy[0]


@pytest.mark.parametrize(
    "ranks",
    ["QK", *(pytest.param(ranks, marks=pytest.mark.slow) for ranks in ("2QK", "TJQ"))],
)
def test_the_solver_equals_the_oracle_on_few_ranks(ranks: str) -> None:
    entry = REGISTRY.games[GAME]
    record = unwrap(entry.edition(changes={"cards.ranks": ranks}))
    walked, solved = oracle_figures(entry.game, record), game_figures(entry.game, record)
    assert [(one.bet, one.average_wager, law(one)) for one in walked.bets] == [
        (one.bet, one.average_wager, law(one)) for one in solved.bets
    ]

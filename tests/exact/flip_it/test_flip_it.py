"""flip~it exactly: the solver and the shoe kernel equal the oracle that walks the rules."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from pitboss.equipment.cards import Card
from pitboss.equipment.draws import SeededBits, draw_below
from pitboss.equipment.shoe import Composition
from pitboss.exact.distributions import Distribution
from pitboss.exact.flip_it import record_of
from pitboss.exact.flip_it.shoes import ShoeOdds, card_index, counts_of, wins_many
from pitboss.exact.oracle import NOT_OFFERED, joint_distribution
from pitboss.exact.solvers import game_figures
from pitboss.games.editions import HasHead
from pitboss.games.flip_it.carry import Carry
from pitboss.games.flip_it.edition import Edition
from pitboss.games.flip_it.row import RowKind, row_kind
from pitboss.games.game_folder import GameFolder
from pitboss.games.registry import Registry
from pitboss.games.rounds import Round, begin, take
from pitboss.games.settlement import Result
from pitboss.games.steps import Bet, CloseBets, Draw
from pitboss.refusals import Refusal
from pitboss.units import Credits, SeatIndex, SpotKey

UNIT = Credits(100)
SMALL = {
    "two suits": {"decks": "2", "jokers": "1", "ranks": "27", "suits": "ch"},
    "royals": {"decks": "1", "jokers": "1", "ranks": "ATJQK", "suits": "d"},
    "four to nothing": {"decks": "1", "jokers": "0", "ranks": "23TJQK", "suits": "d"},
    "one suit": {"decks": "3", "jokers": "2", "ranks": "8Q", "suits": "s"},
}
ALWAYS = tuple(
    SpotKey(key) for key in ("inside:red", "inside:odd", "inside:low", "call:7", "call:Q")
)


@pytest.fixture(scope="module")
def folder() -> GameFolder:
    found = Registry().find("flip-it")
    assert isinstance(found, GameFolder)
    return found


def edition_of(folder: GameFolder, changes: dict[str, str] | None = None) -> Edition:
    edition: HasHead | Refusal = folder.edition(changes=changes)
    assert not isinstance(edition, Refusal), edition
    return record_of(edition)


@pytest.mark.parametrize("shoe", ["cut-card", "continuous"])
@pytest.mark.parametrize("small", SMALL)
def test_the_solver_equals_the_oracle_on_small_shoes(
    folder: GameFolder, small: str, shoe: str
) -> None:
    cards = {f"cards.{name}": value for name, value in SMALL[small].items()}
    edition = edition_of(folder, {**cards, "options.cut_undealt": "0", "options.shoe": shoe})
    solved = {bet.bet: bet for bet in game_figures(folder.game, edition).bets}
    joint = joint_distribution(folder.game, edition, tuple((key, UNIT) for key in ALWAYS))
    for at, key in enumerate(ALWAYS):
        walked: dict[Fraction, Fraction] = {}
        for nets, chance in joint.items():
            net = Fraction(nets[at], UNIT)
            walked[net] = walked.get(net, Fraction(0)) + chance
        assert walked == chances_of(solved[key].distribution)
    bonus = joint_distribution(folder.game, edition, ((SpotKey("bonus"), UNIT),))
    missed = bonus.pop(NOT_OFFERED, Fraction(0))
    assert solved["bonus"].offered == 1 - missed
    offered = {Fraction(nets[0], UNIT): p / (1 - missed) for nets, p in bonus.items()}
    assert offered == chances_of(solved["bonus"].distribution)


def chances_of(distribution: Distribution) -> dict[Fraction, Fraction]:
    return {o.net: Fraction(o.count, distribution.total) for o in distribution.outcomes}


def test_full_shoe_figures(folder: GameFolder) -> None:
    """By hand: red wins 208 of 440, odd 192, a rank 32; 24 of 440 cards are jokers."""
    bets = {bet.bet: bet for bet in game_figures(folder.game, edition_of(folder)).bets}
    assert len(bets) == 19
    assert bets["inside:red"].house_edge == Fraction(24, 440)
    assert bets["inside:odd"].house_edge == 1 - Fraction(2 * 192, 440)
    assert bets["call:7"].house_edge == 1 - Fraction(13 * 32, 440)
    assert bets["inside:red"].distribution.total == 440
    continuous = edition_of(folder, {"options.shoe": "continuous"})
    beside = {bet.bet: bet for bet in game_figures(folder.game, continuous).bets}
    assert beside["inside:red"].house_edge == Fraction(24, 436)


def test_the_bonus_by_row_adds_up(folder: GameFolder) -> None:
    bonus = game_figures(folder.game, edition_of(folder)).bets[-1]
    assert [row.row for row in bonus.rows] == ["pair", "two-pair", "three", "four", "royal-draw"]
    assert sum(row.probability for row in bonus.rows) == bonus.offered
    edges = sum(row.probability * row.distribution.house_edge for row in bonus.rows)
    assert edges == bonus.offered * bonus.house_edge


def test_row_probabilities_by_counting_every_row_of_one_deck(folder: GameFolder) -> None:
    edition = edition_of(
        folder, {"cards.decks": "1", "cards.jokers": "0", "options.cut_undealt": "0"}
    )
    cards = [Card(rank=rank, suit=suit) for rank in range(1, 14) for suit in range(4)]
    kinds = Counter(row_kind(row) for row in combinations(cards, 4))
    total = sum(kinds.values())
    bonus = game_figures(folder.game, edition).bets[-1]
    assert {row.row: row.probability for row in bonus.rows} == {
        kind.value: Fraction(count, total)
        for kind, count in kinds.items()
        if kind is not RowKind.NOTHING
    }


def random_shoes(edition: Edition, count: int) -> list[tuple[tuple[Card, ...], Composition]]:
    """Rows of four plain cards and what is left after a random number of cards came out."""
    source = SeededBits(b"shoes")
    shoes = []
    full = Composition.full(edition.deck)
    cards = [card for card, held in full.entries for _ in range(held)]
    for _ in range(count):
        left = list(cards)
        for at in range(len(left) - 1, 0, -1):
            other = draw_below(source, at + 1)
            left[at], left[other] = left[other], left[at]
        plain = [card for card in left if not card.is_joker]
        row = tuple(plain[:4])
        rest = Composition.of(Counter(left[: 80 + draw_below(source, 350)]) | Counter(row))
        undealt = rest.without(row)
        assert isinstance(undealt, Composition)
        shoes.append((row, undealt))
    return shoes


@pytest.mark.bounds
@pytest.mark.nojit
def test_the_kernel_equals_the_rules_on_random_shoes(folder: GameFolder) -> None:
    """Every undealt card is flipped through the rules of the table and its lines are summed."""
    edition = edition_of(folder)
    odds = ShoeOdds.of(edition)
    full = Composition.full(edition.deck)
    for row, undealt in random_shoes(edition, 12):
        out = full.without(tuple(c for c, n in undealt.entries for _ in range(n)))
        assert isinstance(out, Composition)
        carry = Carry(row, Composition.of({c: n for c, n in out.entries if n}))
        counts, cards = counts_of(undealt), [card_index(c) for c in row]
        expected = {name: odds.expected(name, counts, cards) for name in odds.names}
        walked = flip_all(folder, edition, carry, undealt)
        assert {k: v for k, v in expected.items() if v is not None} == walked


def flip_all(
    folder: GameFolder, edition: Edition, carry: Carry, undealt: Composition
) -> dict[str, Fraction]:
    seat = SeatIndex(1)
    start = must(begin(folder.game, edition, seats=(seat,), carry=carry))
    spots = [s.key for s in folder.game.spots(start.state, seat) if s.closed is None]
    for spot in spots:
        start = must(take(start, Bet(seat, spot, UNIT)))
    start = must(take(start, CloseBets()))
    nets = dict.fromkeys(map(str, spots), Fraction(0))
    for card, held in undealt.entries:
        if held:
            over = must(take(start, Draw((card,))))
            for line in over.lines():
                assert line.result in (Result.WIN, Result.LOSE)
                nets[line.spot] += Fraction(line.net * held, UNIT)
    return {spot: net / undealt.total for spot, net in nets.items()}


def must(result: Round | Refusal) -> Round:
    assert isinstance(result, Round), result
    return result


@pytest.mark.bounds
@pytest.mark.nojit
def test_the_batch_equals_one_at_a_time(folder: GameFolder) -> None:
    edition = edition_of(folder)
    odds = ShoeOdds.of(edition)
    shoes = random_shoes(edition, 20)
    counts = np.array([counts_of(undealt) for _, undealt in shoes])
    rows = np.array([[card_index(c) for c in row] for row, _ in shoes])
    many = odds.expected_many(counts, rows)
    assert wins_many(counts, rows).shape == (20, 26)
    for at in range(20):
        for name, value in zip(odds.names, many[at], strict=True):
            exact = odds.expected(name, counts[at], rows[at].tolist())
            assert np.isnan(value) if exact is None else abs(value - float(exact)) < 1e-12


def test_distributions_state_what_they_count() -> None:
    half = Distribution.of_probabilities(
        {Fraction(1): Fraction(1, 2), Fraction(-1): Fraction(1, 2)}
    )
    assert (half.total, half.mean, half.hit_frequency) == (2, Fraction(0), Fraction(1, 2))
    assert half.probability(Fraction(1)) == Fraction(1, 2)
    assert half.skewness == 0
    assert Distribution.of_counts({Fraction(0): 5}).skewness == 0

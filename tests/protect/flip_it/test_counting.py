"""Perfect counting: exact on small shoes, honest errors on large ones, never below nothing."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from pitboss.games.flip_it.edition import Edition
from pitboss.games.registry import GAMES_FOLDER, Registry
from pitboss.protect.flip_it.continuous import continuous_bets
from pitboss.protect.flip_it.counting import CountTally, count, count_chunk, undealt_refusal
from pitboss.protect.flip_it.kernel import BONUS, TWELFTHS, CountTables, play_shoe
from pitboss.protect.flip_it.remedies import closed_bets, harmless_pay
from pitboss.protect.flip_it.simple_counts import simple_counts
from pitboss.protect.flip_it.tables import (
    BET_KEYS,
    INSIDE_KEYS,
    pays_refusal,
    tables_of,
)
from pitboss.protect.runs import Amount
from pitboss.refusals import Refusal
from pitboss.simulate.engines import local_engine
from pitboss.simulate.kernels.flip_it_deal import Cards
from tests.examples import in_soak
from tests.protect.flip_it.orders import enumerate_orders


def judge_orders(edition: Edition, cuts: tuple[int, ...], decks: Cards) -> CountTally:
    """The same judgement on shoes whose order is given, one to a row."""
    tables = tables_of(edition)
    tally = CountTally.empty(cards=len(tables.deck), cuts=cuts, shoes=len(decks))
    for deck in decks:
        play_shoe(deck, np.array(cuts), tables, tally.over)
    return tally


def exact_units(tally: CountTally, bet: str, tables: CountTables) -> Fraction:
    """The mean gain a round as an exact fraction, over the flips that were judged."""
    at = BET_KEYS.index(bet)
    money = [int(one) for one in tables.money]
    unit = money[1] if bet in INSIDE_KEYS else money[3]
    if at == BONUS:
        unit = money[4] * TWELFTHS
    total = sum(
        (
            Fraction(int(tally.over.gains[left, at]), unit * left)
            for left in range(1, len(tally.over.flips))
        ),
        Fraction(0),
    )
    return Fraction(total) / int(tally.over.flips.sum())


def edition_of(key: str = "call12-pay1", **changes: str) -> Edition:
    folder = Registry((GAMES_FOLDER,)).find("flip-it")
    assert not isinstance(folder, Refusal)
    named = {name.replace("__", "."): text for name, text in changes.items()}
    edition = folder.edition(key, changes=named)
    assert isinstance(edition, Edition), edition
    return edition


def small(ranks: str, suits: str, decks: int, jokers: int, **changes: str) -> Edition:
    return edition_of(
        cards__ranks=ranks,
        cards__suits=suits,
        cards__decks=str(decks),
        cards__jokers=str(jokers),
        options__cut_undealt="0",
        **changes,
    )


SMALL = (
    small("TJQKA", "h", 1, 1),
    small("A27", "d", 2, 1),
    small("29K", "cd", 1, 1, pays__inside="3/2", pays__call_it="5/2"),
    small("5K", "s", 3, 1, pays__call_it="1/1", bonus__four_of_a_kind="9/2"),
    small("3", "ch", 3, 0, bonus__five_of_a_kind="1/3"),
)


@pytest.mark.nojit
@pytest.mark.bounds
def test_the_smallest_shoe_agrees_as_plain_python_too() -> None:
    check_all_orders(SMALL[0], undealt=1)


# The largest shoe takes as long as all others: in the gate only down to its cut card.
LARGEST = 2


@pytest.mark.parametrize(
    ("undealt", "at"),
    [
        in_soak(undealt, at) if (undealt, at) == (0, LARGEST) else (undealt, at)
        for undealt in (0, 2)
        for at in range(len(SMALL))
    ],
)
def test_all_orders_of_a_small_shoe_agree_exactly(undealt: int, at: int) -> None:
    check_all_orders(SMALL[at], undealt=undealt)


def check_all_orders(edition: Edition, *, undealt: int) -> None:
    direct = enumerate_orders(edition, undealt=undealt)
    tables = tables_of(edition)
    # Every order of the cards as if all were different, so that each is equally likely.
    decks = np.array(list(permutations(tables.deck.tolist())), dtype=np.uint8)
    tally = judge_orders(edition, (undealt,), decks)
    for bet in BET_KEYS:
        assert exact_units(tally, bet, tables) == direct.per_round(bet), bet
    units = {one.bet: one for one in tally.bets()}
    for bet in BET_KEYS:
        assert units[bet].units_per_round == pytest.approx(float(direct.per_round(bet)))


def test_sampled_small_shoe_agrees_with_all_its_orders() -> None:
    edition = small("A27", "d", 2, 1)
    direct = enumerate_orders(edition, undealt=1)
    tally = count_chunk(edition, (1,), 11, 0, 20_000)
    for one in tally.bets():
        exact = float(direct.per_round(one.bet))
        assert abs(one.units_per_round - exact) <= 4.5 * one.standard_error + 1e-12, one


def test_errors_cover_the_truth_as_often_as_they_say() -> None:
    """60 runs of one small shoe: two errors hold 95% of them, so below 48 is one in a million."""
    edition = small("A2K", "d", 2, 1)
    direct = enumerate_orders(edition, undealt=1)
    truth = {bet: float(direct.per_round(bet)) for bet in BET_KEYS}
    held = dict.fromkeys(BET_KEYS, 0)
    for seed in range(60):
        for one in count_chunk(edition, (1,), seed, 0, 1500).bets():
            held[one.bet] += abs(one.units_per_round - truth[one.bet]) <= 2 * one.standard_error
    for bet, inside in held.items():
        if truth[bet]:
            assert inside >= 48, (bet, inside)


def test_the_same_seed_gives_the_same_tally_whatever_the_workers() -> None:
    edition = edition_of()
    amount = Amount(600, seed=5, first=64, full=128)
    results = []
    for workers in (1, 3):
        with local_engine(workers) as engine:
            results.append(count(edition, (104, 52), engine, amount))
    assert results[0].bets() == results[1].bets()
    assert (results[0].over.gains == results[1].over.gains).all()


def test_a_deeper_shoe_tells_a_counter_more() -> None:
    tally = count_chunk(edition_of(), (300, 220, 104, 52), 1, 0, 600)
    for bet in ("call-it", "bonus", "inside:red"):
        gains = [
            next(b.units_per_round for b in tally.bets(cut) if b.bet == bet) for cut in range(4)
        ]
        assert gains == sorted(gains) and gains[-1] > gains[0]


def test_call_it_at_twelve_to_one_is_beaten_by_a_fifth_of_a_unit() -> None:
    tally = count_chunk(edition_of(), (52,), 3, 0, 2000)
    call = next(one for one in tally.bets() if one.bet == "call-it")
    assert 0.21 < call.units_per_round < 0.24
    assert call.break_even_spread == 1.0
    ten = count_chunk(edition_of("call10-pay1"), (52,), 3, 0, 2000)
    less = next(one for one in ten.bets() if one.bet == "call-it")
    assert 0 < less.units_per_round < call.units_per_round


def test_a_closed_shoe_earns_nothing_and_one_card_more_can() -> None:
    edition = edition_of()
    closed = {one.bet: one.undealt for one in closed_bets(edition)}
    assert closed["call-it"] == 13 * 32 - 1
    assert closed["inside:red"] == 2 * 208 - 1
    assert closed["inside:odd"] == 2 * 192 - 1
    tables = tables_of(edition)
    cards = tables.deck.tolist()
    wins = {"call-it": [card // 4 == 4 for card in range(53)]}
    for at in range(6):
        wins[BET_KEYS[at]] = [
            card < 52 and bool(tables.sides[min(card, 51), at]) for card in range(53)
        ]
    for bet, winning in wins.items():
        undealt, at = closed[bet], BET_KEYS.index(bet)
        assert undealt is not None
        # The richest order there is: cards that lose the bet leave first, a row before jokers.
        lost = sorted(card for card in cards if not winning[card])
        order = [*lost, *(card for card in cards if winning[card])]
        deck = np.array([order], dtype=np.uint8)
        assert judge_orders(edition, (undealt,), deck).over.hits[:, at].sum() == 0
        assert judge_orders(edition, (undealt - 1,), deck).over.hits[:, at].sum() == 1
    assert {one.bet: one.jokers for one in closed_bets(edition)}["call-it"] == 21


def test_a_continuous_shuffler_leaves_nothing() -> None:
    for row in continuous_bets(edition_of()):
        assert row.units_per_round == 0 and row.best < 0, row


def test_a_continuous_shuffler_is_counted_row_by_row() -> None:
    """Against every row of a small deck, one by one."""
    edition = small("29", "cd", 2, 1, pays__inside="3/1", pays__call_it="3/1")
    tables = tables_of(edition)
    plain = [card for card in tables.deck.tolist() if card < 52]
    total = dict.fromkeys(("inside:red", "call-it", "bonus"), Fraction(0))
    rows = list(permutations(range(len(plain)), 4))
    for places in rows:
        row = [plain[at] for at in places]
        rest = [card for at, card in enumerate(plain) if at not in places]
        red = sum(card % 4 in (1, 2) for card in rest)
        most = max(sum(card // 4 == rank for card in rest) for rank in (1, 8))
        total["inside:red"] += max(Fraction(4 * red, len(rest) + 1) - 1, Fraction(0))
        total["call-it"] += max(Fraction(4 * most, len(rest) + 1) - 1, Fraction(0))
        total["bonus"] += _bonus_gain(edition, row, rest)
    found = {row.bet: row.units_per_round for row in continuous_bets(edition)}
    for bet, gain in total.items():
        assert found[bet] == gain / len(rows), bet


def _bonus_gain(edition: Edition, row: list[int], rest: list[int]) -> Fraction:
    from pitboss.equipment.cards import Card
    from pitboss.games.flip_it.row import RowKind, made_hand, row_kind

    cards = tuple(Card(rank=card // 4 + 1, suit=card % 4) for card in row)
    if row_kind(cards) is RowKind.NOTHING:
        return Fraction(0)
    won = Fraction(0)
    for card in rest:
        made = made_hand(cards, Card(rank=card // 4 + 1, suit=card % 4))
        won += 0 if made is None else edition.bonus_odds(made[0]).to_one + 1
    return max(won / (len(rest) + 1) - 1, Fraction(0))


def test_simple_counts_of_inside_bets_are_perfect_and_call_it_grows_with_ranks() -> None:
    found = simple_counts(edition_of(), undealt=104, seed=2)
    for one in found:
        if one.bet.startswith("inside"):
            assert one.efficiency == pytest.approx(1.0)
            assert set(dict(one.tags).values()) <= {-1, 1}
    red = next(one for one in found if one.bet == "inside:red")
    assert red.bet_above == 23
    kept = [one.efficiency for one in found if one.name.endswith("kept")]
    assert kept == sorted(kept) and kept[-1] == pytest.approx(1.0)
    judged = [one for one in found if "judged" in one.name]
    assert all(0.5 < one.efficiency <= 1 for one in judged)


@pytest.mark.parametrize("undealt", [-1, 436, 440])
def test_a_cut_card_outside_the_shoe_is_refused(undealt: int) -> None:
    refusal = undealt_refusal(edition_of(), undealt)
    assert refusal is not None and "0 to 435" in refusal.sentence


def test_pays_beyond_any_table_are_refused() -> None:
    refusal = pays_refusal(edition_of(pays__call_it="999999999/1"))
    assert refusal is not None and "rounder" in refusal.sentence
    assert pays_refusal(edition_of()) is None


def test_a_harmless_pay_is_below_even_money() -> None:
    assert harmless_pay(edition_of(), 52) == Fraction(53, 32) - 1

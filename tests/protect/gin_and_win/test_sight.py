"""Hands in sight: the kernel against brute force through the rules, and honest errors."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from pitboss.equipment.cards import Card
from pitboss.exact.gin_and_win.edition import parameters_of
from pitboss.exact.gin_and_win.hand_values import hand_value
from pitboss.exact.gin_and_win.integer_pays import whole_pays
from pitboss.games.gin_and_win.compare import Winner, compare
from pitboss.games.gin_and_win.edition import GinEdition
from pitboss.games.gin_and_win.house_way import house_way
from pitboss.games.registry import GAMES_FOLDER, Registry
from pitboss.protect.gin_and_win.kernel import DECK, given_deals
from pitboss.protect.gin_and_win.report import players_refusal
from pitboss.protect.gin_and_win.rule import best_rule, parameters_refusal, pays_array
from pitboss.protect.gin_and_win.sight import Sight, folded_chunk, seen_value, sight_chunk
from pitboss.protect.gin_and_win.signals import signal_values
from pitboss.protect.runs import Amount
from pitboss.refusals import Refusal
from pitboss.simulate.engines import local_engine
from tests.examples import in_soak


def edition_of(key: str = "wsgc-2017", **changes: str) -> GinEdition:
    folder = Registry((GAMES_FOLDER,)).find("gin-and-win")
    assert not isinstance(folder, Refusal)
    named = {name.replace("__", "."): text for name, text in changes.items()}
    edition = folder.edition(key, changes=named)
    assert isinstance(edition, GinEdition), edition
    return edition


def card_of(number: int) -> Card:
    return Card(rank=number % 13 + 1, suit=number // 13)


def net(edition: GinEdition, player: tuple[Card, ...], dealer: tuple[Card, ...]) -> Fraction:
    """What a played hand nets, by the rules of the table."""
    heights, pays = edition.heights, edition.pays
    theirs = house_way(tuple(sorted(dealer)), heights)
    if not edition.qualifier.admits(theirs, heights):
        return pays.ante_no_qualify.to_one
    ours = house_way(tuple(sorted(player)), heights)
    match compare(ours, theirs, heights).winner:
        case Winner.DEALER:
            return Fraction(-2)
        case Winner.TIE:
            return Fraction(0)
        case Winner.PLAYER:
            play = pays.play_zero if ours.score == 0 else pays.play
            return pays.ante.to_one + play.to_one


def brute_force(
    edition: GinEdition, deck: list[int], *, known: int, flashed: int
) -> list[Fraction]:
    """What playing nets for each hand in sight, dealer hand by dealer hand."""
    cards = [card_of(number) for number in deck]
    hands = [tuple(cards[7 * seat : 7 * seat + 7]) for seat in range(known)]
    shown, unseen = cards[7 * known : 7 * known + flashed], cards[7 * known + flashed :]
    totals = [Fraction(0)] * known
    for rest in combinations(unseen, 7 - flashed):
        for seat, hand in enumerate(hands):
            totals[seat] += net(edition, hand, (*shown, *rest))
    return [total / comb(len(unseen), 7 - flashed) for total in totals]


def judged(edition: GinEdition, deck: list[int], *, known: int, flashed: int) -> list[Fraction]:
    parameters = parameters_of(edition)
    hands = np.zeros((1, known), dtype=np.uint64)
    values = np.zeros((1, known), dtype=np.int64)
    given_deals(
        np.array([deck], dtype=np.int64), np.array([known]), known, flashed,
        pays_array(parameters), hands, values,
    )  # fmt: skip
    every = Sight(known, flashed).dealer_hands * whole_pays(parameters).unit
    return [Fraction(int(value), every) for value in values[0]]


@pytest.mark.nojit
@pytest.mark.bounds
def test_one_deal_agrees_as_plain_python_too() -> None:
    deck = np.random.Generator(np.random.PCG64DXSM(6)).permutation(DECK).tolist()
    for known, flashed in ((6, 0), (2, 5)):
        direct = brute_force(edition_of(), deck, known=known, flashed=flashed)
        assert judged(edition_of(), deck, known=known, flashed=flashed) == direct


@pytest.mark.parametrize("deals", [1, in_soak(4)])
@pytest.mark.parametrize("key", ["wsgc-2017", "ten"])
@pytest.mark.parametrize(("known", "flashed"), [(6, 0), (6, 2), (5, 4), (2, 6), (1, 7), (1, 5)])
def test_every_dealer_hand_agrees_with_brute_force(
    key: str, known: int, flashed: int, deals: int
) -> None:
    edition = edition_of(key)
    generator = np.random.Generator(np.random.PCG64DXSM(known * 10 + flashed))
    for _ in range(deals):
        deck = generator.permutation(DECK).tolist()
        direct = brute_force(edition, deck, known=known, flashed=flashed)
        assert judged(edition, deck, known=known, flashed=flashed) == direct


def test_zero_scores_and_ties_are_settled_as_the_rules_do() -> None:
    """A pair of quads and trips in sight, and six times the same ranks."""
    edition = edition_of()
    zero = [0, 13, 26, 39, 1, 14, 27]
    rest = [card for card in range(DECK) if card not in zero]
    deck = [*zero, *rest]
    assert judged(edition, deck, known=6, flashed=0) == brute_force(
        edition, deck, known=6, flashed=0
    )


def test_five_hands_are_the_mean_of_what_the_sixth_could_be() -> None:
    """By the lists of another length: over every sixth hand and dealer hand, 17 unseen cards."""
    edition = edition_of()
    deck = np.random.Generator(np.random.PCG64DXSM(3)).permutation(DECK).tolist()
    five = judged(edition, deck, known=5, flashed=0)
    unseen = deck[35:]
    sixths = list(combinations(range(17), 7))
    decks = np.array(
        [
            [*deck[:35], *(unseen[at] for at in sixth),
             *(unseen[at] for at in range(17) if at not in sixth)]
            for sixth in sixths
        ]
    )  # fmt: skip
    hands = np.zeros((len(decks), 5), dtype=np.uint64)
    values = np.zeros((len(decks), 5), dtype=np.int64)
    known = np.full(len(decks), 6)
    given_deals(decks, known, 5, 0, pays_array(parameters_of(edition)), hands, values)
    every = Sight(6).dealer_hands * len(decks) * whole_pays(parameters_of(edition)).unit
    assert [Fraction(int(total), every) for total in values.sum(axis=0)] == five


def test_own_cards_alone_are_exact() -> None:
    for key, edge in (("wsgc-2017", 0.0079672), ("ten", 0.0430332)):
        with local_engine(1) as engine:
            one = seen_value(edition_of(key), Sight(1), engine, Amount(1))
        assert one.standard_error == 0.0 and one.ev_per_ante == pytest.approx(-edge, abs=1e-6)


def test_the_rule_is_worth_what_its_hands_are() -> None:
    """The README's words: a 4 to the Ten is played, which costs 0.0029 % of an Ante."""
    edition = edition_of()
    rule = best_rule(parameters_of(edition))
    assert rule is not None
    assert rule.play_below == (4 << 13) + 0b0001111000000 + 1  # up to 7, 8, 9 and Ten
    assert float(rule.best) == pytest.approx(-0.0079672670, abs=1e-10)
    assert float(rule.best - rule.value) == pytest.approx(0.0000291430, abs=1e-10)
    # Two runs and nothing left over: never beaten, so the dealer's hands win, tie or fail.
    value = hand_value((0b1111, 0b111, 0, 0), parameters_of(edition))
    counts = (value.no_qualify, value.win, value.lose, value.tie)
    assert value.lose == 0 and sum(counts) == comb(45, 7)
    assert value.play == Fraction(value.no_qualify + 4 * value.win, comb(45, 7))


def test_six_shared_hands_beat_the_house_and_four_do_not() -> None:
    """Within four errors of the figures in docs/evidence/protection-figures.md, and no wider."""
    with local_engine(2) as engine:
        six = seen_value(edition_of(), Sight(6), engine, Amount(40_000, seed=1))
        ten = seen_value(edition_of("ten"), Sight(6), engine, Amount(40_000, seed=1))
        four = seen_value(edition_of(), Sight(4), engine, Amount(1_500, seed=1))
    for found, published in ((six, 0.09094), (ten, 0.07728), (four, -0.00363)):
        assert 0 < found.standard_error < 0.0008
        assert abs(found.ev_per_ante - published) < 4 * found.standard_error
    assert six.ev_per_ante > 4 * six.standard_error
    assert four.ev_per_ante < -4 * four.standard_error
    assert six.decisions_changed is not None and 0.19 < six.decisions_changed < 0.22


def test_errors_of_shared_hands_cover_the_truth() -> None:
    """40 short runs against one long: two errors hold 95%, so below 31 is one in ten thousand."""
    edition = edition_of()
    long = sight_chunk(edition, Sight(6), 99, 0, 150_000).value()
    held = 0
    for seed in range(40):
        mean, error = sight_chunk(edition, Sight(6), seed, 0, 1500).value()
        held += abs(mean - long[0]) <= 2 * np.hypot(error, long[1])
    assert held >= 31


def test_all_dealer_cards_in_sight_are_worth_more_than_some() -> None:
    edition = edition_of()
    some, most, every = (
        sight_chunk(edition, Sight(1, flashed), 5, 0, 4000).value()[0] for flashed in (4, 6, 7)
    )
    assert some < most < every


def test_the_same_deals_whatever_the_workers() -> None:
    results = []
    for workers in (1, 2):
        with local_engine(workers) as engine:
            amount = Amount(5000, seed=4, first=256)
            results.append(seen_value(edition_of(), Sight(6), engine, amount))
    assert results[0] == results[1]


def test_folded_hands_face_up_help_the_last_seat() -> None:
    tally = folded_chunk(edition_of(), 1, 0, 60)
    mean, error = tally.value()
    assert tally.deals == 60 and 0 < error < 0.005
    # Best play on own cards alone earns this; sight changes some decisions, each for the better.
    assert tally.changes > 0
    assert -0.0079672 < mean < 0


def test_small_signals_are_worth_little() -> None:
    found = signal_values(edition_of(), players=6, seed=1, deals=20_000)
    assert {one.signal for one in found} == {"suit", "suits", "high", "score", "pairs"}
    by_name = {one.signal: one for one in found}
    # A score changes no decision and is worth what the rule is worth; suits alone turn the edge.
    rule = best_rule(parameters_of(edition_of()))
    assert rule is not None
    assert by_name["score"].decisions_changed == 0
    assert by_name["score"].ev_per_ante == pytest.approx(float(rule.value), abs=1e-12)
    for one in found:
        assert one.standard_error < 0.002
        if one.signal == "suits":
            assert 4 * one.standard_error < one.ev_per_ante < 0.03
        else:
            assert float(rule.value) - 0.001 < one.ev_per_ante < -3 * one.standard_error


@pytest.mark.parametrize("players", [0, 7, -1])
def test_seven_colluders_are_refused(players: int) -> None:
    refusal = players_refusal(edition_of(), players)
    assert refusal is not None and "1 to 6" in refusal.sentence


def test_a_deck_that_is_not_whole_is_refused() -> None:
    small = edition_of(cards__ranks="A23456789T", table__seats="2")
    refusal = parameters_refusal(parameters_of(small))
    assert refusal is not None and "52" in refusal.sentence

"""Other readings: each exact change against a count that shares no code with it."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import comb

import pytest

from pitboss.games.clauses import Clause
from pitboss.par.choices import Choice, find_reading
from pitboss.par.studies import study_of
from pitboss.refusals import Refusal
from tests.par.kit import REGISTRY, chosen, read_as, sheet

FACES = "rrggbbyj"
GAMES = tuple(REGISTRY.games)


def edges(choice: Choice) -> dict[str, Fraction]:
    return {bet.bet: bet.house_edge for bet in choice.figures().bets}


def test_printed_rows_only_counted_over_faces() -> None:
    found = edges(read_as(chosen("spin-n-win"), "mirror=printed-rows"))

    def red(pair: tuple[str, ...]) -> Fraction:
        times = sum(face in "rj" for face in pair)
        listed = not (pair[0] == "j" and pair[1] != "j")
        return Fraction(times, 2) if times and listed else Fraction(-1)

    def joker_joker(pair: tuple[str, ...]) -> Fraction:
        return Fraction(60 if pair == ("j", "j") else -1)

    spins = list(product(FACES, repeat=2))
    assert found["single:red"] == -sum(map(red, spins)) / Fraction(64)
    assert found["combo:joker-joker"] == -sum(map(joker_joker, spins)) / Fraction(64)


def test_a_continuous_shuffler_flips_24_jokers_among_436() -> None:
    found = edges(read_as(chosen("flip-it"), "shoe=continuous"))
    assert found["inside:red"] == 1 - 2 * (1 - Fraction(24, 436)) / 2
    assert found["call:7"] == 1 - 13 * (1 - Fraction(24, 436)) / 13
    assert found["inside:low"] == 1 - 2 * (1 - Fraction(24, 436)) * Fraction(6, 13)


def test_aces_without_colour() -> None:
    found = edges(read_as(chosen("flip-it"), "ace-colour=none"))
    assert found["inside:red"] == found["inside:black"] == 1 - 2 * Fraction(192, 440)
    assert found["inside:odd"] == edges(chosen("flip-it"))["inside:odd"]


def small_shoe(**changes: str) -> Choice:
    """Two decks of four ranks in two suits, small enough to lay every row by hand."""
    fields = {"cards.decks": "3", "cards.jokers": "2", "cards.ranks": "2345", "cards.suits": "ch"}
    return chosen("flip-it", changes={**fields, "options.cut_undealt": "0", **changes})


def bonus_edge_by_hand(*, single_pairs: bool = False, flush_wins: bool = False) -> Fraction:
    """The bonus of the small shoe over every row and every fifth card."""
    pays = {"three": 6, "two-pair": 2, "full": 5, "four": 7, "five": 12}
    deck = [(rank, suit) for rank, suit in product(range(4), range(2)) for _ in range(3)]
    plain = Fraction(24, 26)
    net, offers = 0, 0
    for row in combinations(range(len(deck)), 4):
        ranks = sorted([deck[at][0] for at in row])
        counts = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
        if counts[0] == 1 or (single_pairs and counts != [2, 1, 1]):
            continue
        offers += 1
        for fifth in set(range(len(deck))).difference(row):
            after = [*ranks, deck[fifth][0]]
            made = sorted((after.count(rank) for rank in set(after)), reverse=True)
            hand = _made(counts, made)
            if flush_wins and hand in ("three", "two-pair"):
                suits = {deck[at][1] for at in (*row, fifth)}
                hand = "" if len(suits) == 1 else hand
            net += pays[hand] if hand else -1
    fifths = len(deck) - 4
    return 1 - plain - plain * Fraction(net, offers * fifths)


def _made(before: list[int], after: list[int]) -> str:
    names = {
        (3, 1, 1): "three",
        (2, 2, 1): "two-pair",
        (3, 2): "full",
        (4, 1): "four",
        (5,): "five",
    }
    grown = {(2, 1, 1): ("three", "two-pair"), (2, 2): ("full",), (3, 1): ("four", "full"),
             (4,): ("five",)}  # fmt: skip
    name = names.get(tuple(after), "")
    return name if name in grown[tuple(before)] else ""


@pytest.mark.parametrize(
    ("key", "reading"),
    [
        ("", {}),
        ("bonus-rows=single-pair", {"single_pairs": True}),
        ("flush=takes-over", {"flush_wins": True}),
    ],
)
def test_the_bonus_over_every_row_of_a_small_shoe(key: str, reading: dict[str, bool]) -> None:
    choice = small_shoe()
    found = edges(read_as(choice, key) if key else choice)["bonus"]
    assert found == bonus_edge_by_hand(**reading)


def test_single_pairs_only_leaves_the_other_rows_out() -> None:
    bet = read_as(chosen("flip-it"), "bonus-rows=single-pair").figures().bets[-1]
    assert [row.row for row in bet.rows] == ["pair", "royal-draw"]
    pairs = 13 * comb(32, 2) * comb(12, 2) * 32**2
    royals = 4 * 5 * 8**4
    assert bet.offered == Fraction(pairs + royals, comb(416, 4))


@pytest.mark.parametrize("game", GAMES)
def test_every_reading_names_a_clause_and_is_on_the_sheet(game: str) -> None:
    clauses: dict[str, Clause] = {one.number: one for one in REGISTRY.games[game].clauses()}
    readings = study_of(REGISTRY.games[game].game).readings
    assert readings
    assert all(reading.clause in clauses for reading in readings)
    assert [one.reading for one in sheet(game).effects] == list(readings)
    assert len({reading.key for reading in readings}) == len(readings)


@pytest.mark.parametrize("game", GAMES)
def test_every_field_of_an_edition_has_a_clause_that_exists(game: str) -> None:
    folder = REGISTRY.games[game]
    numbers = {clause.number for clause in folder.clauses()}
    assert set(study_of(folder.game).field_clauses.values()) <= numbers


def test_an_effect_is_the_difference_of_both_sheets() -> None:
    choice = chosen("flip-it")
    before = edges(choice)
    for one in sheet("flip-it").effects:
        after = edges(read_as(choice, one.reading.key))
        moved = {bet: after[bet] - before[bet] for bet in before if after[bet] != before[bet]}
        assert {change.bet: change.edge_change for change in one.bets} == moved
        assert moved


def test_an_unknown_reading_is_refused_with_those_there_are() -> None:
    refusal = find_reading(REGISTRY.games["flip-it"], "shoe=endless")
    assert isinstance(refusal, Refusal)
    assert "shoe=continuous" in refusal.sentence

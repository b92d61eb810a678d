"""Gin & Win on the sheet: readings and decisions against hands walked one by one."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations

import msgspec
import pytest

from pitboss.equipment.cards import Card
from pitboss.exact.gin_and_win.edition import record_of
from pitboss.exact.oracle import joint_distribution
from pitboss.games.contract import HandScore
from pitboss.games.gin_and_win.combinations import Arrangement, Heights
from pitboss.games.gin_and_win.compare import Qualifier
from pitboss.games.registry import Registry
from pitboss.games.rounds import Round, begin, take
from pitboss.games.steps import Bet, CloseBets, Decide, Draw
from pitboss.par.choices import Choice, choose
from pitboss.par.difference import difference
from pitboss.par.sheet import make_sheet
from pitboss.par.terms import Terms, terms_of
from pitboss.refusals import Refusal
from pitboss.units import Credits, SeatIndex, SpotKey
from tests.examples import in_soak
from tests.par.kit import chosen, read_as, sheet

SMALL = {
    "cards.ranks": "A2345",
    "cards.suits": "cd",
    "cards.hand": "3",
    "qualifier.score": "2",
    "qualifier.rank": "4",
    "table.seats": "2",
    "bonus.two_low_rank": "3",
}
ANTE = SpotKey("ante")
BONUS = SpotKey("gin-bonus")
UNIT = Credits(100)


def small(**changes: str) -> Choice:
    """Ten cards and hands of three: every deal can be walked."""
    return chosen("gin-and-win", changes=SMALL | changes)


def edges(choice: Choice) -> dict[str, Fraction]:
    return {bet.bet: bet.house_edge for bet in choice.figures().bets}


def oracle_edges(choice: Choice) -> dict[str, Fraction]:
    """Ante with Play, and the bonus, by the rules of the live table."""
    spots = (ANTE, SpotKey("play"), BONUS)
    joint = joint_distribution(
        choice.folder.game, choice.edition, ((ANTE, UNIT), (BONUS, UNIT)), spots=spots
    )
    base = sum((p * (nets[0] + nets[1]) for nets, p in joint.items()), Fraction(0))
    bonus = sum((p * nets[2] for nets, p in joint.items()), Fraction(0))
    return {"ante-play": -base / UNIT, "gin-bonus": -bonus / UNIT}


# test_table_limit.py walks the readings of the bonus with the same rules in the gate.
@pytest.mark.parametrize(
    "key", ["", in_soak("seven-or-better=higher"), "ace=high", in_soak("bonus-on-fold=loses")]
)
def test_readings_by_field_equal_the_rules_of_the_table(key: str) -> None:
    choice = read_as(small(), key) if key else small()
    assert edges(choice) == oracle_edges(choice)


class ByTheLetter(Qualifier, frozen=True):
    """Only the qualifying score above its rank fails; higher scores qualify as well."""

    def admits(self, dealer: Arrangement, heights: Heights) -> bool:
        return dealer.score > self.score or Qualifier.admits(self, dealer, heights)


@pytest.mark.parametrize("score", [in_soak("1"), "2"])
def test_high_scores_that_qualify_equal_the_rules_of_the_table(score: str) -> None:
    """The live rules walked with a dealer who also qualifies with a higher score."""
    choice = small(**{"qualifier.score": score})
    record = record_of(choice.edition)
    letter = msgspec.structs.replace(
        record, qualifier=ByTheLetter(record.qualifier.score, record.qualifier.height)
    )
    read = read_as(choice, "high-scores=qualify")
    assert edges(read) == oracle_edges(replace(choice, edition=letter))
    assert edges(read) != edges(choice)


def test_high_scores_that_qualify_give_the_game_away() -> None:
    """By the letter the player would have the edge, and more hands would be played."""
    for key in ("wsgc-2017", "ten"):
        choice = chosen("gin-and-win", key)
        ruled, read = choice.figures(), read_as(choice, "high-scores=qualify").figures()
        assert read.bets[0].house_edge < 0 < ruled.bets[0].house_edge
        assert read.bets[0].average_wager > ruled.bets[0].average_wager
        assert read.bets[1] == ruled.bets[1]
        assert read.strategy and read.strategy != ruled.strategy


def test_the_card_follows_the_reading() -> None:
    choice = read_as(chosen("gin-and-win"), "high-scores=qualify")
    terms = terms_of(choice.edition.head)
    assert isinstance(terms, Terms)
    made = make_sheet(choice, choice.figures(), terms, version="test")
    assert sum(line.hands for line in made.card) == 133_784_560
    fold_rate = 2 - made.figures.bets[0].average_wager
    assert Fraction(sum(line.played for line in made.card), 133_784_560) == 1 - fold_rate
    assert made.card[-1].hand == "score 5 to 7"


@cache
def strength(hand: tuple[Card, ...]) -> tuple[int, tuple[int, ...]]:
    """Score and left-over ranks from the highest down; lower is better."""
    choice = small()
    score = choice.folder.game.score_hand(choice.edition, hand)
    assert isinstance(score, HandScore)
    return score.score, tuple(sorted((card.rank for card in score.left_over), reverse=True))


def base_edge_by_hand(*, ties: int, zero_tie: int | None) -> Fraction:
    """The base game over every deal, with what an exact tie nets."""
    deck = [Card(rank, suit) for rank in range(1, 6) for suit in (0, 1)]
    total, deals = Fraction(0), 0
    for hand in combinations(deck, 3):
        mine = strength(hand)
        rest = [card for card in deck if card not in hand]
        played, count = 0, 0
        for dealt in combinations(rest, 3):
            theirs = strength(dealt)
            count += 1
            if theirs[0] > 2 or (theirs[0] == 2 and theirs[1][0] > 4):
                played += 1
            elif mine == theirs:
                played += ties if mine[0] or zero_tie is None else zero_tie
            elif mine < theirs:
                played += 4 if mine[0] == 0 else 2
            else:
                played -= 2
        total += max(played, -count)
        deals += count
    return -total / deals


@pytest.mark.parametrize(
    ("key", "ties", "zero_tie"),
    [("", 0, None), ("ties=dealer-wins", -2, None), ("zero-tie=player-wins", 0, 4)],
)
def test_readings_of_ties_over_every_deal(key: str, ties: int, zero_tie: int | None) -> None:
    choice = read_as(small(), key) if key else small()
    assert edges(choice)["ante-play"] == base_edge_by_hand(ties=ties, zero_tie=zero_tie)


def test_readings_that_change_nothing_say_so() -> None:
    unchanged = {one.reading.key for one in sheet("gin-and-win").effects if not one.bets}
    assert unchanged == {"bonus-on-fold=loses", "setting=as-set"}


def test_seven_or_better_upward_changes_the_bonus_alone() -> None:
    found = {one.reading.key: one for one in sheet("gin-and-win").effects}
    changes = found["seven-or-better=higher"].bets
    assert [one.bet for one in changes] == ["gin-bonus"]
    assert changes[0].edge_change == Fraction(5400, 238901)


@pytest.mark.untraced
def test_from_jack_to_ten_more_hands_fold() -> None:
    old, new = chosen("gin-and-win"), chosen("gin-and-win", "ten")
    before, after = old.figures(), new.figures()
    found = difference(old, new, old_figures=before, new_figures=after)
    assert found.decisions is not None
    assert found.decisions.hands == 133_784_560
    # The fold rates of both editions differ by exactly the hands that change.
    folds = [(2 - figures.bets[0].average_wager) * 133_784_560 for figures in (before, after)]
    assert folds[1] - folds[0] == found.decisions.played_now - found.decisions.folded_now
    assert found.decisions.changed == 1_449_216
    assert {one.number for one in found.clauses} >= {"GNW-6.1", "GNW-7.4", "GNW-7.5", "GNW-7.6"}


def test_decisions_are_not_compared_between_different_decks() -> None:
    old, new = small(), chosen("gin-and-win")
    found = difference(old, new, old_figures=old.figures(), new_figures=new.figures())
    assert found.decisions is None


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card("A23456789TJQK".index(one[0]) + 1, "cdhs".index(one[1]))
                 for one in text.split())  # fmt: skip


def test_every_seat_can_win_the_most_in_one_round() -> None:
    """Six quads with trips, and a dealer who qualifies with what is left."""
    choice = chosen("gin-and-win")
    seats = tuple(SeatIndex(at) for at in range(1, 7))
    limits = choice.edition.head.limits
    current = begin(choice.folder.game, choice.edition, seats=seats, carry=None)

    def step(one: object) -> None:
        nonlocal current
        assert isinstance(current, Round), current
        current = take(current, one)  # type: ignore[arg-type]

    for seat in seats:
        step(Bet(seat, ANTE, limits.maximum))
        step(Bet(seat, BONUS, limits.maximum))
    step(CloseBets())
    for quads, trips, missing in zip("A23456", "789TJQ", "shdcsh", strict=True):
        four = [f"{quads}{suit}" for suit in "cdhs"]
        three = [f"{trips}{suit}" for suit in "cdhs" if suit != missing]
        step(Draw(cards(" ".join(four + three))))
    step(Draw(cards("Kc Kd Kh Ks 7s 8h 9d")))
    for seat in seats:
        step(Decide(seat, "play"))
    assert isinstance(current, Round) and current.is_over
    paid = sum(line.pays for line in current.lines())
    exposure = sheet("gin-and-win").exposure
    worst = [one for one in exposure if (one.what, one.seats) == ("every bet", 6)]
    assert len(worst) == 1
    assert worst[0].winnings == paid == 6 * (1000 + 1 + 3) * limits.maximum


@pytest.mark.parametrize(
    ("changes", "names"),
    [
        ({"qualifier.rank": "3"}, "4"),
        ({"qualifier.score": "5", "qualifier.rank": "4"}, "5"),
        ({"qualifier.rank": "A"}, "4"),
        ({"qualifier.rank": "2", "readings.ace": "high"}, "5"),
        ({"qualifier.rank": "Z"}, "qualifier.rank"),
        ({"qualifier.score": "9"}, "qualifier.score"),
        ({"qualifier.score": "-1"}, "qualifier.score"),
    ],
)
def test_a_qualifier_that_cannot_occur_is_refused(changes: dict[str, str], names: str) -> None:
    refusal = choose(Registry().games["gin-and-win"], None, changes)
    assert isinstance(refusal, Refusal)
    assert names in refusal.sentence
    assert "qualifier" in refusal.sentence


def test_the_lowest_qualifier_that_can_occur_has_a_sheet() -> None:
    choice = small(**{"qualifier.rank": "2"})
    assert edges(choice) == oracle_edges(choice)


def test_the_card_covers_every_hand_and_prices_the_sentence() -> None:
    own = sheet("gin-and-win")
    assert sum(line.hands for line in own.card) == 133_784_560
    fold_rate = 2 - own.figures.bets[0].average_wager
    played = sum(line.played for line in own.card)
    assert Fraction(played, 133_784_560) == 1 - fold_rate

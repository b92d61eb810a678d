"""FLP-6: the row moves on or stays, the shoe ends at the cut card or never."""

from __future__ import annotations

import pytest

from pitboss.equipment.cards import JOKER, show_cards
from pitboss.equipment.draws import SeededBits
from pitboss.equipment.shoe import Composition
from pitboss.games.flip_it import GAME
from pitboss.games.flip_it.carry import NEW_SHOE, Carry, full_shoe
from pitboss.games.flip_it.edition import Edition
from pitboss.games.needs import NeedBets, NeedCards
from pitboss.games.rounds import Round, advance, begin, take
from pitboss.games.steps import CloseBets
from pitboss.invariants import BrokenInvariant
from pitboss.refusals import Refusal, RefusalCode
from tests.rules.flip_it.table import (
    ONE,
    bet,
    cards,
    carry,
    draw,
    edition,
    flip,
    laid,
    must,
    played,
    start,
    state,
)

CONTINUOUS = {"options__shoe": "continuous"}


@pytest.mark.clause("FLP-6.1", "FLP-6.2")
def test_a_joker_leaves_the_row_and_is_discarded() -> None:
    after = carry(played("2c 7d 9h Ks", "JK", "inside:red"))
    assert show_cards(after.row) == "2c 7d 9h Ks"
    assert after.discards == 1
    assert after.out.count(JOKER) == 1
    assert isinstance(start(carry=after).need, NeedBets)


@pytest.mark.clause("FLP-6.3")
def test_the_row_moves_up_one_place() -> None:
    table = played("2c 7d 9h Ks", "3d", "inside:red")
    rows = []
    for fifth in ("4d", "JK", "5d", "6d", "8d"):
        table = flip(bet(start(carry=carry(table)), "inside:red"), fifth)
        rows.append(show_cards(carry(table).row))
    assert rows == ["9h Ks 3d 4d", "9h Ks 3d 4d", "Ks 3d 4d 5d", "3d 4d 5d 6d", "4d 5d 6d 8d"]
    after = carry(table)
    assert after.out.total == 10
    assert after.discards == 6
    assert state(start(carry=after)).undealt.total == 430


def _played_down(of: Edition, rounds_max: int = 500) -> list[Round]:
    """Rounds of one shoe until its end."""
    bits, done, left = SeededBits(b"one shoe"), [], GAME.first_carry(of)
    for _ in range(rounds_max):
        table = advance(must(begin(GAME, of, seats=(ONE,), carry=left)), bits)
        table = advance(must(take(bet(table, "inside:red"), CloseBets())), bits)
        done.append(table)
        left = carry(table)
        if left == NEW_SHOE:
            return done
    raise AssertionError("the shoe never ended")


@pytest.mark.clause("FLP-6.4", "FLP-6.5")
@pytest.mark.parametrize("cut", [0, 1, 52, 300, 435])
def test_the_shoe_ends_at_the_cut_card(cut: int) -> None:
    of = edition(options__cut_undealt=str(cut))
    done = _played_down(of)
    left = [state(table).undealt.total for table in done]
    assert all(total > cut for total in left[:-1])
    assert left[-1] <= cut
    # One card leaves with every flip; only a row with jokers in it can overshoot the cut card.
    assert left[-1] == cut or len(done) == 1
    assert carry(done[-1]) == NEW_SHOE
    fresh = start(of, carry=carry(done[-1]))
    assert state(fresh).undealt == full_shoe(of.deck)
    assert state(fresh).row == ()


@pytest.mark.clause("FLP-6.4")
def test_52_cards_stay_behind_the_cut_card_as_shipped() -> None:
    assert {edition(key).cut_undealt for key in (None, "call10-pay2")} == {52}


@pytest.mark.clause("FLP-6.5")
def test_a_carry_past_the_cut_card_begins_a_new_shoe() -> None:
    after = carry(played("2c 7d 9h Ks", "3d", "inside:red"))
    fresh = start(edition(options__cut_undealt="435"), carry=after)
    assert state(fresh).row == ()
    assert state(fresh).undealt.total == 440


@pytest.mark.clause("FLP-6.6")
def test_a_continuous_shuffler_returns_every_discard_before_each_flip() -> None:
    of = edition(None, **CONTINUOUS)
    table = laid("JK JK 2c 7d 9h Ks", of)
    for fifth in ("3d", "JK", "JK", "4d", "Ac"):
        table = bet(table, "inside:red")
        closed = must(take(table, CloseBets()))
        need = closed.need
        assert isinstance(need, NeedCards)
        assert need.undealt.total == 436
        assert need.undealt.count(JOKER) == 24
        in_row = {card: state(closed).row.count(card) for card in state(closed).row}
        assert all(need.undealt.count(card) == 8 - copies for card, copies in in_row.items())
        over = draw(closed, fifth)
        assert carry(over).discards == 1
        table = start(of, carry=carry(over))


@pytest.mark.clause("FLP-6.6")
def test_a_continuous_shuffler_has_no_cut_card() -> None:
    of = edition(None, options__cut_undealt="435", **CONTINUOUS)
    after = carry(played("2c 7d 9h Ks", "3d", "inside:red", of=of))
    assert show_cards(after.row) == "7d 9h Ks 3d"


@pytest.mark.untraced
@pytest.mark.parametrize("mode", ["cut-card", "continuous"])
def test_a_thousand_rounds_keep_every_card(mode: str) -> None:
    of, bits = edition(options__shoe=mode), SeededBits(b"a thousand rounds")
    left, shoes, jokers = GAME.first_carry(of), 0, 0
    for number in range(1000):
        shoes += left == NEW_SHOE
        table = advance(must(begin(GAME, of, seats=(ONE,), carry=left)), bits)
        before = state(table)
        assert len(before.row) == 4
        assert not any(card.is_joker for card in before.row)
        table = advance(must(take(bet(table, "inside:low"), CloseBets())), bits)
        over = state(table)
        assert over.fifth is not None
        jokers += over.fifth.is_joker
        assert over.undealt.total == before.undealt.total - 1
        left = carry(table)
        if number % 10 == 0:
            assert GAME.read_carry(of, GAME.write_carry(left)) == left
        _assert_every_card_is_somewhere(of, over.undealt, left)
    # About a thousand flips of 24 jokers in 436 cards; a shoe of 440 lasts some 380 flips.
    assert 30 <= jokers <= 85
    assert shoes == (1 if mode == "continuous" else 3)


def _assert_every_card_is_somewhere(of: Edition, undealt: Composition, left: Carry) -> None:
    full = full_shoe(of.deck)
    assert undealt.entries != full.entries
    if left != NEW_SHOE:
        assert undealt.total + len(left.row) + left.discards == full.total
        held, out = undealt.counts, left.out.counts
        assert all(held[card] + out.get(card, 0) == count for card, count in full.entries)


def test_a_carry_of_another_shoe_is_refused() -> None:
    after = carry(played("2c 2c 9h Ks", "3d", "inside:red"))
    small = edition(cards__decks="1", options__cut_undealt="0")
    answer = begin(GAME, small, seats=(ONE,), carry=after)
    assert isinstance(answer, Refusal)
    assert answer.code is RefusalCode.IMPOSSIBLE_CARD


@pytest.mark.parametrize(
    ("row", "out"), [("2c 3c 4c 5c 6c", "2c 3c 4c 5c 6c"), ("JK", "JK"), ("2c 2c", "2c")]
)
def test_a_carry_that_cannot_be_is_a_defect(row: str, out: str) -> None:
    counts = {card: cards(out).count(card) for card in cards(out)}
    with pytest.raises(BrokenInvariant):
        Carry(row=cards(row), out=Composition.of(counts))

"""Whole rounds against an oracle that shares no code: every deal of a small deck, random deals."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from pitboss.equipment.cards import Card
from pitboss.equipment.draws import SeededBits
from pitboss.games.gin_and_win.edition import GinEdition
from pitboss.games.gin_and_win.state import GinState
from pitboss.games.rounds import Round, advance
from pitboss.games.steps import CloseBets, Draw
from tests.rules.gin_and_win.brute import Pair, net
from tests.rules.gin_and_win.felt import after, bet, decide, edition, game, started, state_of

SMALL = {
    "table__seats": "1",
    "cards__ranks": "A23K",
    "cards__suits": "cdh",
    "cards__hand": "3",
    "qualifier__score": "3",
    "qualifier__rank": "3",
}
BONUS = {
    "wsgc-2017": dict(zip(("quads-trips", "flush5-pair", "quads-flush3", "zero", "one", "two-low"),
                          (1000, 25, 10, 4, 2, 1), strict=True)),
    "ten": dict(zip(("quads-trips", "flush5-pair", "quads-flush3", "zero", "one", "two-low"),
                    (500, 20, 8, 4, 2, 1), strict=True)),
}  # fmt: skip


def pairs(hand: tuple[Card, ...]) -> tuple[Pair, ...]:
    return tuple((card.rank, card.suit) for card in hand)


def nets(over: Round) -> tuple[int, int]:
    """What Ante with Play and the bonus were worth, in units of the stake."""
    lines = over.lines()
    base = sum(line.net for line in lines if line.spot != "gin-bonus")
    side = sum(line.net for line in lines if line.spot == "gin-bonus")
    assert base % 100 == side % 100 == 0
    return base // 100, side // 100


def small_deals(rules: GinEdition) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    deck = tuple(rules.deck.counts())
    for player in combinations(deck, rules.hand):
        rest = [card for card in deck if card not in player]
        for dealer in combinations(rest, rules.hand):
            yield player, dealer


@pytest.mark.untraced
@pytest.mark.clause("GNW-6.1", "GNW-6.2", "GNW-6.3", "GNW-6.4", "GNW-6.8", "GNW-7.1")
@pytest.mark.parametrize("step", [7, pytest.param(1, marks=pytest.mark.slow)])
def test_every_deal_of_a_small_deck(step: int) -> None:
    """One in seven of them in the gate, which has every end too."""
    rules = edition("ten", **SMALL)
    before = after(started(rules), bet(1, "ante", 100), bet(1, "gin-bonus", 100), CloseBets())
    seen: set[tuple[int, int]] = set()
    deals = list(small_deals(rules))
    assert len(deals) == 220 * 84  # 12 cards choose 3, then 9 choose 3
    for player, dealer in deals[::step]:
        open_round = after(before, Draw(player), Draw(dealer))
        for plays in (True, False):
            over = after(open_round, decide(1, "play" if plays else "fold"))
            expected = net(pairs(player), pairs(dealer), plays=plays, qualifier=(3, 3),
                           bonus=BONUS["ten"])  # fmt: skip
            assert nets(over) == expected, (player, dealer, plays)
            seen.add(expected)
    assert {base for base, _ in seen} == {-2, -1, 0, 1, 2, 4}
    assert {side for _, side in seen} == {-1, 2, 4}  # three cards never leave two


@pytest.mark.untraced
@pytest.mark.clause("GNW-6.1", "GNW-6.5", "GNW-6.6", "GNW-6.7", "GNW-6.9", "GNW-7.1")
@pytest.mark.parametrize(("key", "qualifier"), [("wsgc-2017", (4, 11)), ("ten", (4, 10))])
def test_random_rounds_of_six_seats(key: str, qualifier: tuple[int, int]) -> None:
    bits = SeededBits(f"six seats, {key}".encode())
    opened = started(edition(key), seats=6)
    for number in range(1, 7):
        opened = after(opened, bet(number, "ante", 100), bet(number, "gin-bonus", 100))
    opened = after(opened, CloseBets())
    for turn in range(300):
        current = advance(opened, bits)
        for number in range(1, 7):
            current = after(current, decide(number, "fold" if (turn + number) % 5 == 0 else "play"))
        state = state_of(current)
        for hand in state.hands:
            plays = (turn + hand.seat) % 5 != 0
            expected = net(pairs(hand.cards), pairs(state.dealer), plays=plays,
                           qualifier=qualifier, bonus=BONUS[key])  # fmt: skip
            assert nets_of_seat(current, state, hand.seat) == expected


def nets_of_seat(current: Round, state: GinState, number: int) -> tuple[int, int]:
    own = [line for line in game().settle(state) if line.seat == number]
    assert len(own) == len([placed for placed in game().bets(state) if placed.seat == number])
    base = sum(line.net for line in own if line.spot != "gin-bonus")
    side = sum(line.net for line in own if line.spot == "gin-bonus")
    assert current.is_over
    return base // 100, side // 100

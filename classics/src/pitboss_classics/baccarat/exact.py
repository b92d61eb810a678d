"""The exact figures of a fresh shoe, counted over every order of six cards by their points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction

from pitboss.gamekit import Card
from pitboss.gamekit.proof import BetFigures, Distribution, GameFigures
from pitboss_classics.baccarat import BANKER_PAIR, PLAYER_PAIR, Edition
from pitboss_classics.baccarat.drawing import draws_on

Counts = list[int]
"""How many cards of each value are left, 0 to 9."""
REDUCED = {"cards.ranks": "369K", "cards.decks": "1", "options.cut_undealt": "6"}
"""Few enough cards for the oracle, to compare the solver with it."""


def figures(edition: Edition) -> GameFigures:
    return figures_after(edition, ())


def figures_after(edition: Edition, removed: tuple[Card, ...]) -> GameFigures:
    """The figures of a fresh shoe that these cards are gone from."""
    ranks = Counter(dict.fromkeys(edition.ranks, 4 * edition.decks))
    ranks.subtract(card.rank for card in removed)
    points = final_points(value_counts(ranks))
    bets = [
        BetFigures(name, "stake", Distribution.of_counts(law))
        for name, law in _main_bets(edition, points).items()
    ]
    pair = _pair_law(edition, ranks)
    bets += [BetFigures(name, "stake", pair) for name in (PLAYER_PAIR, BANKER_PAIR)]
    return GameFigures(
        tuple(bets),
        "Every order of six cards of a fresh shoe, counted by points through the drawing rules.",
    )


def value_counts(ranks: Mapping[int, int]) -> Counts:
    """Cards of a shoe by value."""
    counts = [0] * 10
    for rank, held in ranks.items():
        counts[rank if rank < 10 else 0] += held
    return counts


def final_points(counts: Counts) -> dict[tuple[int, int], int]:
    """Orders of six cards by the points of player and banker in the end."""
    found: dict[tuple[int, int], int] = {}
    left = list(counts)
    undealt = sum(counts) - 4
    for player, ways in _twos(left):
        for banker, more in _twos(left):
            for points, rest in _thirds(left, sum(player) % 10, sum(banker) % 10, undealt):
                found[points] = found.get(points, 0) + ways * more * rest
    return found


def _twos(left: Counts) -> Iterator[tuple[tuple[int, int], int]]:
    """Two cards by value with the orders that give them; they are out of `left` meanwhile."""
    for first in range(10):
        for second in range(first, 10):
            same = first == second
            ways = left[first] * (left[second] - same) * (1 if same else 2)
            if ways:
                left[first] -= 1
                left[second] -= 1
                yield (first, second), ways
                left[first] += 1
                left[second] += 1


def _thirds(
    left: Counts, player: int, banker: int, undealt: int
) -> Iterator[tuple[tuple[int, int], int]]:
    """Points in the end, with the orders of the last two cards, dealt or not."""
    if player >= 8 or banker >= 8:
        yield (player, banker), undealt * (undealt - 1)
    elif player >= 6:
        for end, rest in _banker(left, player, banker, undealt, third=None):
            yield end, rest * (undealt - 1)
    else:
        for third in range(10):
            ways = left[third]
            if ways:
                left[third] -= 1
                points = (player + third) % 10
                for end, rest in _banker(left, points, banker, undealt - 1, third=third):
                    yield end, ways * rest
                left[third] += 1


def _banker(
    left: Counts, player: int, banker: int, undealt: int, *, third: int | None
) -> Iterator[tuple[tuple[int, int], int]]:
    """Points with the banker's card or without one, and how many cards may come next."""
    if not draws_on(banker, third):
        yield (player, banker), undealt
        return
    for card in range(10):
        if left[card]:
            yield (player, (banker + card) % 10), left[card]


def _main_bets(
    edition: Edition, points: dict[tuple[int, int], int]
) -> dict[str, dict[Fraction, int]]:
    laws: dict[str, dict[Fraction, int]] = {"player": {}, "banker": {}, "tie": {}}
    lost = Fraction(-1)
    for (player, banker), count in points.items():
        six = edition.banker_six if banker == 6 else edition.banker
        if player == banker:
            nets = {"player": Fraction(0), "banker": Fraction(0), "tie": edition.tie.to_one}
        elif player > banker:
            nets = {"player": edition.player.to_one, "banker": lost, "tie": lost}
        else:
            nets = {"player": lost, "banker": six.to_one, "tie": lost}
        for bet, net in nets.items():
            laws[bet][net] = laws[bet].get(net, 0) + count
    return laws


def _pair_law(edition: Edition, ranks: Mapping[int, int]) -> Distribution:
    """Two cards of one rank out of a shoe."""
    cards = sum(ranks.values())
    pairs, both = sum(held * (held - 1) for held in ranks.values()), cards * (cards - 1)
    return Distribution.of_counts({edition.pair.to_one: pairs, Fraction(-1): both - pairs})

"""Points and third cards: what a hand counts, and who draws another card."""

from __future__ import annotations

from pitboss.gamekit import Card

# BAC-2.4: by the banker's points, the player's third cards on which the banker draws.
BANKER_DRAWS_ON = {
    3: frozenset(range(10)) - {8},
    4: frozenset(range(2, 8)),
    5: frozenset(range(4, 8)),
    6: frozenset({6, 7}),
}


def value(card: Card) -> int:
    """BAC-1.2: an ace counts one, tens and pictures nothing."""
    return card.rank if card.rank < 10 else 0


def total(cards: tuple[Card, ...]) -> int:
    return sum(map(value, cards)) % 10


def is_natural(cards: tuple[Card, ...]) -> bool:
    return len(cards) == 2 and total(cards) >= 8


def player_draws(cards: tuple[Card, ...]) -> bool:
    """BAC-2.3: on two cards of up to five points."""
    return total(cards) <= 5


def banker_draws(banker: tuple[Card, ...], player: tuple[Card, ...]) -> bool:
    """BAC-2.4: by its own points, and by the player's third card where there is one."""
    third = value(player[2]) if len(player) == 3 else None
    return draws_on(total(banker), third)


def draws_on(points: int, third: int | None) -> bool:
    if third is None or points < 3:
        return points <= 5
    return third in BANKER_DRAWS_ON.get(points, frozenset())

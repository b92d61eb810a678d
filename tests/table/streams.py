"""The draws of every game as numbers, through the code that deals; and generators that are wrong.

A draw is read before it becomes a face or a card: its position among what could be drawn. Each
round has a fresh seed, as at a table; wrong generators stand in at the same place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import count

import numpy as np

from pitboss.equipment.cards import Card
from pitboss.equipment.draws import BitSource, SeededBits, draw_below
from pitboss.equipment.shoe import Composition
from pitboss.games.needs import Need, NeedBets, NeedCards, NeedDecisions, NeedSpin
from pitboss.games.rounds import begin, draw_for, take
from pitboss.games.steps import Bet, CloseBets, Decide
from pitboss.refusals import Refusal, unwrap
from pitboss.table.fairness import SEED_BYTES, DrawPlace, SealedBits
from pitboss.units import Credits, SeatIndex
from tests.table.battery import Sample
from tests.table.kit import GAMES, edition_of, registry

Entropy = Callable[[int], bytes]
Scheme = Callable[[bytes, DrawPlace], BitSource]

CHECKED_EACH = 500
SEAT = SeatIndex(1)


@cache
def need_of(game: str) -> NeedSpin | NeedCards:
    """The draw that a round of this game begins with, once somebody has bet."""
    folder = registry().find(game)
    assert not isinstance(folder, Refusal)
    current = unwrap(begin(folder.game, edition_of(game), seats=(SEAT,)))
    for _ in range(9):
        need: Need = current.need
        if isinstance(need, NeedSpin | NeedCards):
            return need
        if isinstance(need, NeedBets):
            spot = folder.game.spots(current.state, SEAT)[0].key
            current = unwrap(take(current, Bet(SEAT, spot, Credits(1000))))
            current = unwrap(take(current, CloseBets()))
        elif isinstance(need, NeedDecisions):
            one = need.pending[0]
            current = unwrap(take(current, Decide(one.actor, one.options[0].key)))
    raise AssertionError("the round never draws")


def limits_of(need: NeedSpin | NeedCards) -> tuple[int, ...]:
    """From how many each draw of the need is made."""
    if isinstance(need, NeedSpin):
        return tuple(len(top.faces) for top in need.tops)
    return tuple(need.undealt.total - dealt for dealt in range(max(need.count, 2)))


def shown_by(need: NeedSpin | NeedCards, positions: list[int]) -> tuple[object, ...]:
    """The faces or cards at these positions."""
    if isinstance(need, NeedSpin):
        return tuple(top.faces[at] for top, at in zip(need.tops, positions, strict=True))
    left, cards = need.undealt, []
    for at in positions:
        card = _card_at(left, at)
        cards.append(card)
        left = unwrap(left.without((card,)))
    return tuple(cards)


def _card_at(left: Composition, at: int) -> Card:
    laid = [card for card, number in left.entries for _ in range(number)]
    return laid[at]


def sealed(seed: bytes, place: DrawPlace) -> BitSource:
    """The scheme in use."""
    return SealedBits(seed, place)


def positions(
    game: str, rounds: int, *, entropy: Entropy, scheme: Scheme = sealed, first: int = 0
) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """One row for each round: the positions its first draw chose."""
    need, rows = need_of(game), []
    limits = limits_of(need)
    for number in range(first, first + rounds):
        seed = entropy(SEED_BYTES)
        place = DrawPlace("T1", f"T1.{number}", (), 0)
        bits = scheme(seed, place)
        row = [draw_below(bits, limit) for limit in limits]
        if number % CHECKED_EACH == 0 and scheme is sealed:
            step = draw_for(need, SealedBits(seed, place))
            assert step is not None
            assert step.shown == shown_by(need, row)[: len(step.shown)], "what the table shows"
        rows.append(row)
    return np.array(rows, dtype=np.int64)


def sample_of(game: str, rows: np.ndarray[tuple[int, int], np.dtype[np.int64]]) -> Sample:
    """Rounds as a sample: both Tops in turn, or the first card of each round."""
    limits = limits_of(need_of(game))
    is_even = len(set(limits)) == 1
    values = rows[:, :2].reshape(-1) if is_even else rows[:, 0]
    return Sample(values, limits[0], (rows[:, 0], rows[:, 1]), (limits[0], limits[1]))


def seeded(name: str) -> Entropy:
    """Entropy that is the same in every run."""
    bits = SeededBits(name.encode())
    return lambda size: bits.bits(8 * size).to_bytes(size, "big")


# --- generators that are wrong -----------------------------------------------------------


@dataclass
class Twisted:
    """A source whose values are changed on their way; the change may remember."""

    source: BitSource
    twist: Callable[[int, int], int]

    def bits(self, count: int) -> int:
        return self.twist(self.source.bits(count), count)


def heavy_face(seed: bytes, place: DrawPlace) -> BitSource:
    """One value in 20 becomes the lowest: a Top with a heavy side."""
    other = SealedBits(seed, DrawPlace("other", place.round_id, (), 0))
    return Twisted(
        SealedBits(seed, place), lambda value, _: 0 if draw_below(other, 20) == 0 else value
    )


def remainder(seed: bytes, place: DrawPlace) -> BitSource:
    """Too few bits and a remainder: five sixths of the range come oftener than the rest."""
    return Twisted(SealedBits(seed, place), lambda value, width: value % (5 * (1 << width) // 6))


def same_place(seed: bytes, place: DrawPlace) -> BitSource:
    """A number used twice: two rounds in a row are drawn at one place under one seed."""
    number = int(place.round_id.rpartition(".")[2]) // 2
    return SealedBits(bytes(SEED_BYTES), DrawPlace("T1", f"T1.{number}", (), 0))


def time_seed(seed: bytes, place: DrawPlace) -> BitSource:
    """A seed made from the second of the day: few hundred different rounds."""
    number = int(place.round_id.rpartition(".")[2])
    return SeededBits(b"second %d" % (number // 7 % 600))


def echo() -> Scheme:
    """One round in ten repeats the last: a generator that remembers."""
    last: list[BitSource] = []

    def scheme(seed: bytes, place: DrawPlace) -> BitSource:
        again = last and SealedBits(seed, DrawPlace("dice", place.round_id, (), 0)).bits(8) < 26
        made = last[0] if again else Kept(SealedBits(seed, place))
        assert isinstance(made, Kept)
        made.rewind()
        last[:] = [made]
        return made

    return scheme


class Kept:
    """A source that can give its bits once more."""

    def __init__(self, source: BitSource) -> None:
        self.source = source
        self.given: list[int] = []
        self.at = 0

    def rewind(self) -> None:
        self.at = 0

    def bits(self, count: int) -> int:
        if self.at == len(self.given):
            self.given.append(self.source.bits(count))
        self.at += 1
        return self.given[self.at - 1]


def second_follows_first(seed: bytes, place: DrawPlace) -> BitSource:
    """The second draw of a round leans on the first: one time in eight it is the same."""
    source, given = SealedBits(seed, place), []

    def twist(value: int, width: int) -> int:
        given.append(value)
        return given[0] if len(given) > 1 and source.bits(3) == 0 else value

    return Twisted(source, twist)


def congruential() -> Scheme:
    """A linear congruential generator read by its low bits."""
    state = count(1)

    def scheme(seed: bytes, place: DrawPlace) -> BitSource:
        return Twisted(SealedBits(seed, place), lambda _, width: _low(next(state), width))

    return scheme


def _low(number: int, width: int) -> int:
    return (1_103_515_245 * number + 12_345) % (1 << width)


def wrong_schemes() -> Iterator[tuple[str, Scheme]]:
    """Every wrong generator by name, fresh."""
    yield "one heavy face", heavy_face
    yield "remainder instead of rejection", remainder
    yield "place used twice", same_place
    yield "seed from the time", time_seed
    yield "repeats itself", echo()
    yield "second draw leans on the first", second_follows_first
    yield "congruential low bits", congruential()


__all__ = ["GAMES", "need_of", "positions", "sample_of", "sealed", "seeded", "wrong_schemes"]

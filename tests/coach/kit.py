"""Rounds for the coach's tests, dealt from a seed through the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitboss.equipment.draws import SeededBits
from pitboss.games.needs import NeedBets, NeedDecisions
from pitboss.games.rounds import Round, advance, begin, take
from pitboss.games.steps import Bet, CloseBets, Decide
from pitboss.refusals import Refusal, unwrap
from pitboss.units import Credits, SeatIndex, SpotKey
from tests.table.kit import edition_of, registry

SEAT = SeatIndex(1)
OTHER = SeatIndex(2)


def opened(game: str, bits: SeededBits, *, carry: Any = None, **changes: str) -> Round:
    """A round at which bets are open."""
    folder = registry().find(game)
    assert not isinstance(folder, Refusal)
    edition = edition_of(game, tuple(changes.items()))
    started = unwrap(begin(folder.game, edition, seats=(SEAT, OTHER), carry=carry))
    return advance(started, bits)


def with_bets(current: Round, stakes: dict[str, int], seat: SeatIndex = SEAT) -> Round:
    for spot, stake in stakes.items():
        current = unwrap(take(current, Bet(seat, SpotKey(spot), Credits(stake))))
    return current


def closed(current: Round, bits: SeededBits) -> Round:
    """The round after its bets closed, as far as it goes by itself."""
    assert isinstance(current.need, NeedBets)
    return advance(unwrap(take(current, CloseBets())), bits)


def decided(current: Round, options: dict[int, str], bits: SeededBits) -> Round:
    """The round with every owed decision taken: as told, else in haste."""
    while isinstance(current.need, NeedDecisions):
        owed = current.need.pending[0]
        option = options.get(int(owed.actor), owed.hasty)
        current = advance(unwrap(take(current, Decide(owed.actor, option))), bits)
    return current


def rounds(game: str, stakes: dict[str, int], count: int, *, seed: str) -> Iterator[Round]:
    """Rounds one after another at one table, each whole."""
    bits = SeededBits(seed.encode())
    carry = None
    for _ in range(count):
        current = with_bets(opened(game, bits, carry=carry), stakes)
        current = decided(closed(current, bits), {}, bits)
        yield current
        carry = current.carry()

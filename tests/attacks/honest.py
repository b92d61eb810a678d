"""An honest player who bets while others attack; every bet must be acknowledged."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tests.server.kit import Running, Viewer


@contextmanager
def betting(running: Running, name: str) -> Iterator[Callable[[], None]]:
    """An honest player in a seat; the function bets once more, which must be acknowledged."""
    table = running.open("spin-n-win", name)
    with running.guest(name.capitalize()).at(table) as player:
        player.sit(1)
        player.see(lambda view: bool(player.offered("place-bet")))
        yield lambda: bet(player)


def bet(player: Viewer) -> None:
    """Another stake on the first spot."""
    spot = next(one for one in player.view["spots"])
    stake = spot["minimum"] + spot["unit"] * (len(player.frames) % 10)
    player.do("place-bet", seat=1, spot=spot["spot"], stake=stake)

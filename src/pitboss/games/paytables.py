"""Posted paytables: every pay of a spot with the hand that earns it, for felt, page and paper."""

from __future__ import annotations

import msgspec

from pitboss.games.contract import AnyGame
from pitboss.games.editions import HasHead
from pitboss.games.layout import Area
from pitboss.games.spots import PayLine, Spot
from pitboss.units import ClauseId


class PostedLine(msgspec.Struct, frozen=True):
    """One pay in words."""

    name: str
    odds: str
    """As a felt prints them: `9 to 2`."""
    clause: str
    short: str

    def __str__(self) -> str:
        return f"{self.name} {self.odds}"


class Paytable(msgspec.Struct, frozen=True):
    """The pays of one spot."""

    spot: str
    label: str
    area: str
    title: str
    """What the table is called; empty where it has no name of its own."""
    lines: tuple[PostedLine, ...]


def post_pays(spots: tuple[Spot, ...]) -> tuple[Paytable, ...]:
    """The paytable of every spot, in the order of the felt."""
    return tuple(
        Paytable(
            str(spot.key), spot.label, spot.area, spot.paytable, tuple(map(_post, pay_lines(spot)))
        )
        for spot in spots
    )


def post_areas(game: AnyGame, edition: HasHead) -> tuple[Area, ...]:
    """The betting areas in the order of the felt; one without words is called by its key."""
    named = {area.key: area for area in game.areas(edition)}
    keys = dict.fromkeys(spot.area for spot in game.all_spots(edition))
    return tuple(named.get(key) or Area(key, key.replace("-", " ").capitalize()) for key in keys)


def describe_pays(spot: Spot) -> str:
    """The pays of a spot in one line: `one Top 1 to 2, both Tops 1 to 1`.

    A spot with one pay is named by its own label.
    """
    lines = pay_lines(spot)
    if len(lines) == 1:
        return lines[0].odds.spoken()
    return ", ".join(f"{line.short or line.name} {line.odds.spoken()}" for line in lines)


def pay_lines(spot: Spot) -> tuple[PayLine, ...]:
    """The lines of a spot, awards last; one for each odds where the game states none."""
    own = spot.pays or tuple(
        PayLine(f"{spot.label} wins", odds, ClauseId("")) for odds in spot.odds
    )
    return (*own, *spot.awards)


def _post(line: PayLine) -> PostedLine:
    return PostedLine(line.name, line.odds.spoken(), str(line.clause), line.short)

"""The felt: the twelve bets of a player's position and the faces each is about."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.equipment.tops import Face
from pitboss.games.contract import Spot
from pitboss.units import Odds, SpotKey

SINGLE = "single"
COMBO = "combo"

TWO_TOPS = 2
"""What a single bet's posted odds are multiplied by when both Tops show it (SNW-3.3)."""


@dataclass(frozen=True, slots=True)
class Wager:
    """One bet of the felt: a face for a single bet, a pair of faces for a combo."""

    key: SpotKey
    label: str
    area: str
    faces: tuple[Face, ...]

    @property
    def pays_field(self) -> str:
        """The name of its posted odds in an edition file, such as `combo_yellow_red`."""
        return self.key.replace(":", "_").replace("-", "_")

    def spot(self, posted: Odds) -> Spot:
        """The spot at these posted odds: a single bet can win double, a combo cannot (SNW-4.5)."""
        doubled = (posted.times(TWO_TOPS),) if self.area == SINGLE else ()
        return Spot(
            key=self.key,
            label=self.label,
            area=self.area,
            odds=(posted, *doubled),
            wager=self.key,
        )


def _wager(area: str, *faces: Face) -> Wager:
    name = "-".join(face.name.lower() for face in faces)
    label = "-".join(face.word for face in faces)
    return Wager(key=SpotKey(f"{area}:{name}"), label=label, area=area, faces=faces)


# SNW-2.1: five single bets and seven combos.
FELT = (
    *(_wager(SINGLE, face) for face in Face),
    _wager(COMBO, Face.RED, Face.GREEN),
    _wager(COMBO, Face.RED, Face.BLUE),
    _wager(COMBO, Face.GREEN, Face.BLUE),
    _wager(COMBO, Face.YELLOW, Face.RED),
    _wager(COMBO, Face.YELLOW, Face.GREEN),
    _wager(COMBO, Face.YELLOW, Face.BLUE),
    _wager(COMBO, Face.JOKER, Face.JOKER),
)

WAGERS = {wager.key: wager for wager in FELT}

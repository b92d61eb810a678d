"""The felt: the twelve bets of a player's position and the faces each is about."""

from __future__ import annotations

import msgspec

from pitboss.equipment.tops import Face
from pitboss.games.layout import Area
from pitboss.games.spots import PayLine, Spot
from pitboss.units import ClauseId, Odds, SpotKey

SINGLE = "single"
COMBO = "combo"

# SNW-3.3: the note under which single bets stand.
AREAS = (
    Area(SINGLE, "Single bets", "both Tops pay double"),
    Area(COMBO, "Combo bets"),
)

TWO_TOPS = 2
"""What a single bet's posted odds are multiplied by when both Tops show it (SNW-3.3)."""


class FeltBet(msgspec.Struct, frozen=True):
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
        pays = self._single(posted) if self.area == SINGLE else (self._combo(posted),)
        return Spot(
            key=self.key,
            label=self.label,
            area=self.area,
            odds=tuple(line.odds for line in pays),
            wager=self.key,
            pays=pays,
        )

    def _single(self, posted: Odds) -> tuple[PayLine, PayLine]:
        face = self.faces[0].word
        doubled = posted.times(TWO_TOPS)
        return (
            PayLine(f"One Top shows {face}", posted, ClauseId("SNW-3.2"), "one Top"),
            PayLine(f"Both Tops show {face}", doubled, ClauseId("SNW-3.3"), "both Tops"),
        )

    def _combo(self, posted: Odds) -> PayLine:
        first, second = self.faces
        if first is Face.JOKER:
            return PayLine("Both Tops show Joker", posted, ClauseId("SNW-4.3"))
        names = f"{first.word} and {second.word}"
        return PayLine(f"{names}, either order", posted, ClauseId("SNW-4.1"))


def _wager(area: str, *faces: Face) -> FeltBet:
    name = "-".join(face.name.lower() for face in faces)
    label = "-".join(face.word for face in faces)
    return FeltBet(key=SpotKey(f"{area}:{name}"), label=label, area=area, faces=faces)


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

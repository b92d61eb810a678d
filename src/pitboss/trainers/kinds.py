"""Kinds: what one answer was about, so that what goes wrong again can be asked again."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pitboss.games.contract import HandScore
from pitboss.games.settlement import Line, Result
from pitboss.games.spots import Spot

_RESULTS = {
    Result.LOSE: "taken",
    Result.PUSH: "a push",
    Result.REFUND: "given back",
    Result.STANDS: "stands",
}


class Trainer(StrEnum):
    """A trainer: payouts, procedures or hands."""

    PAYOUTS = "payouts"
    HANDS = "hands"
    PROCEDURES = "procedures"


@dataclass(frozen=True, slots=True)
class QuestionKind:
    """A kind of bet and what became of it, or a kind of hand."""

    key: str
    title: str


def kind_of_line(line: Line, spot: Spot) -> QuestionKind:
    """A bet's area and its odds, such as `single:9/2`."""
    area = spot.area.replace("-", " ").capitalize()
    if line.is_award and line.odds is not None:
        return QuestionKind(
            f"{spot.area}:award:{line.odds}", f"{area}, award of {line.odds.spoken()}"
        )
    if line.result is Result.WIN and line.odds is not None:
        return QuestionKind(f"{spot.area}:{line.odds}", f"{area} at {line.odds.spoken()}")
    return QuestionKind(f"{spot.area}:{line.result}", f"{area}, {_RESULTS[line.result]}")


def kind_of_hand(house: HandScore) -> QuestionKind:
    """A hand by how it is set: how many combinations, how many cards left."""
    many, left = len(house.combinations), len(house.left_over)
    groups = "no combination" if not many else f"{many} combination{'s' if many > 1 else ''}"
    return QuestionKind(f"hand:{many}-{left}", f"{groups.capitalize()}, {left} left over")

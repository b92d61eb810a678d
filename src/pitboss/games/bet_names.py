"""Bet names: what the felt calls a bet, for sentences and tables that people read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pitboss.games.spots import Spot

LISTED = 6
"""More names than this are not listed one by one."""
SHOWN = 3
"""How many are named of a longer list."""


@dataclass(frozen=True, slots=True)
class BetNames:
    """Labels by the key of a spot, or by the keys of spots that are bet together."""

    labels: Mapping[str, str]

    def __call__(self, key: str) -> str:
        return self.labels.get(key) or key.replace("-", " ").replace(":", " ").capitalize()

    def several(self, keys: Sequence[str]) -> str:
        """All of the bets: `Red, Green, Blue`, or `Call Two, Call Three, Call Four and 9 more`."""
        names = [self(key) for key in keys]
        if len(names) <= LISTED:
            return ", ".join(names)
        return f"{', '.join(names[:SHOWN])} and {len(names) - SHOWN} more"

    def one_of(self, keys: Sequence[str]) -> str:
        """Any one of the bets: `Red, Green or Blue`, or `Call Two or 11 others`."""
        names = [self(key) for key in keys]
        if len(names) > SHOWN:
            return f"{names[0]} or {len(names) - 1} others"
        return join_words(names, "or")


def bet_names(spots: Iterable[Spot], own: Mapping[str, str] | None = None) -> BetNames:
    """The names of an edition's bets; `own` names what is no spot or no wager of several."""
    labels: dict[str, str] = {}
    wagers: dict[str, list[Spot]] = {}
    for spot in spots:
        # A bare number, such as that of a straight bet, says more with the kind of the bet.
        if any(letter.isalpha() for letter in spot.label):
            labels[spot.key] = spot.label
        wagers.setdefault(spot.wager, []).append(spot)
    for together in wagers.values():
        key = "-".join(spot.key for spot in together)
        if len(together) > 1:
            labels.setdefault(key, join_words([spot.label for spot in together], "and"))
    return BetNames({**labels, **(own or {})})


def join_words(words: Sequence[str], last: str) -> str:
    """`Ante and Play`, `Bet, First bet and Second bet`."""
    *others, end = words
    return f"{', '.join(others)} {last} {end}" if others else end

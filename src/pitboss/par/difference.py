"""Differences: from one edition to another, or from a ruling to another reading of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from pitboss.exact.figures import BetFigures, GameFigures
from pitboss.games.bet_names import BetNames, bet_names
from pitboss.games.clauses import Clause
from pitboss.games.editions import ABOUT
from pitboss.par.choices import Choice
from pitboss.par.studies import Decisions, Reading


@dataclass(frozen=True, slots=True)
class FieldChange:
    """One field that differs; None where an edition does not have it."""

    field: str
    old: str | None
    new: str | None
    clause: Clause | None


@dataclass(frozen=True, slots=True)
class BetChange:
    """One bet in both editions; None where an edition does not have it."""

    bet: str
    old: BetFigures | None
    new: BetFigures | None

    @property
    def edge_change(self) -> Fraction | None:
        """How much more the house keeps under the second edition."""
        if self.old is None or self.new is None:
            return None
        return self.new.house_edge - self.old.house_edge


@dataclass(frozen=True, slots=True)
class Difference:
    """Everything that changes from the first edition to the second."""

    old: Choice
    new: Choice
    fields: tuple[FieldChange, ...]
    bets: tuple[BetChange, ...]
    decisions: Decisions | None
    """How the best play changes; None where nothing is decided."""

    @property
    def names(self) -> BetNames:
        """The names of every bet that either edition has."""
        sides = (self.new, self.old)
        spots = (spot for one in sides for spot in one.folder.game.all_spots(one.edition))
        return bet_names({spot.key: spot for spot in spots}.values())

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses behind the changed fields, each once, in the order of the rules."""
        touched = {change.clause.number for change in self.fields if change.clause is not None}
        return tuple(c for c in self.old.folder.clauses() if c.number in touched)


def difference(
    old: Choice, new: Choice, *, old_figures: GameFigures, new_figures: GameFigures
) -> Difference:
    before = {bet.bet: bet for bet in old_figures.bets}
    after = {bet.bet: bet for bet in new_figures.bets}
    keys = [*before, *(key for key in after if key not in before)]
    count = old.study.decisions
    return Difference(
        old,
        new,
        _fields(old, new),
        tuple(BetChange(key, before.get(key), after.get(key)) for key in keys),
        None if count is None else count(old.edition, new.edition),
    )


def _fields(old: Choice, new: Choice) -> tuple[FieldChange, ...]:
    before, after = flat(old.data()), flat(new.data())
    clauses = {str(clause.number): clause for clause in old.folder.clauses()}
    changes = []
    for name in [*before, *(name for name in after if name not in before)]:
        if before.get(name) != after.get(name):
            clause = clauses.get(old.study.clause_of(name) or "")
            changes.append(FieldChange(name, before.get(name), after.get(name), clause))
    return tuple(changes)


def flat(data: Mapping[str, object], prefix: str = "") -> dict[str, str]:
    """Every field outside `about` by its dotted name, as text."""
    found: dict[str, str] = {}
    for name, value in data.items():
        if isinstance(value, dict):
            if prefix or name != ABOUT:
                found |= flat(value, f"{prefix}{name}.")
        elif isinstance(value, list):
            found[prefix + name] = ", ".join(map(str, value)) or "none"
        else:
            found[prefix + name] = str(value).lower() if isinstance(value, bool) else str(value)
    return found


@dataclass(frozen=True, slots=True)
class Effect:
    """Another reading of a ruling and the edges it changes."""

    reading: Reading
    bets: tuple[BetChange, ...]


def effect(choice: Choice, ruled: GameFigures, reading: Reading) -> Effect:
    found = {bet.bet: bet for bet in choice.figures_read_as(reading, ruled).bets}
    changes = tuple(BetChange(bet.bet, bet, found.get(bet.bet)) for bet in ruled.bets)
    return Effect(reading, tuple(one for one in changes if one.edge_change))

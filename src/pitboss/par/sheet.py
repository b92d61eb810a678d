"""The sheet: one edition with every figure that its pages show, computed once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pitboss.exact.figures import GameFigures
from pitboss.games.contract import Spot
from pitboss.games.editions import EditionHead, HasHead
from pitboss.par.choices import Choice
from pitboss.par.claims import CheckedClaim, check_claims
from pitboss.par.difference import Difference
from pitboss.par.exposure import Scenario, scenarios
from pitboss.par.groups import BetGroup, groups_of
from pitboss.par.seat_results import Crowd
from pitboss.par.sensitivity import Effect, effect
from pitboss.par.studies import CardLine, Joint
from pitboss.par.terms import Terms

Tell = Callable[[str], None]
"""Told what is being worked on before each step that may take a while."""


def tell_no_one(_what: str) -> None:
    """For callers that show no progress."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything a reader of the sheet may want to see."""

    choice: Choice
    figures: GameFigures
    terms: Terms
    version: str
    spots: tuple[Spot, ...]
    groups: tuple[BetGroup, ...]
    claims: tuple[CheckedClaim, ...]
    effects: tuple[Effect, ...]
    exposure: tuple[Scenario, ...]
    card: tuple[CardLine, ...]
    """The strategy card, where something is decided."""
    crowd: Crowd | None = None
    """The seats of a table, where they have results of their own."""
    against: Difference | None = None
    certificate: str = ""
    """The name of the certificate beside the sheet, if there is one."""

    @property
    def head(self) -> EditionHead:
        return self.choice.edition.head

    def label(self, bet: str) -> str:
        """A bet's name as the felt prints it."""
        return next((spot.label for spot in self.spots if spot.key == bet), bet)


def make_sheet(
    choice: Choice,
    figures: GameFigures,
    terms: Terms,
    *,
    version: str,
    against: Difference | None = None,
    certificate: str = "",
    tell: Tell = tell_no_one,
) -> Sheet:
    """The sheet of these figures, with every other reading solved as well."""
    spots = choice.folder.game.all_spots(choice.edition)
    base = choice if choice.reading is None else choice.as_ruled()
    ruled = figures if choice.reading is None else base.figures()
    found = []
    for reading in choice.study.readings:
        tell(f"reading {reading.key}")
        found.append(effect(base, ruled, reading))
    tell("exposure")
    means = _means(choice)
    edition = choice.edition
    crowd = crowd_of(choice, terms)
    return Sheet(
        choice=choice,
        figures=figures,
        terms=terms,
        version=version,
        spots=spots,
        groups=groups_of(figures),
        claims=check_claims(choice.edition.head, figures),
        effects=tuple(found),
        exposure=exposure_of(choice, figures, terms, crowd=crowd),
        card=() if means.card is None else means.card(edition),
        crowd=crowd,
        against=against,
        certificate=certificate,
    )


def exposure_of(
    choice: Choice, figures: GameFigures, terms: Terms, *, crowd: Crowd | None = None
) -> tuple[Scenario, ...]:
    """The worst rounds, and the edge under the limit of the terms."""
    means = _means(choice)
    return scenarios(
        figures,
        choice.folder.game.all_spots(choice.edition),
        choice.study,
        limits=choice.edition.head.limits,
        terms=terms,
        joint=None if means.joint is None else means.joint(choice.edition),
        crowd=crowd or crowd_of(choice, terms),
    )


def crowd_of(choice: Choice, terms: Terms) -> Crowd | None:
    """The seats of a table, where they have results of their own."""
    means = _means(choice)
    is_patient = terms.payout_limit is not None
    return None if means.crowd is None else means.crowd(choice.edition, is_patient)


@dataclass(frozen=True, slots=True)
class _Means:
    """How the parts of the sheet that follow the rules are made, as they are read here."""

    joint: Callable[[HasHead], Joint] | None
    crowd: Callable[[HasHead, bool], Crowd | None] | None
    card: Callable[[HasHead], tuple[CardLine, ...]] | None


def _means(choice: Choice) -> _Means:
    """The game's own, unless the figures follow a reading that no edition states."""
    reading, study = choice.reading, choice.study
    if reading is None or reading.figures is None:
        return _Means(study.joint, study.crowd, study.card)
    return _Means(None, reading.crowd, reading.card)

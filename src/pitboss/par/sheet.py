"""The sheet: one edition with every figure that its pages show, computed once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from pitboss.exact.figures import CardLine, GameFigures
from pitboss.games.bet_names import BetNames, bet_names
from pitboss.games.editions import EditionHead
from pitboss.games.spots import Spot
from pitboss.par.choices import Choice
from pitboss.par.claims import CheckedClaim, check_claims
from pitboss.par.difference import Difference, Effect, effect
from pitboss.par.exposure import Scenario, scenarios
from pitboss.par.groups import BetGroup, groups_of
from pitboss.par.seat_results import SeatResults
from pitboss.par.studies import SheetStudy
from pitboss.par.terms import Terms

Tell = Callable[[str], None]
"""Called with the name of each step that may take a while, before it starts."""


def tell_no_one(_what: str) -> None:
    """For callers that show no progress."""


@dataclass(frozen=True, slots=True)
class Sheet:
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
    seat_results: SeatResults | None = None
    """The seats of a table, where they have results of their own."""
    against: Difference | None = None
    certificate: str = ""
    """The name of the certificate beside the sheet, if there is one."""

    @property
    def names(self) -> BetNames:
        return bet_names(self.spots)

    @property
    def head(self) -> EditionHead:
        return self.choice.edition.head


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
    seat_results = seat_results_of(choice, terms)
    return Sheet(
        choice=choice,
        figures=figures,
        terms=terms,
        version=version,
        spots=spots,
        groups=groups_of(figures, bet_names(spots)),
        claims=check_claims(choice.edition.head, figures),
        effects=tuple(found),
        exposure=exposure_of(choice, figures, terms, seat_results=seat_results),
        card=() if means.card is None else means.card(edition),
        seat_results=seat_results,
        against=against,
        certificate=certificate,
    )


def exposure_of(
    choice: Choice, figures: GameFigures, terms: Terms, *, seat_results: SeatResults | None = None
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
        seat_results=seat_results or seat_results_of(choice, terms),
    )


def seat_results_of(choice: Choice, terms: Terms) -> SeatResults | None:
    """The seats of a table, where they have results of their own."""
    means = _means(choice)
    is_patient = terms.payout_limit is not None
    return None if means.seat_results is None else means.seat_results(choice.edition, is_patient)


def _means(choice: Choice) -> SheetStudy:
    """The game's own study, unless the figures follow a reading that no edition states."""
    reading, study = choice.reading, choice.study
    if reading is None or reading.figures is None:
        return study
    return replace(study, joint=None, seat_results=reading.seat_results, card=reading.card)

"""Certificates: the integer counts behind a sheet, so that anyone can derive it again.

The script `check_certificate.py` in this folder reads the file with nothing but Python.
"""

from __future__ import annotations

import json
from fractions import Fraction
from importlib import resources
from typing import Any

from pitboss.exact.distributions import Distribution
from pitboss.exact.figures import BetFigures, GameFigures, RowFigures
from pitboss.invariants import check
from pitboss.par.choices import Choice
from pitboss.par.claims import HOUSE_EDGE, CheckedClaim, check_claims
from pitboss.report.figures import round_half_up
from pitboss.units import show_fraction

FORMAT = "pitboss-certificate-1"
PLACES = 10
"""Decimal places of every percentage, rounded half up from the exact value."""


def certificate(choice: Choice, figures: GameFigures, *, version: str) -> dict[str, Any]:
    """The counts of every bet and the percentages that follow from them."""
    head = choice.edition.head
    return {
        "format": FORMAT,
        "game": head.game,
        "edition": head.key,
        "edition_hash": head.hash,
        "changes": dict(choice.changes),
        "reading": None if choice.reading is None else choice.reading.key,
        "version": version,
        "method": figures.method,
        "bets": [_bet(bet) for bet in figures.bets],
        "claims": [_claim(one) for one in check_claims(head, figures) if _is_derived(one)],
    }


def certificate_bytes(document: dict[str, Any]) -> bytes:
    """The certificate as a file, the same bytes for the same counts."""
    return (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()


def check_script() -> bytes:
    return resources.files("pitboss.par").joinpath("check_certificate.py").read_bytes()


def _bet(bet: BetFigures) -> dict[str, Any]:
    units = bet.average_wager * bet.distribution.total
    check(units.denominator == 1, f"{bet.bet} wagers whole units in all cases together")
    entry = {
        "bet": bet.bet,
        "unit": bet.unit,
        **_counts(bet.distribution),
        "units_wagered": units.numerator,
        "offered": show_fraction(bet.offered),
        "percent": {
            **_percents(bet.distribution),
            "element_of_risk": percent(bet.element_of_risk),
            "average_wager": percent(bet.average_wager),
            "offered": percent(bet.offered),
        },
    }
    if bet.rows:
        entry["rows"] = [_row(row) for row in bet.rows]
    return entry


def _row(row: RowFigures) -> dict[str, Any]:
    return {
        "row": row.row,
        "probability": show_fraction(row.probability),
        **_counts(row.distribution),
        "percent": {**_percents(row.distribution), "probability": percent(row.probability)},
    }


def _counts(distribution: Distribution) -> dict[str, Any]:
    outcomes = [{"net": show_fraction(o.net), "count": o.count} for o in distribution.outcomes]
    return {"total": distribution.total, "outcomes": outcomes}


def _percents(distribution: Distribution) -> dict[str, str]:
    return {
        "house_edge": percent(distribution.house_edge),
        "hit_frequency": percent(distribution.hit_frequency),
        "variance": percent(distribution.variance),
    }


def _is_derived(one: CheckedClaim) -> bool:
    """Whether the printed figure follows from the counts of its bet alone."""
    return one.is_percentage and one.claim.figure == HOUSE_EDGE


def _claim(one: CheckedClaim) -> dict[str, Any]:
    return {"bet": one.claim.bet, "claimed": one.claim.printed, "agrees": one.agrees}


def percent(value: Fraction) -> str:
    """A share in percent, rounded half up."""
    return f"{round_half_up(value * 100, PLACES):f}"

"""The sheet as JSON: exact values as text n/d, counts as whole numbers, statistics as numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from pitboss.exact.figures import BetFigures, GameFigures, RowFigures
from pitboss.par.choices import Choice
from pitboss.par.claims import CheckedClaim, check_claims
from pitboss.par.difference import BetChange, Difference, FieldChange
from pitboss.par.exposure import Scenario
from pitboss.units import show_fraction


def sheet_json(
    choice: Choice,
    figures: GameFigures,
    *,
    version: str,
    against: Difference | None = None,
    exposure: tuple[Scenario, ...] = (),
) -> dict[str, Any]:
    """The whole sheet; `ruling`, `against` and `exposure` only when they were asked for."""
    head = choice.edition.head
    document: dict[str, Any] = {
        "game": head.game,
        "edition": head.key,
        "edition_hash": head.hash,
        "version": version,
        "bets": [_bet(bet) for bet in figures.bets],
        "strategy": list(figures.strategy),
        "claims": [claim_json(one) for one in check_claims(head, figures)],
    }
    if choice.reading is not None:
        name, _, alternative = choice.reading.key.partition("=")
        document["ruling"] = {
            "name": name,
            "alternative": alternative,
            "clause": choice.reading.clause,
            "sentence": choice.reading.sentence,
        }
    if against is not None:
        document["against"] = difference_json(against)
    if exposure:
        document["exposure"] = [_scenario(one) for one in exposure]
    return document


def _scenario(one: Scenario) -> dict[str, Any]:
    """Money in minor units; where only a bracket is known, `limited_edge` has two ends."""
    low, high = one.limited_edge, one.limited_most
    return {
        "bets": one.file_key,
        "seats": one.seats,
        "winnings": show_fraction(one.winnings),
        "house_loss": show_fraction(one.house_loss),
        "chance": None if one.chance is None else show_fraction(one.chance),
        "house_edge": None if one.edge is None else share(one.edge),
        "limited_edge": None
        if low is None or high is None
        else {"least": share(low), "most": share(high)},
        "limit_chance": None if one.limit_chance is None else show_fraction(one.limit_chance),
    }


def share(value: Fraction) -> dict[str, Any]:
    """An exact share as fraction and percent."""
    return {"fraction": show_fraction(value), "percent": float(value * 100)}


def claim_json(one: CheckedClaim) -> dict[str, Any]:
    return {
        "bet": one.file_key,
        "source": one.claim.source,
        "claimed": one.claim.printed,
        "exact": show_fraction(one.exact),
        "agrees": one.agrees,
    }


def _bet(bet: BetFigures) -> dict[str, Any]:
    spread = bet.distribution
    entry: dict[str, Any] = {
        "bet": bet.bet,
        "unit": bet.unit,
        "house_edge": share(bet.house_edge),
        "element_of_risk": share(bet.element_of_risk),
        "average_wager": share(bet.average_wager),
        "hit_frequency": share(spread.hit_frequency),
        "standard_deviation": spread.standard_deviation,
        "outcomes": [
            {
                "net": show_fraction(outcome.net),
                "count": outcome.count,
                "probability": show_fraction(Fraction(outcome.count, spread.total)),
            }
            for outcome in spread.outcomes
        ],
    }
    if bet.rounds != 1:
        entry["rounds"] = show_fraction(bet.rounds)
        entry["edge_decided"] = share(bet.edge_resolved)
        entry["edge_per_round"] = share(bet.edge_per_round)
    if bet.all_money is not None:
        entry["edge_all_money"] = share(bet.all_money)
    if bet.rows:
        entry["by_row"] = [_row(row) for row in bet.rows]
    return entry


def _row(row: RowFigures) -> dict[str, Any]:
    return {
        "row": row.row,
        "probability": show_fraction(row.probability),
        "house_edge": share(row.distribution.house_edge),
    }


def difference_json(change: Difference) -> dict[str, Any]:
    head = change.new.edition.head
    decisions = change.decisions
    return {
        "edition": head.key,
        "edition_hash": head.hash,
        "fields": [_field(one) for one in change.fields],
        "clauses": [clause.number for clause in change.clauses],
        "bets": [_change(one) for one in change.bets],
        "decisions": None
        if decisions is None
        else {
            "hands": decisions.hands,
            "changed": decisions.changed,
            "fold_to_play": decisions.folded_now,
            "play_to_fold": decisions.played_now,
        },
    }


def _field(one: FieldChange) -> dict[str, Any]:
    number = None if one.clause is None else one.clause.number
    return {"field": one.field, "from": one.old, "to": one.new, "clause": number}


def _change(one: BetChange) -> dict[str, Any]:
    old, new, moved = one.old, one.new, one.edge_change
    return {
        "bet": one.bet,
        "house_edge": {
            "from": None if old is None else share(old.house_edge),
            "to": None if new is None else share(new.house_edge),
            "change": None if moved is None else share(moved),
        },
        "standard_deviation": {
            "from": None if old is None else old.distribution.standard_deviation,
            "to": None if new is None else new.distribution.standard_deviation,
        },
    }

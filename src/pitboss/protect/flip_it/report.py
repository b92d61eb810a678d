"""The counting report of flip~it: figures for machines, findings and charts for people."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pitboss.games.flip_it.edition import Edition, ShoeMode
from pitboss.invariants import check
from pitboss.protect.flip_it.continuous import RowBet, continuous_bets
from pitboss.protect.flip_it.counting import CountedBet, CountTally, count, undealt_refusal
from pitboss.protect.flip_it.pages import CountingStudy, counting_document
from pitboss.protect.flip_it.remedies import by_pays, closed_bets, depths_of
from pitboss.protect.flip_it.simple_counts import simple_counts
from pitboss.protect.flip_it.tables import CALL_ALL_KEY, pays_refusal
from pitboss.protect.studies import Request, StudyResult
from pitboss.refusals import Refusal

# A curve over many cut cards and a table of pays are read from a page, not to four places.
COARSE = 0.0005


def counting(request: Request) -> StudyResult | Refusal:
    """Perfect and simple counts at one cut card, or against a continuous shuffler."""
    edition = _record(request)
    refusal = pays_refusal(edition)
    if refusal is not None:
        return refusal
    undealt = int(request.options.get("undealt", edition.cut_undealt))
    refusal = undealt_refusal(edition, undealt)
    if refusal is not None:
        return refusal
    asked = bool(request.options.get("continuous", False))
    rows = continuous_bets(edition)
    if asked or (edition.shoe is ShoeMode.CONTINUOUS and "undealt" not in request.options):
        keys = _head(edition) | {"shoe": "continuous", "bets": [_row_keys(row) for row in rows]}
        page = counting_document(request.game, edition, None, rows) if request.whole else None
        return StudyResult(keys, page)
    tally = count(edition, (undealt,), request.engine, request.amount,
                  on_progress=request.on_progress)  # fmt: skip
    keys = _head(edition) | _tally_keys(edition, tally)
    if not request.whole:
        return StudyResult(keys)
    coarse = replace(request.amount, error=max(request.amount.error or COARSE, COARSE))
    study = CountingStudy(
        tally=tally,
        curve=count(edition, depths_of(edition, undealt), request.engine, coarse),
        simple=simple_counts(edition, undealt=undealt, seed=request.amount.seed),
        closed=closed_bets(edition),
        pays=by_pays(edition, undealt, request.engine, coarse),
    )
    return StudyResult(keys, counting_document(request.game, edition, study, rows))


def _record(request: Request) -> Edition:
    check(isinstance(request.edition, Edition), "the edition belongs to this game")
    return request.edition  # type: ignore[return-value]


def _head(edition: Edition) -> dict[str, Any]:
    head = edition.head
    return {"game": head.game, "edition": head.key, "edition_hash": head.hash}


def _tally_keys(edition: Edition, tally: CountTally) -> dict[str, Any]:
    pace, flips = edition.head.rounds_per_hour, tally.rounds_per_shoe()
    rows = tally.bets()
    return {
        "shoe": "cut-card",
        "undealt": tally.cuts[0],
        "shoes": tally.shoes,
        "rounds_per_shoe": flips,
        "bets": [_bet_keys(row, pace, flips) for row in rows if row.bet != CALL_ALL_KEY],
        "every_positive_rank": next(
            _bet_keys(row, pace, flips) for row in rows if row.bet == CALL_ALL_KEY
        ),
        "cannot_be_beaten_from": {one.bet: one.undealt for one in closed_bets(edition)},
    }


def _bet_keys(row: CountedBet, pace: int, flips: float) -> dict[str, Any]:
    return {
        "bet": row.bet,
        "undealt": row.undealt,
        "positive_rounds": row.positive_rounds,
        "edge_when_bet": row.edge_when_bet,
        "units_per_round": row.units_per_round,
        "standard_error": row.standard_error,
        "units_per_shoe": row.units_per_round * flips,
        "units_per_hour": row.units_per_round * pace,
        "standard_deviation": row.deviation,
        "desirability_index": row.desirability,
        "always_units_per_round": row.always,
        "break_even_spread": row.break_even_spread if row.units_per_round > 0 else None,
    }


def _row_keys(row: RowBet) -> dict[str, Any]:
    return {
        "bet": row.bet,
        "undealt": None,
        "positive_rounds": float(row.positive_rounds),
        "edge_when_bet": float(row.edge_when_bet),
        "units_per_round": float(row.units_per_round),
        "standard_error": 0.0,
    }

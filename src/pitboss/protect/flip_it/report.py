"""The counting report of flip~it: figures for machines, findings and charts for people."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from pitboss.exact.flip_it import record_of
from pitboss.games.flip_it.edition import Edition, ShoeMode
from pitboss.protect.flip_it.continuous import RowBet, continuous_bets
from pitboss.protect.flip_it.counting import CountedBet, CountTally, count, undealt_refusal
from pitboss.protect.flip_it.pages import CountingStudy, counting_document
from pitboss.protect.flip_it.remedies import by_pays, closed_bets, depths_of
from pitboss.protect.flip_it.simple_counts import simple_counts
from pitboss.protect.flip_it.tables import CALL_ALL_KEY, pays_refusal
from pitboss.protect.pages import edition_keys
from pitboss.protect.studies import StudyRequest, StudyResult
from pitboss.refusals import Refusal

# A curve over many cut cards and a table of pays are read from a page, not to four places.
COARSE = 0.0005


def counting(request: StudyRequest) -> StudyResult | Refusal:
    """Perfect and simple counts at one cut card, or against a continuous shuffler."""
    edition = record_of(request.edition)
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
        keys = edition_keys(edition) | {
            "shoe": "continuous",
            "bets": [_row_keys(row) for row in rows],
        }
        page = counting_document(request.game, edition, None, rows) if request.whole else None
        return StudyResult(keys, page)
    tally = count(edition, (undealt,), request.engine, request.amount,
                  on_progress=request.on_progress)  # fmt: skip
    keys = edition_keys(edition) | _tally_keys(edition, tally)
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
    return asdict(row) | {
        "units_per_shoe": row.units_per_round * flips,
        "units_per_hour": row.units_per_round * pace,
        "desirability_index": row.desirability_index,
        "break_even_spread": row.winning_spread,
    }


def _row_keys(row: RowBet) -> dict[str, Any]:
    names = ("positive_rounds", "edge_when_bet", "units_per_round")
    shares = {name: float(getattr(row, name)) for name in names}
    return {"bet": row.bet, "undealt": None, **shares, "standard_error": 0.0}

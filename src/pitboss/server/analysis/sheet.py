"""The sheet as pages: exact values become texts here and nowhere else in the server."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

from pitboss.exact.figures import BetFigures, GameFigures
from pitboss.games.controls import TABLE_WORDS
from pitboss.par.choices import Choice
from pitboss.par.difference import Difference
from pitboss.par.document import sheet_document
from pitboss.par.exposure import Scenario
from pitboss.par.pages.floor import NO_CHANGE, how_known, limit_words
from pitboss.par.sheet import Sheet, exposure_of, seat_results_of
from pitboss.par.terms import Terms
from pitboss.report.figures import Kind, round_half_up, show
from pitboss.server.analysis import proof_schemas as schemas
from pitboss.server.edge.documents import document_note
from pitboss.units import Credits, show_fraction

PLACES = 4

T = TypeVar("T")


def share_of(value: Fraction) -> schemas.Share:
    """An exact share, rounded half up for reading."""
    return schemas.Share(
        percent=show(value, kind=Kind.PERCENT, places=PLACES, typeset=False),
        fraction=show_fraction(value),
        value=float(value),
    )


def _shares(**values: Fraction | None) -> dict[str, schemas.Share | None]:
    return {name: None if one is None else share_of(one) for name, one in values.items()}


def proof_page(sheet: Sheet) -> schemas.ProofPage:
    head, choice = sheet.head, sheet.choice
    a_seat = max(one.winnings for one in sheet.exposure if one.seats == 1)
    a_limit = Credits(int(round_half_up(a_seat, 0)))
    return schemas.ProofPage.fill(
        head,
        sheet,
        game_title=choice.folder.game.title,
        edition=head.key,
        edition_title=head.title,
        edition_hash=head.hash,
        changes=tuple(choice.changes.items()),
        sheet=document_note(sheet_document(sheet)),
        limited=limit_page(choice, sheet.figures, sheet.terms, limit=a_limit),
    )


def limit_page(
    choice: Choice, figures: GameFigures, terms: Terms, *, limit: Credits
) -> schemas.LimitPage:
    """The edges under a payout limit, as the sheet prints them."""
    limited = replace(terms, payout_limit=limit)
    seat_results = seat_results_of(choice, limited)
    exposure = exposure_of(choice, figures, limited, seat_results=seat_results)
    known = [] if any(one.is_cut for one in exposure) else [NO_CHANGE]
    limits = choice.edition.head.limits
    if seat_results is not None:
        known.append(how_known(exposure, seat_results, limits=limits, limit=limit))
    return schemas.LimitPage(
        limit=limit,
        says=limit_words(limit),
        rows=tuple(map(_limit_row, exposure)),
        is_bracket=any(one.limited_edge != one.limited_most for one in exposure),
        known=" ".join(known),
    )


def _limit_row(one: Scenario) -> schemas.LimitRow:
    edges = _shares(
        edge=one.edge, cuts=one.limit_chance, least=one.limited_edge, most=one.limited_most
    )
    return schemas.LimitRow.fill(one, **edges)


def compare_page(found: Difference, *, titles: tuple[str, str]) -> schemas.ComparePage:
    old, new = found.old.edition.head, found.new.edition.head
    decided = found.decisions
    words = {**TABLE_WORDS, **found.old.folder.field_words()}
    edges = _alike(found, lambda bet: bet.house_edge)
    deviations = _alike(found, lambda bet: bet.distribution.standard_deviation)
    return schemas.ComparePage.fill(
        game=old.game,
        game_title=found.old.folder.game.title,
        before=titles[0],
        before_hash=old.hash,
        before_approval=old.approval,
        after=titles[1],
        after_hash=new.hash,
        after_approval=new.approval,
        fields=[
            schemas.FieldNote(
                field=one.field,
                label=words.get(one.field, one.field),
                before=one.old,
                after=one.new,
                clause="" if one.clause is None else one.clause.number,
            )
            for one in found.fields
        ],
        clauses=found.clauses,
        bets=[_change(found, keys, *pair) for keys, pair in edges],
        deviations=[
            schemas.DeviationNote(name=found.names.several(keys), before=before, after=after)
            for keys, (before, after) in deviations
        ],
        decisions=None
        if decided is None
        else schemas.DecisionsNote(
            hands=f"{decided.hands:,}",
            changed=f"{decided.changed:,}",
            fold_to_play=f"{decided.folded_now:,}",
            play_to_fold=f"{decided.played_now:,}",
        ),
    )


def _alike(
    found: Difference, figure: Callable[[BetFigures], T]
) -> list[tuple[tuple[str, ...], tuple[T | None, T | None]]]:
    """A figure before and after; bets that change alike share a row."""
    alike: dict[tuple[T | None, T | None], list[str]] = {}
    for one in found.bets:
        before = None if one.old is None else figure(one.old)
        after = None if one.new is None else figure(one.new)
        alike.setdefault((before, after), []).append(one.bet)
    return [(tuple(keys), pair) for pair, keys in alike.items()]


def _change(
    found: Difference, keys: tuple[str, ...], before: Fraction | None, after: Fraction | None
) -> schemas.ShareChange:
    moved = None if before is None or after is None else after - before
    shares = _shares(before=before, after=after, change=moved)
    return schemas.ShareChange.fill(name=found.names.several(keys), keys=keys, **shares)

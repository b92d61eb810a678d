"""The sheet as pages: exact values become texts here and nowhere else in the server."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from pitboss.exact.figures import GameFigures
from pitboss.games.controls import TABLE_WORDS
from pitboss.par.choices import Choice
from pitboss.par.difference import BetChange, Difference
from pitboss.par.document import sheet_document
from pitboss.par.exposure import Scenario
from pitboss.par.pages.floor import NO_CHANGE, how_known, limit_words
from pitboss.par.pages.words import names
from pitboss.par.sheet import Sheet, crowd_of, exposure_of
from pitboss.par.terms import Terms
from pitboss.report import Kind, round_half_up, show
from pitboss.server.analysis.proof_schemas import (
    ChangedClause,
    ComparePage,
    DecisionsNote,
    DeviationNote,
    FieldNote,
    LimitPage,
    LimitRow,
    ProofPage,
    Share,
    ShareChange,
)
from pitboss.server.edge.documents import document_note
from pitboss.units import Credits, show_fraction

PLACES = 4


def share_of(value: Fraction, *, places: int = PLACES) -> Share:
    """An exact share, rounded half up for reading."""
    return Share(
        percent=show(value, kind=Kind.PERCENT, places=places, typeset=False),
        fraction=show_fraction(value),
        value=float(value),
    )


# --- the sheet --------------------------------------------------------------------------------


def proof_page(sheet: Sheet) -> ProofPage:
    """The whole sheet."""
    head = sheet.head
    a_seat = max(one.winnings for one in sheet.exposure if one.seats == 1)
    a_limit = Credits(int(round_half_up(a_seat, 0)))
    return ProofPage(
        game=head.game,
        game_title=sheet.choice.folder.game.title,
        edition=head.key,
        edition_title=head.title,
        approval=head.approval.value,
        edition_hash=head.hash,
        changes=tuple(sheet.choice.changes.items()),
        version=sheet.version,
        sheet=document_note(sheet_document(sheet)),
        limited=limit_page(sheet.choice, sheet.figures, sheet.terms, limit=a_limit),
    )


def limit_page(choice: Choice, figures: GameFigures, terms: Terms, *, limit: Credits) -> LimitPage:
    """The edges under a payout limit, as the sheet prints them."""
    limited = replace(terms, payout_limit=limit)
    crowd = crowd_of(choice, limited)
    exposure = exposure_of(choice, figures, limited, crowd=crowd)
    known = [] if any(one.is_cut for one in exposure) else [NO_CHANGE]
    limits = choice.edition.head.limits
    if crowd is not None:
        known.append(how_known(exposure, crowd, limits=limits, limit=limit))
    return LimitPage(
        limit=int(limit),
        says=limit_words(limit),
        rows=tuple(map(_limit_row, exposure)),
        is_bracket=any(one.limited_edge != one.limited_most for one in exposure),
        known=" ".join(known),
    )


def _limit_row(one: Scenario) -> LimitRow:
    return LimitRow(
        what=one.what,
        seats=one.seats,
        edge=None if one.edge is None else share_of(one.edge),
        cuts=None if one.limit_chance is None else share_of(one.limit_chance),
        least=None if one.limited_edge is None else share_of(one.limited_edge),
        most=None if one.limited_most is None else share_of(one.limited_most),
        is_cut=one.is_cut,
    )


# --- two editions -----------------------------------------------------------------------------


def compare_page(found: Difference, *, titles: tuple[str, str]) -> ComparePage:
    """What changes from the first edition to the second."""
    old, new = found.old.edition.head, found.new.edition.head
    decided = found.decisions
    words = {**TABLE_WORDS, **found.old.folder.field_words()}
    return ComparePage(
        game=old.game,
        game_title=found.old.folder.game.title,
        before=titles[0],
        before_hash=old.hash,
        before_approval=old.approval.value,
        after=titles[1],
        after_hash=new.hash,
        after_approval=new.approval.value,
        fields=tuple(
            FieldNote(
                field=one.field,
                label=words.get(one.field, one.field),
                before=one.old,
                after=one.new,
                clause="" if one.clause is None else str(one.clause.number),
            )
            for one in found.fields
        ),
        clauses=tuple(
            ChangedClause(number=str(one.number), heading=one.heading, text=one.text)
            for one in found.clauses
        ),
        bets=_changes(found.bets),
        deviations=_deviations(found.bets),
        decisions=None
        if decided is None
        else DecisionsNote(
            hands=f"{decided.hands:,}",
            changed=f"{decided.changed:,}",
            fold_to_play=f"{decided.folded_now:,}",
            play_to_fold=f"{decided.played_now:,}",
        ),
    )


def _changes(bets: tuple[BetChange, ...]) -> tuple[ShareChange, ...]:
    """Edges before and after, bets that change alike together."""
    alike: dict[tuple[Fraction | None, Fraction | None], list[str]] = {}
    for one in bets:
        pair = (
            None if one.old is None else one.old.house_edge,
            None if one.new is None else one.new.house_edge,
        )
        alike.setdefault(pair, []).append(one.bet)
    return tuple(_change(names(keys), *pair) for pair, keys in alike.items())


def _change(name: str, before: Fraction | None, after: Fraction | None) -> ShareChange:
    moved = None if before is None or after is None else after - before
    return ShareChange(
        name=name,
        before=None if before is None else share_of(before),
        after=None if after is None else share_of(after),
        change=None if moved is None else share_of(moved),
    )


def _deviations(bets: tuple[BetChange, ...]) -> tuple[DeviationNote, ...]:
    alike: dict[tuple[float | None, float | None], list[str]] = {}
    for one in bets:
        pair = (
            None if one.old is None else one.old.distribution.standard_deviation,
            None if one.new is None else one.new.distribution.standard_deviation,
        )
        alike.setdefault(pair, []).append(one.bet)
    return tuple(
        DeviationNote(name=names(keys), before=pair[0], after=pair[1])
        for pair, keys in alike.items()
    )

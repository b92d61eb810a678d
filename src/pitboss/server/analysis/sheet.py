"""The sheet as pages: exact values become texts here and nowhere else in the server."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from pitboss.exact.distributions import Distribution, Outcome
from pitboss.exact.figures import BetFigures, GameFigures
from pitboss.games.contract import Spot
from pitboss.games.controls import TABLE_WORDS
from pitboss.par.choices import Choice
from pitboss.par.claims import CheckedClaim
from pitboss.par.difference import BetChange, Difference
from pitboss.par.earnings import earning
from pitboss.par.exposure import Scenario
from pitboss.par.groups import BetGroup, groups_of
from pitboss.par.hold import SIGMAS, bands, rounds_until_ahead
from pitboss.par.pages.floor import NO_CHANGE, how_known, limit_words
from pitboss.par.pages.words import names
from pitboss.par.sensitivity import Effect
from pitboss.par.sheet import Sheet, crowd_of, exposure_of
from pitboss.par.studies import CardLine
from pitboss.par.terms import Terms
from pitboss.report import Kind, round_half_up, show
from pitboss.server.analysis.proof_schemas import (
    BandNote,
    BetNote,
    CardNote,
    ChangedClause,
    ClaimNote,
    ComparePage,
    DecisionsNote,
    DeviationNote,
    EarningNote,
    FieldNote,
    LimitPage,
    LimitRow,
    OutcomeNote,
    ProofPage,
    RowNote,
    RulingNote,
    ScenarioNote,
    Share,
    ShareChange,
)
from pitboss.units import Credits, show_fraction

PLACES = 4


def share_of(value: Fraction, *, places: int = PLACES) -> Share:
    """An exact share, rounded half up for reading."""
    return Share(
        percent=show(value, kind=Kind.PERCENT, places=places, typeset=False),
        fraction=show_fraction(value),
        value=float(value),
    )


# --- bets -------------------------------------------------------------------------------------


def bet_notes(figures: GameFigures, spots: tuple[Spot, ...]) -> tuple[BetNote, ...]:
    """Every bet, those with one distribution together."""
    labels = {str(spot.key): spot.label for spot in spots}
    return tuple(_bet(group, labels) for group in groups_of(figures))


def _bet(group: BetGroup, labels: dict[str, str]) -> BetNote:
    bet: BetFigures = group.first
    spread = bet.distribution
    return BetNote(
        name=names(group.keys),
        keys=group.keys,
        labels=tuple(labels.get(key, key) for key in group.keys),
        unit=bet.unit,
        house_edge=share_of(bet.house_edge),
        element_of_risk=share_of(bet.element_of_risk),
        average_wager=share_of(bet.average_wager),
        hit_frequency=share_of(spread.hit_frequency),
        offered=share_of(bet.offered),
        standard_deviation=spread.standard_deviation,
        skewness=spread.skewness,
        total=str(spread.total),
        outcomes=tuple(_outcome(one, spread) for one in spread.outcomes),
        bands=tuple(
            BandNote(
                rounds=band.rounds,
                lows=tuple(band.low(sigmas) for sigmas in SIGMAS),
                highs=tuple(band.high(sigmas) for sigmas in SIGMAS),
            )
            for band in bands(spread)
        ),
        ahead_after=rounds_until_ahead(spread),
        rows=tuple(
            RowNote(
                row=row.row,
                probability=share_of(row.probability),
                house_edge=share_of(row.distribution.house_edge),
            )
            for row in bet.rows
        ),
    )


def _outcome(one: Outcome, spread: Distribution) -> OutcomeNote:
    return OutcomeNote(
        net=show_fraction(one.net),
        net_value=float(one.net),
        count=str(one.count),
        probability=share_of(Fraction(one.count, spread.total)),
    )


def card_notes(card: tuple[CardLine, ...]) -> tuple[CardNote, ...]:
    """The strategy card."""
    return tuple(
        CardNote(
            hand=one.hand,
            decision=one.decision,
            hands=f"{one.hands:,}",
            played=f"{one.played:,}",
            cost=share_of(one.cost, places=6),
        )
        for one in card
    )


# --- the sheet --------------------------------------------------------------------------------


def proof_page(sheet: Sheet) -> ProofPage:
    """The whole sheet."""
    head, terms = sheet.head, sheet.terms
    a_seat = max(one.winnings for one in sheet.exposure if one.seats == 1)
    a_limit = Credits(_minor(a_seat))
    return ProofPage(
        game=head.game,
        game_title=sheet.choice.folder.game.title,
        edition=head.key,
        edition_title=head.title,
        document=head.document,
        approval=head.approval.value,
        edition_hash=head.hash,
        changes=tuple(sheet.choice.changes.items()),
        version=sheet.version,
        method=sheet.figures.method,
        seats=head.seats_max,
        minimum=int(head.limits.minimum),
        maximum=int(head.limits.maximum),
        chip=int(head.limits.chip),
        paces=terms.paces,
        average_bet=int(terms.average_bet),
        bets=bet_notes(sheet.figures, sheet.spots),
        is_decided=sheet.choice.study.decisions is not None,
        strategy=sheet.figures.strategy,
        card=card_notes(sheet.card),
        claims=tuple(map(_claim, sheet.claims)),
        rulings=tuple(map(_ruling, sheet.effects)),
        exposure=tuple(map(_scenario, sheet.exposure)),
        limited=limit_page(sheet.choice, sheet.figures, terms, limit=a_limit),
        earnings=tuple(_earning(group, sheet) for group in sheet.groups),
    )


def _claim(one: CheckedClaim) -> ClaimNote:
    return ClaimNote(
        bet=one.claim.bet,
        source=one.claim.source,
        printed=one.claim.printed,
        exact=share_of(one.exact, places=6),
        agrees=one.agrees,
        verdict=one.verdict,
    )


def _ruling(one: Effect) -> RulingNote:
    return RulingNote(
        key=one.reading.key,
        clause=str(one.reading.clause),
        sentence=one.reading.sentence,
        bets=change_notes(one.bets),
    )


def _scenario(one: Scenario) -> ScenarioNote:
    return ScenarioNote(
        what=one.what,
        seats=one.seats,
        winnings=_minor(one.winnings),
        house_loss=_minor(one.house_loss),
        chance=None if one.chance is None else share_of(one.chance),
        edge=None if one.edge is None else share_of(one.edge),
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


def _earning(group: BetGroup, sheet: Sheet) -> EarningNote:
    found = earning(group.first, sheet.terms)
    return EarningNote(
        name=names(group.keys),
        per_seat=_minor(found.per_seat),
        deviation=round(found.deviation),
        table=tuple(map(_minor, found.table)),
    )


def _minor(amount: Fraction) -> int:
    """Whole minor units, rounded half up."""
    return int(round_half_up(amount, 0))


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
        bets=change_notes(found.bets),
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


def change_notes(bets: tuple[BetChange, ...]) -> tuple[ShareChange, ...]:
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

"""The report of Spin N Win on biased Tops."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pitboss.games.contract import AnyGame
from pitboss.games.spin_n_win.edition import Edition
from pitboss.invariants import check
from pitboss.protect.pages import document, findings
from pitboss.protect.sequential import ALARM_USUAL, alarm_refusal
from pitboss.protect.spin_n_win.bias import (
    BiasedBet,
    Chances,
    Detection,
    Tops,
    biased_bets,
    detection,
    fair_chances,
    parse_faces,
)
from pitboss.protect.spin_n_win.spins import TopEvidence, read_spins, top_evidence
from pitboss.protect.studies import Request, StudyResult
from pitboss.refusals import Refusal
from pitboss.report import (
    Axis,
    Bar,
    BarChart,
    Chart,
    Column,
    Document,
    Kind,
    Paragraph,
    Section,
    Table,
    Text,
)
from pitboss.units import show_fraction

RATES = ((0.05, 0.2), (0.01, 0.1), (0.001, 0.05))


def bias(request: Request) -> StudyResult | Refusal:
    """Exact edges, the best bet, spins to see it; a running test where spins were recorded."""
    check(isinstance(request.edition, Edition), "the edition belongs to this game")
    edition: Edition = request.edition  # type: ignore[assignment]
    alarm = float(request.options.get("alarm", ALARM_USUAL))
    tops = parse_faces(edition, request.options.get("face", ()))
    if isinstance(tops, Refusal):
        return tops
    refusal = alarm_refusal(alarm)
    if refusal is not None:
        return refusal
    seen: tuple[TopEvidence, ...] = ()
    if "records" in request.options:
        spins = read_spins(request.options["records"])
        if isinstance(spins, Refusal):
            return spins
        seen = top_evidence(edition, spins)
    study = BiasStudy(edition, tops, biased_bets(edition, tops), seen, alarm)
    return StudyResult(_keys(study), _document(request.game, study) if request.whole else None)


@dataclass(frozen=True, slots=True)
class BiasStudy:
    """Everything that the report shows."""

    edition: Edition
    tops: Tops
    bets: tuple[BiasedBet, ...]
    seen: tuple[TopEvidence, ...]
    alarm: float


def _share(value: Fraction) -> dict[str, Any]:
    return {"fraction": show_fraction(value), "percent": float(value * 100)}


def _detections(top: Chances, fair: Chances) -> tuple[Detection, ...]:
    return tuple(detection(top, fair, false_alarm=a, missed=b) for a, b in RATES)


def _keys(study: BiasStudy) -> dict[str, Any]:
    edition, tops, bets = study.edition, study.tops, study.bets
    head, fair = edition.head, fair_chances(edition)
    best = min(bets, key=lambda one: one.house_edge)
    return {
        "game": head.game,
        "edition": head.key,
        "edition_hash": head.hash,
        "faces": {
            name: {face.name.lower(): show_fraction(chance) for face, chance in top.items()}
            for name, top in (("a", tops.top_a), ("b", tops.top_b))
        },
        "bets": [
            {
                "bet": one.bet,
                "house_edge": _share(one.house_edge),
                "fair_house_edge": _share(one.fair_edge),
            }
            for one in bets
        ],
        "best_bet": best.bet,
        "detection": {
            name: [
                {
                    "false_alarm": one.false_alarm,
                    "missed": one.missed,
                    "spins": one.fixed,
                    "spins_sequential": one.expected,
                }
                for one in _detections(top, fair)
            ]
            for name, top in (("a", tops.top_a), ("b", tops.top_b))
        },
        "recorded": [
            {
                "top": one.top,
                "spins": one.evidence.observations,
                "counts": dict(one.counts),
                "p_value": one.evidence.certainty,
                "alarm": one.evidence.is_alarm(study.alarm / 2),
                "alarm_after": one.evidence.peak_at,
            }
            for one in study.seen
        ],
    }


def _document(game: AnyGame, study: BiasStudy) -> Document:
    edition, bets, seen, alarm = study.edition, study.bets, study.seen, study.alarm
    best = min(bets, key=lambda one: one.house_edge)
    found: list[Text] = [
        (
            f"With these Tops the best bet is {best.bet}: the house edge is",
            f" {float(best.house_edge):.4%}, exactly ",
            best.house_edge,
            f", against {float(best.fair_edge):.4%} on fair Tops.",
        )
    ]
    losing = [one.bet for one in bets if one.house_edge < 0]
    found.append(
        f"The house loses on {len(losing)} of {len(bets)} bets: {', '.join(losing)}."
        if losing
        else "No bet is good for a player who knows these chances."
    )
    found += [_recorded_sentence(one, alarm) for one in seen]
    advice: tuple[Text, ...] = (
        "Record every spin with the face of each Top by name; the running test costs nothing.",
        "Weigh and measure Tops on a schedule, and exchange both at once.",
        "Let the dealer choose which Top a player spins, by a rule the player cannot foresee.",
    )
    sections = [
        findings(tuple(found), advice),
        _bets_section(bets),
        _detection(edition, study.tops),
    ]
    if seen:
        sections.append(_recorded(seen, alarm))
    abstract = "What every bet is worth when faces do not land as often as they should."
    return document(game, edition, title="biased Tops", abstract=abstract, sections=tuple(sections))


def _bets_section(bets: tuple[BiasedBet, ...]) -> Section:
    columns = (
        Column("Bet"),
        Column("House edge", Kind.PERCENT, places=4, signed=True),
        Column("Exactly", Kind.FRACTION),
        Column("Fair", Kind.PERCENT, places=4, signed=True),
        Column("Std. deviation", Kind.NUMBER, places=3),
    )
    rows = tuple(
        (one.bet, one.house_edge, one.house_edge, one.fair_edge,
         one.distribution.standard_deviation)
        for one in bets
    )  # fmt: skip
    chart = BarChart(tuple(Bar(one.bet, one.house_edge) for one in bets), Axis(kind=Kind.PERCENT))
    return Section("Every bet", (Table(columns, rows, "Exact, for any stake."), Chart(chart)))


def _detection(edition: Edition, tops: Tops) -> Section:
    fair = fair_chances(edition)
    rows = [
        (name, one.false_alarm, one.missed, one.fixed, one.expected)
        for name, top in (("A", tops.top_a), ("B", tops.top_b))
        for one in _detections(top, fair)
    ]
    columns = (
        Column("Top"),
        Column("False alarms", Kind.PERCENT, places=1),
        Column("Missed", Kind.PERCENT, places=0),
        Column("Spins", Kind.NUMBER),
        Column("Looking after each", Kind.NUMBER),
    )
    text = (
        "How many spins of one Top tell this very bias from a fair Top: in a test after a fixed"
        " number of spins, and on average in one that looks after every spin. Empty where the Top"
        " is fair."
    )
    return Section("How soon it is seen", (Paragraph(text), Table(columns, tuple(rows))))


def _recorded_sentence(one: TopEvidence, alarm: float) -> str:
    spins = one.evidence.observations
    if one.evidence.is_alarm(alarm / 2):
        return (
            f"Alarm: {spins} recorded spins of Top {one.top.upper()} do not look fair; a fair Top"
            f" shows as much in at most {one.evidence.certainty:.2g} of all records. First clear"
            f" after {one.evidence.peak_at} spins."
        )
    return f"{spins} recorded spins of Top {one.top.upper()} give no alarm."


def _recorded(seen: tuple[TopEvidence, ...], alarm: float) -> Section:
    columns = (
        Column("Top"),
        Column("Spins", Kind.NUMBER),
        Column("Faces"),
        Column("At most", Kind.NUMBER, places=6),
        Column("Alarm", Kind.MARK),
    )
    rows = tuple(
        (
            one.top.upper(),
            one.evidence.observations,
            ", ".join(f"{face} {count}" for face, count in one.counts),
            one.evidence.certainty,
            one.evidence.is_alarm(alarm / 2),
        )
        for one in seen
    )
    text = (
        f"A wager against fair Tops that may be looked at after every spin: with fair Tops either"
        f" of the two ever alarms in at most {alarm:.2%} of all records, however long they are."
    )
    return Section("Recorded spins", (Paragraph(text), Table(columns, rows)))

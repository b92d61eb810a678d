"""The report of Spin N Win on biased Tops."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from fractions import Fraction
from operator import itemgetter
from typing import Any

from pitboss.exact.spin_n_win import record_of
from pitboss.games.bet_names import bet_names
from pitboss.games.contract import AnyGame
from pitboss.games.spin_n_win.edition import Edition
from pitboss.protect.pages import document, edition_keys, explained, findings
from pitboss.protect.sequential import ALARM_USUAL, alarm_refusal
from pitboss.protect.spin_n_win.bias import (
    BiasedBet,
    Detection,
    Tops,
    biased_bets,
    detection,
    fair_chances,
    parse_faces,
)
from pitboss.protect.spin_n_win.spins import TopEvidence, read_spins, top_evidence
from pitboss.protect.studies import StudyRequest, StudyResult
from pitboss.refusals import Refusal
from pitboss.report.blocks import Chart, Document, Section
from pitboss.report.figures import Kind, show
from pitboss.report.plots import Axis, Bar, BarChart
from pitboss.report.tables import fraction, mark, number, percent, table, text
from pitboss.report.text import Text
from pitboss.units import show_fraction

RATES = ((0.05, 0.2), (0.01, 0.1), (0.001, 0.05))


def bias(request: StudyRequest) -> StudyResult | Refusal:
    """Exact edges, the best bet, spins to see it; a running test where spins were recorded."""
    edition = record_of(request.edition)
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
    edition: Edition
    tops: Tops
    bets: tuple[BiasedBet, ...]
    seen: tuple[TopEvidence, ...]
    alarm: float

    @property
    def best(self) -> BiasedBet:
        return min(self.bets, key=lambda one: one.house_edge)


def _share(value: Fraction) -> dict[str, Any]:
    return {"fraction": show_fraction(value), "percent": float(value * 100)}


def _detections(study: BiasStudy) -> dict[str, tuple[Detection, ...]]:
    """For either Top, at each pair of error rates."""
    fair = fair_chances(study.edition)
    return {
        name: tuple(detection(top, fair, false_alarm=a, missed=b) for a, b in RATES)
        for name, top in study.tops.by_name().items()
    }


def _keys(study: BiasStudy) -> dict[str, Any]:
    return edition_keys(study.edition) | {
        "faces": {
            name: {face.name.lower(): show_fraction(chance) for face, chance in top.items()}
            for name, top in study.tops.by_name().items()
        },
        "bets": [
            {
                "bet": one.bet,
                "house_edge": _share(one.house_edge),
                "fair_house_edge": _share(one.fair_edge),
            }
            for one in study.bets
        ],
        "best_bet": study.best.bet,
        "detection": {
            name: [asdict(one) for one in found] for name, found in _detections(study).items()
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
    best, bets, names = study.best, study.bets, bet_names(game.all_spots(study.edition))
    losing = [names(one.bet) for one in bets if one.house_edge < 0]
    found: tuple[Text, ...] = (
        (
            (
                f"With these Tops the best bet is {names(best.bet)}: the house edge is"
                f" {show(best.house_edge, kind=Kind.PERCENT, places=4)}, exactly "
            ),
            best.house_edge,
            f", against {show(best.fair_edge, kind=Kind.PERCENT, places=4)} on fair Tops.",
        ),
        f"The house loses on {len(losing)} of {len(bets)} bets: {', '.join(losing)}."
        if losing
        else "No bet favours a player who knows these chances.",
        *(_recorded_sentence(one, study.alarm) for one in study.seen),
    )
    advice: tuple[Text, ...] = (
        "Record the face of each Top for every spin; the running test costs nothing.",
        "Weigh and measure the Tops on a schedule, and replace both at once.",
        "Let the dealer choose which Top a player spins, by a rule the player cannot predict.",
    )
    chart = BarChart(
        tuple(Bar(names(one.bet), one.house_edge) for one in bets),
        Axis(kind=Kind.PERCENT, places=4),
    )
    edges = table(
        bets,
        text("Bet", lambda one: names(one.bet)),
        percent("House edge", "house_edge", 4, signed=True),
        fraction("Exactly", "house_edge"),
        percent("Fair", "fair_edge", 4, signed=True),
        number("Std. deviation", "distribution.standard_deviation", 3),
        caption="Exact, for any stake.",
    )
    sections = (
        findings(found, advice),
        Section("Every bet", (edges, Chart(chart, "House edge by bet on these Tops."))),
        _detection(study),
        *((_record_section(study.seen, study.alarm),) if study.seen else ()),
    )
    abstract = "What every bet is worth when the faces do not land as often as they should."
    return document(game, study.edition, title="biased Tops", abstract=abstract, sections=sections)


def _detection(study: BiasStudy) -> Section:
    rows = [(name.upper(), one) for name, found in _detections(study).items() for one in found]
    return explained(
        "How soon a bias shows",
        "How many spins of one Top it takes to tell this bias from a fair Top: in a test after a"
        " fixed number of spins, and on average in a test that is checked after every spin. Empty"
        " where the Top is fair.",
        table(
            rows,
            text("Top", itemgetter(0)),
            percent("False alarms", lambda row: row[1].false_alarm, 1),
            percent("Missed", lambda row: row[1].missed, 0),
            number("Spins", lambda row: row[1].spins),
            number("Checked after each", lambda row: row[1].spins_sequential),
            caption="Spins by the chances of a false alarm and of a miss.",
        ),
    )


def _recorded_sentence(one: TopEvidence, alarm: float) -> str:
    spins = one.evidence.observations
    if one.evidence.is_alarm(alarm / 2):
        return (
            f"Alarm: {spins} recorded spins of Top {one.top.upper()} do not look fair. A fair Top"
            f" gives such a record with a probability of at most {one.evidence.certainty:.2g}. The"
            f" evidence was strongest after {one.evidence.peak_at} spins."
        )
    return f"{spins} recorded spins of Top {one.top.upper()} give no alarm."


def _record_section(seen: tuple[TopEvidence, ...], alarm: float) -> Section:
    return explained(
        "Recorded spins",
        "A running test that may be checked after every spin: if both Tops are fair, the"
        f" probability that either ever raises an alarm is at most {alarm:.2%}, however long the"
        " record.",
        table(
            seen,
            text("Top", lambda one: one.top.upper()),
            number("Spins", "evidence.observations"),
            text("Faces", "faces"),
            number("At most", "evidence.certainty", 6),
            mark("Alarm", lambda one: one.evidence.is_alarm(alarm / 2)),
        ),
    )

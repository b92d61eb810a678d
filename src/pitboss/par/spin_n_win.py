"""What the sheet of Spin N Win knows about its game: joint results, clauses, other readings."""

from __future__ import annotations

from functools import partial
from itertools import product

from pitboss.equipment.tops import Face
from pitboss.exact.distributions import Distribution
from pitboss.exact.figures import BetFigures, GameFigures
from pitboss.exact.spin_n_win import joint, record_of
from pitboss.exact.spin_n_win.results import LOSS, counts_of, symbol_nets
from pitboss.games.editions import HasHead
from pitboss.par.studies import Reading, SheetStudy
from pitboss.report.blocks import Table
from pitboss.report.tables import number, table, text
from pitboss.report.text import Coloured
from pitboss.units import Odds


def printed_rows_only(edition: HasHead, ruled: GameFigures) -> GameFigures:
    """A joker on the first Top beside a colour on the second pays nothing, as no row lists it."""
    record = record_of(edition)
    weights = record.top.counts()
    unlisted = {(Face.JOKER, second) for second in Face if second is not Face.JOKER}
    bets = []
    for key, nets in symbol_nets(record).items():
        listed = {pair: LOSS if pair in unlisted else net for pair, net in nets.items()}
        counts = counts_of(listed, weights, weights)
        bets.append(BetFigures(key, "stake", Distribution.of_counts(counts)))
    method = ruled.method + " Results that no printed row lists lose every bet."
    return GameFigures(tuple(bets), method)


SYMBOLS = {
    Face.RED: ("●", "#c2202f"),
    Face.GREEN: ("▲", "#1d7a4c"),
    Face.BLUE: ("■", "#27458f"),
    Face.YELLOW: ("◆", "#a07800"),
    Face.JOKER: ("★", "#17151a"),
}
"""Colour never stands alone: every face has a shape too."""


def outcome_chart(edition: HasHead) -> Table:
    """The 64 results of the two Tops in 25 rows, the mirrored ones of SNW-5.3 too, in colour."""
    record = record_of(edition)
    nets, ways = symbol_nets(record), record.top.counts()
    labels = {str(spot.key): (spot.area, spot.label) for spot in record.spots}

    def won(area: str, pair: tuple[Face, Face]) -> str:
        by_pay: dict[str, list[str]] = {}
        for key, (own, label) in labels.items():
            if own == area and nets[key][pair] > 0:
                by_pay.setdefault(Odds(nets[key][pair]).spoken(), []).append(label)
        # No line of the chart ends inside the odds.
        return "; ".join(
            f"{', '.join(bets)} {pays}".replace(" to ", "\N{NO-BREAK SPACE}to\N{NO-BREAK SPACE}")
            for pays, bets in by_pay.items()
        )

    areas = dict.fromkeys(area for area, _ in labels.values())
    return table(
        list(product(Face, Face)),
        text("First Top", lambda pair: _face(pair[0])),
        text("Second Top", lambda pair: _face(pair[1])),
        number("Of 64", lambda pair: ways[pair[0]] * ways[pair[1]], total=True),
        *(text(f"{area.capitalize()} bets that win", partial(won, area)) for area in areas),
        caption="What every result pays; all other bets lose.",
    )


def _face(face: Face) -> Coloured:
    shape, hue = SYMBOLS[face]
    return Coloured(f"{shape} {face.word}", hue)


STUDY = SheetStudy(
    procedure=("5 The result", "6 Settlement", "7 The spinner", "8 Valid and void spins"),
    outcomes=outcome_chart,
    readings=(
        Reading(
            "mirror=printed-rows",
            "SNW-5.3",
            "The printed table of outcomes is taken as complete: a joker on the first Top beside a"
            " colour on the second is in no row and loses every bet. The document's own house"
            " advantages contradict this reading.",
            figures=printed_rows_only,
        ),
    ),
    field_clauses={
        "tops.": "SNW-1.1",
        "pays.single_": "SNW-3.2",
        "pays.combo_": "SNW-4.1",
        "pays.combo_joker_joker": "SNW-4.3",
        "table.seats": "SNW-1.4",
        "table.rounds_per_hour": "SNW-1.6",
        "table.chip": "SNW-2.4",
        "table.": "SNW-2.3",
        "options.spinner": "SNW-7.4",
        "options.valid_turns": "SNW-8.1",
        "options.spin_seconds": "SNW-1.5",
    },
    # Every bet is always offered.
    joint=lambda edition: {tuple(nets): chance for nets, chance in joint(edition).items()},
)

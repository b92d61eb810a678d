"""What the sheet of Spin N Win knows about its game: joint results, clauses, other readings."""

from __future__ import annotations

from itertools import product

from pitboss.equipment.tops import Face
from pitboss.exact.distributions import Distribution
from pitboss.exact.figures import BetFigures, GameFigures
from pitboss.exact.spin_n_win import joint
from pitboss.exact.spin_n_win.results import LOSS, counts_of, symbol_nets
from pitboss.games.editions import HasHead
from pitboss.games.spin_n_win.edition import Edition
from pitboss.invariants import check
from pitboss.par.studies import Joint, Reading, SheetStudy
from pitboss.units import ClauseId


def printed_rows_only(edition: HasHead, ruled: GameFigures) -> GameFigures:
    """A joker on the first Top beside a colour on the second pays nothing, as no row lists it."""
    check(isinstance(edition, Edition), "the edition belongs to this game")
    record: Edition = edition  # type: ignore[assignment]
    weights = record.top.counts()
    unlisted = {
        (first, second)
        for first, second in product(Face, Face)
        if first is Face.JOKER and second is not Face.JOKER
    }
    bets = []
    for key, nets in symbol_nets(record).items():
        listed = {pair: LOSS if pair in unlisted else net for pair, net in nets.items()}
        counts = counts_of(listed, weights, weights)
        bets.append(BetFigures(key, "stake", Distribution.of_counts(counts)))
    method = ruled.method + " Results that no printed row lists lose every bet."
    return GameFigures(tuple(bets), method)


def all_bets(edition: HasHead) -> Joint:
    """All twelve bets at once; every bet is always offered."""
    return {tuple(nets): chance for nets, chance in joint(edition).items()}


STUDY = SheetStudy(
    readings=(
        Reading(
            name="mirror",
            alternative="printed-rows",
            clause=ClauseId("SNW-5.3"),
            sentence=(
                "The printed table of outcomes is taken as complete: a joker on the first Top"
                " beside a colour on the second is in no row and loses every bet. The document's"
                " own house advantages contradict this reading."
            ),
            figures=printed_rows_only,
        ),
    ),
    field_clauses=(
        ("tops.", ClauseId("SNW-1.1")),
        ("pays.single_", ClauseId("SNW-3.2")),
        ("pays.combo_", ClauseId("SNW-4.1")),
        ("pays.combo_joker_joker", ClauseId("SNW-4.3")),
        ("table.seats", ClauseId("SNW-1.4")),
        ("table.rounds_per_hour", ClauseId("SNW-1.6")),
        ("table.chip", ClauseId("SNW-2.4")),
        ("table.", ClauseId("SNW-2.3")),
        ("options.spinner", ClauseId("SNW-7.4")),
        ("options.valid_turns", ClauseId("SNW-8.1")),
        ("options.spin_seconds", ClauseId("SNW-1.5")),
    ),
    joint=all_bets,
)

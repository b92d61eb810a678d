"""One percentage, printed alike in lobby, coach, sheet, page, PDF and proof page."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.exact.figures import BetFigures
from pitboss.exact.solvers import game_figures
from pitboss.games.registry import Registry
from pitboss.refusals import unwrap
from pitboss.report.blocks import Column, Document, Section, Table
from pitboss.report.figures import Kind, show
from pitboss.report.formats import ReportFormat, render_document
from pitboss.report.pdf import typst_source
from pitboss.server.analysis.sheet import share_of
from pitboss.server.coach.advice import percent
from pitboss.server.lobby.best_bets import BestBet, best_bet
from tests.contract.conftest import CLASSICS

EDITIONS = [(entry.game.key, key) for entry in Registry().games.values()
            for key in entry.edition_keys()]  # fmt: skip


def bets_of(game: str, edition: str) -> tuple[BetFigures, ...]:
    folder, record = unwrap(Registry().load(game, edition))
    return game_figures(folder.game, record).bets


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_every_bet_prints_alike_everywhere(game: str, edition: str) -> None:
    bets = bets_of(game, edition)
    rows = tuple((bet.house_edge,) for bet in bets)
    table = Table((Column("Edge", Kind.PERCENT),), rows)
    document = Document(title="Edges", sections=(Section("Edges", (table,)),))
    sheet = render_document(document, ReportFormat.TABLE).decode()
    page = render_document(document, ReportFormat.HTML).decode()
    pdf = typst_source(document)
    for bet in bets:
        text = show(bet.house_edge, kind=Kind.PERCENT)
        assert text.endswith("%") and len(text.partition(".")[2]) == 5
        assert BestBet("", bet.house_edge).percent == text
        assert percent(-bet.distribution.mean).lstrip("+") == text
        assert share_of(bet.house_edge).percent == text
        assert text in sheet and text in page and text in pdf


@pytest.mark.parametrize(
    ("share", "text"),
    [(Fraction(1, 2_000_000), "0.0001%"), (Fraction(3, 2_000_000), "0.0002%"),
     (Fraction(5, 2_000_000), "0.0003%")],
)  # fmt: skip
def test_a_half_goes_up_everywhere(share: Fraction, text: str) -> None:
    assert BestBet("", share).percent == text
    assert percent(share) == f"+{text}"
    assert share_of(share).percent == text


@pytest.mark.parametrize(
    ("game", "label", "percent"),
    [("craps", "Don't pass, bar 12", "1.3636%"), ("three-card", "Pair Plus", "2.3167%")],
)
def test_the_lobby_names_a_bet_that_can_be_made_by_itself(
    game: str, label: str, percent: str
) -> None:
    folder = Registry((CLASSICS,)).games[game]
    found = best_bet(folder.game, unwrap(folder.edition()))
    assert (found.label, found.percent) == (label, percent)

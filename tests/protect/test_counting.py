"""Counting for any game: nothing where equipment is fresh, card by card where a shoe is kept."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.games.registry import GAMES_FOLDER, Registry
from pitboss.protect.counting import NOTHING, SHARED, STANDS, UNPRICED, keeps_shoe, removals
from pitboss.protect.reports import report
from pitboss.protect.studies import StudyResult, studies_of
from pitboss.refusals import unwrap
from tests.contract.conftest import CLASSICS

REGISTRY = Registry((GAMES_FOLDER, CLASSICS))


def told(game: str) -> str:
    entry = REGISTRY.games[game]
    result = report(entry.game, unwrap(entry.edition()), "counting")
    assert isinstance(result, StudyResult) and result.document is not None
    return str(result.document.sections)


@pytest.mark.parametrize(
    ("game", "beside"),
    [
        ("sic-bo", None),
        ("big-six", None),
        ("roulette", None),
        ("casino-war", SHARED),
        ("three-card", SHARED),
        ("let-it-ride", SHARED),
        ("craps", STANDS),
    ],
)
def test_fresh_equipment_has_nothing_to_count(game: str, beside: str | None) -> None:
    """Every classic that keeps no shoe; hands of one deck and bets that stand are told."""
    said = told(game)
    assert NOTHING in said
    assert [one for one in (SHARED, STANDS) if one in said] == ([beside] if beside else [])
    assert [study.name for study in studies_of(REGISTRY.games[game].game)] == [
        "counting",
        "mistakes",
    ]


def test_a_shoe_is_priced_card_by_card(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = REGISTRY.games["baccarat"]
    changes = {"cards.decks": "2", "cards.ranks": "A2345678", "options.cut_undealt": "6"}
    edition = unwrap(entry.edition(changes=changes))
    assert keeps_shoe(entry.game, edition)
    found = {(one.bet, one.rank): one.change for one in removals(entry.game, edition)}
    assert len(found) == 5 * 8
    # Before any card shows, every rank is as likely to be gone: on average nothing moves.
    for bet in ("player", "banker", "tie", "player-pair"):
        assert sum(change for (one, _), change in found.items() if one == bet) == 0
    assert found["player-pair", "Ace"] == 0 != found["tie", "Ace"]
    monkeypatch.setattr("pitboss.protect.counting.removals", lambda game, edition: ())
    assert UNPRICED in told("baccarat")


def test_a_game_of_its_own_kind_keeps_no_shoe_that_is_known() -> None:
    entry = REGISTRY.games["spin-n-win"]
    edition = unwrap(entry.edition())
    assert not keeps_shoe(entry.game, edition) and removals(entry.game, edition) == ()
    assert Fraction(0) == sum(one.change for one in removals(entry.game, edition))

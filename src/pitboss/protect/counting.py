"""Counting for any game: whether a shoe is kept, and what each card that is gone does to the edge.

A game says what is left in its shoe; a game whose solver defines `figures_after(edition, removed)`
has its bets priced card by card.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pitboss.equipment.cards import RANK_NAMES, Card
from pitboss.exact.figures import GameFigures
from pitboss.exact.solvers import game_figures
from pitboss.games.bet_names import BetNames, bet_names
from pitboss.games.contract import AnyGame
from pitboss.games.dealt import DealtGame
from pitboss.games.editions import HasHead
from pitboss.games.parts import find_part
from pitboss.protect.pages import document, edition_keys, explained, findings
from pitboss.protect.studies import Study, StudyRequest, StudyResult
from pitboss.report.blocks import Document, Section
from pitboss.report.tables import percent, table, text
from pitboss.units import show_fraction

NOTHING = (
    "Nothing can be counted: every round is drawn from fresh equipment, so past results say"
    " nothing about the next one."
)
SHARED = (
    "Hands of one round come from the same cards. The edges are those of a player who knows their"
    " own; players who tell each other theirs know more."
)
STANDS = (
    "What does carry over lies on the felt for everybody to see: bets that stand, and what they"
    " wait for. The edges follow each bet to its end."
)
UNPRICED = "The shoe is kept from round to round, so cards already dealt change the odds."


@dataclass(frozen=True, slots=True)
class Removal:
    """A bet after one card of a rank is gone: how far its edge moves."""

    bet: str
    rank: str
    change: Fraction


def keeps_shoe(game: AnyGame, edition: HasHead) -> bool:
    """Whether a round may be dealt from what the one before left."""
    if not isinstance(game, DealtGame):
        return False
    cards = game.fresh_cards(edition)
    return cards is not None and game.keeps_shoe(edition, cards)


def removals(game: AnyGame, edition: HasHead) -> tuple[Removal, ...]:
    """What one card of each rank is worth to each bet, where the game's solver can say."""
    find = find_part("exact", game, "figures_after")
    if find is None or not isinstance(game, DealtGame):
        return ()
    before = _edges(game_figures(game, edition))
    cards = game.fresh_cards(edition)
    first: dict[int, Card] = {}
    for card, held in () if cards is None else cards.entries:
        if held:
            first.setdefault(card.rank, card)
    found = []
    for rank, card in sorted(first.items()):
        after = _edges(find(edition, (card,)))
        found += [Removal(b, RANK_NAMES[rank - 1], after[b] - edge) for b, edge in before.items()]
    return tuple(found)


def _edges(figures: GameFigures) -> dict[str, Fraction]:
    return {one.bet: one.house_edge for one in figures.bets}


def counting(request: StudyRequest) -> StudyResult:
    game, edition = request.game, request.edition
    is_kept = keeps_shoe(game, edition)
    found = removals(game, edition) if is_kept else ()
    keys: dict[str, Any] = {
        **edition_keys(edition),
        "shoe_kept": is_kept,
        "removals": [
            {"bet": one.bet, "rank": one.rank, "change": show_fraction(one.change)} for one in found
        ],
    }
    pages = _pages(game, edition, is_kept, found) if request.whole else None
    return StudyResult(keys, pages)


def _pages(game: AnyGame, edition: HasHead, is_kept: bool, found: tuple[Removal, ...]) -> Document:
    if not is_kept:
        sections: tuple[Section, ...] = (findings((NOTHING, *_list_caveats(game, edition)), ()),)
    elif not found:
        sections = (findings((UNPRICED,), ("Have the game's solver price removed cards.",)),)
    else:
        names = bet_names(game.all_spots(edition))
        sections = (findings((_worst(found, names),), _ADVICE), _table(found, names))
    title = "what can be counted"
    return document(game, edition, title=title, abstract=_ABSTRACT, sections=sections)


def _list_caveats(game: AnyGame, edition: HasHead) -> tuple[str, ...]:
    """What is true beside nothing to count: hands that are decided on, and bets that live on."""
    spots = game.all_spots(edition)
    is_decided = len({spot.wager for spot in spots}) < len(spots)
    has_cards = isinstance(game, DealtGame) and game.fresh_cards(edition) is not None
    shared = (SHARED,) if has_cards and is_decided and edition.head.seats_max > 1 else ()
    return (*shared, STANDS) if game.keeps_bets else shared


_ABSTRACT = "Whether past cards or results tell a player anything about the next round."
_ADVICE = (
    "Deal no deeper than the edition's cut card; the deeper, the more a count is worth.",
    "Watch for side bets that are made late in a shoe only.",
)


def _worst(found: tuple[Removal, ...], names: BetNames) -> str:
    most = max(found, key=lambda one: abs(one.change))
    return (
        "The shoe is kept, so cards can be counted. Of single cards dealt from a fresh shoe,"
        f" the rank {most.rank} moves an edge most: that of {names(most.bet)}."
    )


def _table(found: tuple[Removal, ...], names: BetNames) -> Section:
    rows = table(
        found,
        text("Bet", lambda one: names(one.bet)),
        text("Card missing", "rank"),
        percent("Edge moves by", "change", 4, signed=True),
        caption="How far the house edge moves when one card is missing from a fresh shoe; exact.",
    )
    return explained("Missing cards", "A lower edge is good for the player.", rows)


COUNTING = Study(
    "counting", "Whether past cards or results tell anything about the next round.", counting
)

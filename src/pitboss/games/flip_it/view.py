"""What a viewer sees of a flip~it round: the felt, and counts in place of undealt cards.

All cards in play lie face up and all bets are public, so every viewer sees the same.
"""

from __future__ import annotations

import msgspec

from pitboss.games.flip_it.carry import full_shoe
from pitboss.games.flip_it.edition import ROW_SIZE, ShoeMode
from pitboss.games.flip_it.row import row_kind
from pitboss.games.flip_it.state import State
from pitboss.units import show_credits


class BetView(msgspec.Struct, frozen=True):
    seat: int
    spot: str
    stake: str


class CallView(msgspec.Struct, frozen=True):
    what: str
    reason: str


class View(msgspec.Struct, frozen=True):
    phase: str
    row: tuple[str, ...]
    row_shows: str
    """The kind of row; `none` while it shows nothing the bonus is offered for."""
    row_words: str
    """The same in words; empty until all four cards lie there."""
    fifth: str | None
    exposed: str | None
    bets: tuple[BetView, ...]
    undealt: int
    discards: int
    shoe: str
    cut_undealt: int | None
    """Cards behind the cut card; None with a continuous shuffler."""
    cut_reached: bool
    """Whether the cut card is out, so that this round is the last of the shoe."""
    calls: tuple[CallView, ...]


def view(state: State) -> View:
    cards_shown = len(state.row) + (state.fifth is not None)
    undealt = state.undealt.total
    by_cut = state.edition.shoe is ShoeMode.CUT_CARD
    kind = row_kind(state.row)
    return View(
        phase=state.phase.value,
        row=tuple(map(str, state.row)),
        row_shows=kind.value,
        row_words=kind.words if len(state.row) == ROW_SIZE else "",
        fifth=None if state.fifth is None else str(state.fifth),
        exposed=None if state.exposed is None else str(state.exposed),
        bets=tuple(BetView(int(b.seat), str(b.spot), show_credits(b.stake)) for b in state.bets),
        undealt=undealt,
        discards=full_shoe(state.edition.deck).total - undealt - cards_shown,
        shoe=state.edition.shoe.value,
        cut_undealt=state.edition.cut_undealt if by_cut else None,
        cut_reached=state.ends_shoe or (by_cut and undealt <= state.edition.cut_undealt),
        calls=tuple(CallView(call.what, call.reason) for call in state.calls),
    )

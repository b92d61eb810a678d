"""The state of a round: bets, hands, decisions and calls, all frozen."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from pitboss.equipment.cards import Card
from pitboss.equipment.shoe import Composition
from pitboss.games.bets import Bets, stake_on
from pitboss.games.gin_and_win.combinations import Arrangement
from pitboss.games.gin_and_win.edition import GinEdition
from pitboss.units import SeatIndex, SpotKey

ANTE = SpotKey("ante")
PLAY = SpotKey("play")
BONUS = SpotKey("gin-bonus")

FOLD = "fold"
PLAY_HAND = "play"
PLAY_AS_SET = "play-as-set"


class Phase(StrEnum):
    BETTING = "betting"
    DEALING = "dealing"
    DECIDING = "deciding"
    SHOWDOWN = "showdown"
    VERIFYING = "verifying"
    OVER = "over"
    VOID = "void"


class Decision(msgspec.Struct, frozen=True):
    """A decision of a seat; a played hand with the arrangement it is compared in."""

    seat: SeatIndex
    played: Arrangement | None
    """None when the hand was folded."""
    note: str = ""
    """What the dealer says about the player's own setting; empty without one."""
    is_unseen: bool = False
    """Whether the hand is played and lies face down still (GNW-5.8)."""


UNSEEN = Arrangement((), ())
"""What stands for a hand that lies face down."""


class Hand(msgspec.Struct, frozen=True):
    """The cards of a seat, in card order."""

    seat: SeatIndex
    cards: tuple[Card, ...]


class GinState(msgspec.Struct, frozen=True):
    edition: GinEdition
    seats: tuple[SeatIndex, ...]
    number: int
    undealt: Composition
    bets: Bets = ()
    closed: bool = False
    hands: tuple[Hand, ...] = ()
    dealer: tuple[Card, ...] = ()
    decisions: tuple[Decision, ...] = ()
    calls: tuple[str, ...] = ()
    """Why a supervisor was called, in order (GNW-8.2)."""
    void: str | None = None
    """Why the round is void (GNW-8.1)."""
    face_down: bool = False
    """Whether hands lie face down and are entered at the showdown (GNW-5.8)."""
    verified: bool = False
    """Whether the dealer has verified the combinations of hands entered so (GNW-3.7)."""

    @property
    def phase(self) -> Phase:
        if self.void is not None:
            return Phase.VOID
        if not self.closed:
            return Phase.BETTING
        if self.face_down:
            return self._phase_face_down
        if not self.dealer:
            return Phase.DEALING
        return Phase.DECIDING if self.undecided else Phase.OVER

    @property
    def _phase_face_down(self) -> Phase:
        if self.undecided:
            return Phase.DECIDING
        if not self.dealer or self.to_show:
            return Phase.SHOWDOWN
        is_checked = self.verified or not any(made.played for made in self.decisions)
        return Phase.OVER if is_checked else Phase.VERIFYING

    @property
    def to_show(self) -> tuple[SeatIndex, ...]:
        """Seats whose face-down hands are entered still: a fold's for its bonus alone."""
        shown = {hand.seat for hand in self.hands}
        return tuple(
            made.seat
            for made in self.decisions
            if made.seat not in shown
            and (made.played is not None or self._settles_bonus(made.seat))
        )

    def _settles_bonus(self, seat: SeatIndex) -> bool:
        is_bet = stake_on(self.bets, seat, BONUS) is not None
        return is_bet and not self.edition.readings.bonus_lost_on_fold

    @property
    def in_play(self) -> tuple[SeatIndex, ...]:
        """The seats that get cards: those with an Ante (GNW-4.1)."""
        return tuple(seat for seat in self.seats if stake_on(self.bets, seat, ANTE) is not None)

    @property
    def next_seat(self) -> SeatIndex | None:
        """The seat whose hand comes next, or None when the dealer's does (GNW-5.2, GNW-5.8)."""
        if self.face_down:
            return self.to_show[0] if self.dealer else None
        return next(iter(self.in_play[len(self.hands) :]), None)

    @property
    def undecided(self) -> tuple[SeatIndex, ...]:
        decided = {decision.seat for decision in self.decisions}
        dealt = self.in_play if self.face_down else tuple(hand.seat for hand in self.hands)
        return tuple(seat for seat in dealt if seat not in decided)

    def hand(self, seat: SeatIndex) -> tuple[Card, ...]:
        """The cards of a seat; none before it was dealt to."""
        return next((hand.cards for hand in self.hands if hand.seat == seat), ())

    def decision(self, seat: SeatIndex) -> Decision | None:
        return next((made for made in self.decisions if made.seat == seat), None)

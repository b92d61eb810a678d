"""flip~it as the contract wants it: each question handed to the module that answers it."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from pitboss.equipment.cards import Card
from pitboss.games.contract import Game
from pitboss.games.flip_it import carry as carries
from pitboss.games.flip_it import rules, settle, spots, view, words
from pitboss.games.flip_it.carry import Carry
from pitboss.games.flip_it.edition import Edition, read_edition
from pitboss.games.flip_it.spots import BONUS
from pitboss.games.flip_it.state import State
from pitboss.games.flip_it.typed import typed_round
from pitboss.games.layout import Area
from pitboss.games.settlement import Ending
from pitboss.games.spots import PlacedBet
from pitboss.refusals import Refusal
from pitboss.units import SeatIndex, SpotKey


class FlipIt(Game[Edition, State, Carry]):
    key = "flip-it"
    title = "flip~it"
    clause_prefix = "FLP"
    default_edition = "call12-pay1"
    has_stage = True
    is_open = True

    read_edition = staticmethod(read_edition)
    all_spots = staticmethod(spots.spots_of)
    spots = staticmethod(rules.spots)
    need = staticmethod(rules.need)
    calls = staticmethod(rules.calls)
    apply = staticmethod(rules.apply)
    settle = staticmethod(settle.settle)
    carry = staticmethod(rules.carry_after)
    say = staticmethod(words.say)
    explain = staticmethod(words.explain)
    write_carry = staticmethod(carries.write_carry)
    read_carry = staticmethod(carries.read_carry)
    typed_round = staticmethod(typed_round)

    def areas(self, edition: Edition) -> tuple[Area, ...]:
        return spots.AREAS

    def first_carry(self, edition: Edition) -> Carry:
        return carries.NEW_SHOE

    def open(
        self, edition: Edition, *, seats: tuple[SeatIndex, ...], carry: Carry
    ) -> State | Refusal:
        return rules.open_round(edition, seats, carry)

    def alike(
        self, edition: Edition, spots: frozenset[SpotKey]
    ) -> Callable[[Card], Hashable] | None:
        # Only the bonus tells suits of one colour apart.
        return None if BONUS in spots else lambda card: (card.rank, card.is_red)

    def showing_s(self, edition: Edition) -> int:
        # The flipped card is turned, the row moves on, then bets are paid one by one.
        return 5

    def bets(self, state: State) -> tuple[PlacedBet, ...]:
        return state.bets

    def ending(self, state: State) -> Ending:
        return settle.ending(state, words.say_result(state))

    def view(self, state: State, viewer: SeatIndex) -> view.View:
        return view.view(state)

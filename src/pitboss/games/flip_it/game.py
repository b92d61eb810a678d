"""flip~it as the contract wants it: each question handed to the module that answers it."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.games.contract import (
    CallOption,
    Ending,
    Game,
    Line,
    Need,
    PlacedBet,
    RoundScript,
    Spot,
    TypedRound,
)
from pitboss.games.editions import EditionHead
from pitboss.games.fields import Fields
from pitboss.games.flip_it import carry as carries
from pitboss.games.flip_it import edition as editions
from pitboss.games.flip_it import rules, settle, spots, view, words
from pitboss.games.flip_it import typed as typed_rounds
from pitboss.games.flip_it.carry import Carry
from pitboss.games.flip_it.edition import Edition
from pitboss.games.flip_it.state import State
from pitboss.games.steps import Step
from pitboss.refusals import Refusal
from pitboss.units import SeatIndex


class FlipIt(Game[Edition, State, Carry]):
    """The game of flip~it."""

    key = "flip-it"
    title = "flip~it"
    clause_prefix = "FLP"
    default_edition = "call12-pay1"

    def read_edition(self, head: EditionHead, fields: Fields) -> Edition:
        return editions.read_edition(head, fields)

    def all_spots(self, edition: Edition) -> tuple[Spot, ...]:
        return spots.spots_of(edition)

    def first_carry(self, edition: Edition) -> Carry:
        return carries.NEW_SHOE

    def open(
        self, edition: Edition, *, seats: tuple[SeatIndex, ...], carry: Carry
    ) -> State | Refusal:
        return rules.open_round(edition, seats, carry)

    def spots(self, state: State, seat: SeatIndex) -> tuple[Spot, ...]:
        return rules.spots(state, seat)

    def bets(self, state: State) -> tuple[PlacedBet, ...]:
        return state.bets

    def need(self, state: State) -> Need:
        return rules.need(state)

    def calls(self, state: State) -> tuple[CallOption, ...]:
        return rules.calls(state)

    def apply(self, state: State, step: Step) -> State | Refusal:
        return rules.apply(state, step)

    def settle(self, state: State) -> tuple[Line, ...]:
        return settle.settle(state)

    def ending(self, state: State) -> Ending:
        return settle.ending(state, words.say_result(state))

    def carry(self, state: State) -> Carry:
        return rules.carry_after(state)

    def view(self, state: State, viewer: SeatIndex) -> view.View:
        return view.view(state)

    def say(self, state: State) -> str:
        return words.say(state)

    def write_carry(self, carry: Carry) -> dict[str, str]:
        return carries.write_carry(carry)

    def read_carry(self, edition: Edition, words: Mapping[str, str]) -> Carry | Refusal:
        return carries.read_carry(edition, words)

    def typed_round(self, edition: Edition, typed: TypedRound) -> RoundScript[Carry] | Refusal:
        return typed_rounds.typed_round(edition, typed)

"""Spin N Win as a `Game`: wires the modules of this folder to the contract."""

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
from pitboss.games.spin_n_win import calls, rules, settle
from pitboss.games.spin_n_win.carry import FRESH, Carry, carry_of, read_carry, write_carry
from pitboss.games.spin_n_win.edition import Edition, read_edition
from pitboss.games.spin_n_win.state import State
from pitboss.games.spin_n_win.typed import typed_round
from pitboss.games.spin_n_win.view import View, view
from pitboss.games.spin_n_win.words import say
from pitboss.games.steps import Step
from pitboss.refusals import Refusal
from pitboss.units import SeatIndex


class SpinNWin(Game[Edition, State, Carry]):
    """Two Tops, twelve bets, a spinner who keeps the Top while winning."""

    key = "spin-n-win"
    title = "Spin N Win"
    clause_prefix = "SNW"
    default_edition = "standard"

    def read_edition(self, head: EditionHead, fields: Fields) -> Edition:
        return read_edition(head, fields)

    def all_spots(self, edition: Edition) -> tuple[Spot, ...]:
        return edition.spots

    def first_carry(self, edition: Edition) -> Carry:
        return FRESH

    def open(
        self, edition: Edition, *, seats: tuple[SeatIndex, ...], carry: Carry
    ) -> State | Refusal:
        return rules.open_round(edition, seats=seats, carry=carry)

    def spots(self, state: State, seat: SeatIndex) -> tuple[Spot, ...]:
        return rules.open_spots(state, seat)

    def bets(self, state: State) -> tuple[PlacedBet, ...]:
        return state.bets

    def need(self, state: State) -> Need:
        return rules.need(state)

    def calls(self, state: State) -> tuple[CallOption, ...]:
        return calls.calls(state)

    def apply(self, state: State, step: Step) -> State | Refusal:
        return rules.apply(state, step)

    def settle(self, state: State) -> tuple[Line, ...]:
        return settle.settle(state)

    def ending(self, state: State) -> Ending:
        return settle.ending(state)

    def carry(self, state: State) -> Carry:
        return carry_of(state)

    def view(self, state: State, viewer: SeatIndex) -> View:
        return view(state, viewer)

    def say(self, state: State) -> str:
        return say(state)

    def write_carry(self, carry: Carry) -> dict[str, str]:
        return write_carry(carry)

    def read_carry(self, edition: Edition, words: Mapping[str, str]) -> Carry | Refusal:
        return read_carry(edition, words)

    def typed_round(self, edition: Edition, typed: TypedRound) -> RoundScript[Carry] | Refusal:
        return typed_round(typed)

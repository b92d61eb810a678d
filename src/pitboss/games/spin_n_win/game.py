"""Spin N Win as a `Game`: wires the modules of this folder to the contract."""

from __future__ import annotations

from pitboss.games.contract import Game, RoundScript, TypedRound
from pitboss.games.layout import Area
from pitboss.games.spin_n_win import calls, rules, view, words
from pitboss.games.spin_n_win import carry as carries
from pitboss.games.spin_n_win.carry import Carry
from pitboss.games.spin_n_win.edition import Edition, read_edition
from pitboss.games.spin_n_win.felt import AREAS
from pitboss.games.spin_n_win.settle import ending, settle
from pitboss.games.spin_n_win.state import State
from pitboss.games.spin_n_win.typed import typed_round
from pitboss.games.spots import PlacedBet, Spot
from pitboss.refusals import Refusal
from pitboss.units import SeatIndex


class SpinNWin(Game[Edition, State, Carry]):
    """Two Tops, twelve bets, a spinner who keeps the Top while winning."""

    key = "spin-n-win"
    title = "Spin N Win"
    clause_prefix = "SNW"
    default_edition = "standard"
    has_stage = True
    is_open = True

    read_edition = staticmethod(read_edition)
    spots = staticmethod(rules.open_spots)
    need = staticmethod(rules.need)
    calls = staticmethod(calls.calls)
    apply = staticmethod(rules.apply)
    settle = staticmethod(settle)
    ending = staticmethod(ending)
    carry = staticmethod(carries.carry_of)
    say = staticmethod(words.say)
    explain = staticmethod(words.explain)
    write_carry = staticmethod(carries.write_carry)
    read_carry = staticmethod(carries.read_carry)

    def areas(self, edition: Edition) -> tuple[Area, ...]:
        return AREAS

    def all_spots(self, edition: Edition) -> tuple[Spot, ...]:
        return edition.spots

    def first_carry(self, edition: Edition) -> Carry:
        return carries.FRESH

    def open(
        self, edition: Edition, *, seats: tuple[SeatIndex, ...], carry: Carry
    ) -> State | Refusal:
        return rules.open_round(edition, seats=seats, carry=carry)

    def showing_s(self, edition: Edition) -> int:
        # The Tops turn, then bets are taken and paid.
        return edition.spin_seconds[1] + 1

    def bets(self, state: State) -> tuple[PlacedBet, ...]:
        return state.bets

    def view(self, state: State, viewer: SeatIndex) -> view.View:
        return view.view(state)

    def typed_round(self, edition: Edition, typed: TypedRound) -> RoundScript[Carry] | Refusal:
        return typed_round(typed)

"""Gin & Win as a game of the contract: it wires the modules of this folder together."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.equipment.cards import Card
from pitboss.equipment.shoe import Composition
from pitboss.games.contract import Game, HandScore, RoundScript, SettingCheck, TypedRound
from pitboss.games.gin_and_win import rules, spots
from pitboss.games.gin_and_win.bonus import bonus_line
from pitboss.games.gin_and_win.edition import GinEdition, read_edition
from pitboss.games.gin_and_win.house_way import house_way
from pitboss.games.gin_and_win.outcome import outcome
from pitboss.games.gin_and_win.setting import clause_of, sentence_for, weigh
from pitboss.games.gin_and_win.settle import ending, settle
from pitboss.games.gin_and_win.state import GinState
from pitboss.games.gin_and_win.typed import script_of
from pitboss.games.gin_and_win.view import view_of
from pitboss.games.gin_and_win.words import explain, look, say
from pitboss.games.spots import PlacedBet, Spot
from pitboss.games.steps import Setting
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import SeatIndex

ROUND_MAX = 10**12


class GinAndWin(Game[GinEdition, GinState, int]):
    """The carry is the number of the round alone: every round has a fresh deck (GNW-1.1)."""

    key = "gin-and-win"
    title = "Gin & Win"
    clause_prefix = "GNW"
    default_edition = "wsgc-2017"
    suits_alike = True
    has_stage = True

    read_edition = staticmethod(read_edition)
    all_spots = staticmethod(spots.all_spots)
    need = staticmethod(rules.need)
    calls = staticmethod(rules.calls)
    taken = staticmethod(rules.taken)
    apply = staticmethod(rules.apply)
    settle = staticmethod(settle)
    ending = staticmethod(ending)
    view = staticmethod(view_of)
    say = staticmethod(say)
    explain = staticmethod(explain)
    look = staticmethod(look)

    def first_carry(self, edition: GinEdition) -> int:
        return 1

    def open(
        self, edition: GinEdition, *, seats: tuple[SeatIndex, ...], carry: int
    ) -> GinState | Refusal:
        return GinState(edition, seats, carry, Composition.full(edition.deck))

    def spots(self, state: GinState, seat: SeatIndex) -> tuple[Spot, ...]:
        return spots.spots_now(state)

    def bets(self, state: GinState) -> tuple[PlacedBet, ...]:
        return state.bets

    def showing_s(self, edition: GinEdition) -> int:
        # The dealer's hand is laid out one combination after the other.
        return 5

    def result(self, state: GinState) -> tuple[str, ...] | None:
        return (str(outcome(state).dealer.score),)

    def carry(self, state: GinState) -> int:
        return state.number + 1

    def write_carry(self, carry: int) -> dict[str, str]:
        return {"round": str(carry)}

    def read_carry(self, edition: GinEdition, words: Mapping[str, str]) -> int | Refusal:
        number = words.get("round", "")
        if set(words) == {"round"} and number.isascii() and number.isdigit():
            found = int(number[:13])
            if 0 < found <= ROUND_MAX and str(found) == number:
                return found
        return Refusal(
            RefusalCode.BAD_TEXT, "A round of this game starts from round=NUMBER, counted from 1."
        )

    def typed_round(self, edition: GinEdition, typed: TypedRound) -> RoundScript[int] | Refusal:
        return script_of(typed, carry=self.first_carry(edition))

    def score_hand(self, edition: GinEdition, cards: tuple[Card, ...]) -> HandScore | Refusal:
        refusal = _hand_refusal(edition, cards)
        if refusal is not None:
            return refusal
        house = house_way(cards, edition.heights)
        line = bonus_line(house, heights=edition.heights, low=edition.low)
        return HandScore(
            cards=cards,
            score=house.score,
            left_over=house.left_over,
            combinations=house.combinations,
            bonus_line=None if line is None else line.value,
            bonus_odds=None if line is None else edition.bonus_odds(line),
            bonus_words="" if line is None else line.label,
        )

    def check_setting(
        self, edition: GinEdition, cards: tuple[Card, ...], setting: Setting
    ) -> SettingCheck | Refusal:
        refusal = _hand_refusal(edition, cards)
        if refusal is not None:
            return refusal
        weighed = weigh(cards, setting, edition)
        if isinstance(weighed, Refusal):
            return weighed
        return SettingCheck(
            score=weighed.own.score,
            left_over=weighed.own.left_over,
            as_good_as_house_way=not weighed.is_worse,
            sentence=sentence_for(weighed, edition.setting),
            clause=clause_of(weighed, edition.setting),
        )


def _hand_refusal(edition: GinEdition, cards: tuple[Card, ...]) -> Refusal | None:
    """Why these cards cannot be a hand, or None when they can (GNW-5.1)."""
    if len(cards) != edition.hand:
        return Refusal(
            RefusalCode.WRONG_COUNT, f"A hand is {edition.hand} cards, not {len(cards)}."
        )
    left = Composition.full(edition.deck).without(cards)
    return left if isinstance(left, Refusal) else None

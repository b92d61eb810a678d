"""Craps: two dice, a point, and bets that live until a roll decides them."""

from __future__ import annotations

from functools import cache

from pitboss.gamekit import (
    DIE,
    SEATS_MAX,
    Area,
    ClauseId,
    DealtGame,
    DealtState,
    EditionHead,
    Fields,
    Need,
    NeedNothing,
    NeedStops,
    Place,
    PlacedBet,
    SeatIndex,
    Shown,
    Spot,
    Verdict,
)
from pitboss_classics import COLLECTION
from pitboss_classics.craps.felt import AREAS, lay_felt, list_spots
from pitboss_classics.craps.judging import BOXES, OFF, ONE_ROLL, Edition, judge, next_point

TWO_DICE = NeedStops((DIE, DIE))


class Craps(DealtGame[Edition]):
    key = "craps"
    title = "Craps"
    collection = COLLECTION
    clause_prefix = "CRP"
    default_edition = "field-pays-3"
    is_open = True
    seats_max = SEATS_MAX
    keeps_bets = True
    memory_name = "point"
    misdeal_label = "No roll: every bet stands"
    void_clause = ClauseId("CRP-5.1")
    end_clause = ClauseId("CRP-1.3")

    def read_edition(self, head: EditionHead, fields: Fields) -> Edition:
        odds, place, pays = (fields.table(name) for name in ("odds", "place", "pays"))
        four, five, six = (odds.integer(name, low=1, high=100) for name in ("four", "five", "six"))
        return Edition(
            head,
            (four, five, six),
            odds.integer("lay", low=1, high=100),
            (place.odds("four"), place.odds("five"), place.odds("six")),
            pays.odds("field_two"),
            pays.odds("field_twelve"),
            (pays.odds("hard_four"), pays.odds("hard_six")),
            tuple((key, pays.odds(key.replace("-", "_"))) for key in ONE_ROLL),
        )

    def areas(self, edition: Edition) -> tuple[Area, ...]:
        return AREAS

    def all_spots(self, edition: Edition) -> tuple[Spot, ...]:
        return list_spots(edition)

    def felt(self, state: DealtState[Edition], seat: SeatIndex) -> tuple[Spot, ...]:
        return lay_felt(state.edition, state.memory)

    def memories(self, edition: Edition) -> tuple[str, ...]:
        return (OFF, *map(str, BOXES))

    def remember(self, state: DealtState[Edition]) -> str:
        return next_point(state.memory, sum(_dice(state)))

    def next_need(self, state: DealtState[Edition]) -> Need:
        return NeedNothing() if state.draws else TWO_DICE

    def verdict(self, state: DealtState[Edition], bet: PlacedBet) -> Verdict:
        return judge(state.edition, bet.spot, state.memory, _dice(state))

    def places(self, state: DealtState[Edition], viewer: SeatIndex) -> tuple[Place, ...]:
        found = super().places(state, viewer)
        return found or (Place(TWO_DICE.place, _puck(state.memory), TWO_DICE.kind, ()),)

    def place_note(self, state: DealtState[Edition], key: str, items: tuple[str, ...]) -> str:
        return str(sum(_dice(state)))

    def say(self, state: DealtState[Edition]) -> str:
        if state.closed or state.voided is not None:
            return super().say(state)
        return f"{_puck(state.memory)}. Place your bets."

    def tell(self, state: DealtState[Edition]) -> str:
        total, point = sum(_dice(state)), state.memory
        after = next_point(point, total)
        if point == OFF:
            words = _COME_OUT.get(total, f"the point is {total}")
        elif after == OFF:
            words = "seven out" if total == 7 else "the point is made"
        else:
            words = f"the point stays {point}"
        return f"{total}: {words}."


_COME_OUT = {2: "craps", 3: "craps", 7: "seven, a natural", 11: "eleven, a natural", 12: "craps"}


def _dice(state: DealtState[Edition]) -> tuple[int, int]:
    return _read(state.shown)


@cache
def _read(shown: Shown) -> tuple[int, int]:
    first, second = (int(str(die)) for die in shown)
    return first, second


def _puck(point: str) -> str:
    return "Come-out roll" if point == OFF else f"The point is {point}"


GAME = Craps()

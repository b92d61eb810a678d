"""The spots of flip~it: six inside, twelve Call It, one bonus, and what each wins on."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from pitboss.equipment.cards import ACE, KING, RANK_NAMES, RANKS, Card
from pitboss.games.flip_it.edition import Edition
from pitboss.games.layout import Area
from pitboss.games.spots import PayLine, Spot
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import ClauseId, SpotKey

INSIDE, CALL, BONUS = "inside", "call", "bonus"
AREAS = (Area(INSIDE, "Inside"), Area(CALL, "Call It"), Area(BONUS, "Bonus"))
BONUS_SPOT = SpotKey(BONUS)
# What sets the pay: of inside bets, of Call It bets, and both paytables of the bonus.
INSIDE_PAYS, CALL_PAYS, BONUS_PAYS = map(ClauseId, ("FLP-3.8", "FLP-4.4", "FLP-5.13"))
ACE_CALL = SpotKey("call:A")


class Inside(msgspec.Struct, frozen=True):
    """One inside bet: the ranks it wins on, or the suits for a colour."""

    name: str
    wins_on: str
    """What it wins on, in words."""
    clause: ClauseId
    ranks: frozenset[int] = frozenset()
    red: bool | None = None

    @property
    def key(self) -> SpotKey:
        return SpotKey(f"{INSIDE}:{self.name}")

    def wins(self, card: Card) -> bool:
        """Whether the bet wins on this card, which is no joker; aces have a colour (FLP-3.9)."""
        return card.rank in self.ranks if self.red is None else card.is_red is self.red


INSIDES = (
    Inside("red", "A heart or a diamond", ClauseId("FLP-3.1"), red=True),
    Inside("black", "A spade or a club", ClauseId("FLP-3.2"), red=False),
    Inside(
        "odd",
        "3, 5, 7, 9, Jack or King",
        ClauseId("FLP-3.3"),
        ranks=frozenset({3, 5, 7, 9, 11, 13}),
    ),
    Inside(
        "even",
        "2, 4, 6, 8, 10 or Queen",
        ClauseId("FLP-3.4"),
        ranks=frozenset({2, 4, 6, 8, 10, 12}),
    ),
    Inside("high", "8 to King", ClauseId("FLP-3.5"), ranks=frozenset(range(8, KING + 1))),
    Inside("low", "2 to 7", ClauseId("FLP-3.6"), ranks=frozenset(range(2, 8))),
)
INSIDE_BY_KEY = {inside.key: inside for inside in INSIDES}

# FLP-4.2, FLP-4.5: twelve ranks, twelve bets, no ace.
CALL_RANK_BY_KEY = {SpotKey(f"{CALL}:{RANKS[rank - 1]}"): rank for rank in range(ACE + 1, KING + 1)}

NO_ACE_CALL = Refusal(
    RefusalCode.UNKNOWN_SPOT,
    "There is no Call It bet on the ace; call a rank from 2 to King, call:2 to call:K.",
)


@lru_cache(maxsize=64)
def spots_of(
    edition: Edition, *, closed: Refusal | None = None, bonus_closed: Refusal | None = None
) -> tuple[Spot, ...]:
    """Every spot in the order of the felt; `closed` shuts all of them, the other the bonus."""
    insides = tuple(
        Spot(i.key, i.name.capitalize(), INSIDE, (edition.inside,), i.key, closed,
             (PayLine(i.wins_on, edition.inside, INSIDE_PAYS),))
        for i in INSIDES
    )  # fmt: skip
    calls = tuple(
        Spot(key, f"Call {RANK_NAMES[rank - 1]}", CALL, (edition.call_it,), key, closed,
             (PayLine(f"Any {RANK_NAMES[rank - 1]}", edition.call_it, CALL_PAYS),))
        for key, rank in CALL_RANK_BY_KEY.items()
    )  # fmt: skip
    # FLP-5.13, FLP-5.14: the whole paytable on a bet of its own.
    lines = tuple(PayLine(hand.label, odds, BONUS_PAYS) for hand, odds in edition.bonus)
    odds = tuple(line.odds for line in lines)
    shut = closed or bonus_closed
    name = edition.paytable
    return (*insides, *calls, Spot(BONUS_SPOT, "Bonus", BONUS, odds, BONUS_SPOT, shut, lines, name))

"""A felt for the tests: editions of the game, hands by their text, rounds in few words."""

from __future__ import annotations

from functools import cache
from typing import cast

from pitboss.equipment.cards import Card, parse_cards
from pitboss.games.game_folder import GameFolder
from pitboss.games.gin_and_win.edition import GinEdition
from pitboss.games.gin_and_win.game import GinAndWin
from pitboss.games.gin_and_win.state import GinState
from pitboss.games.registry import Registry
from pitboss.games.rounds import Round, begin, take
from pitboss.games.settlement import Line
from pitboss.games.steps import Bet, CloseBets, Decide, Draw, Setting, Step
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import Credits, SeatIndex, SpotKey

# Hands named by what the house way leaves of them.
ZERO_QUADS_TRIPS = "Ac Ad Ah As Kc Kd Kh"
ZERO_PAIRS = "2c 2d 3c 3h 4d 4h 4s"
ONE_KING = "5c 5d 6c 6h 7d 7h Ks"
TWO_LOW = "Ac Ah 7d 8d Jd 3s 2c"
FOUR_JACK = "Kc Kd Kh Jc 9d 5h 2s"
FOUR_TEN = "Kc Kd Kh Tc 9d 5h 2s"
FOUR_QUEEN = "Kc Kd Kh Qc 9d 5h 2s"
FIVE_NINE = "Kc Kd 9h 7s 5h 3c 2d"
SEVEN = "Kc Jd 9h 7s 5h 3c 2d"


@cache
def folder() -> GameFolder:
    found = Registry().find("gin-and-win")
    assert isinstance(found, GameFolder)
    return found


def game() -> GinAndWin:
    return cast(GinAndWin, folder().game)


@cache
def edition(key: str = "wsgc-2017", **changes: str) -> GinEdition:
    """An edition, changed by dotted names written with two underscores for the dot."""
    found = changed(key, {name.replace("__", "."): text for name, text in changes.items()})
    assert isinstance(found, GinEdition), found
    return found


def changed(key: str, changes: dict[str, str]) -> GinEdition | Refusal:
    return cast("GinEdition | Refusal", folder().edition(key, changes=changes))


def cards(text: str) -> tuple[Card, ...]:
    found = parse_cards(text)
    assert not isinstance(found, Refusal), found
    return found


def setting(text: str) -> Setting:
    return tuple(cards(part) for part in text.split("|"))


def seat(number: int) -> SeatIndex:
    return SeatIndex(number)


def bet(number: int, spot: str, stake: int = 1000) -> Bet:
    return Bet(seat(number), SpotKey(spot), Credits(stake))


def started(of: GinEdition | None = None, *, seats: int = 1) -> Round:
    numbers = tuple(seat(number) for number in range(1, seats + 1))
    current = begin(game(), of or edition(), seats=numbers)
    assert isinstance(current, Round)
    return current


def after(current: Round, *steps: Step) -> Round:
    """The round after steps that must all be taken."""
    for step in steps:
        following = take(current, step)
        assert isinstance(following, Round), following
        current = following
    return current


def refused(current: Round, step: Step) -> tuple[RefusalCode, str]:
    """Why a step is refused; the round must be left as it was."""
    before = (current.state, current.steps)
    refusal = take(current, step)
    assert isinstance(refusal, Refusal)
    assert (current.state, current.steps) == before
    return refusal.code, refusal.sentence


def dealt(*hands: str, dealer: str, of: GinEdition | None = None, bonus: bool = True) -> Round:
    """A round in which every seat bet 10.00 and got its hand; decisions are open."""
    current = started(of, seats=len(hands))
    for number in range(1, len(hands) + 1):
        current = after(current, bet(number, "ante"))
        if bonus:
            current = after(current, bet(number, "gin-bonus", 500))
    return after(current, CloseBets(), *(Draw(cards(hand)) for hand in hands), Draw(cards(dealer)))


def decide(number: int, option: str, own: str | None = None) -> Decide:
    return Decide(seat(number), option, None if own is None else setting(own))


def settled(
    player: str, dealer: str, option: str = "play", of: GinEdition | None = None
) -> dict[str, Line]:
    """The lines of a round with one seat, by spot."""
    current = after(dealt(player, dealer=dealer, of=of), decide(1, option))
    return {str(line.spot): line for line in current.lines()}


def state_of(current: Round) -> GinState:
    return cast(GinState, current.state)

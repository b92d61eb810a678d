"""A flip~it table for tests: editions by changes, rounds by typed cards."""

from __future__ import annotations

from typing import cast

from pitboss.equipment.cards import Card, parse_cards
from pitboss.games.flip_it import GAME
from pitboss.games.flip_it.carry import Carry
from pitboss.games.flip_it.edition import Edition
from pitboss.games.flip_it.state import State
from pitboss.games.game_folder import GameFolder
from pitboss.games.registry import Registry
from pitboss.games.rounds import Round, begin, take
from pitboss.games.settlement import Line
from pitboss.games.spots import Spot
from pitboss.games.steps import Bet, Call, CloseBets, Draw, Step
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import Credits, SeatIndex, SpotKey

ONE = SeatIndex(1)
EDITIONS = ("call12-pay1", "call12-pay2", "call10-pay1", "call10-pay2")

ROWS = {
    "none": ("2c 7d 9h Ks", "Ac Kc Qc 9c", "Ac Kc Qc Jd", "Td Jd Qd 9d", "2c 3c 4c 5c"),
    "pair": ("Ac Ad Kh 2s", "7h Ac 7h Tc", "9c 9c 2c 3c", "Th Jh Qh Qh", "2s 4d 9c 4h"),
    "two-pair": ("Ac Ad Kh Ks", "7h 8h 7h 8h", "Qd 2c 2d Qs"),
    "three": ("Ac Ad Ah 2s", "9c 9c 9c 2h", "Jd 3c 3d 3h"),
    "four": ("Ac Ad Ah As", "5h 5h 5h 5h"),
    "royal-draw": ("Ac Kc Qc Jc", "Td Jd Qd Kd", "Ah Th Kh Jh", "As Qs Ts Js"),
}
"""Rows of every kind, with repeated cards, one suit and several, in any order."""


def folder() -> GameFolder:
    found = Registry().find("flip-it")
    assert isinstance(found, GameFolder)
    return found


def edition(key: str | None = None, **changes: str) -> Edition:
    """An edition with fields changed; `cards__decks` stands for `cards.decks`."""
    dotted = {name.replace("__", "."): value for name, value in changes.items()}
    read = folder().edition(key, changes=dotted)
    assert not isinstance(read, Refusal), read
    return cast(Edition, read)


def edition_refusal(**changes: str) -> Refusal:
    dotted = {name.replace("__", "."): value for name, value in changes.items()}
    read = folder().edition(changes=dotted)
    assert isinstance(read, Refusal)
    return read


def cards(text: str) -> tuple[Card, ...]:
    parsed = parse_cards(text)
    assert not isinstance(parsed, Refusal), parsed
    return parsed


def must(result: Round | Refusal) -> Round:
    assert isinstance(result, Round), result
    return result


def start(of: Edition | None = None, *, carry: Carry | None = None, seats: int = 1) -> Round:
    """A round just opened."""
    seated = tuple(SeatIndex(number) for number in range(1, seats + 1))
    return must(begin(GAME, of or edition(), seats=seated, carry=carry))


def laid(row: str, of: Edition | None = None, *, seats: int = 1) -> Round:
    """A round from a new shoe with these cards drawn for the row, jokers included."""
    return draw(start(of, seats=seats), row)


def draw(current: Round, text: str) -> Round:
    """Cards drawn one by one."""
    for card in cards(text):
        current = must(take(current, Draw((card,))))
    return current


def bet(current: Round, *spots: str, stake: int = 100, seat: int = 1) -> Round:
    for spot in spots:
        current = must(take(current, Bet(SeatIndex(seat), SpotKey(spot), Credits(stake))))
    return current


def flip(current: Round, fifth: str) -> Round:
    """Bets closed and the fifth card turned."""
    return draw(must(take(current, CloseBets())), fifth)


def played(row: str, fifth: str, *spots: str, of: Edition | None = None) -> Round:
    """A whole round with one credit on each spot."""
    return flip(bet(laid(row, of), *spots), fifth)


def line(row: str, fifth: str, spot: str, *, of: Edition | None = None) -> Line:
    """The settlement of one credit on one spot."""
    (only,) = played(row, fifth, spot, of=of).lines()
    return only


def expose(current: Round, text: str = "", *, reason: str = "Slipped out of the shoe.") -> Round:
    return must(take(current, Call("exposed-card", reason, cards(text))))


def refused(current: Round, step: Step) -> RefusalCode:
    """The code of a step that is refused with a sentence, and changes nothing."""
    before = current.state
    answer = take(current, step)
    assert isinstance(answer, Refusal), answer
    assert answer.sentence.endswith(".")
    assert current.state == before
    return answer.code


def spot(current: Round, key: str, *, seat: int = 1) -> Spot:
    return next(s for s in GAME.spots(current.state, SeatIndex(seat)) if s.key == key)


def state(current: Round) -> State:
    return cast(State, current.state)


def carry(current: Round) -> Carry:
    return cast(Carry, current.carry())

"""A Spin N Win table for tests: short words for bets, answers and spins.

Imports the product's public modules only; used by every test in this folder.
"""

from __future__ import annotations

from typing import TypeVar

from pitboss.equipment.tops import Face
from pitboss.games.game_folder import GameFolder
from pitboss.games.registry import GAMES_FOLDER
from pitboss.games.settlement import Line
from pitboss.games.spin_n_win.carry import Carry
from pitboss.games.spin_n_win.edition import Edition
from pitboss.games.spin_n_win.game import SpinNWin
from pitboss.games.spin_n_win.state import State
from pitboss.games.steps import DEALER, Bet, Call, CloseBets, Decide, Draw, Step, TakeDown
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import Credits, SeatIndex, SpotKey

T = TypeVar("T")

GAME = SpinNWin()


def good(value: T | Refusal) -> T:
    """The value; a refusal fails the test with its sentence."""
    assert not isinstance(value, Refusal), value
    return value


def folder() -> GameFolder:
    return GameFolder(game=GAME, folder=GAMES_FOLDER / "spin_n_win")


def edition(**changes: str) -> Edition:
    """The standard edition; `pays__single_red="1/1"` changes `pays.single_red`."""
    found = good(folder().edition(changes={k.replace("__", "."): v for k, v in changes.items()}))
    assert isinstance(found, Edition)
    return found


STANDARD = edition()


def refused(value: object, code: RefusalCode, *words: str) -> None:
    """The value is a refusal with this code whose sentence holds these words."""
    assert isinstance(value, Refusal)
    assert value.code is code, value
    for word in words:
        assert word in value.sentence


def opened(*seats: int, carry: Carry | None = None, edition: Edition = STANDARD) -> State:
    start = GAME.first_carry(edition) if carry is None else carry
    return good(GAME.open(edition, seats=tuple(map(SeatIndex, seats)), carry=start))


def after(state: State, *steps: Step) -> State:
    for step in steps:
        state = good(GAME.apply(state, step))
    return state


def bet(seat: int, spot: str, credits_: int = 10) -> Bet:
    return Bet(SeatIndex(seat), SpotKey(spot), Credits(credits_ * 100))


def down(seat: int, spot: str) -> TakeDown:
    return TakeDown(SeatIndex(seat), SpotKey(spot))


def answer(seat: int, option: str) -> Decide:
    return Decide(SeatIndex(seat), option)


def dealer(option: str) -> Decide:
    return Decide(DEALER, option)


def spin(letters: str) -> Draw:
    """`spin("RJ")`: Top A shows Red, Top B a Joker."""
    return Draw(tuple(Face(letter) for letter in letters))


def void(reason: str, letters: str = "") -> Call:
    return Call("invalid-spin", reason, tuple(Face(letter) for letter in letters))


CLOSE = CloseBets()
LEFT = dealer("start-left")
RIGHT = dealer("start-right")


def spinning(*bets: Bet, seats: tuple[int, ...] = (1, 2, 3), edition: Edition = STANDARD) -> State:
    """Bets closed, started at the left end, the first seat spins Top A."""
    state = after(opened(*seats, edition=edition), *bets, CLOSE, LEFT)
    return after(state, answer(state.queue[0], "spin-a"))


def lines(letters: str, *bets: Bet, edition: Edition = STANDARD) -> tuple[Line, ...]:
    """The settlement of these bets when the Tops show these faces."""
    return GAME.settle(after(spinning(*bets, edition=edition), spin(letters)))

"""Checks of what a game must refuse: steps, stakes and seats that cannot be."""

from __future__ import annotations

from pitboss.equipment.cards import JOKER, Card
from pitboss.equipment.draws import SeededBits
from pitboss.equipment.tops import Face
from pitboss.gamekit.conformance.findings import expect
from pitboss.gamekit.conformance.random_rounds import must, rounds_of
from pitboss.games.game_folder import GameEdition
from pitboss.games.notation import show_step, write_round
from pitboss.games.rounds import Round, advance, begin, take
from pitboss.games.steps import (
    DEALER,
    SPECTATOR,
    Bet,
    Call,
    CloseBets,
    Decide,
    Draw,
    Step,
    TakeDown,
)
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import Credits, SeatIndex, SpotKey

ONE, NOBODY = SeatIndex(1), SeatIndex(99)
NOWHERE = SpotKey("no-such-spot")
BAD_STEPS: tuple[Step, ...] = (
    Bet(ONE, NOWHERE, Credits(100)),
    Bet(NOBODY, NOWHERE, Credits(100)),
    Bet(DEALER, NOWHERE, Credits(100)),
    TakeDown(ONE, NOWHERE),
    Decide(NOBODY, "play"),
    Decide(SPECTATOR, "spin-a"),
    Decide(ONE, "no-such-option"),
    Draw(()),
    Draw(tuple(Card(rank=1, suit=0) for _ in range(60))),
    Draw((JOKER,) * 30),
    Draw((Face.RED,) * 3),
    Call("no-such-call", "A reason."),
    Call("supervisor", ""),
    Call("supervisor", "two\nlines"),
)
"""Steps that no position of any game takes."""


def check_refusals(subject: GameEdition) -> str:
    """What cannot be is refused with a sentence, and changes nothing."""
    tried = _check_steps(subject) + _check_stakes(subject)
    for seats in ((), (0,), (subject.edition.head.seats_max + 1,), (1, 1)):
        refused = begin(subject.game, subject.edition, seats=tuple(map(SeatIndex, seats)))
        _expect_code(refused, RefusalCode.NO_SUCH_SEAT, f"A round for seats {seats}")
    _expect_code(take(_opened(subject), CloseBets()), RefusalCode.NO_BETS, "A round without bets")
    _check_replaced(subject)
    return f"{tried:,} impossible steps and stakes are refused and change nothing."


def _check_steps(subject: GameEdition) -> int:
    tried = 0
    for positions in rounds_of(subject, seed=8, count=6):
        for position in positions:
            before = write_round(position)
            for step in BAD_STEPS:
                refused = take(position, step)
                said = f"'{show_step(step)}' after '{position.game.say(position.state)}'"
                expect(isinstance(refused, Refusal), f"{said} is taken.")
                expect(str(refused).endswith("."), f"{said} is refused without a sentence.")
                expect(write_round(position) == before, f"{said} changes the round.")
                tried += 1
        over = take(positions[-1], CloseBets())
        _expect_code(over, RefusalCode.ROUND_OVER, "A step after the round")
    return tried


def _check_stakes(subject: GameEdition) -> int:
    limits, start = subject.edition.head.limits, _opened(subject)
    spots = subject.game.spots(start.state, ONE)
    stakes = (0, -100, limits.minimum - 1, limits.maximum + 1, 2**63, 2**80)
    for spot in spots:
        for stake in stakes:
            refused = take(start, Bet(ONE, spot.key, Credits(stake)))
            expect(isinstance(refused, Refusal), f"{spot.key} takes a stake of {stake}.")
    return len(spots) * len(stakes)


def _check_replaced(subject: GameEdition) -> None:
    """A bet says what lies on a spot from now on; taking it down leaves what was there."""
    start = _opened(subject)
    spot = next(s for s in subject.game.spots(start.state, ONE) if s.closed is None)
    once = must(take(start, Bet(ONE, spot.key, Credits(1000))))
    twice = must(take(once, Bet(ONE, spot.key, Credits(2000))))
    lying = {bet.spot: bet.stake for bet in subject.game.bets(twice.state)}
    is_replaced = lying == dict.fromkeys((spot.key, *spot.lays), 2000)
    expect(is_replaced, f"A bet of 20 after one of 10 on {spot.key} lies as {lying}.")
    down = must(take(twice, TakeDown(ONE, spot.key)))
    is_gone = subject.game.bets(down.state) == subject.game.bets(start.state)
    expect(is_gone, f"A bet that is taken down stays on {spot.key}.")


def _opened(subject: GameEdition) -> Round:
    start = must(begin(subject.game, subject.edition, seats=(ONE,)))
    return advance(start, SeededBits(b"open"))


def _expect_code(result: object, code: RefusalCode, what: str) -> None:
    given = result.code if isinstance(result, Refusal) else None
    expect(given is code, f"{what} is not refused as {code}, but {given or 'taken'}.")

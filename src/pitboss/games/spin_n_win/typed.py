"""A round as one person types it: two faces, some bets, and perhaps who spins."""

from __future__ import annotations

import re

from pitboss.equipment.tops import Face, parse_face
from pitboss.games.contract import RoundScript, TypedRound
from pitboss.games.spin_n_win.carry import FRESH, Carry
from pitboss.games.spin_n_win.state import Choice
from pitboss.games.steps import DEALER, Bet, CloseBets, Decide, Draw
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import SeatIndex

PLAYER = SeatIndex(1)

_SEPARATORS = re.compile(r"[\s,/]+")


def typed_round(typed: TypedRound) -> RoundScript[Carry] | Refusal:
    """The steps of a typed round at a fresh table; the player spins Top A unless told else."""
    faces = read_draw(typed.draw)
    if isinstance(faces, Refusal):
        return faces
    if typed.setting is not None:
        return Refusal(
            RefusalCode.UNKNOWN_OPTION, "This game has no cards to set; leave the setting out."
        )
    return RoundScript(
        seats=(PLAYER,),
        carry=FRESH,
        steps=(
            *(Bet(PLAYER, spot, stake) for spot, stake in typed.bets),
            CloseBets(),
            Decide(DEALER, Choice.START_LEFT),
            Decide(PLAYER, Choice.SPIN_A if typed.decide is None else typed.decide),
            Draw(faces),
        ),
    )


def read_draw(text: str) -> tuple[Face, Face] | Refusal:
    """The faces of Top A and Top B, such as `R,J` or `Red Joker`."""
    faces: list[Face] = []
    for word in filter(None, _SEPARATORS.split(text)):
        face = parse_face(word)
        if isinstance(face, Refusal):
            return face
        faces.append(face)
    if len(faces) != 2:
        return Refusal(
            RefusalCode.WRONG_COUNT,
            f"{len(faces)} faces were typed; type two, Top A and Top B, such as R,J.",
        )
    return faces[0], faces[1]

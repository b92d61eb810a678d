"""`pitboss play`: a terminal table with practice credits."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from pitboss.cli.felt import REFILL, Felt
from pitboss.cli.lookup import choose
from pitboss.cli.options import EditionOption, GameArgument
from pitboss.cli.output import console
from pitboss.equipment.draws import SeededBits
from pitboss.games.game_folder import GameEdition
from pitboss.games.rounds import all_seats
from pitboss.refusals import RefusalCode, refuse


def play(
    game: GameArgument,
    /,
    *,
    edition: EditionOption = None,
    seats: Annotated[int, Parameter(validator=Number(gte=1, lte=20))] = 1,
    seed: str | None = None,
) -> int:
    """Sit down at a terminal table. You have seat 1; bots fill the others.

    Example: pitboss play gin-and-win --seats 3 --seed lucky

    Parameters
    ----------
    seats
        How many seats are taken, yours included.
    seed
        Any text; the same seed deals the same rounds. Without it every visit is new.
    """
    chosen = choose(game, edition)
    most = chosen.edition.head.seats_max
    if seats > most:
        refuse(RefusalCode.NO_SUCH_SEAT, f"{chosen.game.title} has {most} seats; take 1 to {most}.")
    return sit_down(chosen, seats=seats, seed=seed or secrets.token_hex(8), ask=input)


def sit_down(chosen: GameEdition, *, seats: int, seed: str, ask: Callable[[str], str]) -> int:
    """Play until the player leaves or the input ends."""
    source = SeededBits(f"pitboss play {chosen.edition.head.hash} {seed}".encode())
    felt = Felt(
        chosen=chosen,
        seats=all_seats(chosen.edition)[:seats],
        source=source,
        out=console(),
        ask=ask,
        balance=REFILL,
    )
    try:
        felt.welcome(seed)
        while True:
            felt.play_round()
    except (EOFError, KeyboardInterrupt):
        felt.out.print()
    felt.goodbye()
    return 0

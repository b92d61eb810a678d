"""Options that several commands share, with their help and how they are read."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated

from cyclopts import Parameter

from pitboss.refusals import Refusal, RefusalCode, refuse
from pitboss.units import Credits, SpotKey, parse_credits


class Format(StrEnum):
    """How a result is shown."""

    TABLE = "table"
    JSON = "json"


FormatOption = Annotated[Format, Parameter(name="--format", help="table or json.")]
GameArgument = Annotated[str, Parameter(help="A game from `pitboss games`.")]
EditionOption = Annotated[
    str | None, Parameter(help="An edition of the game; otherwise its default edition.")
]
SetOption = Annotated[
    list[str] | None,
    Parameter(
        name="--set",
        consume_multiple=True,
        help="KEY=VALUE for each field of the edition to change, such as table.chip=1.00.",
    ),
]


def parse_bets(texts: Sequence[str]) -> tuple[tuple[SpotKey, Credits], ...]:
    """Read every `--bet SPOT=STAKE`, in the order typed; a spot may be named once."""
    bets: dict[SpotKey, Credits] = {}
    for text in texts:
        spot, equals, amount = text.partition("=")
        if not spot or not equals:
            sentence = f"'{text}' is not a bet; write SPOT=STAKE, such as call:7=5."
            refuse(RefusalCode.BAD_TEXT, sentence)
        stake = parse_credits(amount)
        if isinstance(stake, Refusal):
            refuse(stake.code, f"{spot}: {stake.sentence}")
        if spot in bets:
            refuse(RefusalCode.BAD_TEXT, f"{spot} is bet twice; name each spot once.")
        bets[SpotKey(spot)] = stake
    return tuple(bets.items())

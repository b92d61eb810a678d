"""Bets as they are typed: `--bet SPOT=STAKE`."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import Credits, SpotKey, parse_credits

TypedBets = tuple[tuple[SpotKey, Credits], ...]


def parse_bets(texts: Sequence[str]) -> TypedBets | Refusal:
    """Read every bet, in the order typed; a spot may be named once."""
    bets: dict[SpotKey, Credits] = {}
    for text in texts:
        spot, equals, amount = text.partition("=")
        if not spot or not equals:
            return Refusal(
                RefusalCode.BAD_TEXT, f"'{text}' is not a bet; write SPOT=STAKE, such as call:7=5."
            )
        stake = parse_credits(amount)
        if isinstance(stake, Refusal):
            return Refusal(stake.code, f"{spot}: {stake.sentence}")
        if spot in bets:
            return Refusal(RefusalCode.BAD_TEXT, f"{spot} is bet twice; name each spot once.")
        bets[SpotKey(spot)] = stake
    return tuple(bets.items())

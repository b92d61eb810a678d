"""A round of flip~it as one person types it: `ROW4 / CARD` and bets."""

from __future__ import annotations

from collections import Counter

from pitboss.equipment.cards import Card, parse_cards
from pitboss.games.contract import RoundScript, TypedRound
from pitboss.games.flip_it.carry import NEW_SHOE, Carry, full_shoe
from pitboss.games.flip_it.edition import ROW_SIZE, Edition
from pitboss.games.steps import Bet, CloseBets, Draw, Step
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import SeatIndex

_HOW = "type four cards of the row, a slash and the fifth card, such as 'Ac Ah 7d Kh / As'"
_SEAT = SeatIndex(1)


def typed_round(edition: Edition, typed: TypedRound) -> RoundScript[Carry] | Refusal:
    """The round with that row, laid from a fresh shoe, and that fifth card."""
    if typed.decide is not None or typed.setting is not None:
        return Refusal(
            RefusalCode.UNKNOWN_OPTION,
            "flip~it has nothing to decide and no hand to set; give the draw and the bets alone.",
        )
    dealt = _read_draw(edition, typed.draw)
    if isinstance(dealt, Refusal):
        return dealt
    *row, fifth = dealt
    steps: tuple[Step, ...] = (
        *(Draw((card,)) for card in row),
        *(Bet(_SEAT, spot, stake) for spot, stake in typed.bets),
        CloseBets(),
        Draw((fifth,)),
    )
    return RoundScript(seats=(_SEAT,), carry=NEW_SHOE, steps=steps)


def _read_draw(edition: Edition, text: str) -> tuple[Card, ...] | Refusal:
    parts = text.split("/")
    if len(parts) != 2:
        return Refusal(RefusalCode.BAD_TEXT, f"'{text}' is not a row and a flip; {_HOW}.")
    row, fifth = (parse_cards(part) for part in parts)
    if isinstance(row, Refusal):
        return row
    if isinstance(fifth, Refusal):
        return fifth
    if len(row) != ROW_SIZE or len(fifth) != 1:
        return Refusal(
            RefusalCode.WRONG_COUNT,
            f"'{text}' has {len(row)} cards in the row and {len(fifth)} after it; {_HOW}.",
        )
    return _impossible(edition, row, fifth[0]) or (*row, *fifth)


def _impossible(edition: Edition, row: tuple[Card, ...], fifth: Card) -> Refusal | None:
    if any(card.is_joker for card in row):  # FLP-2.2
        return Refusal(
            RefusalCode.IMPOSSIBLE_CARD,
            "A joker never lies in the row; JK can only be the fifth card.",
        )
    held = full_shoe(edition.deck).counts
    for card, copies in Counter((*row, fifth)).items():
        if copies > held.get(card, 0):
            return Refusal(
                RefusalCode.IMPOSSIBLE_CARD,
                f"{card} is typed {copies} times, but the shoe holds {held.get(card, 0)};"
                " type fewer.",
            )
    return None

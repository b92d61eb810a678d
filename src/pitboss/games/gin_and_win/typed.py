"""A round as one person types it: `PLAYER7 / DEALER7`, bets, decision and setting."""

from __future__ import annotations

from pitboss.equipment.cards import Card, parse_cards
from pitboss.games.contract import RoundScript, TypedRound
from pitboss.games.gin_and_win.state import ANTE, FOLD, PLAY, PLAY_HAND
from pitboss.games.round_text import parse_setting
from pitboss.games.steps import Bet, CloseBets, Decide, Draw, Step
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import Credits, SeatIndex, SpotKey, say_credits

SEAT = SeatIndex(1)

Stakes = dict[SpotKey, Credits]


def script_of(typed: TypedRound, *, carry: int) -> RoundScript[int] | Refusal:
    """The steps of the typed round for one player in seat 1; the rules judge them."""
    draws = _draws(typed.draw)
    if isinstance(draws, Refusal):
        return draws
    stakes = dict(typed.bets)
    decision = _play_refusal(stakes) or _decision(typed, stakes)
    if isinstance(decision, Refusal):
        return decision
    setting = None if typed.setting is None else parse_setting(typed.setting)
    if isinstance(setting, Refusal):
        return setting
    bets = (Bet(SEAT, spot, stake) for spot, stake in stakes.items() if spot != PLAY)
    deal = (Draw(cards) for cards in draws)
    steps: tuple[Step, ...] = (*bets, CloseBets(), *deal, Decide(SEAT, decision, setting))
    return RoundScript((SEAT,), carry, steps)


def _draws(text: str) -> tuple[tuple[Card, ...], ...] | Refusal:
    parts = text.split("/")
    if len(parts) != 2:
        return Refusal(
            RefusalCode.WRONG_COUNT,
            "Write the player's hand and the dealer's with one / between them, such as"
            " 'Ac Ah 7d 8d Jd 3s 2c / Kc Kd 4h 5h 9h Ts 6d'.",
        )
    hands: list[tuple[Card, ...]] = []
    for part in parts:
        cards = parse_cards(part)
        if isinstance(cards, Refusal):
            return cards
        hands.append(cards)
    return tuple(hands)


def _play_refusal(stakes: Stakes) -> Refusal | None:
    """A Play bet needs an Ante of the same size (GNW-4.3)."""
    play, ante = stakes.get(PLAY), stakes.get(ANTE)
    if play is None or play == ante:
        return None
    right = (
        "place an Ante of the same size"
        if ante is None
        else f"bet {say_credits(ante)} on play, or leave it out"
    )
    return Refusal(
        RefusalCode.NOT_EQUAL_ANTE,
        f"{say_credits(play)} on play does not equal the Ante; {right}.",
    )


def _decision(typed: TypedRound, stakes: Stakes) -> str | Refusal:
    if typed.decide is None and PLAY not in stakes:
        return Refusal(
            RefusalCode.MISSING_FIELD,
            f"Say what the player decides: {PLAY_HAND} or {FOLD} (--decide).",
        )
    if typed.decide == FOLD and PLAY in stakes:
        return Refusal(
            RefusalCode.SPOT_CLOSED,
            f"A folded hand has no Play bet; leave out play, or decide {PLAY_HAND}.",
        )
    return PLAY_HAND if typed.decide is None else typed.decide

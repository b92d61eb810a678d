"""Dealt games in words: what a round starts from, and the steps that a person types."""

from __future__ import annotations

import re

from pitboss.equipment.cards import parse_card
from pitboss.equipment.shoe import Composition
from pitboss.equipment.shown import read_shown
from pitboss.games.bets import Bets, in_felt_order
from pitboss.games.needs import Need, NeedDecisions, NeedDraw
from pitboss.games.spots import PlacedBet, Spot
from pitboss.games.steps import Decide, Draw, Step
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import SeatIndex, SpotKey, parse_credits, show_credits

NONE = "none"
_SEAT = re.compile(r"[1-9][0-9]?", re.ASCII)


def read_step(need: Need, draws: list[str], choices: list[str]) -> Step | Refusal | None:
    """The next step of a typed round; None when nothing more is needed or typed."""
    if isinstance(need, NeedDraw):
        if not draws:
            what = f"{need.count} {need.kind} for {need.place}"
            return Refusal(RefusalCode.WRONG_COUNT, f"Type {what} too, after a slash.")
        shown = read_shown((need.kind, *draws.pop(0).replace(",", " ").split()))
        return shown if isinstance(shown, Refusal) else Draw(shown)
    if isinstance(need, NeedDecisions):
        pending = need.pending[0]
        return Decide(pending.actor, choices.pop(0) if choices else pending.hasty)
    if draws or choices:
        return Refusal(RefusalCode.WRONG_COUNT, "The round is over, but more was typed.")
    return None


def write_up(bets: Bets) -> str:
    return " ".join(f"{b.seat}/{b.spot}/{show_credits(b.stake)}" for b in bets) or NONE


def read_up(text: str, spots: tuple[Spot, ...]) -> Bets | Refusal:
    """Bets that stay up, as `write_up` writes them, each on a spot of the felt and once."""
    keys, found = {spot.key for spot in spots}, []
    for word in () if text == NONE else text.split():
        seat, _, rest = word.partition("/")
        spot, _, amount = rest.rpartition("/")
        stake = parse_credits(amount)
        if isinstance(stake, Refusal) or not _SEAT.fullmatch(seat) or spot not in keys:
            return Refusal(RefusalCode.BAD_TEXT, f"'{word}' is not a seat, a spot and a stake.")
        found.append(PlacedBet(SeatIndex(int(seat)), SpotKey(spot), stake))
    up = in_felt_order(tuple(found), spots)
    if len({(bet.seat, bet.spot) for bet in up}) != len(up):
        return Refusal(RefusalCode.BAD_TEXT, "Two bets that stay up lie on one spot.")
    return up


def write_shoe(undealt: Composition) -> str:
    return " ".join(f"{card}{count}" for card, count in undealt.entries)


def read_shoe(full: Composition, text: str) -> Composition | Refusal:
    """A shoe as `write_shoe` writes it; never more of a card than a fresh one has."""
    counts = dict.fromkeys(full.counts, 0)
    for word in text.split():
        card, count = parse_card(word[:2]), word[2:]
        if isinstance(card, Refusal) or not (count.isascii() and count.isdigit()):
            return Refusal(RefusalCode.BAD_TEXT, f"'{word}' is not a card and how many are left.")
        counts[card] = int(count)
    if any(held > full.count(card) for card, held in counts.items()):
        return Refusal(RefusalCode.IMPOSSIBLE_CARD, "No shoe of this edition has so many cards.")
    return Composition.of(counts)

"""What a house can change: the cut card, the limits and the pays that leave a counter nothing."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from msgspec.structs import replace

from pitboss.exact.flip_it.bonus_rows import bonus_rows
from pitboss.exact.flip_it.fresh_shoe import simple_wins
from pitboss.games.flip_it.edition import CARDS_LEAST, ROW_SIZE, Edition
from pitboss.invariants import check
from pitboss.protect.flip_it.counting import CountedBet, CountTally, count
from pitboss.protect.flip_it.tables import BONUS_KEY, CALL_IT_KEY, INSIDE_KEYS
from pitboss.protect.runs import Amount
from pitboss.simulate.engines import Engine
from pitboss.units import Odds

PRACTICAL = 0.001
"""Units a round below which a study calls a counter's win practically nothing."""
DEPTHS = (13, 26, 52, 78, 104, 130, 156, 182, 208, 220, 260, 312, 364, 390, 410)


@dataclass(frozen=True, slots=True)
class Closed:
    """From how many undealt cards on a bet can never be worth betting."""

    bet: str
    undealt: int | None
    """None where even a shoe of one flip can be worth it."""
    jokers: int | None
    """So many jokers before the first row put its flip beyond the cut card, where the bet may
    be worth making all the same; None where the shoe has too few of them."""


def closed_bets(edition: Edition) -> tuple[Closed, ...]:
    """Exactly: with L cards left a bet may be worth it while all its winning cards pay above L."""
    wins = simple_wins(edition)
    reach = {key: _reach(*wins[key]) for key in INSIDE_KEYS}
    reach[CALL_IT_KEY] = max(_reach(*wins[key]) for key in wins if key.startswith("call:"))
    reach[BONUS_KEY] = max(
        (
            sum(
                ((edition.bonus_odds(hand).to_one + 1) * cards for hand, cards in row.makes),
                Fraction(0),
            )
            for row in bonus_rows(edition)
        ),
        default=Fraction(0),
    )
    most = edition.deck.size - CARDS_LEAST
    found = []
    for key, total in reach.items():
        undealt = max(0, ceil(total) - 1)
        jokers = max(0, edition.deck.size - ROW_SIZE - undealt)
        found.append(
            Closed(
                key,
                undealt if undealt <= most else None,
                jokers if jokers <= edition.deck.jokers else None,
            )
        )
    return tuple(found)


def _reach(cards: int, odds: Fraction) -> Fraction:
    """Fewer cards left than this, and the bet may be worth it."""
    return (odds + 1) * cards


def depths_of(edition: Edition, undealt: int) -> tuple[int, ...]:
    """The usual cut cards of a shoe of this size, and the one asked for."""
    most = edition.deck.size - CARDS_LEAST
    usual = {round(depth * edition.deck.size / 440) for depth in DEPTHS}
    return tuple(sorted({depth for depth in usual if depth <= most} | {undealt}))


def practical_undealt(tally: CountTally, bet: str) -> int | None:
    """The first cut card of the study from which the counter earns practically nothing."""
    rows = sorted(
        (one for cut in range(len(tally.cuts)) for one in tally.bets(cut) if one.bet == bet),
        key=lambda one: one.undealt,
    )
    small = [one.undealt for one in rows if one.units_per_round < PRACTICAL]
    return min(small) if small else None


def by_pays(
    edition: Edition, undealt: int, engine: Engine, amount: Amount
) -> tuple[tuple[Fraction, CountedBet], ...]:
    """The best Call It counter at lower pays, on the same shoes."""
    posted = edition.call_it.to_one
    pays = [posted - step for step in range(5) if posted - step > 0]
    found = []
    for pay in pays:
        lower = replace(edition, call_it=Odds(Fraction(pay)))
        tally = count(lower, (undealt,), engine, amount)
        bets = [one for one in tally.bets() if one.bet == CALL_IT_KEY]
        check(len(bets) == 1, "one row for the Call It bets together")
        found.append((Fraction(pay), bets[0]))
    return tuple(found)


def harmless_pay(edition: Edition, undealt: int) -> Fraction:
    """Exactly: the highest Call It pay that no shoe at this cut card can make worth betting."""
    held = edition.deck.copies * len(edition.deck.suits)
    least = undealt + 1
    return Fraction(least, min(held, least)) - 1

"""What seats earn that see more than their own cards: shared hands, flashed dealer cards.

Every dealer hand the unseen cards allow is counted, deal by deal; only the deals are sampled.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import comb, inf, sqrt

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.gin_and_win.edition import parameters_of
from pitboss.exact.gin_and_win.integer_pays import whole_pays
from pitboss.exact.gin_and_win.scoring import RANKS_MASK, score_hands
from pitboss.games.gin_and_win.edition import GinEdition
from pitboss.invariants import check
from pitboss.protect.gin_and_win.kernel import DECK, HAND, given_deals, sampled_deals
from pitboss.protect.gin_and_win.rule import best_rule, pays_array
from pitboss.protect.runs import Amount, Progress, run, silent
from pitboss.simulate.engines import Engine
from pitboss.simulate.generator import Words, chunk_state

Values = NDArray[np.float64]

SEATS_MOST = 6
# Deals of a usual study by how many cards are left for the dealer's unknown ones to come from.
_USUAL = ((10, 4_000_000), (17, 60_000), (24, 8_000), (31, 2_000), (DECK, 600))
VALUE, BY_RULE = 0, 1
DEALS_LEAST = 16
CHANGES_LEAST = 16
CAUTION = 0.25
"""Antes."""


@dataclass(frozen=True, slots=True)
class Sight:
    """The cards a seat sees: so many hands and dealer's cards; all of the hands decide."""

    hands: int = 1
    flashed: int = 0

    @property
    def unseen(self) -> int:
        return DECK - HAND * self.hands - self.flashed

    @property
    def dealer_hands(self) -> int:
        return comb(self.unseen, HAND - self.flashed)


WHOLE_TABLE = Sight(SEATS_MOST)


@dataclass(frozen=True, slots=True)
class SeenValue:
    sight: Sight
    ev_per_ante: float
    standard_error: float
    play_rate: float
    decisions_changed: float | None
    """Share of decisions unlike the best rule of a seat that sees its own cards only."""
    deals: int


@dataclass(frozen=True, slots=True, eq=False)
class SightTally:
    """Sums over deals of the seats' mean value, and of the same under the rule."""

    deals: int
    totals: Values
    products: Values
    plays: float
    rule_plays: float
    changes: float
    exact: float | None
    """The exact mean of the value under the rule, where there is a rule."""

    def __add__(self, other: SightTally) -> SightTally:
        names = ("deals", "totals", "products", "plays", "rule_plays", "changes")
        sums = {name: getattr(self, name) + getattr(other, name) for name in names}
        return replace(self, **sums)

    @property
    def largest_error(self) -> float:
        """Not told before enough decisions changed: without any the sample seems free of error."""
        return self.value()[1] if self.changes >= CHANGES_LEAST else inf

    def value(self) -> tuple[float, float]:
        """Antes won on average, and the standard error."""
        if self.deals < 8:
            return float(self.totals[VALUE] / max(self.deals, 1)), inf
        means = self.totals / self.deals
        spread = self.products / self.deals - np.outer(means, means)
        slope = 0.0
        mean = float(means[VALUE])
        if self.exact is not None and spread[BY_RULE, BY_RULE] > 0:
            slope = float(spread[VALUE, BY_RULE] / spread[BY_RULE, BY_RULE])
            mean -= slope * (float(means[BY_RULE]) - self.exact)
        left = spread[VALUE, VALUE] - slope * (2 * spread[VALUE, BY_RULE])
        left += slope**2 * spread[BY_RULE, BY_RULE]
        error = max(float(left), 0.0) / (self.deals - 2)
        # One more deal in which sight is worth this much might just have been missed.
        return mean, sqrt(error + (CAUTION / self.deals) ** 2)


def tally_of(values: Values, by_rule: Values, plays: NDArray[np.bool_], rule: NDArray[np.bool_],
             exact: float | None) -> SightTally:  # fmt: skip
    """A tally of deals (rows) and seats (columns)."""
    pair = np.stack([values.mean(axis=1), by_rule.mean(axis=1)])
    return SightTally(
        len(values),
        pair.sum(axis=1),
        pair @ pair.T,
        float(plays.mean(axis=1).sum()),
        float(rule.mean(axis=1).sum()),
        float((plays != rule).mean(axis=1).sum()),
        exact,
    )


def strengths_of(hands: Words) -> NDArray[np.uint16]:
    """Strengths of hands given as masks of 52 bits."""
    flat = hands.reshape(-1)
    suits = [((flat >> np.uint64(13 * s)) & np.uint64(RANKS_MASK)).astype(np.uint16)
             for s in range(4)]  # fmt: skip
    return score_hands(suits[0], suits[1], suits[2], suits[3]).reshape(hands.shape)


def sample_deals(
    edition: GinEdition,
    purpose: str,
    deals: int,
    *,
    seed: int,
    chunk: int = 0,
    sight: Sight = WHOLE_TABLE,
) -> tuple[NDArray[np.int64], Words, NDArray[np.int64]]:
    """Sampled deals: all cards, the hands in sight, and what playing each nets, as counts."""
    decks = np.zeros((deals, DECK), dtype=np.int64)
    hands = np.zeros((deals, sight.hands), dtype=np.uint64)
    counts = np.zeros((deals, sight.hands), dtype=np.int64)
    head, pays = edition.head, pays_array(parameters_of(edition))
    state = chunk_state(seed=seed, game=f"{head.game} {purpose}", edition=head.hash, chunk=chunk)
    with np.errstate(over="ignore"):  # words wrap on purpose; heard only with the compiler off
        sampled_deals(state, sight.hands, sight.hands, sight.flashed, pays, decks, hands, counts)
    return decks, hands, counts


def sight_chunk(edition: GinEdition, sight: Sight, seed: int, chunk: int, deals: int) -> SightTally:
    """One task: the same deals on any machine."""
    purpose = f"sight {sight.hands} {sight.flashed}"
    _, hands, counts = sample_deals(edition, purpose, deals, seed=seed, chunk=chunk, sight=sight)
    return _decide_hands(edition, sight, hands, counts)


def _decide_hands(
    edition: GinEdition, sight: Sight, hands: Words, counts: NDArray[np.int64]
) -> SightTally:
    parameters = parameters_of(edition)
    rule = best_rule(parameters)
    unit = whole_pays(parameters).unit
    fold = -unit * sight.dealer_hands
    play = counts / (unit * sight.dealer_hands)
    plays = counts >= fold
    by_rule = np.zeros_like(plays) if rule is None else strengths_of(hands) < rule.play_below
    return tally_of(
        np.where(plays, play, -1.0),
        np.where(by_rule, play, -1.0),
        plays,
        plays if rule is None else by_rule,
        None if rule is None else float(rule.value),
    )


def usual_deals(sight: Sight) -> int:
    """How many deals a study takes when nobody says otherwise."""
    left = sight.dealer_hands
    return next(deals for unseen, deals in _USUAL if left <= comb(unseen, HAND))


def seen_value(
    edition: GinEdition,
    sight: Sight,
    engine: Engine,
    amount: Amount,
    *,
    on_progress: Progress = silent,
) -> SeenValue:
    """What a seat earns with this sight; exact where only its own cards are seen."""
    check(1 <= sight.hands <= SEATS_MOST and 0 <= sight.flashed <= HAND, "such a sight can be")
    rule = best_rule(parameters_of(edition))
    if sight == Sight() and rule is not None:
        return SeenValue(sight, float(rule.best), 0.0, float(rule.best_play_rate), 0.0, 0)
    usual = max(DEALS_LEAST, usual_deals(sight) // amount.thrift)
    deals = min(amount.samples, usual) if amount.is_usual else amount.samples
    small = max(1, min(amount.first, deals // 16 or 1))
    full = max(small, min(1 << 16, deals // 8 or 1))
    limited = Amount(deals, amount.error, amount.seed, first=small, full=full)
    tally = run(engine, sight_chunk, (edition, sight), limited, on_progress=on_progress)
    mean, error = tally.value()
    if rule is None:
        return SeenValue(sight, mean, error, tally.plays / tally.deals, None, tally.deals)
    # The rule's own rate is exact; only how much more or less is played is sampled.
    rate = float(rule.play_rate) + (tally.plays - tally.rule_plays) / tally.deals
    return SeenValue(sight, mean, error, rate, tally.changes / tally.deals, tally.deals)


def folded_chunk(edition: GinEdition, seed: int, chunk: int, deals: int) -> SightTally:
    """The last of six seats, when hands that were folded before it lie face up."""
    parameters = parameters_of(edition)
    rule = best_rule(parameters)
    decks, hands, _ = sample_deals(edition, "folded", deals, seed=seed, chunk=chunk)
    limit = int(pays_array(parameters)[0]) if rule is None else rule.play_below
    folded = strengths_of(hands)[:, : SEATS_MOST - 1] >= limit
    known = 1 + folded.sum(axis=1)
    # Own hand first, then the folded ones; the others lie among what is not seen.
    order = np.argsort(~folded, axis=1, kind="stable")
    cards = decks[:, : SEATS_MOST * HAND].reshape(deals, SEATS_MOST, HAND)
    moved = np.take_along_axis(cards[:, :-1], order[:, :, None], axis=1).reshape(deals, -1)
    decks = np.concatenate([cards[:, -1], moved, decks[:, SEATS_MOST * HAND :]], axis=1)
    return _last_seat(edition, decks, known, limit)


def _last_seat(
    edition: GinEdition, decks: NDArray[np.int64], known: NDArray[np.int64], limit: int
) -> SightTally:
    """Deals with a hand face up are judged; without one the rule is as good as it gets."""
    parameters = parameters_of(edition)
    rule, unit, pays = best_rule(parameters), whole_pays(parameters).unit, pays_array(parameters)
    shown = np.flatnonzero(known > 1)
    hands = np.zeros((len(shown), 1), dtype=np.uint64)
    values = np.zeros((len(shown), 1), dtype=np.int64)
    given_deals(decks[shown], known[shown], 1, 0, pays, hands, values)
    every = np.array([comb(DECK - HAND * int(k), HAND) for k in known[shown]], dtype=float)
    play = values[:, 0] / (unit * every)
    by_rule = strengths_of(hands)[:, 0] < limit
    plays = play >= -1.0
    gain = np.where(plays, play, -1.0) - np.where(by_rule, play, -1.0)
    # What the rule earns is known exactly; only the gain over it is sampled.
    base = 0.0 if rule is None else float(rule.best)
    gains = np.zeros(len(known))
    gains[shown] = gain
    return SightTally(
        len(known),
        np.array([gains.sum() + base * len(known), 0.0]),
        np.array([[((gains + base) ** 2).sum(), 0.0], [0.0, 0.0]]),
        float(plays.sum()),
        float(by_rule.sum()),
        float((plays != by_rule).sum()),
        None,
    )

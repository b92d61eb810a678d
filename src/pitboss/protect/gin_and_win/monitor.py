"""The monitor of Gin & Win: do decisions know cards that the seat could not see?

A seat's decision may depend on its own hand alone. Given that hand, every other hand is as likely
as any seven of the other cards, so the real hands of its neighbours are set against shuffled ones
in a score that rises when the decision fits them. The score is a straight line through exact
values, fitted once an edition; how good it is decides how soon a cheat is seen, never how often an
honest seat is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment.cards import Card
from pitboss.exact.distributions import Distribution
from pitboss.exact.gin_and_win import BASE, figures
from pitboss.exact.gin_and_win.edition import parameters_of, record_of
from pitboss.exact.gin_and_win.integer_pays import whole_pays
from pitboss.exact.gin_and_win.scoring import RANKS_MASK
from pitboss.games.gin_and_win.edition import GinEdition
from pitboss.games.gin_and_win.state import FOLD
from pitboss.games.steps import Bet, CloseBets, Decide, Draw
from pitboss.protect.gin_and_win.kernel import DECK, HAND
from pitboss.protect.gin_and_win.sight import SEATS_MOST, sample_deals, strengths_of
from pitboss.protect.gin_and_win.signals import bands_of
from pitboss.protect.monitor.alerts import Watch
from pitboss.protect.monitor.hold import HoldEntry, law_entry
from pitboss.protect.monitor.records import WatchedRound
from pitboss.protect.monitor.study import MonitorInput, MonitorOutput
from pitboss.protect.sequential import follow, share_of
from pitboss.simulate.generator import Words

Values = NDArray[np.float64]

FITTED_DEALS = 60_000
OTHERS = 19
BATCH = 512
DOUBT = 0.2
"""How likely a cheat is thought to decide against what it knows."""
FEATURES = 5
BANDS = 128
TABLE = "the whole table"
SCORE_BITS = 4


@dataclass(frozen=True, slots=True)
class WatchedDecision:
    """One decision: who, with which hand, and whether the hand was played."""

    round_id: str
    players: tuple[str, ...]
    """Everyone who held a hand in the round."""
    hands: tuple[int, ...]
    """Their hands as masks of 52 bits; the one who decided comes first."""
    played: bool


def features(seen: Words, parameters_rank: int) -> Values:
    """What the cards that are not seen look like, for unions of hands as masks of 52 bits."""
    suits = np.stack([(seen >> np.uint64(13 * s)) & np.uint64(RANKS_MASK) for s in range(4)])
    held = np.bitwise_count(suits).astype(np.float64)
    unseen = 13 - held
    left = unseen.sum(axis=0)
    ranks = np.stack(
        [((suits >> np.uint64(rank)) & np.uint64(1)).sum(axis=0) for rank in range(13)]
    ).astype(np.float64)
    free = 4 - ranks
    high = free[parameters_rank:].sum(axis=0) / left
    pairs = (free * (free - 1)).sum(axis=0) / (left * (left - 1))
    triples = (unseen * (unseen - 1) * (unseen - 2)).sum(axis=0) / (left * (left - 1) * (left - 2))
    top = free[parameters_rank - 3 : parameters_rank].sum(axis=0) / left
    return np.stack([high, pairs, triples, high * pairs, top])


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """What playing is worth beyond folding, by band of the own hand and by what is unseen."""

    level: Values
    slopes: Values
    rank: int

    def scores(self, own: Words, seen: Words) -> Values:
        """Worth of playing, for own hands among the seen cards."""
        bands = bands_of(strengths_of(own))
        shown: Values = (self.slopes[bands >> SCORE_BITS] * features(seen, self.rank).T).sum(axis=1)
        return shown + self.level[bands]


@lru_cache(maxsize=16)
def fit(edition: GinEdition, hands: int) -> Fit:
    """The line for a seat that sees so many hands, through exact values of sampled deals."""
    parameters = parameters_of(edition)
    _, dealt, counts = sample_deals(edition, "fit", FITTED_DEALS, seed=0, chunk=hands)
    every = comb(DECK - SEATS_MOST * HAND, HAND) * whole_pays(parameters).unit
    gain = counts[:, 0] / every + 1.0
    own = np.ascontiguousarray(dealt[:, 0])
    seen = np.bitwise_or.reduce(dealt[:, :hands], axis=1)
    bands = bands_of(strengths_of(own))
    shown = features(seen, parameters.qualifier_rank).T
    level, slopes = np.zeros(BANDS), np.zeros((BANDS >> 4, FEATURES))
    for score in range(HAND + 1):
        chosen = bands >> SCORE_BITS == score
        if chosen.sum() < 50 * FEATURES:
            continue
        dummies = np.equal.outer(bands[chosen] & 15, np.arange(16)).astype(float)
        design = np.concatenate([shown[chosen], dummies], axis=1)
        found = np.linalg.lstsq(design, gain[chosen], rcond=None)[0]
        slopes[score] = found[:FEATURES]
        level[score * 16 : score * 16 + 16] = found[FEATURES:]
    return Fit(level, slopes, parameters.qualifier_rank)


def decisions_of(edition: GinEdition, rounds: Sequence[WatchedRound]) -> list[WatchedDecision]:
    """Every decision of the record with the hands of its round."""
    found = []
    for one in rounds:
        hands = _hands(edition, one)
        for step in one.steps:
            if isinstance(step, Decide) and step.actor in hands:
                others = [seat for seat in hands if seat != step.actor]
                seats = [int(step.actor), *others]
                found.append(
                    WatchedDecision(
                        one.round_id,
                        tuple(one.player(seat) for seat in seats),
                        tuple(hands[seat] for seat in seats),
                        step.option != FOLD,
                    )
                )
    return found


def _hands(edition: GinEdition, one: WatchedRound) -> dict[int, int]:
    """Hands by seat: dealt in order of seats after bets closed, the dealer's last."""
    seats = sorted({int(step.seat) for step in one.steps if isinstance(step, Bet)})
    cards: list[Card] = []
    closed = False
    for step in one.steps:
        closed = closed or isinstance(step, CloseBets)
        if closed and isinstance(step, Draw):
            cards += [card for card in step.shown if isinstance(card, Card)]
    hands = {}
    for at, seat in enumerate(seats):
        held = cards[at * HAND : at * HAND + HAND]
        if len(held) == HAND:
            hands[seat] = sum(
                1 << (13 * card.suit + edition.heights[card.rank] - 1) for card in held
            )
    return hands


def shuffled_hands(own: Words, hands: int, generator: np.random.Generator) -> Words:
    """Shuffles of the cards beside each own hand: unions of one hand, and of so many hands.

    Shape (2, decisions, OTHERS).
    """
    taken = (own[:, None] >> np.arange(DECK, dtype=np.uint64)) & np.uint64(1)
    free = np.argsort(taken, axis=1, kind="stable")[:, : DECK - HAND].astype(np.uint64)
    order = generator.random((len(own), OTHERS, DECK - HAND)).argsort(axis=2)
    order = order[:, :, : hands * HAND]
    bits = np.uint64(1) << np.take_along_axis(free[:, None, :], order, axis=2)
    found: Words = np.stack(
        [np.bitwise_or.reduce(part, axis=2) for part in (bits[:, :, :HAND], bits)]
    )
    return found


def decision_factors(
    line: Fit, own: Words, played: NDArray[np.bool_], real: Words, others: Words
) -> Values:
    """The wager on each decision: do the real hands fit it better than shuffled ones would?

    A decision fits when it is the better one beside those hands. Where it fits beside all of
    them, or beside none, nothing is wagered.
    """
    seen = np.concatenate([real[:, None], others], axis=1) | own[:, None]
    wide = np.broadcast_to(own[:, None], seen.shape).reshape(-1)
    scores = line.scores(np.ascontiguousarray(wide), seen.reshape(-1)).reshape(seen.shape)
    weights = np.where((scores >= 0) == played[:, None], 1.0, DOUBT)
    factors: Values = weights[:, 0] / weights.mean(axis=1)
    return factors


Key = tuple[str, str]


def watch_decisions(
    edition: GinEdition,
    decisions: Sequence[WatchedDecision],
    *,
    seed: int,
    is_running: bool = False,
) -> tuple[Watch, ...]:
    """Every pair of players, and every player against the whole table.

    The shuffled hands of a decision stay the same however many decisions follow it, so a record
    that grows can be looked at again and again.
    """
    found: dict[Key, list[tuple[int, float]]] = {}
    sizes: dict[int, list[int]] = {}
    for at, decision in enumerate(decisions):
        if len(decision.hands) > 1:
            sizes.setdefault(len(decision.hands), []).append(at)
    for places in sizes.values():
        for begin in range(0, len(places), BATCH):
            part = places[begin : begin + BATCH]
            hands = len(decisions[part[0]].hands)
            generator = np.random.Generator(np.random.PCG64DXSM([seed, hands, begin]))
            _wager(edition, decisions, part, generator, found)
    watches = []
    # By first appearance: someone who sits down later takes nothing from those before.
    for at, key in enumerate(sorted(found, key=lambda key: (min(found[key])[0], key))):
        share = share_of(at, len(found), is_running=is_running)
        ordered = sorted(found[key])
        loud = sorted(ordered, key=lambda pair: -pair[1])[:50]
        told = sum(factor != 1.0 for _, factor in ordered)
        sentence = (
            f"{told} of {len(ordered)} decisions depended on what the others held; each was"
            " compared with the real hands and with shuffled ones."
        )
        evidence = follow(factor for _, factor in ordered)
        ids = tuple(dict.fromkeys(decisions[at].round_id for at, f in loud if f > 1.0))
        watches.append(
            Watch("shared hands", f"{key[0]} with {key[1]}", evidence, share, sentence, ids)
        )
    return tuple(watches)


def _wager(
    edition: GinEdition,
    decisions: Sequence[WatchedDecision],
    places: Sequence[int],
    generator: np.random.Generator,
    found: dict[Key, list[tuple[int, float]]],
) -> None:
    """Decisions of rounds with equally many hands, all at once."""
    part = [decisions[at] for at in places]
    hands = np.array([decision.hands for decision in part], dtype=np.uint64)
    own, played = np.ascontiguousarray(hands[:, 0]), np.array([d.played for d in part])
    partners = hands.shape[1] - 1
    one, every = shuffled_hands(own, partners, generator)
    for other in range(partners):
        real = np.ascontiguousarray(hands[:, 1 + other])
        factors = decision_factors(fit(edition, 2), own, played, real, one)
        for at, decision, factor in zip(places, part, factors.tolist(), strict=True):
            who, whom = decision.players[0], decision.players[1 + other]
            found.setdefault((min(who, whom), max(who, whom)), []).append((at, factor))
    if partners > 1:
        real = np.bitwise_or.reduce(hands[:, 1:], axis=1)
        factors = decision_factors(fit(edition, 1 + partners), own, played, real, every)
        for at, decision, factor in zip(places, part, factors.tolist(), strict=True):
            found.setdefault((decision.players[0], TABLE), []).append((at, factor))


def hold_entries(
    rounds: Sequence[WatchedRound], laws: Mapping[str, Distribution]
) -> tuple[HoldEntry, ...]:
    """Ante and Play of a seat as one bet; seats of a round meet the same dealer's hand."""
    found = []
    for one in rounds:
        results = one.results()
        by_bet: dict[str, list[tuple[int, int]]] = {}
        for (seat, spot), (stake, net) in results.items():
            if spot == "ante":
                play = results.get((seat, "play"), (0, 0))
                by_bet.setdefault(BASE, []).append((stake, net + play[1]))
            elif spot in laws:
                by_bet.setdefault(spot, []).append((stake, net))
        found += [
            law_entry(bet, pairs, laws[bet], alike=len(pairs) == 1) for bet, pairs in by_bet.items()
        ]
    return tuple(found)


def look(given: MonitorInput) -> MonitorOutput:
    edition = record_of(given.request.edition)
    decisions = decisions_of(edition, given.rounds)
    watches = watch_decisions(edition, decisions, seed=given.seed, is_running=given.is_running)
    laws = {bet.bet: bet.distribution for bet in figures(edition).bets}
    return watches, hold_entries(given.rounds, laws)

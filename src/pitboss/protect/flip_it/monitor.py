"""The monitor of flip~it: does a seat's money follow the cards?

For every shoe a seat's stakes are laid over its exact expectations, and over those of other,
shuffled shoes at the same depths. A seat that does not know the cards earns as much on its own shoe
as on any other; a counter does not. The cards of the last ten flips are left out, and the row, so
that players who raise after losing or bet by what lies there are not mistaken for counters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from pitboss.exact.flip_it import record_of
from pitboss.games.flip_it.edition import Edition, ShoeMode
from pitboss.protect.flip_it.hold import hold_entries
from pitboss.protect.flip_it.shoes import (
    Bets,
    Counts,
    OtherShoes,
    ShoeWatch,
    Values,
    lagged_values,
    lefts_in_other_shoes,
    other_shoes,
    recent_cards,
    shoes_of,
)
from pitboss.protect.flip_it.tables import tables_of
from pitboss.protect.monitor.alerts import Watch
from pitboss.protect.monitor.records import WatchedRound
from pitboss.protect.monitor.study import MonitorInput, MonitorOutput
from pitboss.protect.sequential import follow, replayed_factor, share_of
from pitboss.refusals import Refusal


def watch_players(
    edition: Edition, rounds: Sequence[WatchedRound], *, seed: int, is_running: bool = False
) -> tuple[Watch, ...] | Refusal:
    """Every player's stakes against the cards, shoe by shoe."""
    tables = tables_of(edition)
    bets = Bets.of(edition, tables)
    shoes = shoes_of(edition, rounds, bets, is_running=is_running)
    if isinstance(shoes, Refusal):
        return shoes
    others = other_shoes(edition, bets, seed=seed)
    return watch_shoes(edition, bets, shoes, others, is_running=is_running)


def watch_shoes(
    edition: Edition,
    bets: Bets,
    shoes: Sequence[ShoeWatch],
    others: OtherShoes,
    *,
    is_running: bool = False,
) -> tuple[Watch, ...]:
    """The same for shoes already read from the record."""
    factors: dict[str, list[float]] = {}
    seen: dict[str, _Regression] = {}
    for shoe in shoes:
        worth = _Worth.of(shoe, bets, others, tables_of(edition).whole)
        for player, entries in shoe.stakes.items():
            flip, bet, stake = np.array(entries).T
            score = float((stake * worth.own[flip, bet]).sum())
            rest = (stake * worth.in_other_shoes(flip, bet)).sum(axis=1)
            factors.setdefault(player, []).append(replayed_factor(score, rest.tolist()))
            regression = seen.setdefault(player, _Regression())
            regression.add(stake, worth.now[flip, bet], [shoe.rounds[at] for at in flip])
    return tuple(
        Watch(
            "counting",
            player,
            follow(factors[player]),
            share_of(at, len(factors), is_running=is_running),
            seen[player].sentence(),
            seen[player].strongest_rounds(),
            seen[player].figures(),
        )
        for at, player in enumerate(factors)
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Worth:
    """What every bet was worth at every flip of a shoe, and would have been in other shoes."""

    own: Values
    """By flip and bet: simple bets as of LAG flips before, the bonus at that moment."""
    now: Values
    """By flip and bet, at that moment."""
    depths: Counts
    others: Values
    """Simple bets by other shoe, cards left and bet."""
    bonus: dict[int, Values]
    """The bonus by flip, one value an other shoe."""

    @classmethod
    def of(cls, shoe: ShoeWatch, bets: Bets, others: OtherShoes, whole: Counts) -> _Worth:
        lefts = np.array(shoe.lefts)
        flips = sorted({
            flip for entries in shoe.stakes.values() for flip, bet, _ in entries
            if bet == bets.bonus
        })  # fmt: skip
        column = np.zeros((len(lefts), 1))
        beside: dict[int, Values] = {}
        if flips:
            rows = np.array([shoe.rows[flip] for flip in flips], dtype=np.int64)
            column[flips, 0] = bets.bonus_values(lefts[flips], rows)
            every = np.concatenate([_other_lefts(shoe, flip, others, whole) for flip in flips])
            count = len(every) // len(flips)
            worth = bets.bonus_values(every, np.repeat(rows, count, axis=0))
            beside = dict(zip(flips, worth.reshape(len(flips), count), strict=True))
        return cls(
            np.concatenate([lagged_values(shoe, whole, bets), column], axis=1),
            np.concatenate([bets.values(lefts), column], axis=1),
            lefts.sum(axis=1),
            others.values,
            beside,
        )

    def in_other_shoes(self, flips: Counts, bets: Counts) -> Values:
        """What bets at these flips are worth in each other shoe, one row for each."""
        simple = bets < self.others.shape[2]
        found = np.zeros((len(self.others), len(flips)))
        found[:, simple] = self.others[:, self.depths[flips[simple]], bets[simple]]
        for at in np.flatnonzero(~simple):
            found[:, at] = self.bonus[int(flips[at])]
        return found


def _other_lefts(shoe: ShoeWatch, flip: int, others: OtherShoes, whole: Counts) -> Counts:
    """The cards left at a flip if others had come before the recent ones, one row a shoe."""
    recent = recent_cards(shoe, flip, whole)
    older = int(whole.sum() - recent.sum() - shoe.lefts[flip].sum())
    return lefts_in_other_shoes(others, whole, recent, older)


@dataclass(slots=True)
class _Regression:
    """Stakes regressed on the exact expectation of the bet at that moment."""

    stakes: list[float] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    rounds: list[str] = field(default_factory=list)

    def add(self, stakes: Counts, values: Values, rounds: list[str]) -> None:
        self.stakes += [float(stake) for stake in stakes]
        self.values += [float(value) for value in values]
        self.rounds += rounds

    def fit(self) -> tuple[float, float, float]:
        """Slope, correlation and expected win of all stakes together."""
        stake, value = np.array(self.stakes), np.array(self.values)
        spread_v, spread_s = float(value.std()), float(stake.std())
        together = float(((stake - stake.mean()) * (value - value.mean())).mean())
        slope = together / spread_v**2 if spread_v else 0.0
        correlation = together / (spread_v * spread_s) if spread_v and spread_s else 0.0
        return slope, correlation, float((stake * value).sum())

    def figures(self) -> tuple[tuple[str, float], ...]:
        slope, correlation, win = self.fit()
        return (("slope", slope), ("correlation", correlation), ("expected_win", win))

    def sentence(self) -> str:
        _, correlation, win = self.fit()
        flat = float(np.mean(self.values)) * float(np.sum(self.stakes))
        return (
            f"{len(self.stakes)} bets. Stakes and expectations have a correlation of"
            f" {correlation:+.3f}. Given the cards, the bets were worth {win / 100:+.2f} credits;"
            f" the same money spread evenly would have been worth {flat / 100:+.2f}."
        )

    def strongest_rounds(self) -> tuple[str, ...]:
        """The rounds in which most was staked on the best expectations."""
        worth = np.array(self.stakes) * np.array(self.values)
        order = np.argsort(-worth, kind="stable")[:50]
        return tuple(dict.fromkeys(self.rounds[at] for at in order if worth[at] > 0))


def look(given: MonitorInput) -> MonitorOutput | Refusal:
    edition = record_of(given.request.edition)
    watches: tuple[Watch, ...] | Refusal = ()
    if edition.shoe is ShoeMode.CUT_CARD:
        watches = watch_players(edition, given.rounds, seed=given.seed, is_running=given.is_running)
    if isinstance(watches, Refusal):
        return watches
    entries = hold_entries(edition, given.rounds)
    return entries if isinstance(entries, Refusal) else (watches, entries)

"""Strategy in words: the best rule a person can remember with its exact cost, and a card.

Hands are gathered into bands by score and left-over ranks; what playing them, and what deciding
each of them rightly, gains over folding is summed exactly. A hand's own decision is
`HandValue.plays`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

import numpy as np

from pitboss.exact.figures import CardLine
from pitboss.exact.gin_and_win.dealer_counts import count_dealers
from pitboss.exact.gin_and_win.decision_groups import (
    Cells,
    cells_of_score,
    failing_cells,
    scores_above,
)
from pitboss.exact.gin_and_win.integer_pays import Values, WholePays, whole_pays
from pitboss.exact.gin_and_win.parameters import GinParameters
from pitboss.exact.gin_and_win.qualifying_hands import score_level
from pitboss.exact.gin_and_win.solve import qualifying_columns, shortcuts_hold

COST_LIMIT = Fraction(5, 10_000)
"""A rule to remember costs at most 0.05% of an Ante; where it would, a longer one is taken."""


@dataclass(frozen=True, slots=True)
class Band:
    """Hands that a rule does not tell apart, with their gain over folding.

    Gains are summed over hands and dealer hands, in the whole units of the pays.
    """

    score: int
    left_over: int | None
    """The left-over mask, or None for all hands of the score that qualify or do not."""
    qualifies: bool
    hands: int
    played: int
    """How many of the hands are best played."""
    gain_played: int
    gain_best: int

    @property
    def ranks(self) -> tuple[int, ...]:
        """The left-over ranks from the highest down, counted from 1."""
        return _ranks_in(self.left_over or 0)


@cache
def _ranks_in(mask: int) -> tuple[int, ...]:
    return tuple(rank for rank in range(mask.bit_length(), 0, -1) if mask >> rank - 1 & 1)


@lru_cache(maxsize=4)
def bands(parameters: GinParameters) -> tuple[Band, ...]:
    """All hands: by score below the qualifying score, then by left-over ranks, then the rest.

    Only where the quick solution holds: hands below the qualifying score are all played.
    """
    pays = whole_pays(parameters)
    at_limit = (*_qualifying_bands(parameters, pays), *_failing_bands(parameters))
    return (*_low_bands(parameters), *at_limit, *_above_bands(parameters, pays))


def _low_bands(parameters: GinParameters) -> Iterator[Band]:
    """Proved to be played; how much they gain is of no use to a rule that plays them."""
    table = count_dealers(parameters)
    for score in range(parameters.qualifier_score):
        hands = int(table.hands[table.types.score == score].sum())
        yield Band(score, None, True, hands, hands, 0, 0)


def _qualifying_bands(parameters: GinParameters, pays: WholePays) -> Iterator[Band]:
    level = score_level(parameters.pool, parameters.qualifier_score)
    if level is None:
        return
    columns = qualifying_columns(parameters, level)
    sums = np.zeros((4, columns.size), dtype=object)
    for cells in cells_of_score(parameters, level.score):
        sums += _sums(cells, pays)
    for column, mask in enumerate(level.masks[columns].tolist()):
        yield Band(level.score, mask, True, *(int(part) for part in sums[:, column]))


def _failing_bands(parameters: GinParameters) -> Iterator[Band]:
    pays, table = whole_pays(parameters), count_dealers(parameters)
    cells = failing_cells(parameters)
    scores = table.types.score[~table.qualifies]
    for score in range(parameters.qualifier_score, parameters.pool.hand + 1):
        of_score = np.where(scores == score, cells.hands, 0)
        part = Cells(of_score, cells.no_qualify, cells.win, cells.lose, cells.tie, cells.value)
        sums = [int(one) for one in _sums(part, pays).reshape(4, -1).sum(axis=1)]
        if sums[0]:
            yield Band(score, None, False, *sums)


def _above_bands(parameters: GinParameters, pays: WholePays) -> Iterator[Band]:
    """Higher scores, in the reading in which they qualify: a rule folds or plays them whole."""
    for score in scores_above(parameters):
        sums = np.zeros(4, dtype=object)
        for cells in cells_of_score(parameters, score):
            sums += _sums(cells, pays).sum(axis=1)
        yield Band(score, None, True, *(int(part) for part in sums))


def _sums(cells: Cells, pays: WholePays) -> Values:
    """Hands, hands best played, gain if all are played, gain if each is decided rightly.

    Over the rows of cells, where there are rows and columns.
    """
    gain = (cells.value - pays.fold) * cells.hands
    plays = ~cells.folds(pays)
    parts: list[Any] = [cells.hands, cells.hands * plays, gain, gain * plays]
    whole = [part.sum(axis=0) if part.ndim > 1 else part for part in parts]
    return np.array(whole, dtype=object)


@dataclass(frozen=True, slots=True)
class Rule:
    """Play below the qualifying score, with some of the bands on it, and fold the rest."""

    sentence: str
    cost: Fraction
    """Antes lost on average against deciding every hand rightly."""
    played_hands: int
    length: int
    """How many left-over ranks the rule looks at."""


@dataclass(frozen=True, slots=True)
class _Cut:
    """A rule before it has a cost: which bands it plays, and how it says so."""

    words: str
    length: int
    plays: Callable[[Band], bool]


def simple_rules(parameters: GinParameters, names: tuple[str, ...]) -> tuple[Rule, ...]:
    """Rules by the highest left-over ranks, shortest first, and among equals the best first.

    `names` are the names of the ranks from the lowest. Empty where the quick solution does not
    hold, since then no rule of this family is near.
    """
    if not shortcuts_hold(parameters):
        return ()
    every = bands(parameters)
    pays = whole_pays(parameters)
    rules = [_priced(cut, every, pays, parameters) for cut in _cuts(parameters, names)]
    return tuple(sorted(rules, key=lambda rule: (rule.length, rule.cost)))


def best_simple_rule(rules: tuple[Rule, ...]) -> Rule | None:
    """The best of the shortest rules that keep to the limit of cost, else the best of all."""
    within = [rule for rule in rules if rule.cost <= COST_LIMIT]
    if within:
        return min(within, key=lambda rule: (rule.length, rule.cost))
    return min(rules, key=lambda rule: rule.cost, default=None)


def _priced(cut: _Cut, every: tuple[Band, ...], pays: WholePays, parameters: GinParameters) -> Rule:
    kept = [band for band in every if cut.plays(band)]
    lost = sum(band.gain_best for band in every) - sum(band.gain_played for band in kept)
    cost = Fraction(lost, pays.unit * parameters.pool.deals)
    return Rule(cut.words, cost, sum(band.hands for band in kept), cut.length)


def _cuts(parameters: GinParameters, names: tuple[str, ...]) -> Iterator[_Cut]:
    score = parameters.qualifier_score
    below = f"Play a score of {score - 1} or less"
    yield _Cut("Play every hand.", 0, lambda band: True)
    yield _Cut(f"{below}; fold the rest.", 0, lambda band: band.score < score)
    at_most = f"Play a score of {score} or less; fold the rest."
    yield _Cut(at_most, 0, lambda band: band.score <= score)
    for top in range(score, parameters.qualifier_rank + 1):
        yield _Cut(
            f"{below}, and a {score} whose highest left-over card is {names[top - 1]} or lower;"
            " fold the rest.",
            1,
            _up_to(score, (top,)),
        )
        for second in range(score - 1, top - 1):
            yield _Cut(
                f"{below}, and a {score} up to {names[top - 1]}-{names[second - 1]} by its two"
                " highest left-over cards; fold the rest.",
                2,
                _up_to(score, (top, second)),
            )


def _up_to(score: int, limit: tuple[int, ...]) -> Callable[[Band], bool]:
    """Bands whose highest left-over ranks are at most the limit, compared in turn."""

    def plays(band: Band) -> bool:
        if band.score != score:
            return band.score < score
        return band.qualifies and band.ranks[: len(limit)] <= limit

    return plays


def strategy_card(parameters: GinParameters, names: tuple[str, ...]) -> tuple[CardLine, ...]:
    """Lines from the best hands to the worst; neighbours with one decision share a line.

    The qualifying score is looked at by its two highest left-over ranks.
    """
    if not simple_rules(parameters, names):
        return ()
    rows: list[CardLine] = []
    runs: list[list[list[Band]]] = []
    for group in _groups(bands(parameters)):
        last = runs[-1][-1] if runs else None
        if last is not None and _kind(last) == _kind(group) and _word(last) == _word(group):
            runs[-1].append(group)
        else:
            runs.append([group])
    for run in runs:
        together = [band for group in run for band in group]
        label = _label(run[0][0], run[-1][0], names)
        rows.append(CardLine(label, _word(together), *_worth(together, parameters)))
    return tuple(rows)


def _groups(every: tuple[Band, ...]) -> list[list[Band]]:
    """Bands that agree in score, in qualifying and in their two highest left-over ranks."""
    groups: dict[tuple[object, ...], list[Band]] = {}
    for band in every:
        groups.setdefault((band.score, band.qualifies, band.ranks[:2]), []).append(band)
    return list(groups.values())


def _kind(group: list[Band]) -> tuple[bool, bool]:
    """Bands of one kind can be described together: whole scores, or left-over ranks."""
    return group[0].qualifies, group[0].left_over is None


def _label(first: Band, last: Band, names: tuple[str, ...]) -> str:
    if first.left_over is not None:
        pairs = ["-".join(names[rank - 1] for rank in band.ranks[:2]) for band in (first, last)]
        span = pairs[0] if first is last else f"{pairs[0]} to {pairs[1]}"
        return f"score {first.score}, highest two cards {span}"
    span = f"{first.score}" if first is last else f"{first.score} to {last.score}"
    return f"score {span}" + ("" if first.qualifies else ", not qualifying")


def _word(group: list[Band]) -> str:
    hands, played = sum(band.hands for band in group), sum(band.played for band in group)
    word = "play" if _plays(group) else "fold"
    return word if played in (0, hands) else f"mostly {word}"


def _plays(group: list[Band]) -> bool:
    """Whether the group as a whole is better played; hands proved to be played gain."""
    return sum(band.gain_played for band in group) >= 0


def _worth(group: list[Band], parameters: GinParameters) -> tuple[int, int, Fraction]:
    """Hands, hands best played, and what deciding all of them in the one way costs."""
    hands, played = sum(band.hands for band in group), sum(band.played for band in group)
    best, all_played = sum(b.gain_best for b in group), sum(b.gain_played for b in group)
    lost = best - all_played if _plays(group) else best
    unit = whole_pays(parameters).unit
    return hands, played, Fraction(lost, unit * parameters.pool.deals)

"""Gin & Win's kernel: fair hands, the plan followed, and the rules' own lines."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import permutations, product

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.equipment.cards import STANDARD_CARDS, Card
from pitboss.exact.gin_and_win import scoring
from pitboss.games.gin_and_win.bonus import NO_LINE, BonusLine
from pitboss.games.registry import Registry
from pitboss.games.rounds import Round, begin, take
from pitboss.games.settlement import Line, Result
from pitboss.games.steps import Bet, CloseBets, Decide, Draw, Step
from pitboss.invariants import BrokenInvariant
from pitboss.refusals import Refusal
from pitboss.simulate.generator import Words, chunk_state
from pitboss.simulate.kernels import gin_and_win as kernel
from pitboss.simulate.kernels import gin_and_win_deal as deal
from pitboss.units import Credits, SeatIndex, SpotKey
from tests.late import stats
from tests.simulate.kernels.test_hand_scoring import bonus_lines

SEAT, STAKE = SeatIndex(1), Credits(100)
JACK = kernel.qualifying_below(score=4, highest=11)
W = np.uint64


def state(chunk: int = 0) -> Words:
    return chunk_state(seed=12, game="gin-and-win", edition="test", chunk=chunk)


def suits(hand: int) -> tuple[int, int, int, int]:
    return hand & 0x1FFF, hand >> 13 & 0x1FFF, hand >> 26 & 0x1FFF, hand >> 39


def strength(hand: int) -> int:
    return scoring.strength(*suits(hand))


def mixed_plan() -> kernel.Plan:
    """All four rules on single strengths around the qualifier, with every third hand listed."""
    first = 4 << 13
    rules = (np.arange(1 << 13, dtype=np.uint8) * 7) % 4
    players, _ = kernel.trace_hands(state(), rounds=400)
    keys = sorted(
        (strength(hand), scoring.hand_key(*suits(hand)))
        for hand in players[::3].tolist()
        if strength(hand) >> 13 == 4
    )
    counts = Counter(value - first for value, _ in keys)
    starts = np.cumsum([0, *(counts[at] for at in range(1 << 13))])
    return kernel.Plan(first, rules, starts, np.array([key for _, key in keys], dtype=W))


def plan_plays(plan: kernel.Plan, hand: int) -> bool:
    at = strength(hand) - plan.first
    if at < 0 or at >= len(plan.rules):
        return at < 0
    listed = scoring.hand_key(*suits(hand)) in plan.keys[plan.starts[at] : plan.starts[at + 1]]
    return bool([False, True, listed, not listed][plan.rules[at]])


# --- the deal ----------------------------------------------------------------------------


@pytest.mark.nojit
@pytest.mark.bounds
def test_a_small_deck_gives_every_pair_of_hands_equally_often() -> None:
    """Two cards each from seven, every draw tried: 840 draws, 210 pairs of hands."""
    dealt: Counter[tuple[int, int]] = Counter()
    with np.errstate(over="ignore"):
        for t0, t1, t2, t3 in product(range(6), range(7), range(4), range(5)):
            p0 = W(deal.picked(W(0), W(t0), W(1 << 5)))
            p1 = W(deal.picked(p0, W(t1), W(1 << 6)))
            s0 = W(deal.picked(W(0), W(t2), W(1 << 3)))
            slots = W(s0 | deal.picked(s0, W(t3), W(1 << 4)))
            dealer = W(deal.moved(W(deal.moved(slots, p0, W(1 << 5))), p1, W(1 << 6)))
            dealt[int(p0 | p1), int(dealer)] += 1
    assert len(dealt) == 210
    assert set(dealt.values()) == {4}
    for ours, theirs in dealt:
        assert ours & theirs == 0
        assert ours.bit_count() == theirs.bit_count() == 2


@pytest.mark.parametrize("row", range(deal.DRAWS))
def test_of_all_fields_each_number_keeps_equally_many(row: int) -> None:
    n = 46 + row if row < 7 else 32 + row
    fields = np.full((deal.DRAWS, 1 << 16), 0xFFFF, dtype=np.uint16)
    fields[row] = np.arange(1 << 16)
    picks = np.empty_like(fields)
    rejected = np.empty(1 << 16, dtype=np.uint16)
    deal.bounded_draws(fields, picks, rejected)
    kept = np.bincount(picks[row][rejected == 0], minlength=n)
    assert kept.tolist() == [65536 // n] * n


def test_cards_and_pairs_of_cards_are_equidistributed() -> None:
    rounds = 60_000
    players, dealers = kernel.trace_hands(state(3), rounds=rounds)
    bits = [((hands[:, None] >> np.arange(52, dtype=W)) & W(1)) for hands in (players, dealers)]
    for held in bits:
        assert set(held.sum(axis=1).tolist()) == {7}
    assert not (players & dealers).any()
    for held in bits:
        # Fixed hand sizes shrink the variance of each count by the factor that is divided out.
        share = 7 / 52
        spread = ((held.sum(axis=0) - rounds * share) ** 2).sum() / (rounds * share * (1 - share))
        assert stats.chi2.sf(spread * 51 / 52, df=51) > 1e-4
    together = bits[0].T.astype(float) @ bits[1].astype(float)
    expected = rounds * (7 * 7) / (52 * 51)
    off = ~np.eye(52, dtype=bool)
    z = (together[off] - expected) / np.sqrt(expected * (1 - expected / rounds))
    assert abs(z).max() < 5
    assert abs((z**2).mean() - 1) < 0.2


# --- settlement --------------------------------------------------------------------------


@pytest.mark.nojit
@pytest.mark.bounds
@pytest.mark.parametrize("rounds", [0, 1, 300])
def test_a_tally_counts_exactly_the_rounds_of_the_trace(rounds: int) -> None:
    plan = mixed_plan()
    tallied, traced = state(), state()
    tally = kernel.tally_hands(tallied, rounds=rounds, qualifying=JACK, plan=plan)
    players, dealers = kernel.trace_hands(traced, rounds=rounds)
    cells = kernel.settle_hands(players, dealers, qualifying=JACK, plan=plan)
    assert tally.shape == (6, 8)
    assert tally.ravel().tolist() == np.bincount(cells, minlength=48).tolist()
    assert (tallied == traced).all()
    for hand, cell in zip(players.tolist(), cells.tolist(), strict=True):
        assert (cell // 8 != kernel.FOLDED) == plan_plays(plan, hand)


def test_a_mixed_plan_is_followed_hand_by_hand() -> None:
    plan = mixed_plan()
    players, dealers = kernel.trace_hands(state(), rounds=20_000)
    cells = kernel.settle_hands(players, dealers, qualifying=JACK, plan=plan)
    played = [plan_plays(plan, hand) for hand in players.tolist()]
    assert (cells // 8 != kernel.FOLDED).tolist() == played
    ruled = Counter(
        int(plan.rules[strength(hand) - plan.first])
        for hand in players.tolist()
        if plan.first <= strength(hand) < plan.first + len(plan.rules)
    )
    assert set(ruled) == {0, 1, 2, 3}


def test_a_hand_key_forgets_only_the_names_of_suits() -> None:
    players, _ = kernel.trace_hands(state(1), rounds=60)
    keys = {}
    for hand in players.tolist():
        spelled = {scoring.hand_key(*order) for order in permutations(suits(hand))}
        assert len(spelled) == 1
        keys[spelled.pop()] = tuple(sorted(suits(hand)))
    assert len(set(keys.values())) == len(keys)
    for key, spelling in keys.items():
        assert tuple(sorted((key >> shift) & 0x1FFF for shift in (0, 13, 26, 39))) == spelling


@cache
def betting_round(edition_key: str) -> Round:
    """A round in which seat 1 has bet Ante and bonus and waits for its cards."""
    folder = Registry().games["gin-and-win"]
    edition = folder.edition(edition_key)
    assert not isinstance(edition, Refusal)
    bets = [Bet(SEAT, SpotKey(spot), STAKE) for spot in ("ante", "gin-bonus")]
    return stepped(begin(folder.game, edition, seats=(SEAT,)), *bets, CloseBets())


def stepped(current: Round | Refusal, *steps: Step) -> Round:
    for step in steps:
        assert isinstance(current, Round)
        current = take(current, step)
    assert isinstance(current, Round)
    return current


def cards(hand: int) -> tuple[Card, ...]:
    return tuple(card for at, card in enumerate(STANDARD_CARDS) if hand >> at & 1)


ENDS: dict[tuple[Result, Result | None, Fraction | None], int] = {
    (Result.LOSE, None, None): kernel.FOLDED,
    (Result.WIN, Result.PUSH, None): kernel.UNQUALIFIED,
    (Result.LOSE, Result.LOSE, None): kernel.LOST,
    (Result.PUSH, Result.PUSH, None): kernel.TIED,
    (Result.WIN, Result.WIN, Fraction(1)): kernel.WON,
    (Result.WIN, Result.WIN, Fraction(3)): kernel.WON_WITH_ZERO,
}
LINES = {line.clause: scoring.BONUS_LINES.index(line.value) for line in BonusLine}


def cell_of(lines: tuple[Line, ...]) -> int:
    """Where the rules' settlement lines belong in a tally."""
    by_spot = {str(line.spot): line for line in lines}
    play = by_spot.get("play")
    won = None if play is None or play.odds is None else play.odds.to_one
    row = ENDS[by_spot["ante"].result, None if play is None else play.result, won]
    return 8 * row + {**LINES, NO_LINE: scoring.LOSE}[by_spot["gin-bonus"].clause]


# A thousand rounds of each edition in the gate, a hundred thousand in all in the soak.
PARTS = [
    (10, 1_000),
    *(pytest.param(10 + part, 12_500, marks=pytest.mark.slow) for part in range(4)),
]


@pytest.mark.untraced
@pytest.mark.parametrize(("chunk", "rounds"), PARTS)
@pytest.mark.parametrize(("edition", "highest"), [("wsgc-2017", 11), ("ten", 10)])
def test_the_rules_settle_traced_rounds_as_the_kernel_does(
    edition: str, highest: int, chunk: int, rounds: int
) -> None:
    qualifying = kernel.qualifying_below(score=4, highest=highest)
    plan = kernel.plan_by_strength(play_below=JACK)
    players, dealers = kernel.trace_hands(state(chunk), rounds=rounds)
    cells = kernel.settle_hands(players, dealers, qualifying=qualifying, plan=plan)
    tally = kernel.tally_hands(state(chunk), rounds=rounds, qualifying=qualifying, plan=plan)
    start = betting_round(edition)
    for player, dealer, cell in zip(
        players.tolist(), dealers.tolist(), cells.tolist(), strict=True
    ):
        decision = "fold" if cell // 8 == kernel.FOLDED else "play"
        over = stepped(start, Draw(cards(player)), Draw(cards(dealer)), Decide(SEAT, decision))
        assert cell == cell_of(over.lines())
    assert tally.ravel().tolist() == np.bincount(cells, minlength=48).tolist()
    # Every way a round can end was seen, or a sample this small would prove less than it says.
    assert set((cells // 8).tolist()) == set(ENDS.values())


# --- limits ------------------------------------------------------------------------------


def test_other_low_ranks_move_only_the_last_line() -> None:
    players, _ = kernel.trace_hands(state(2), rounds=5_000)
    c, d, h, s = np.array([suits(hand) for hand in players.tolist()], dtype=np.uint16).T.copy()
    usual = bonus_lines(c, d, h, s)
    other = bonus_lines(c, d, h, s, low=0x1FFF & ~0x3F)
    values = scoring.score_hands(c, d, h, s)
    two = values >> 13 == 2
    assert (usual[~two] == other[~two]).all()
    assert (other[two] == (values[two] & 0x3F == 0)).all()
    assert (usual[two] == (values[two] & 0x1F80 == 0)).all()


def test_qualifying_limits_by_hand() -> None:
    assert JACK == (4 << 13) + (1 << 11)
    assert kernel.qualifying_below(score=4, highest=13) == 5 << 13
    assert kernel.qualifying_below(score=7, highest=13) == 0xFFFF
    with pytest.raises(BrokenInvariant):
        kernel.qualifying_below(score=4, highest=0)


def broken_plans() -> list[tuple[int, list[int], list[int], int]]:
    return [(-1, [], [0], 0), (0, [4], [0, 0], 0), (0, [2], [0], 0), (0, [2], [0, 2], 1),
            (0, [2, 2], [0, 2, 1], 1), (65536, [1], [0, 0], 0)]  # fmt: skip


@pytest.mark.parametrize(("first", "rules", "starts", "keys"), broken_plans())
def test_a_plan_that_does_not_hold_together_is_refused(
    first: int, rules: list[int], starts: list[int], keys: int
) -> None:
    table: NDArray[np.uint8] = np.array(rules, dtype=np.uint8)
    with pytest.raises(BrokenInvariant):
        kernel.Plan(first, table, np.array(starts, dtype=np.int64), np.zeros(keys, dtype=W))


def test_impossible_orders_are_refused() -> None:
    plan = kernel.plan_by_strength(play_below=JACK)
    with pytest.raises(BrokenInvariant):
        kernel.tally_hands(state(), rounds=-1, qualifying=JACK, plan=plan)
    with pytest.raises(BrokenInvariant):
        kernel.tally_hands(state(), rounds=1, qualifying=1 << 16, plan=plan)
    with pytest.raises(BrokenInvariant):
        kernel.tally_hands(state(), rounds=1, qualifying=JACK, plan=plan, low=1 << 13)
    with pytest.raises(BrokenInvariant):
        kernel.trace_hands(state(), rounds=-1)
    with pytest.raises(BrokenInvariant):
        kernel.settle_hands(np.zeros(1, W), np.zeros(2, W), qualifying=JACK, plan=plan)

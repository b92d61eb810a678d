"""flip~it's kernels: fair shoes, flips counted as traced, and the rules' own lines."""

from __future__ import annotations

from functools import cache
from itertools import chain

import numpy as np
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray

from pitboss.equipment.cards import JOKER, Card
from pitboss.games.flip_it.carry import NEW_SHOE, Carry
from pitboss.games.flip_it.edition import Edition
from pitboss.games.flip_it.row import RowKind, made_hand, row_kind
from pitboss.games.registry import Registry
from pitboss.games.rounds import Round, begin, take
from pitboss.games.settlement import Result
from pitboss.games.spots import PlacedBet
from pitboss.games.steps import CloseBets, Draw, Step
from pitboss.invariants import BrokenInvariant
from pitboss.refusals import Refusal
from pitboss.simulate.generator import Words, chunk_state
from pitboss.simulate.kernels import flip_it as kernel
from pitboss.simulate.kernels import flip_it_continuous as continuous
from pitboss.simulate.kernels import flip_it_deal as deal
from pitboss.simulate.kernels import flip_it_settle as settle
from pitboss.simulate.kernels.flip_it_packets import OFFERED, Stakes
from pitboss.units import Credits, SeatIndex
from tests.late import stats

SEAT, STAKE = SeatIndex(1), Credits(100)
DECK = np.array([*(card for card in range(52) for _ in range(8)), *[52] * 24], dtype=np.uint8)
SMALL = np.array([*(card for card in range(12, 24) for _ in range(3)), *[52] * 5], dtype=np.uint8)

Codes = NDArray[np.uint8]


def settle_flips(played: Codes) -> NDArray[np.uint16]:
    """Class times 16 plus cell of every flip after the first four of a run without jokers."""
    room = np.append(played, np.uint8(0))
    rows = np.empty(len(room), dtype=np.uint8)
    flips = np.empty(len(room), dtype=np.uint16)
    settle.flip_cells(room, len(played), rows, flips)
    return flips[: len(played) - 4]


def settle_joker(row: Codes) -> int:
    """Class times 16 plus cell of a joker flipped after a row of four."""
    rows = np.empty(1, dtype=np.uint8)
    settle.flip_cells(np.append(row, np.uint8(0)), 4, rows, np.empty(1, dtype=np.uint16))
    return settle.JOKER_CLASS * settle.CELLS + int(rows[0])


def state(chunk: int = 0) -> Words:
    return chunk_state(seed=13, game="flip-it", edition="test", chunk=chunk)


def card(code: int) -> Card:
    return JOKER if code == 52 else Card(rank=code // 4 + 1, suit=code % 4)


def stakes() -> Stakes:
    """Nets that tell every class and cell apart, so that a sum cannot hide a swap."""
    classes = np.arange(27, dtype=np.int32)
    nets = np.stack([classes - 13, classes**2 - 50, np.where(classes == 26, -1, classes % 2)])
    return Stakes(nets.astype(np.int32), (np.arange(16, dtype=np.int32) - 5) * OFFERED)


def flips_of(dealt: list[int]) -> list[int]:
    """Class and cell of every flip of a run of cards, one by one, through the slow rules."""
    found = []
    row: list[int] = []
    for code in dealt:
        if len(row) == 4:
            found.append(slow_cell(tuple(map(card, row)), card(code)))
        if code != 52:
            row = [*row, code][-4:]
    return found


def slow_cell(row: tuple[Card, ...], fifth: Card) -> int:
    kind = row_kind(row)
    made = None if fifth.is_joker else made_hand(row, fifth)
    name = (kind.value, "lose" if made is None else made[0].value)
    number = 26 if fifth.is_joker else 2 * (fifth.rank - 1) + fifth.is_red
    return 16 * number + settle.BONUS_CELLS.index(name)


def expected(packets: list[list[int]], chosen: Stakes) -> tuple[NDArray[np.int64], list[list[int]]]:
    """Counts and products from the flips of every packet, in plain integers."""
    counts = np.bincount([flip for packet in packets for flip in packet], minlength=27 * 16)
    rows = []
    for packet in packets:
        classes, cells = [flip // 16 for flip in packet], [flip % 16 for flip in packet]
        nets = [sum(int(spot[number]) for number in classes) for spot in chosen.nets]
        bonus = sum(int(chosen.bonus[cell]) for cell in cells)
        rows.append([*nets, bonus, len(packet), sum(int(OFFERED[cell]) for cell in cells)])
    size = len(chosen.nets) + 3
    return counts, [
        [sum(row[a] * row[b] for row in rows) for b in range(size)] for a in range(size)
    ]


# --- shoes -------------------------------------------------------------------------------


@pytest.mark.nojit
@pytest.mark.bounds
@pytest.mark.parametrize(
    ("deck", "cut", "shoes", "left_out"),
    [(DECK, 52, 9, 0), (DECK, 52, 1, 100), (SMALL, 4, 20, 3), (SMALL, 36, 17, 0), (SMALL, 0, 8, 1)],
)
def test_a_tally_counts_exactly_the_flips_of_the_trace(
    deck: Codes, cut: int, shoes: int, left_out: int
) -> None:
    dealt, ends = kernel.trace_shoes(state(), shoes=shoes, deck=deck, cut_undealt=cut)
    flips = [flips_of(shoe[:end]) for shoe, end in zip(dealt.tolist(), ends.tolist(), strict=True)]
    assert all(flips)
    rounds = sum(map(len, flips)) - left_out
    flips[-1] = flips[-1][: len(flips[-1]) - left_out]
    packets = [list(chain(*flips[at : at + 8])) for at in range(0, shoes, 8)]
    tally = kernel.tally_shoes(state(), rounds=rounds, deck=deck, cut_undealt=cut, stakes=stakes())
    counts, products = expected(packets, stakes())
    assert tally.counts.ravel().tolist() == counts.tolist()
    assert tally.products.tolist() == products
    assert tally.packets == len(packets)


def test_a_shoe_is_dealt_from_its_own_cards() -> None:
    dealt, ends = kernel.trace_shoes(state(1), shoes=50, deck=DECK, cut_undealt=52)
    assert (np.sort(dealt, axis=1) == np.sort(DECK)).all()
    assert set(ends.tolist()) == {388}
    assert len({shoe.tobytes() for shoe in dealt}) == 50


def test_a_shoe_cut_inside_the_row_still_flips_once() -> None:
    dealt, ends = kernel.trace_shoes(state(2), shoes=300, deck=SMALL, cut_undealt=36)
    rows = [deal.row_end(shoe) for shoe in dealt]
    assert ends.tolist() == [max(5, laid + 1) for laid in rows]
    assert max(rows) > 5


@pytest.mark.untraced
def test_cards_are_equidistributed_over_positions() -> None:
    shoes = 40_000
    dealt, _ = kernel.trace_shoes(state(3), shoes=shoes, deck=DECK, cut_undealt=52)
    shares = np.bincount(DECK) / 440
    for place in (0, 1, 3, 4, 100, 200, 386, 387):
        counts = np.bincount(dealt[:, place], minlength=53)
        assert stats.chisquare(counts, shares * shoes).pvalue > 1e-4
    # Neighbours: the same card twice running, against dealing without replacement.
    twice = int((dealt[:, 100:388] == dealt[:, 99:387]).sum())
    share = float((shares * (np.bincount(DECK) - 1) / 439).sum())
    assert abs(twice - 288 * shoes * share) < 5 * np.sqrt(288 * shoes * share)


@pytest.mark.nojit
@pytest.mark.bounds
def test_rows_of_every_kind_settle_as_the_rules_say() -> None:
    """Runs drawn from few ranks of one or two suits, where every kind of row is common."""
    source = np.random.default_rng(5)
    seen = set()
    for codes in ([0, 36, 40, 44, 48], [0, 3, 36, 39, 40, 44, 48, 7], [4, 5, 6, 8], [8, 9]):
        run = source.choice(np.array(codes, dtype=np.uint8), size=300)
        cells = settle_flips(run).tolist()
        assert cells == flips_of(run.tolist())
        seen |= {cell % 16 for cell in cells}
        for at in range(0, 296, 7):
            joker = slow_cell(tuple(map(card, run[at : at + 4].tolist())), JOKER)
            assert settle_joker(run[at : at + 4]) == joker
    assert seen == {at for at, name in enumerate(settle.BONUS_CELLS) if name != ("", "")}


# --- the rules ---------------------------------------------------------------------------


def stepped(current: Round | Refusal, *steps: Step) -> Round:
    for step in steps:
        assert isinstance(current, Round)
        current = take(current, step)
    assert isinstance(current, Round)
    return current


@cache
def edition_of(key: str) -> Edition:
    edition = Registry().games["flip-it"].edition(key)
    assert isinstance(edition, Edition)
    return edition


def settled(start: Round, fifth: Card) -> Round:
    """The round with a stake on every open spot, flipped."""
    spots = (spot for spot in start.game.spots(start.state, SEAT) if spot.closed is None)
    bets = tuple(PlacedBet(SEAT, spot.key, STAKE) for spot in spots)
    bet_on = replace(start, state=replace(start.state, bets=bets))
    return stepped(bet_on, CloseBets(), Draw((fifth,)))


def check_lines(over: Round, flip: int) -> None:
    """The lines of a round say what its class and cell say."""
    edition: Edition = over.state.edition
    number, cell = divmod(flip, 16)
    row, made = settle.BONUS_CELLS[cell]
    rank = number // 2 + 1
    wins = set() if number == 26 else {f"inside:{'red' if number % 2 else 'black'}"}
    if number != 26 and rank > 1:
        wins |= {
            f"inside:{'odd' if rank % 2 else 'even'}",
            f"inside:{'high' if rank > 7 else 'low'}",
        }
        wins |= {f"call:{'A23456789TJQK'[rank - 1]}"}
    wins |= {"bonus"} if made != "lose" else set()
    lines = {str(line.spot): line for line in over.lines()}
    assert len(lines) == (18 if row == RowKind.NOTHING else 19)
    assert {spot for spot, line in lines.items() if line.result is Result.WIN} == wins
    if made != "lose":
        odds = {hand.value: pays for hand, pays in edition.bonus}
        assert lines["bonus"].odds == odds[made]


@pytest.mark.untraced
# Three shoes an edition in the gate; in the soak more than a hundred thousand flips in all.
@pytest.mark.parametrize("shoes", [3, pytest.param(66, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("key", "chunk"),
    [("call12-pay1", 20), ("call12-pay2", 21), ("call10-pay1", 22), ("call10-pay2", 23)],
)
def test_the_rules_settle_traced_shoes_as_the_kernel_does(key: str, chunk: int, shoes: int) -> None:
    edition, game = edition_of(key), Registry().games["flip-it"].game
    dealt, ends = kernel.trace_shoes(state(chunk), shoes=shoes, deck=DECK, cut_undealt=52)
    total = 0
    for shoe, end in zip(dealt.tolist(), ends.tolist(), strict=True):
        cells = iter(cells_of_run(shoe[:end]))
        carry = NEW_SHOE
        at = 0
        while at < end:
            current = begin(game, edition, seats=(SEAT,), carry=carry)
            while isinstance(current, Round) and len(current.state.row) < 4:
                current, at = stepped(current, Draw((card(shoe[at]),))), at + 1
            assert isinstance(current, Round)
            over, at = settled(current, card(shoe[at])), at + 1
            check_lines(over, next(cells))
            total += 1
            carry = over.carry()
        assert carry == NEW_SHOE  # the rules end the shoe where the kernel does
        assert next(cells, None) is None
    assert total > 380 * shoes


def cells_of_run(dealt: list[int]) -> list[int]:
    """The kernel's class and cell of every flip, jokers put back where they fell."""
    played = np.array([code for code in dealt if code != 52], dtype=np.uint8)
    flips = iter(settle_flips(played).tolist())
    cells, kept = [], 0
    for code in dealt:
        if code != 52:
            cells += [next(flips)] if kept >= 4 else []
            kept += 1
        elif kept >= 4:
            cells.append(settle_joker(played[kept - 4 : kept]))
    return cells


# --- a continuous shuffler ---------------------------------------------------------------


@pytest.mark.nojit
@pytest.mark.bounds
@pytest.mark.parametrize(("deck", "rounds"), [(SMALL, 700), (DECK, 1), (SMALL, 0)])
def test_a_continuous_tally_counts_exactly_the_flips_of_its_trace(deck: Codes, rounds: int) -> None:
    row, fifths = continuous.trace_continuous(state(5), rounds=rounds, deck=deck)
    tally = continuous.tally_continuous(state(5), rounds=rounds, deck=deck, stakes=stakes())
    flips = flips_of([*row.tolist(), *fifths.tolist()])
    counts, products = expected([flips] if flips else [], stakes())
    assert tally.counts.ravel().tolist() == counts.tolist()
    assert tally.products.tolist() == products


def test_a_continuous_run_of_several_packets_hangs_together() -> None:
    rounds = 2 * continuous.PACKET_FLIPS + 77
    row, fifths = continuous.trace_continuous(state(6), rounds=rounds, deck=DECK)
    tally = continuous.tally_continuous(state(6), rounds=rounds, deck=DECK, stakes=stakes())
    flips = flips_of([*row.tolist(), *fifths.tolist()])
    size = continuous.PACKET_FLIPS
    packets = [flips[at : at + size] for at in range(0, rounds, size)]
    counts, products = expected(packets, stakes())
    assert tally.counts.ravel().tolist() == counts.tolist()
    assert tally.products.tolist() == products
    assert tally.packets == 3


def test_a_continuous_flip_comes_from_all_cards_but_the_row() -> None:
    """One copy of each card: a card of the row can never come next, any other is as likely."""
    deck = np.array([*range(7), 52], dtype=np.uint8)
    rounds = 200_000
    row, fifths = continuous.trace_continuous(state(7), rounds=rounds, deck=deck)
    lying = row.tolist()
    waits = np.zeros(4, dtype=np.int64)
    for code in fifths.tolist():
        assert code not in lying
        waits[3 if code == 52 else sorted(set(range(7)) - set(lying)).index(code)] += 1
        lying = lying if code == 52 else [*lying[1:], code]
    assert stats.chisquare(waits).pvalue > 1e-4


@pytest.mark.untraced
def test_the_rules_settle_a_continuous_run_as_the_kernel_does() -> None:
    folder = Registry().games["flip-it"]
    edition = folder.edition(changes={"options.shoe": "continuous"})
    assert isinstance(edition, Edition)
    row, fifths = continuous.trace_continuous(state(8), rounds=3_000, deck=DECK)
    cells = cells_of_run([*row.tolist(), *fifths.tolist()])
    carry: Carry = NEW_SHOE
    laid = [Draw((card(code),)) for code in row.tolist()]
    for code, cell in zip(fifths.tolist(), cells, strict=True):
        current = stepped(begin(folder.game, edition, seats=(SEAT,), carry=carry), *laid)
        over = settled(current, card(code))
        check_lines(over, cell)
        carry, laid = over.carry(), []


# --- limits ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deck", "cut"),
    [
        (DECK.astype(np.int64), 52),
        (np.full(1025, 1, dtype=np.uint8), 0),
        (np.array([53, 1, 2, 3, 4, 5], dtype=np.uint8), 0),
        (np.array([52, 1, 2, 3, 4], dtype=np.uint8), 0),
        (DECK, 436),
        (DECK, -1),
    ],
)
def test_a_deck_that_cannot_be_dealt_is_refused(deck: Codes, cut: int) -> None:
    with pytest.raises(BrokenInvariant):
        kernel.trace_shoes(state(), shoes=1, deck=deck, cut_undealt=cut)


def test_stakes_that_do_not_fit_are_refused() -> None:
    nets, bonus = np.zeros((1, 27), dtype=np.int32), np.zeros(16, dtype=np.int32)
    with pytest.raises(BrokenInvariant, match="class"):
        Stakes(nets[:, :26], bonus)
    with pytest.raises(BrokenInvariant, match="cell"):
        Stakes(nets, bonus[:15])
    with pytest.raises(BrokenInvariant, match="offered"):
        Stakes(nets, bonus + 1)
    huge = Stakes(nets + 1_000_000, bonus)
    with pytest.raises(BrokenInvariant, match="32 bits"):
        kernel.tally_shoes(state(), rounds=1, deck=DECK, cut_undealt=52, stakes=huge)
    large = Stakes(nets + 10_000, bonus)
    with pytest.raises(BrokenInvariant, match="64 bits"):
        kernel.tally_shoes(state(), rounds=10**9, deck=DECK, cut_undealt=52, stakes=large)
    with pytest.raises(BrokenInvariant):
        kernel.tally_shoes(state(), rounds=-1, deck=DECK, cut_undealt=52, stakes=stakes())

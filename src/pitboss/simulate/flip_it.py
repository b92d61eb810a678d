"""flip~it as the runner sees it: cells by the class of the fifth card and the bonus."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment.cards import Card
from pitboss.games.editions import HasHead
from pitboss.games.flip_it.edition import Edition, ShoeMode
from pitboss.games.flip_it.row import BonusHand
from pitboss.games.flip_it.spots import BONUS_SPOT, CALL_RANK_BY_KEY, INSIDES
from pitboss.invariants import check, narrow
from pitboss.refusals import Refusal, RefusalCode
from pitboss.simulate.cells import Cells, CellTable, Draws, Traced, common_scale, times
from pitboss.simulate.generator import Words
from pitboss.simulate.kernels.flip_it import LARGEST_DECK, PACKET_SHOES, tally_shoes, trace_shoes
from pitboss.simulate.kernels.flip_it_continuous import (
    PACKET_FLIPS,
    tally_continuous,
    trace_continuous,
)
from pitboss.simulate.kernels.flip_it_deal import JOKER, ROW_CARDS, Cards
from pitboss.simulate.kernels.flip_it_packets import OFFERED, FlipTally, Stakes
from pitboss.simulate.kernels.flip_it_settle import (
    BONUS_CELLS,
    CELLS,
    CLASSES,
    JOKER_CLASS,
    cells_in_order,
    cells_of_rows,
)
from pitboss.simulate.tallies import RoundTally, whole

FULL_CHUNK = 1 << 24
LOSS = Fraction(-1)
# An offered bonus has this exposure; every other bet is offered in every round.
ALWAYS, WHEN_OFFERED = 0, 1


@dataclass(frozen=True, slots=True, eq=False)
class FlipModel:
    """A shoe to the cut card, or a continuous shuffler, with all bets of the felt."""

    full_chunk: ClassVar = FULL_CHUNK
    is_independent: ClassVar = False
    table: CellTable
    stakes: Stakes
    deck: Cards
    cut_undealt: int
    is_continuous: bool

    @property
    def method(self) -> str:
        if self.is_continuous:
            dealt, packet = "from all cards but the row", f"{PACKET_FLIPS} flips"
        else:
            dealt = f"from whole shoes with {self.cut_undealt} cards behind the cut card"
            packet = f"{PACKET_SHOES} shoes"
        return (
            f"Every flip is dealt {dealt} and settled for every bet. Flips of one shoe"
            f" are correlated, so errors are taken over packets of {packet}."
        )

    def tally(self, state: Words, rounds: int) -> RoundTally:
        if self.is_continuous:
            found = tally_continuous(state, rounds=rounds, deck=self.deck, stakes=self.stakes)
        else:
            found = tally_shoes(
                state,
                rounds=rounds,
                deck=self.deck,
                cut_undealt=self.cut_undealt,
                stakes=self.stakes,
            )
        return self._tally(found, rounds)

    def _tally(self, found: FlipTally, rounds: int) -> RoundTally:
        counts = found.counts.reshape(-1)
        sums = self.table.columns @ counts
        return RoundTally(
            rounds,
            found.packets,
            whole(sums),
            tuple(whole(row) for row in found.products),
            whole(counts),
        )

    def trace(self, state: Words, *, trips: int, rounds: int) -> Traced:
        cells = np.empty((trips, rounds), dtype=np.uint16)
        if self.is_continuous:
            for trip in cells:
                row, fifths = trace_continuous(state, rounds=rounds, deck=self.deck)
                cells_in_order(np.concatenate([row, fifths]), trip)
        else:
            self._trace_shoes(state, cells)
        return Traced(cells, self.table)

    def _trace_shoes(self, state: Words, cells: Cells) -> None:
        """Fill trips from shoes of their own, dealt in a row as a tally deals them."""
        jokers = int((self.deck == JOKER).sum())
        least = max(1, len(self.deck) - self.cut_undealt - jokers - ROW_CARDS)
        each = -(-cells.shape[1] // least)
        shoes, ends = trace_shoes(
            state, shoes=each * len(cells), deck=self.deck, cut_undealt=self.cut_undealt
        )
        for at, trip in enumerate(cells):
            done = 0
            for shoe in range(at * each, (at + 1) * each):
                done += cells_in_order(shoes[shoe, : ends[shoe]], trip[done:])
            check(done == len(trip), "enough shoes for the trip")

    def draw_cells(self, draws: Draws) -> Cells | Refusal:
        return draw_cells(draws)


def draw_cells(draws: Draws) -> Cells | Refusal:
    """Cells of flips given as rows of five cards: the row of four, then the fifth."""
    known = draws.ndim == 2 and draws.shape[1] == ROW_CARDS + 1 and bool((draws <= JOKER).all())
    if not known or bool((draws[:, :ROW_CARDS] == JOKER).any()):
        return Refusal(
            RefusalCode.BAD_CARD,
            "A flip is four cards from 0 to 51 and a fifth that may be a joker, 52; a card is"
            " rank times 4 plus suit, from the Ace of clubs.",
        )
    cells = np.empty(len(draws), dtype=np.uint16)
    cells_of_rows(draws, cells)
    return cells


def deck_of(edition: Edition) -> Cards:
    """The cards of the shoe as the kernels number them."""
    held = edition.deck.counts().items()
    return np.repeat(
        np.array([card_number(card) for card, _ in held], dtype=np.uint8),
        [count for _, count in held],
    )


def card_number(card: Card) -> int:
    """Rank by rank, the joker last."""
    return int(JOKER) if card.is_joker else (card.rank - 1) * 4 + card.suit


def class_nets(edition: Edition) -> dict[str, list[Fraction]]:
    """What a unit on each spot that the fifth card alone decides nets, by class of card."""
    nets = {}
    cards = [Card(rank=k // 2 + 1, suit=k % 2) for k in range(JOKER_CLASS)]
    for inside in INSIDES:
        wins = [*map(inside.wins, cards), False]
        nets[str(inside.key)] = [edition.inside.to_one if won else LOSS for won in wins]
    for key, rank in CALL_RANK_BY_KEY.items():
        won = edition.call_it.to_one
        nets[str(key)] = [won if k // 2 + 1 == rank else LOSS for k in range(CLASSES)]
    return nets


def bonus_nets(edition: Edition) -> list[Fraction]:
    """What a unit on the bonus nets, by bonus cell; nothing where it is not offered."""
    nets = []
    for (_, made), offered in zip(BONUS_CELLS, OFFERED, strict=True):
        if not offered:
            nets.append(Fraction(0))
        else:
            nets.append(LOSS if made == "lose" else edition.bonus_odds(BonusHand(made)).to_one)
    return nets


def _fitted(record: Edition) -> bool:
    """Whether every net fits the kernel's 32-bit sums over a packet."""
    pays = [record.inside, record.call_it, *(odds for _, odds in record.bonus)]
    scale = common_scale([odds.to_one for odds in pays])
    largest = max([scale, *(int(odds.to_one * scale) for odds in pays)])
    cards = max(PACKET_SHOES * record.deck.size, PACKET_FLIPS)
    return cards * largest < 2**31 and record.deck.size <= LARGEST_DECK


def model(edition: HasHead, strategy: str) -> FlipModel | None:
    """The model of an edition, or None for pays beyond the kernel; nothing is decided."""
    record = narrow(edition, Edition)
    if not _fitted(record):
        return None
    simple = class_nets(record)
    bonus = bonus_nets(record)
    scale = common_scale([net for nets in (*simple.values(), bonus) for net in nets])
    by_class = np.stack([times(nets, scale) for nets in simple.values()])
    by_cell = times(bonus, scale)
    stakes = Stakes(by_class.astype(np.int32), by_cell.astype(np.int32))
    return FlipModel(
        _table(tuple(simple), scale, by_class, by_cell),
        stakes,
        deck_of(record),
        record.cut_undealt,
        record.shoe is ShoeMode.CONTINUOUS,
    )


def _table(
    simple: tuple[str, ...], scale: int, by_class: NDArray[np.int64], bonus: NDArray[np.int64]
) -> CellTable:
    spots = len(simple)
    nets = np.concatenate([np.repeat(by_class, CELLS, axis=1), np.tile(bonus, CLASSES)[None]])
    # The kernel counts a joker over its row's cell, which is a cell that loses.
    offered = np.tile(OFFERED.astype(np.int64), CLASSES)
    ones = np.ones(CLASSES * CELLS, dtype=np.int64)
    wagers = np.concatenate([np.tile(ones, (spots, 1)), offered[None]])
    return CellTable(
        (*simple, str(BONUS_SPOT)),
        scale,
        nets,
        wagers,
        np.stack([ones, offered]),
        (ALWAYS,) * spots + (WHEN_OFFERED,),
        (1,) * (spots + 1),
    )

"""Gin & Win as the runner sees it: cells by how the base game and the bonus ended."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment.cards import SUITS
from pitboss.equipment.decks import Deck
from pitboss.exact.gin_and_win.scoring import (
    BONUS_LINES,
    RANKS_MASK,
    SCORE_SHIFT,
    first_wrong_hand,
    lines_into,
    score_hands,
)
from pitboss.games.editions import HasHead
from pitboss.games.gin_and_win.bonus import BonusLine
from pitboss.games.gin_and_win.edition import HAND_MAX, GinEdition
from pitboss.games.gin_and_win.spots import all_spots
from pitboss.invariants import narrow
from pitboss.players.gin_and_win import SIMPLE
from pitboss.refusals import Refusal, RefusalCode
from pitboss.simulate.cells import Cells, CellTable, Draws, HandScores, Traced, scaled
from pitboss.simulate.generator import Words
from pitboss.simulate.kernels.gin_and_win import (
    CELLS,
    FOLDED,
    LOST,
    ROWS,
    TIED,
    UNQUALIFIED,
    WON,
    WON_WITH_ZERO,
    Plan,
    plan_by_strength,
    qualifying_below,
    settle_hands,
    tally_hands,
    trace_hands,
)
from pitboss.simulate.kernels.gin_and_win_deal import DECK_CARDS
from pitboss.simulate.kernels.gin_and_win_plan import best_plan
from pitboss.simulate.tallies import RoundTally, tally_of_counts

FULL_CHUNK = 1 << 22
U = np.uint16
Masks = NDArray[np.uint16]


@dataclass(frozen=True, slots=True, eq=False)
class GinModel:
    """One player against the dealer, who plays by a plan and makes both bets."""

    full_chunk: ClassVar = FULL_CHUNK
    is_independent: ClassVar = True
    table: CellTable
    plan: Plan
    qualifying: int
    low: int
    """Ranks that count as low for the last bonus line."""
    places: NDArray[np.int64]
    """The bit of each rank in a suit mask, from the Ace."""

    @property
    def method(self) -> str:
        return (
            "Every round is dealt from a whole deck, played hand by hand as the strategy says,"
            " and settled for the base game and the bonus."
        )

    def tally(self, state: Words, rounds: int) -> RoundTally:
        counts = tally_hands(
            state, rounds=rounds, qualifying=self.qualifying, plan=self.plan, low=self.low
        )
        return tally_of_counts(self.table.columns, counts.reshape(-1))

    def trace(self, state: Words, *, trips: int, rounds: int) -> Traced:
        players, dealers = trace_hands(state, rounds=trips * rounds)
        cells = settle_hands(
            players, dealers, qualifying=self.qualifying, plan=self.plan, low=self.low
        )
        return Traced(cells.reshape(trips, rounds), self.table)

    def draw_cells(self, draws: Draws) -> Cells | Refusal:
        if draws.ndim != 2 or draws.shape[1] != 2 * HAND_MAX:
            return Refusal(RefusalCode.WRONG_COUNT, "A round is 14 cards, the player's first.")
        masks = self._masks(draws)
        if isinstance(masks, Refusal):
            return masks
        hands = [_join_masks(self._masks_of(draws[:, at : at + HAND_MAX])) for at in (0, HAND_MAX)]
        return settle_hands(
            hands[0], hands[1], qualifying=self.qualifying, plan=self.plan, low=self.low
        )

    def scores(self, hands: Draws) -> HandScores | Refusal:
        """Hands of seven cards scored the house way."""
        if hands.ndim != 2 or hands.shape[1] != HAND_MAX:
            return Refusal(RefusalCode.WRONG_COUNT, "A hand is a row of seven cards.")
        masks = self._masks(hands)
        return masks if isinstance(masks, Refusal) else self.mask_scores(masks)

    def mask_scores(self, masks: Masks) -> HandScores | Refusal:
        """The same from suit masks, one row a suit: bit 0 is the lowest rank."""
        if masks.dtype != np.uint16 or masks.ndim != 2 or len(masks) != len(SUITS):
            return Refusal(RefusalCode.WRONG_COUNT, "Suit masks are four rows of 16-bit numbers.")
        c, d, h, s = np.ascontiguousarray(masks)
        wrong = first_wrong_hand(c, d, h, s)
        if wrong >= 0:
            return Refusal(RefusalCode.WRONG_COUNT, f"Hand {wrong} is not seven different cards.")
        strengths = score_hands(c, d, h, s)
        lines = np.empty(len(c), dtype=np.uint8)
        lines_into(c, d, h, s, strengths, self.low, lines)
        score = (strengths >> U(SCORE_SHIFT)).astype(np.uint8)
        return HandScores(strengths, score, strengths & U(RANKS_MASK), lines, BONUS_LINES)

    def _masks(self, cards: Draws) -> Masks | Refusal:
        """Suit masks of rows of cards that must all differ."""
        if bool((cards >= DECK_CARDS).any()):
            return Refusal(
                RefusalCode.BAD_CARD,
                "A card is a number from 0 to 51: rank times 4 plus suit, from the Ace of clubs.",
            )
        held = np.bitwise_or.reduce(np.uint64(1) << cards.astype(np.uint64), axis=1)
        if bool((np.bitwise_count(held) != cards.shape[1]).any()):
            return Refusal(RefusalCode.IMPOSSIBLE_CARD, "A card is dealt twice in one round.")
        return self._masks_of(cards)

    def _masks_of(self, cards: Draws) -> Masks:
        bits = (1 << self.places[cards >> 2]).astype(np.uint16)
        suits = cards & 3
        masks: Masks = np.stack(
            [np.bitwise_or.reduce(np.where(suits == s, bits, 0), axis=1) for s in range(4)]
        ).astype(np.uint16)
        return masks


def _join_masks(masks: Masks) -> Words:
    """Four suit masks as one mask of 52 bits a hand."""
    c, d, h, s = (mask.astype(np.uint64) for mask in masks)
    shift = RANKS_MASK.bit_length()
    hand: Words = c | d << np.uint64(shift) | h << np.uint64(2 * shift) | s << np.uint64(3 * shift)
    return hand


def _base_nets(edition: GinEdition) -> list[Fraction]:
    """Per Ante, in the order of ROWS."""
    pays = edition.pays
    won = pays.ante.to_one
    nets = {
        FOLDED: Fraction(-1),
        UNQUALIFIED: pays.ante_no_qualify.to_one,
        LOST: Fraction(-2),
        TIED: Fraction(0),
        WON: won + pays.play.to_one,
        WON_WITH_ZERO: won + pays.play_zero.to_one,
    }
    return [nets[row] for row in range(len(ROWS))]


def _bonus_net(edition: GinEdition, *, row: int, cell: int) -> Fraction:
    lost = row == FOLDED and edition.readings.bonus_lost_on_fold
    if cell == 0 or cell >= len(BONUS_LINES) or lost:
        return Fraction(-1)
    return edition.bonus_odds(BonusLine(BONUS_LINES[cell])).to_one


def table_of(edition: GinEdition) -> CellTable:
    """What both bets net in each cell."""
    base = _base_nets(edition)
    cells = [(row, cell) for row in range(len(ROWS)) for cell in range(CELLS)]
    scale, nets = scaled(
        [
            [base[row] for row, _ in cells],
            [_bonus_net(edition, row=row, cell=cell) for row, cell in cells],
        ]
    )
    ante, play, bonus = (spot.key for spot in all_spots(edition))
    wagers = np.ones_like(nets)
    wagers[0] = [1 if row == FOLDED else 2 for row, _ in cells]
    ones = np.ones((1, len(cells)), dtype=np.int64)
    return CellTable((f"{ante}-{play}", str(bonus)), scale, nets, wagers, ones, (0, 0), (2, 1))


def low_ranks(edition: GinEdition) -> int:
    """Which ranks the last bonus line takes; bit 0 is the lowest rank."""
    heights = range(1, RANKS_MASK.bit_length() + 1)
    return sum(1 << (height - 1) for height in heights if edition.low.takes(height))


def model(edition: HasHead, strategy: str) -> GinModel | None:
    """The model of an edition with the full deck and seven cards, else None."""
    record = narrow(edition, GinEdition)
    if record.deck != Deck() or record.hand != HAND_MAX:
        return None
    qualifier = record.qualifier
    qualifying = qualifying_below(score=qualifier.score, highest=qualifier.height)
    if strategy == SIMPLE:
        plan = plan_by_strength(play_below=qualifying)
    else:
        plan = best_plan(record)
    places = np.array([record.heights[rank] - 1 for rank in range(1, 14)], dtype=np.int64)
    return GinModel(table_of(record), plan, qualifying, low_ranks(record), places)

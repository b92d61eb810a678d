"""Dealt games in batches: cards are dealt as arrays, and rounds of one kind are settled once.

A game says in its `simulate.py` of which kind a deal is; rounds of one kind are settled alike. The
first round of each kind goes through the rules of the live table, so no pay stands here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment.cards import Card
from pitboss.equipment.shoe import Composition
from pitboss.equipment.shown import Shown
from pitboss.games.dealt import DealtGame
from pitboss.games.editions import HasHead
from pitboss.games.needs import NeedCards, NeedDraw
from pitboss.invariants import check, narrow
from pitboss.simulate.by_rules import RulesModel, SettledSeat
from pitboss.simulate.cells import Cells, CellTable, Numbers, Traced
from pitboss.simulate.generator import Words, draw_below, words_for
from pitboss.simulate.tallies import RoundTally, tally_of_counts, tally_of_packets

FULL_CHUNK = 1 << 18
PACKET_ROUNDS = 256
"""Rounds at one table, where a shoe is kept from round to round."""
BLOCK_DRAWS = 1 << 17

Deals = NDArray[np.uint8]
"""[round, card]: cards in the order they are dealt, each 4 * (rank - 1) + suit."""

Kinds = Callable[[Deals], Numbers]


class Known(NamedTuple):
    """What the rules make of a kind: stakes and nets, and how many cards were dealt."""

    settled: SettledSeat
    cards: int


@dataclass(frozen=True, slots=True, eq=False)
class DealModel:
    """One seat that makes every bet of the felt, on cards that are dealt many rounds at a time."""

    full_chunk: ClassVar = FULL_CHUNK
    rules: RulesModel
    start: Any
    """The position in which bets are closed."""
    cards: int
    """The most cards that a round takes."""
    kinds: Kinds
    deck: Deals
    dealt: int
    """Cards after which a shoe is changed; zero where every round has fresh cards."""
    known: dict[int, Known] = field(default_factory=dict)

    @property
    def table(self) -> CellTable:
        return self.rules.table

    @property
    def is_independent(self) -> bool:
        return not self.dealt

    @property
    def method(self) -> str:
        words = (
            "Cards are dealt for many rounds at a time; rounds that the game calls of one kind are"
            " settled once by the rules of the live table."
        )
        packets = f" Errors are taken over packets of {PACKET_ROUNDS} rounds of a kept shoe."
        return words if self.is_independent else words + packets

    def tally(self, state: Words, rounds: int) -> RoundTally:
        if self.is_independent:
            kinds, counts = np.unique(self._fresh(state, rounds), return_counts=True)
            return replace(tally_of_counts(self._rows(kinds).T, counts), cells=())
        tables = -(-rounds // PACKET_ROUNDS)
        played = self._play_kept_shoes(state, tables, PACKET_ROUNDS).reshape(-1)[:rounds]
        kinds, at = np.unique(played, return_inverse=True)
        starts = np.arange(0, rounds, PACKET_ROUNDS)
        packets = np.add.reduceat(self._rows(kinds)[at], starts, axis=0)
        return tally_of_packets(packets, rounds=rounds)

    def trace(self, state: Words, *, trips: int, rounds: int) -> Traced:
        if self.is_independent:
            played = self._fresh(state, trips * rounds)
        else:
            played = self._play_kept_shoes(state, trips, rounds).reshape(-1)
        kinds, at = np.unique(played, return_inverse=True)
        check(len(kinds) < 1 << 16, "few enough kinds to number them")
        cells: Cells = at.astype(np.uint16).reshape(trips, rounds)
        return Traced(cells, self.rules.table_of([self.known[k].settled for k in kinds.tolist()]))

    def settle(self, deal: Deals) -> Known:
        """One round of these cards through the rules."""
        left = [Card(rank=number // 4 + 1, suit=number % 4) for number in deal.tolist()]

        def next_cards(need: NeedDraw) -> Shown:
            count = narrow(need, NeedCards).count
            shown = tuple(left[:count])
            del left[:count]
            return shown

        ended = self.rules.end(self.start, next_cards)
        settled = self.rules.settled(ended, self.rules.seats[0])
        return Known(settled, len(deal) - len(left))

    def _fresh(self, state: Words, rounds: int) -> Numbers:
        """The kind of each round, all with fresh cards."""
        found = np.empty(rounds, dtype=np.int64)
        block = BLOCK_DRAWS // self.cards
        for first in range(0, rounds, block):
            deals = deal_cards(state, self.deck, rows=block, count=self.cards)
            found[first : first + block] = self._sort(deals[: rounds - first])
        return found

    def _play_kept_shoes(self, state: Words, tables: int, rounds: int) -> Numbers:
        """[table, round]: the kind of each round at tables that begin with a fresh shoe."""
        # The last round of a shoe begins before the cut card and may go beyond it.
        width = self.dealt + self.cards - 1
        least = -(-self.dealt // self.cards)
        each = -(-rounds // least)
        shoes = np.empty((tables * each, width), dtype=np.uint8)
        block = max(1, BLOCK_DRAWS // width)
        for first in range(0, len(shoes), block):
            rows = min(block, len(shoes) - first)
            shoes[first : first + rows] = deal_cards(state, self.deck, rows=rows, count=width)
        found = np.empty((tables, rounds), dtype=np.int64)
        shoe, gone = np.arange(tables) * each, np.zeros(tables, dtype=np.int64)
        for at in range(rounds):
            deals = shoes[shoe[:, None], gone[:, None] + np.arange(self.cards)]
            found[:, at] = self._sort(deals)
            kinds, which = np.unique(found[:, at], return_inverse=True)
            gone += np.array([self.known[kind].cards for kind in kinds.tolist()])[which]
            is_over = gone >= self.dealt
            shoe += is_over
            gone[is_over] = 0
        return found

    def _sort(self, deals: Deals) -> Numbers:
        """The kind of each deal; the first of a kind that is new is settled."""
        found = self.kinds(deals)
        kinds, firsts = np.unique(found, return_index=True)
        for kind, first in zip(kinds.tolist(), firsts.tolist(), strict=True):
            if kind not in self.known:
                self.known[kind] = self.settle(deals[first])
        return found

    def _rows(self, kinds: Numbers) -> Numbers:
        rows = [self.rules.row(self.known[kind].settled) for kind in kinds.tolist()]
        return np.array(rows, dtype=np.int64)


def deal_cards(state: Words, deck: Deals, *, rows: int, count: int) -> Deals:
    """[row, card]: the first cards of as many shuffled decks, every order equally likely."""
    sizes = np.tile(np.arange(len(deck), len(deck) - count, -1, dtype=np.uint32), rows)
    drawn = np.empty(rows * count, dtype=np.uint32)
    with np.errstate(over="ignore"):  # words wrap on purpose; heard only without the compiler
        draw_below(state, words_for(rows * count), sizes, drawn)
    # Card by card for all rows at once: a deck is a column, and what is drawn changes places.
    left = np.repeat(deck, rows)
    row = np.arange(rows)
    places = (drawn.reshape(rows, count).T.astype(np.int64) + np.arange(count)[:, None]) * rows
    for at in range(count):
        place, here = places[at] + row, slice(at * rows, (at + 1) * rows)
        card = left[place]
        left[place] = left[here]
        left[here] = card
    return left[: count * rows].reshape(count, rows).T


def deal_model(
    game: DealtGame[Any], edition: HasHead, strategy: str, *, cards: int, kinds: Kinds
) -> DealModel:
    """The model of a game dealt from cards, `cards` of them in a round at most.

    `kinds` gives every deal a number; rounds of one number are decided and settled alike, with
    as many cards. Where a shoe is kept, how many cards are left decides when it is changed.
    """
    fresh = narrow(game.fresh_cards(edition), Composition)
    deck = [card for card, held in fresh.entries for _ in range(held)]
    kept = [left for left in range(len(deck) + 1) if game.keeps_shoe(edition, _first(deck, left))]
    dealt = len(deck) + 1 - min(kept) if kept else 0
    check(kept == [*range(len(deck) + 1 - len(kept), len(deck) + 1)], "a shoe is kept to a cut")
    check(not kept or min(kept) >= cards, "cards enough for one more round are kept")
    rules = RulesModel.of(game, edition, strategy)
    numbers = np.array([4 * (card.rank - 1) + card.suit for card in deck], dtype=np.uint8)
    return DealModel(rules, rules.start(), cards, kinds, numbers, dealt)


def _first(deck: list[Card], count: int) -> Composition:
    return Composition.of(Counter(deck[:count]))

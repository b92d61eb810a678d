"""The record of flip~it cut into shoes, and shuffled shoes to compare them with.

For every flip: the cards left, the row, and each player's money.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment.cards import Card
from pitboss.exact.flip_it.shoes import OFFERED, TOTAL, ShoeOdds, wins_many
from pitboss.games.flip_it.carry import read_carry
from pitboss.games.flip_it.edition import ROW_SIZE, Edition
from pitboss.games.steps import CloseBets, Draw
from pitboss.protect.flip_it.kernel import CountTables
from pitboss.protect.flip_it.tables import BONUS_KEY, INSIDE_KEYS, SUITED, by_suit, tables_of
from pitboss.protect.monitor.records import WatchedRound
from pitboss.refusals import Refusal, RefusalCode
from pitboss.simulate.flip_it import card_number
from pitboss.simulate.generator import chunk_state
from pitboss.simulate.kernels.flip_it import trace_shoes

Values = NDArray[np.float64]
Counts = NDArray[np.int64]

LAG = 10
OTHERS = 100
CARDS = 53


@dataclass(frozen=True, slots=True, eq=False)
class Bets:
    """Which cards win each simple bet, and what it pays: a column a bet; the bonus comes last."""

    keys: tuple[str, ...]
    wins: Values
    """53 cards by simple bets; zero or one."""
    returns: Values
    """Pays plus the stake, of simple bets."""
    odds: ShoeOdds

    @classmethod
    def of(cls, edition: Edition, tables: CountTables) -> Bets:
        keys = (*INSIDE_KEYS, *(f"call:{letter}" for letter in "23456789TJQK"), BONUS_KEY)
        wins = np.zeros((CARDS, len(keys) - 1))
        wins[:52, :6] = tables.sides
        wins[range(4, 52), [5 + card // 4 for card in range(4, 52)]] = 1
        returns = np.full(len(keys) - 1, float(edition.call_it.to_one) + 1)
        returns[:6] = float(edition.inside.to_one) + 1
        return cls(keys, wins, returns, ShoeOdds.of(edition))

    @property
    def bonus(self) -> int:
        return len(self.keys) - 1

    def values(self, left: Counts) -> Values:
        """Expected nets of the simple bets at compositions, one to a row."""
        found: Values = (left @ self.wins) * self.returns / left.sum(axis=1, keepdims=True) - 1
        return found

    def bonus_values(self, left: Counts, rows: Counts) -> Values:
        """Expected nets of the bonus at compositions and rows; zero where it is not offered."""
        wins = wins_many(left[:, SUITED], by_suit(rows))
        returned = np.zeros(len(wins))
        for column, pays in self.odds.columns[-1]:
            returned += float(pays + 1) * wins[:, column]
        found: Values = np.where(wins[:, OFFERED], returned / wins[:, TOTAL] - 1, 0.0)
        return found


@dataclass(slots=True)
class ShoeWatch:
    """One shoe as it was dealt: what was left before each flip, and each player's money."""

    lefts: list[Counts] = field(default_factory=list)
    rounds: list[str] = field(default_factory=list)
    stakes: dict[str, list[tuple[int, int, int]]] = field(default_factory=dict)
    """For each player: flip, bet and stake."""
    rows: list[tuple[int, ...]] = field(default_factory=list)
    """The row before each flip, as card numbers."""


@dataclass(frozen=True, slots=True, eq=False)
class Before:
    left: Counts
    row: tuple[int, ...]


def shoes_of(
    edition: Edition, rounds: Sequence[WatchedRound], bets: Bets, *, is_running: bool = False
) -> list[ShoeWatch] | Refusal:
    """The record cut into shoes, in the order in which they ended.

    While the record is running the last shoe of each table is left out: a wager on a shoe is
    settled once, when the shoe is over.
    """
    whole = tables_of(edition).whole
    done: list[ShoeWatch] = []
    open_shoes: dict[str, tuple[ShoeWatch, int]] = {}
    for one in rounds:
        before = before_flip(edition, one, whole)
        if isinstance(before, Refusal):
            return before
        cards = int(before.left.sum())
        shoe, last = open_shoes.get(one.table, (ShoeWatch(), None))
        if last is not None and cards >= last:
            done.append(shoe)
            shoe = ShoeWatch()
        open_shoes[one.table] = (shoe, cards)
        shoe.lefts.append(before.left)
        shoe.rows.append(before.row)
        shoe.rounds.append(one.round_id)
        for (seat, spot), stake in one.stakes().items():
            if spot in bets.keys:
                entry = (len(shoe.lefts) - 1, bets.keys.index(spot), stake)
                shoe.stakes.setdefault(one.player(seat), []).append(entry)
    return done if is_running else [*done, *(shoe for shoe, _ in open_shoes.values())]


def before_flip(edition: Edition, one: WatchedRound, whole: Counts) -> Before | Refusal:
    """The cards left and the row when bets closed."""
    carry = read_carry(edition, one.start)
    if isinstance(carry, Refusal):
        return Refusal(
            RefusalCode.BAD_FILE, f"Round {one.round_id} cannot be followed: {carry.sentence}"
        )
    left = whole.copy()
    row = [card_number(card) for card in carry.row]
    for card, held in carry.out.entries:
        left[card_number(card)] -= held
    for step in one.steps:
        if isinstance(step, CloseBets):
            break
        if isinstance(step, Draw):
            for shown in step.shown:
                if isinstance(shown, Card):
                    left[card_number(shown)] -= 1
                    row += [] if shown.is_joker else [card_number(shown)]
    if left.min() < 0 or left.sum() == 0:
        return Refusal(
            RefusalCode.BAD_FILE, f"Round {one.round_id} deals cards that are not in the shoe."
        )
    return Before(left, tuple(row[-ROW_SIZE:]))


@dataclass(frozen=True, slots=True, eq=False)
class OtherShoes:
    """Shuffled shoes: where each card lies, and what simple bets are worth in them."""

    places: Counts
    """By shoe, card and copy: its place; the copies of a card lie in no order."""
    dealt: NDArray[np.int16]
    """By shoe and place: how many of each card lie before it."""
    values: Values
    """By shoe, cards left and bet, as of LAG cards before."""


def other_shoes(edition: Edition, bets: Bets, *, seed: int) -> OtherShoes:
    """The number of shuffled shoes that each real one is compared with."""
    tables = tables_of(edition)
    state = chunk_state(
        seed=seed, game=f"{edition.head.game} other shoes", edition=edition.head.hash, chunk=0
    )
    decks, _ = trace_shoes(state, shoes=OTHERS, deck=tables.deck, cut_undealt=0)
    size = len(tables.deck)
    values = np.zeros((OTHERS, size + 1, len(bets.keys) - 1))
    generator = np.random.Generator(np.random.PCG64DXSM(seed))
    places = np.full((OTHERS, CARDS, int(tables.whole.max())), size, dtype=np.int64)
    dealt = np.zeros((OTHERS, size + 1, CARDS), dtype=np.int16)
    for at, deck in enumerate(decks.astype(np.int64)):
        dealt[at, np.arange(1, size + 1), deck] = 1
        dealt[at] = dealt[at].cumsum(axis=0)
        worth = bets.values(tables.whole - dealt[at, :-1])
        for cards in range(1, size + 1):
            values[at, cards] = worth[max(0, size - cards - LAG)]
        for card in range(CARDS):
            found = np.flatnonzero(deck == card)
            places[at, card, : len(found)] = generator.permutation(found)
    return OtherShoes(places, dealt, values)


def lefts_in_other_shoes(others: OtherShoes, whole: Counts, recent: Counts, older: int) -> Counts:
    """The cards left if the same recent cards had come after other older ones.

    From each other shoe the recent cards are taken out, any of their equals; of what remains the
    first `older` cards lie before them.
    """
    shoes = np.arange(len(others.places))
    cards = np.repeat(np.arange(CARDS), recent)
    copies = np.arange(len(cards)) - np.repeat(recent.cumsum() - recent, recent)
    taken = others.places[:, cards, copies]
    end = np.full(len(shoes), older)
    for place in np.sort(taken, axis=1).T:
        end += place < end
    gone = others.dealt[shoes, end].astype(np.int64)
    inside = taken < end[:, None]
    for at, card in enumerate(cards):
        gone[:, card] -= inside[:, at]
    left: Counts = whole - recent - gone
    return left


def lagged_values(shoe: ShoeWatch, whole: Counts, bets: Bets) -> Values:
    """A shoe's own expectations of simple bets as of LAG flips before each flip."""
    before = [shoe.lefts[max(0, at - LAG)] for at in range(len(shoe.lefts))]
    for at in range(min(LAG, len(before))):
        before[at] = whole
    return bets.values(np.array(before))


def recent_cards(shoe: ShoeWatch, flip: int, whole: Counts) -> Counts:
    """The cards of the last flips and of the row, which everyone at the table may go by."""
    before = shoe.lefts[flip - LAG] if flip >= LAG else whole
    recent = before - shoe.lefts[flip]
    row = np.bincount(np.array(shoe.rows[flip], dtype=np.int64), minlength=CARDS)
    found: Counts = np.maximum(recent, row)
    return found

"""Every dealer hand beside a player's hand, looked at one by one: the proof on the full deck.

Scores hands by the scorer of the simulation, which the methods under test do not use, and
counts nothing but single hands. `python -m tests.exact.gin_and_win.enumerate_dealers` writes the
golden file again (some minutes); the suite enumerates a part of it afresh.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.compiled import kernel
from pitboss.exact.gin_and_win.scoring import score_hands, strengths_into

GOLDEN = Path(__file__).parents[2] / "golden" / "gin-and-win" / "dealer-counts.json"
HANDS = 240
SEED = 20171218
DEALER_HANDS = 45_379_620
Words = NDArray[np.uint16]
RANKS, SUITS = "A23456789TJQK", "cdhs"
QUALIFIERS = (10, 11)
DERIVATION = (
    "Seven cards drawn without replacement by numpy's PCG64DXSM; all 45,379,620 hands of the"
    " other 45 cards scored one by one by tests/exact/gin_and_win/enumerate_dealers.py."
    " Counts: dealer not qualifying, player wins, loses, ties, for a qualifying score of four"
    " and the highest left-over rank shown."
)


@kernel(largest=DEALER_HANDS)
def histogram(
    cards: Words, triples: Words, starts: NDArray[np.int64], out: NDArray[np.int64]
) -> int:
    """How many dealer hands have each strength.

    `cards` holds the suit masks of the 45 cards, one row a suit; `triples` those of every
    three of them, in order, and starts[i] where those begin whose first card comes after i.
    """
    joined = np.empty(triples.shape, dtype=np.uint16)
    scored = np.empty(triples.shape[1], dtype=np.uint16)
    masks = np.zeros(4, dtype=np.uint16)
    looked = 0
    for one in range(42):
        for two in range(one + 1, 42):
            for three in range(two + 1, 42):
                for four in range(three + 1, 42):
                    start = starts[four]
                    for suit in range(4):
                        masks[suit] = cards[suit, one] | cards[suit, two]
                        masks[suit] |= cards[suit, three] | cards[suit, four]
                        row, mask, source = joined[suit], masks[suit], triples[suit]
                        for at in range(start, source.shape[0]):
                            row[at] = mask | source[at]
                    strengths_into(
                        joined[0, start:],
                        joined[1, start:],
                        joined[2, start:],
                        joined[3, start:],
                        scored[start:],
                    )
                    for at in range(start, scored.size):
                        out[scored[at]] += 1
                    looked += scored.size - start
    return looked


@cache
def strength_histogram(player: tuple[int, ...]) -> NDArray[np.int64]:
    """Look at every dealer hand beside these cards (rank times four plus suit)."""
    rest = np.array([card for card in range(52) if card not in player])
    cards = np.where(np.arange(4)[:, None] == rest % 4, 1 << rest // 4, 0).astype(np.uint16)
    places = np.array(list(combinations(range(45), 3)))
    triples = np.bitwise_or.reduce([cards[:, places[:, at]] for at in range(3)])
    starts = np.searchsorted(places[:, 0], np.arange(45), side="right")
    out = np.zeros(1 << 16, dtype=np.int64)
    looked = histogram(cards, np.ascontiguousarray(triples), starts, out)
    if looked != DEALER_HANDS or out.sum() != looked:
        raise ValueError("a dealer hand was missed")
    return out


def random_hands() -> list[tuple[int, ...]]:
    generator = np.random.Generator(np.random.PCG64DXSM(SEED))
    return [
        tuple(sorted(generator.choice(52, size=7, replace=False).tolist())) for _ in range(HANDS)
    ]


def suit_masks(cards: tuple[int, ...]) -> tuple[int, int, int, int]:
    masks = [0, 0, 0, 0]
    for card in cards:
        masks[card % 4] |= 1 << card // 4
    return masks[0], masks[1], masks[2], masks[3]


def spelled(cards: tuple[int, ...]) -> str:
    return " ".join(RANKS[card // 4] + SUITS[card % 4] for card in cards)


def cards_of(text: str) -> tuple[int, ...]:
    return tuple(RANKS.index(card[0]) * 4 + SUITS.index(card[1]) for card in text.split())


@dataclass(frozen=True)
class Counted:
    """A hand, its strength, and its dealer hands by outcome for each qualifier."""

    cards: str
    strength: int
    outcomes: dict[str, list[int]]


def counted(cards: tuple[int, ...]) -> Counted:
    """Look at every dealer hand beside these cards."""
    found = strength_histogram(cards)
    own = int(score_hands(*(np.array([mask], dtype=np.uint16) for mask in suit_masks(cards)))[0])
    outcomes = {}
    for rank in QUALIFIERS:
        limit = 4 << 13 | 1 << rank
        dealer = found[:limit]
        outcomes[RANKS[rank - 1]] = [
            int(found[limit:].sum()),
            int(dealer[own + 1 :].sum()),
            int(dealer[:own].sum()),
            int(dealer[own : own + 1].sum()),
        ]
    return Counted(spelled(cards), own, outcomes)


def main() -> int:
    rows = []
    for done, cards in enumerate(random_hands(), start=1):
        one = counted(cards)
        rows.append({"cards": one.cards, "strength": one.strength, "outcomes": one.outcomes})
        print(f"{done} of {HANDS}", file=sys.stderr)
    lines = ",\n  ".join(json.dumps(row) for row in rows)
    GOLDEN.parent.mkdir(parents=True, exist_ok=True)
    text = f'{{\n "derivation": {json.dumps(DERIVATION)},\n "hands": [\n  {lines}\n ]\n}}\n'
    GOLDEN.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

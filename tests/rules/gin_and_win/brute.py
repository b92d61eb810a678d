"""An oracle written apart from the rules: every way to lay out a hand, tried one by one.

Knows nothing of the package. A card is a pair (rank 1 to 13, suit 0 to 3). A layout is a set of
combinations of which no two share a card; all of them are listed and the best is picked.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

Pair = tuple[int, int]
Group = tuple[Pair, ...]
Layout = tuple[Group, ...]

SPECIAL = ("quads-trips", "flush5-pair", "quads-flush3")


def legal_groups(hand: tuple[Pair, ...]) -> list[Group]:
    """Every legal combination in the hand: 2 to 4 of a rank, 3 or more of a suit."""
    groups: list[Group] = []
    for same in range(1, 14):
        cards = [card for card in hand if card[0] == same]
        for size in (2, 3, 4):
            groups.extend(combinations(cards, size))
    for same in range(4):
        cards = [card for card in hand if card[1] == same]
        for size in range(3, len(cards) + 1):
            groups.extend(combinations(cards, size))
    return groups


def layouts(hand: tuple[Pair, ...]) -> Iterator[Layout]:
    """Every set of legal combinations of which no two share a card, the empty one included."""
    groups = legal_groups(hand)
    masks = [sum(1 << hand.index(card) for card in group) for group in groups]

    def extend(start: int, used: int, chosen: Layout) -> Iterator[Layout]:
        yield chosen
        for at in range(start, len(groups)):
            if not used & masks[at]:
                yield from extend(at + 1, used | masks[at], (*chosen, groups[at]))

    return extend(0, 0, ())


def left_over(hand: tuple[Pair, ...], layout: Layout) -> list[Pair]:
    used = {card for group in layout for card in group}
    return sorted((card for card in hand if card not in used), reverse=True)


def is_set(group: Group) -> bool:
    return group[0][0] == group[1][0]


def special(layout: Layout) -> str | None:
    """The line of its own that a layout of all seven cards makes, by the sizes of its parts."""
    sets = sorted(len(group) for group in layout if is_set(group))
    flushes = sorted(len(group) for group in layout if not is_set(group))
    if (sets, flushes) == ([3, 4], []):
        return SPECIAL[0]
    if (sets, flushes) == ([2], [5]):
        return SPECIAL[1]
    if (sets, flushes) == ([4], [3]):
        return SPECIAL[2]
    return None


def shown(layout: Layout) -> Layout:
    """Rank sets first, then flushes, each kind in card order."""
    sets = sorted(tuple(sorted(group)) for group in layout if is_set(group))
    flushes = sorted(tuple(sorted(group)) for group in layout if not is_set(group))
    return (*sets, *flushes)


def best(hand: tuple[Pair, ...]) -> tuple[Layout, list[Pair], str | None]:
    """The house way, its left-over cards (highest first) and the bonus line of the hand."""
    hand = tuple(sorted(hand))
    everything = list(layouts(hand))
    score = min(len(hand) - sum(map(len, layout)) for layout in everything)
    lowest = [one for one in everything if len(hand) - sum(map(len, one)) == score]
    if len(lowest) > 1:
        ranks = {one: [rank for rank, _ in left_over(hand, one)] for one in lowest}
        least = min(ranks.values())
        lowest = [one for one in lowest if ranks[one] == least]
    if len(lowest) > 1:
        lowest = [min(lowest, key=tie)]
    house = shown(lowest[0])
    left = left_over(hand, house)
    return house, left, line(everything, left)


def tie(layout: Layout) -> tuple[int, int, int, Layout]:
    own = special(layout)
    in_sets = sum(len(group) for group in layout if is_set(group))
    return (SPECIAL.index(own) if own else 9, -in_sets, len(layout), shown(layout))


def line(everything: list[Layout], left: list[Pair]) -> str | None:
    """The highest line that any layout makes; lines by score from what the house way leaves."""
    if not left:
        found = {special(layout) for layout in everything} - {None}
        return next((name for name in SPECIAL if name in found), "zero")
    if len(left) == 1:
        return "one"
    if len(left) == 2 and all(rank <= 7 for rank, _ in left):
        return "two-low"
    return None


def net(
    player: tuple[Pair, ...],
    dealer: tuple[Pair, ...],
    *,
    plays: bool,
    qualifier: tuple[int, int],
    bonus: dict[str, int],
) -> tuple[int, int]:
    """What one unit on Ante (and Play) and one on the bonus are worth, by the documents."""
    _, mine, own_line = best(player)
    _, theirs, _ = best(dealer)
    side = bonus[own_line] if own_line else -1
    if not plays:
        return -1, side
    high = theirs[0][0] if theirs else 0
    if len(theirs) > qualifier[0] or (len(theirs) == qualifier[0] and high > qualifier[1]):
        return 1, side
    my_ranks, their_ranks = [c[0] for c in mine], [c[0] for c in theirs]
    if len(mine) == len(theirs):
        if my_ranks == their_ranks:
            return 0, side
        won = my_ranks < their_ranks
    else:
        won = len(mine) < len(theirs)
    if not won:
        return -2, side
    return (4 if not mine else 2), side

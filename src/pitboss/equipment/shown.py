"""What equipment showed, as text and back: `cards Ac 7d`, `tops R J`, `dice 3 5 5`, `wheel 17`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pitboss.equipment.cards import Card, parse_cards
from pitboss.equipment.stops import KINDS, Mark, parse_mark
from pitboss.equipment.tops import Face, parse_face
from pitboss.refusals import Refusal, RefusalCode

CARDS, TOPS = "cards", "tops"

Shown = tuple[Card, ...] | tuple[Face, ...] | tuple[Mark, ...]
"""What equipment gave: cards off the shoe, faces of Tops, marks of dice or of a wheel."""


def kind_of(shown: Shown) -> str:
    """The equipment that these come from; cards where nothing showed."""
    first = shown[0] if shown else None
    if isinstance(first, Mark):
        return first.kind
    return TOPS if isinstance(first, Face) else CARDS


def write_shown(shown: Shown) -> tuple[str, ...]:
    """The kind, then each item."""
    return (kind_of(shown), *map(str, shown))


def read_shown(words: Sequence[str]) -> Shown | Refusal:
    """What the words of `write_shown` say."""
    kind, items = (words[0], words[1:]) if words else ("", ())
    if kind == CARDS:
        return parse_cards(" ".join(items))
    if kind == TOPS:
        return _all(map(parse_face, items))
    if kind in KINDS:
        return _all(parse_mark(kind, item) for item in items)
    known = ", ".join((CARDS, TOPS, *KINDS))
    return Refusal(RefusalCode.BAD_TEXT, f"a draw is of {known}.")


def is_shown(value: object) -> bool:
    """Whether a value is items of one kind of equipment."""
    if type(value) is not tuple:
        return False
    kinds = {item.kind if type(item) is Mark else type(item) for item in value}
    return not kinds or kinds in ({Card}, {Face}) or (len(kinds) == 1 and kinds <= set(KINDS))


def _all(items: Iterable[Face | Refusal] | Iterable[Mark | Refusal]) -> Shown | Refusal:
    read = tuple(items)
    refused = [item for item in read if isinstance(item, Refusal)]
    return refused[0] if refused else read  # type: ignore[return-value]

"""Changes: what became of a picture, part by part, and how the picture is put together again.

A picture is a tree of records, lists and plain values. A change names a part by its path, such as
`seats.2.in_action`, and says what is there now; `bets.3-5` names the items of a list from 3 up to 5
and gives those that took their place. `web/src/wire/changes.ts` does the same in the browser.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

Changes = dict[str, object]
ROUND = "round_id"
"""The first part of a record that is about one round."""
_NAMES: dict[type[Any], tuple[str, ...]] = {}


def find_changes(before: object, after: object, path: str) -> Changes:
    """What is different in a part that is called so, in order."""
    found: Changes = {}
    _compare(before, after, path, found)
    return found


def names_of(kind: type[Any]) -> tuple[str, ...]:
    """The parts of a record; nothing for what is sent as a whole."""
    found = _NAMES.get(kind)
    if found is None:
        found = _NAMES[kind] = _find_names(kind)
    return found


def _find_names(kind: type[Any]) -> tuple[str, ...]:
    if issubclass(kind, msgspec.Struct):
        return kind.__struct_fields__
    if dataclasses.is_dataclass(kind):
        return tuple(one.name for one in dataclasses.fields(kind))
    return ()


def _compare(before: Any, after: Any, path: str, found: Changes) -> None:
    if before is after or before == after:
        return
    kind = type(after)
    if type(before) is not kind:
        found[path] = after
    elif names := names_of(kind):
        if names[0] == ROUND and before.round_id != after.round_id:
            # Of another round hardly anything is the same.
            found[path] = after
            return
        for name in names:
            _compare(getattr(before, name), getattr(after, name), f"{path}.{name}", found)
    elif isinstance(before, tuple) and isinstance(after, tuple):
        _compare_items(before, after, path, found)
    else:
        found[path] = after


def _compare_items(
    before: Sequence[object], after: Sequence[object], path: str, found: Changes
) -> None:
    most = min(len(before), len(after))
    start = end = 0
    while start < most and before[start] == after[start]:
        start += 1
    if len(before) == len(after):
        last = most - 1
        if start < last and before[start + 1 :] == after[start:last]:
            # A stake that is changed goes to the end of the list.
            found[f"{path}.{start}-{start + 1}"] = ()
            found[f"{path}.{last}-{last}"] = after[last:]
            return
        if all(map(_are_alike, before, after)):
            for at in range(start, most):
                _compare(before[at], after[at], f"{path}.{at}", found)
            return
    while end < most - start and before[-1 - end] == after[-1 - end]:
        end += 1
    if start or end:
        path = f"{path}.{start}-{len(before) - end}"
    found[path] = after[start : len(after) - end]


def _are_alike(before: Any, after: Any) -> bool:
    """Whether two items are records of one kind, to be compared part by part."""
    return type(before) is type(after) and bool(names_of(type(after)))


# --- the other end --------------------------------------------------------------------------


def apply_changes(picture: Any, changes: Mapping[str, object]) -> Any:
    """The picture after changes, as read from JSON; what did not change is the same object."""
    for path, value in changes.items():
        picture = _put(picture, path.split("."), value)
    return picture


def _put(part: Any, steps: list[str], value: Any) -> Any:
    step, *rest = steps
    if isinstance(part, list):
        first, _, last = step.partition("-")
        at = int(first)
        if last:
            return [*part[:at], *value, *part[int(last) :]]
        return [*part[:at], _put(part[at], rest, value) if rest else value, *part[at + 1 :]]
    return {**part, step: _put(part[step], rest, value) if rest else value}


class Follower:
    """A viewer's side of a socket: messages in, the table as it is now out."""

    def __init__(self) -> None:
        self._first: tuple[int, Any] = (0, None)
        self._last: tuple[int, Any] = (0, None)

    @property
    def number(self) -> int:
        """The number of the picture that is here."""
        return self._last[0]

    def greet(self, welcome: Mapping[str, Any]) -> None:
        self._first = self._last = welcome["number"], welcome["view"]

    def take(self, changed: Mapping[str, Any]) -> Any:
        """The whole view; None when something was missed, so that it must be asked for again."""
        known = dict((self._first, self._last))
        if changed["after"] not in known:
            return None
        view = apply_changes(known[changed["after"]], changed["changes"])
        self._last = changed["number"], view
        return view

"""Events in the journal and back: whole numbers, texts and lists of them, read strictly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from pitboss.refusals import Refusal, RefusalCode
from pitboss.table import draw_codec as codec
from pitboss.table import events, floor_events
from pitboss.table.draw_codec import DrawTexts, Texts
from pitboss.table.events import Decided, Event, kind_of

_WRITERS: dict[str, Callable[[Any], object]] = {
    "shown": codec.encode_shown,
    "draws": codec.encode_changes,
    "setting": codec.encode_setting,
}
_READERS: dict[str, tuple[Any, Callable[[Any], Any]]] = {
    "shown": (Texts, codec.decode_shown),
    "draws": (DrawTexts, codec.decode_changes),
    "setting": (tuple[Texts, ...], codec.decode_setting),
}
_IS_SET = "is_set"
"""In the journal: 1 when combinations were laid out, even if there were none of them."""


def _journal_type(cls: type[Event]) -> type[msgspec.Struct]:
    """An event's fields as the journal holds them: draws and settings as texts."""
    if not _WRITERS.keys() & set(cls.__struct_fields__):
        return cls
    fields: list[tuple[str, Any] | tuple[str, Any, Any]] = [
        (one.name, _READERS[one.name][0] if one.name in _READERS else one.type)
        for one in msgspec.structs.fields(cls)
    ]
    if cls is Decided:
        fields[-1:] = [("setting", tuple[Texts, ...], ()), (_IS_SET, int, 0)]
    return msgspec.defstruct(cls.__name__, fields)


_HOMES = (events.__name__, floor_events.__name__)
_KINDS = {kind_of(cls): cls for cls in Event.__subclasses__() if cls.__module__ in _HOMES}
_JOURNAL_TYPES = {kind: _journal_type(cls) for kind, cls in _KINDS.items()}
# Read their fields now: two threads that do so at the first use, at once, end the process.
_DECODERS = tuple(map(msgspec.json.Decoder, _JOURNAL_TYPES.values()))


def encode(event: Event) -> dict[str, Any]:
    """The event's body in the journal: whole numbers, texts and lists."""
    body = msgspec.structs.asdict(event)
    for name in _WRITERS.keys() & body.keys():
        body[name] = _WRITERS[name](body[name])
    if isinstance(event, Decided):
        body[_IS_SET] = int(event.setting is not None)
    return body


def decode(kind: str, body: object) -> Event | Refusal:
    """The event back from the journal, strictly."""
    cls = _KINDS.get(kind)
    if cls is None:
        return Refusal(RefusalCode.UNKNOWN_FIELD, f"There is no table event '{kind}'.")
    journal_type = _JOURNAL_TYPES[kind]
    try:
        found = msgspec.convert(body, journal_type, strict=True)
    except msgspec.ValidationError as problem:
        return Refusal(RefusalCode.BAD_FIELD, f"Not a {kind}: {problem}.")
    if not isinstance(body, dict) or body.keys() - set(journal_type.__struct_fields__):
        return Refusal(RefusalCode.UNKNOWN_FIELD, f"A {kind} has an unknown field.")
    if isinstance(found, cls):
        return found
    values = msgspec.structs.asdict(found)
    if cls is Decided and not values.pop(_IS_SET):
        values["setting"] = None
    for name in _READERS.keys() & values.keys():
        if values[name] is not None:
            values[name] = _READERS[name][1](values[name])
        if isinstance(values[name], Refusal):
            return Refusal(RefusalCode.BAD_FIELD, f"Not a {kind}: {values[name].sentence}")
    return cls(**values)

"""Requests: a command with the id its sender made for it, and the fingerprint of both."""

from __future__ import annotations

import hmac
from typing import Any

import msgspec

from pitboss.audit.canonical import fingerprint
from pitboss.refusals import Refusal
from pitboss.store.records import Lease
from pitboss.table.commands import Act, Command, CorrectDraws, MakeCall, MakeDecision, ShowDraw
from pitboss.table.draw_codec import encode_setting, encode_shown

_PRINT_DOMAIN = b"pitboss/fingerprint/1\0"
_ADDED_LATER = {"round_id": "", "step": None}
_SECRET = (ShowDraw, CorrectDraws, MakeDecision, MakeCall)


class Request(msgspec.Struct, frozen=True):
    """A command addressed to a table. The same id again means the same command, sent again."""

    table: str
    client_id: str
    command: Command
    lease: Lease | None = None
    """Of the process that acts for the house, where several could."""


def fingerprint_of(request: Request, house_key: bytes) -> str | Refusal:
    """The fingerprint of the request: equal for the same request, no matter who repeats it.

    That of an act which becomes a sealed event is keyed, or the few cards that an act can name
    could be found by trying them all.
    """
    act = request.command.act
    body: dict[str, Any] = {
        "act": type(act).__name__,
        "table": request.table,
        "with": plain_act(act),
    }
    found = fingerprint(body)
    if isinstance(found, Refusal) or not isinstance(act, _SECRET):
        return found
    return hmac.digest(house_key, _PRINT_DOMAIN + found.encode(), "sha256").hex()


def plain_act(act: Act) -> dict[str, Any]:
    """An act whose shape was checked, as whole numbers, texts and lists."""
    values = {name: getattr(act, name) for name in act.__struct_fields__}
    return {
        name: _plain(name, value)
        for name, value in values.items()
        # Acts from before they named their round or step keep the fingerprint they had.
        if name not in _ADDED_LATER or value != _ADDED_LATER[name]
    }


def _plain(name: str, value: Any) -> Any:
    if name == "shown":
        return list(encode_shown(value))
    if name in ("draws", "entries"):
        return [[number, list(encode_shown(shown))] for number, shown in value]
    if name == "setting":
        return ["none"] if value is None else ["set", *map(list, encode_setting(value))]
    if name == "chain":
        return [] if value is None else [value.end, value.length, value.sealed]
    return int(value) if isinstance(value, bool) else value

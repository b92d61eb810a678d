"""Requests: a command with the id its sender made for it, and what it is answered."""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field, fields
from typing import Any

from pitboss.audit.canonical import fingerprint
from pitboss.refusals import Refusal
from pitboss.table.commands import Act, Command, CorrectDraws, MakeCall, MakeDecision, ShowDraw
from pitboss.table.shown import show_setting, show_shown

CLIENT_ID_LENGTH_MAX = 64
_PRINT_DOMAIN = b"pitboss/fingerprint/1\0"
_SECRET = (ShowDraw, CorrectDraws, MakeDecision, MakeCall)


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked of a table. The same id again means the same command, sent again."""

    table: str
    client_id: str
    command: Command


@dataclass(frozen=True, slots=True)
class Receipt:
    """The command took effect and is on disk. A repeat gets an equal one."""

    table: str
    version: int
    head: str
    at_ms: int
    balances: tuple[tuple[str, int], ...]
    is_repeat: bool = field(default=False, compare=False)


def print_of(request: Request, house_key: bytes) -> str | Refusal:
    """The fingerprint of what was asked: equal for the same request, whoever repeats it.

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
    return {one.name: _plain(one.name, getattr(act, one.name)) for one in fields(act)}


def _plain(name: str, value: Any) -> Any:
    if name == "shown":
        return list(show_shown(value))
    if name == "draws":
        return [[number, list(show_shown(shown))] for number, shown in value]
    if name == "setting":
        return ["none"] if value is None else ["set", *map(list, show_setting(value))]
    if name == "chain":
        return [] if value is None else [value.end, value.length, value.sealed]
    return int(value) if isinstance(value, bool) else value

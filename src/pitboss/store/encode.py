"""Records as canonical JSON, and the moves in them read back."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from pitboss.audit.canonical import Json, encode, record_fault
from pitboss.ledger.judge import Judgement
from pitboss.ledger.limits import SetLimit
from pitboss.ledger.transfers import (
    Correct,
    Fill,
    Hold,
    Issue,
    Move,
    Post,
    Transfer,
    Void,
)
from pitboss.refusals import Refusal, RefusalCode
from pitboss.store.records import Commit, Event, Record

_WORDS: dict[type, str] = {
    Issue: "issue",
    Hold: "hold",
    Post: "post",
    Void: "void",
    Correct: "correct",
    Fill: "fill",
}


def record_bytes(commit: Commit, version: int, judgement: Judgement) -> bytes | Refusal:
    """The canonical bytes of what a commit becomes in its stream.

    Only the events' bodies are of unknown shape: everything else was judged or is our own.
    """
    for event in commit.events:
        fault = record_fault(event.body)
        if fault is not None:
            return Refusal(RefusalCode.BAD_FIELD, fault)
    body: dict[str, Json] = {
        "actor": commit.actor,
        "at_ms": commit.at_ms,
        "client_id": commit.client_id,
        "fingerprint": commit.fingerprint,
        "stream": commit.stream,
        "version": version,
    }
    if commit.events:
        body["events"] = [{"body": event.body, "kind": event.kind} for event in commit.events]
    if commit.transfers:
        body["transfers"] = _transfers(commit.transfers, judgement)
    if commit.limits:
        body["limits"] = [_plain(wish) for wish in commit.limits]
    if commit.round_id is not None:
        body["round_id"] = commit.round_id
    return encode(body)


def _transfers(transfers: Iterable[Transfer], judgement: Judgement) -> list[Json]:
    moves = iter(judgement.moves)
    written: list[Json] = []
    for transfer, count in zip(transfers, judgement.moves_of, strict=True):
        body = plain_transfer(transfer)
        body["moves"] = [_move(next(moves)) for _ in range(count)]
        written.append(body)
    return written


def plain_transfer(transfer: Transfer) -> dict[str, Json]:
    return _plain(transfer) | {"type": _WORDS[type(transfer)]}


def _move(move: Move) -> Json:
    return {
        "amount": move.amount,
        "from": move.source,
        "kind": move.kind.value,
        "to": move.target,
    }


def _plain(value: Transfer | SetLimit) -> dict[str, Json]:
    # Reasons and kinds are text to the encoder as they are.
    body: dict[str, Json] = {}
    for name in value.__struct_fields__:
        item = getattr(value, name)
        if item is not None:
            body[name] = item
    return body


def read_body(data: str | bytes) -> dict[str, Any]:
    body: dict[str, Any] = json.loads(data)
    return body


def record_of(row: tuple[Any, ...]) -> Record:
    stream, version, at_ms, actor, client_id, fingerprint, round_id, data, head = row
    body = read_body(data)
    return Record(
        stream=stream,
        version=version,
        at_ms=at_ms,
        actor=actor,
        client_id=client_id,
        fingerprint=fingerprint,
        round_id=round_id,
        events=tuple(Event(e["kind"], e["body"]) for e in body.get("events", ())),
        canonical=data.encode(),
        head=head,
    )

"""Alerts: what a monitor or a report found, and what people did about it, in the journal."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

import msgspec

from pitboss.audit.canonical import Json
from pitboss.pit.pit import Pit
from pitboss.refusals import Refusal, RefusalCode
from pitboss.store.records import Committed, Event
from pitboss.store.store import Store

STREAM = "alerts"
RAISED, MARKED = "alert.raised", "alert.marked"
NOTE_MAX = 1_000


class AlertState(StrEnum):
    """How far an alert was dealt with."""

    NEW = "new"
    ACKNOWLEDGED = "acknowledged"
    INVESTIGATED = "investigated"
    CLOSED = "closed"


_ORDER = tuple(AlertState)


class AlertMark(msgspec.Struct, frozen=True, kw_only=True):
    """One step that somebody took about an alert."""

    state: AlertState
    note: str
    person: str
    name: str
    at_ms: int


class Alert(msgspec.Struct, frozen=True, kw_only=True):
    """Something that needs a person: what it is, its evidence, and every step taken."""

    alert: str
    """Its id: the same finding has the same one."""
    kind: str
    where: str
    """The table, edition or period it is about."""
    sentence: str
    chance: str
    """How often an honest house would see it."""
    rounds: tuple[str, ...] = ()
    at_ms: int = 0
    marks: tuple[AlertMark, ...] = ()

    @property
    def state(self) -> AlertState:
        return self.marks[-1].state if self.marks else AlertState.NEW

    @property
    def is_closed(self) -> bool:
        return self.state is AlertState.CLOSED

    @property
    def note(self) -> str:
        """The investigation in writing, or the last note there is."""
        return next((one.note for one in reversed(self.marks) if one.note), "")


def raise_alert(pit: Pit, alert: Alert) -> Committed | Refusal:
    """Put an alert on record."""
    rounds: list[Json] = list(alert.rounds)
    body: dict[str, Json] = {
        "alert": alert.alert,
        "kind": alert.kind,
        "where": alert.where,
        "sentence": alert.sentence,
        "chance": alert.chance,
        "rounds": rounds,
    }
    return pit.record(RAISED, body, now_ms=pit.clock(), stream=STREAM)


def raise_new(pit: Pit, log: AlertLog, found: Iterable[Alert]) -> int | Refusal:
    """Raise what is not on record yet; how many that were. A finding is never raised twice."""
    known = log.read()
    if isinstance(known, Refusal):
        return known
    new = {one.alert: one for one in found if one.alert not in known}
    for alert in new.values():
        answer = raise_alert(pit, alert)
        if isinstance(answer, Refusal):
            return answer
    return len(new)


def mark_alert(pit: Pit, alert: Alert, mark: AlertMark) -> Committed | Refusal:
    """Put a step on record: acknowledged, investigated or closed, by one person."""
    refusal = mark_refusal(alert, mark)
    if refusal is not None:
        return refusal
    body: dict[str, Json] = {
        "alert": alert.alert,
        "state": mark.state.value,
        "note": mark.note.strip(),
        "person": mark.person,
        "name": mark.name,
    }
    actor = f"supervisor:{mark.person}"
    return pit.record(MARKED, body, now_ms=mark.at_ms, actor=actor, stream=STREAM)


def mark_refusal(alert: Alert, mark: AlertMark) -> Refusal | None:
    """Why this step cannot be taken."""
    owner = next((one for one in alert.marks if one.state is AlertState.ACKNOWLEDGED), None)
    if owner is not None and owner.person != mark.person:
        return Refusal(
            RefusalCode.NOT_NOW,
            f"{owner.name} has acknowledged this alert. Tell {owner.name} what you know.",
        )
    if alert.is_closed:
        return Refusal(RefusalCode.NOT_NOW, "This alert is closed; its notes stay on record.")
    if _ORDER.index(mark.state) < _ORDER.index(alert.state) or mark.state is AlertState.NEW:
        return Refusal(RefusalCode.NOT_NOW, f"This alert is {alert.state.value} already.")
    if owner is None and mark.state is not AlertState.ACKNOWLEDGED:
        return Refusal(RefusalCode.NOT_NOW, "Acknowledge the alert first, so that it is yours.")
    if mark.state is not AlertState.ACKNOWLEDGED and not mark.note.strip():
        return Refusal(RefusalCode.MISSING_FIELD, "Write down what you found.")
    if len(mark.note) > NOTE_MAX:
        return Refusal(RefusalCode.BAD_TEXT, f"A note has at most {NOTE_MAX} letters.")
    return None


class AlertLog:
    """Every alert by its id; each reading goes on from the last, in any number of threads."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.known: tuple[int, dict[str, Alert]] = (0, {})
        """How far the journal was read, and what stood there; replaced as a whole."""

    def read(self) -> dict[str, Alert] | Refusal:
        version, before = self.known
        alerts = dict(before)
        for record in self.store.replay(STREAM, after=version):
            if isinstance(record, Refusal):
                return record
            version = record.version
            for event in record.events:
                _take(alerts, event, record.at_ms)
        self.known = version, alerts
        return alerts


def _take(alerts: dict[str, Alert], event: Event, at_ms: int) -> None:
    body = {**event.body, "at_ms": at_ms}
    name = str(event.body["alert"])
    known = alerts.get(name)
    if event.kind == RAISED:
        made = msgspec.convert(body, Alert)
        marks = () if known is None else known.marks
        alerts[name] = msgspec.structs.replace(made, marks=marks)
    elif event.kind == MARKED and known is not None:
        mark = msgspec.convert(body, AlertMark)
        alerts[name] = msgspec.structs.replace(known, marks=(*known.marks, mark))

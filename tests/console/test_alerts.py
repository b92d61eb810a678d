"""Alerts: raised once, taken by one person, investigated in writing, closed, all on record."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from pitboss.floor.alerts import (
    STREAM,
    Alert,
    AlertLog,
    AlertMark,
    AlertState,
    mark_alert,
    raise_alert,
    raise_new,
)
from pitboss.refusals import Refusal
from pitboss.store.records import Committed, Record
from pitboss.store.store import Store
from tests.pit.kit import Floor

ALERT = Alert(
    alert="counting.T1.ann",
    kind="counting",
    where="T1",
    sentence="Ann bets more when the shoe is rich.",
    chance="at most 1 in 1,000 honest records",
    rounds=("T1.4", "T1.9"),
)


def step(floor: Floor, state: AlertState, note: str = "", who: str = "sam") -> Committed | Refusal:
    log = AlertLog(floor.store)
    alerts = log.read()
    assert not isinstance(alerts, Refusal)
    floor.clock.now_ms += 1
    at_ms = floor.clock.now_ms
    mark = AlertMark(state=state, note=note, person=who, name=who.title(), at_ms=at_ms)
    return mark_alert(floor.pit, alerts[ALERT.alert], mark)


def refused(answer: Committed | Refusal) -> str:
    assert isinstance(answer, Refusal)
    return answer.sentence


def test_an_alert_is_one_persons_from_acknowledgement_to_close(floor: Floor) -> None:
    assert isinstance(raise_alert(floor.pit, ALERT), Committed)
    assert "Acknowledge" in refused(step(floor, AlertState.CLOSED, "nothing"))
    assert isinstance(step(floor, AlertState.ACKNOWLEDGED), Committed)
    assert "Sam has acknowledged" in refused(step(floor, AlertState.ACKNOWLEDGED, who="eva"))
    assert "Sam has acknowledged" in refused(step(floor, AlertState.CLOSED, "mine", who="eva"))
    assert "Write down" in refused(step(floor, AlertState.INVESTIGATED))
    assert isinstance(step(floor, AlertState.INVESTIGATED, "Watched the tape."), Committed)
    assert "investigated already" in refused(step(floor, AlertState.ACKNOWLEDGED))
    assert isinstance(step(floor, AlertState.CLOSED, "Chance."), Committed)
    assert "closed" in refused(step(floor, AlertState.CLOSED, "again"))
    alerts = AlertLog(floor.store).read()
    assert not isinstance(alerts, Refusal)
    found = alerts[ALERT.alert]
    assert [one.state.value for one in found.marks] == ["acknowledged", "investigated", "closed"]
    assert (found.rounds, found.note) == (ALERT.rounds, "Chance.")


def test_an_alert_raised_again_keeps_what_was_done_about_it(floor: Floor) -> None:
    raise_alert(floor.pit, ALERT)
    step(floor, AlertState.ACKNOWLEDGED)
    raise_alert(floor.pit, ALERT)
    alerts = AlertLog(floor.store).read()
    assert not isinstance(alerts, Refusal)
    assert alerts[ALERT.alert].state is AlertState.ACKNOWLEDGED


def test_a_finding_that_is_found_again_and_again_is_one_alert(floor: Floor) -> None:
    log, other = AlertLog(floor.store), AlertLog(floor.store)
    second = replace(ALERT, alert="counting.T1.ben")
    assert [raise_new(floor.pit, one, [ALERT]) for one in (log, other) * 50] == [1] + [0] * 99
    assert raise_new(floor.pit, log, [ALERT, second, second]) == 1
    step(floor, AlertState.ACKNOWLEDGED)
    step(floor, AlertState.CLOSED, "Chance.")
    assert raise_new(floor.pit, log, [ALERT, second]) == 0
    raised = [one for one in floor.store.replay(STREAM) if not isinstance(one, Refusal)]
    assert [one.events[0].kind for one in raised].count("alert.raised") == 2


class Interrupted:
    """A store whose journal is read by somebody else in the middle of every reading."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.log: AlertLog | None = None

    def replay(self, stream: str, *, after: int) -> Iterator[Record | Refusal]:
        for record in self.store.replay(stream, after=after):
            log, self.log = self.log, None
            if log is not None:
                log.read()
            yield record


def test_two_readers_at_once_count_no_step_twice(floor: Floor) -> None:
    raise_alert(floor.pit, ALERT)
    step(floor, AlertState.ACKNOWLEDGED)
    store = Interrupted(floor.store)
    store.log = log = AlertLog(store)  # type: ignore[arg-type]
    for _ in range(2):
        alerts = log.read()
        assert not isinstance(alerts, Refusal)
        assert len(alerts[ALERT.alert].marks) == 1

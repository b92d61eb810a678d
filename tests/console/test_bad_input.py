"""Bad input on the floor, over the API: refused with what to do next, and nothing is lost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.floor.alerts import Alert, raise_alert
from pitboss.refusals import Refusal
from pitboss.server.accounts.people import HouseRole
from pitboss.store.records import Committed
from tests.server.by_hand import ByHand
from tests.server.kit import Guest, Json, Running, house_at

RED: Json = {"seat": 3, "spot": "single:red", "stake": 1_000}


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with house_at(tmp_path_factory.mktemp("bad") / "house.db") as found:
        yield found


@pytest.fixture(scope="module")
def boss(running: Running) -> Guest:
    return running.staff("Boss", HouseRole.PIT_BOSS)


@pytest.fixture(scope="module")
def other(running: Running) -> Guest:
    return running.staff("Dirk", HouseRole.DEALER)


@pytest.fixture(scope="module")
def dealer(running: Running) -> Guest:
    return running.staff("Dora", HouseRole.DEALER)


@pytest.fixture
def table(running: Running, dealer: Guest, boss: Guest) -> ByHand:
    """A table by hand with an open tray, a walk-up player in seat 3 and a bet of 10 on red."""
    form = {"game": "spin-n-win", "mode": "entered"}
    name = boss.http.post("/api/tables", json=form).json()["table"]
    found = ByHand(running, name, dealer, boss, None)  # type: ignore[arg-type]
    found.act("open-tray", count=100_000)
    found.act("seat-walk-up", seat=3, name="Wanda", amount=20_000)
    found.act("open-round")
    found.act("place-bet", **RED)
    return found


STATUS = {"bad-amount": 400, "not-your-turn": 403}
"""Of a refusal by its code; every other is a conflict."""


def heads(running: Running) -> list[Any]:
    """How far every stream of the journal goes."""
    found = running.house.tables.pit.store.heads()
    assert not isinstance(found, Refusal)
    return sorted((one.stream, one.version, one.digest) for one in found)


def refused(table: ByHand, kind: str, *, who: Guest | None = None, **fields: Any) -> str:
    """The sentence of an act that is refused; neither the journal nor the desk has changed."""
    before, desk = heads(table.running), table.desk
    answer = table.refusal(kind, who=who, **fields)
    assert answer["status"] == STATUS.get(answer["code"], 409), answer
    assert heads(table.running) == before
    assert _at_rest(table.desk) == _at_rest(desk)
    return str(answer["sentence"])


def _at_rest(desk: Json) -> Json:
    return {name: desk[name] for name in ("seats", "tray", "trail", "dealer")}


def test_chips_for_an_empty_seat(table: ByHand) -> None:
    assert "seat a walk-up player there first" in refused(table, "place-bet", **RED | {"seat": 4})
    assert "seat a walk-up player there first" in refused(table, "buy-chips", seat=4, amount=1_000)


def test_a_fill_without_a_second_signature(table: ByHand) -> None:
    table.act("ask-transfer", what="fill", amount=50_000)
    assert "a second person must sign it" in refused(table, "sign-transfer", number=1)
    table.act("void-round", who=table.boss, reason="End of shift")
    words = refused(table, "close-tray", count=80_000, drop=20_000)
    assert "lacks its second signature; sign or withdraw it first" in words
    table.act("sign-transfer", who=table.boss, number=1)
    assert table.desk["tray"]["fills"] == 50_000
    # Nor does a pit boss alone make two signatures.
    table.act("ask-transfer", who=table.boss, what="fill", amount=50_000)
    words = refused(table, "sign-transfer", who=table.boss, number=2)
    assert "a second person must sign it" in words


@pytest.mark.parametrize("count", [25, 100_050])
def test_a_count_that_cannot_be(table: ByHand, count: int) -> None:
    table.act("void-round", who=table.boss, reason="End of shift")
    assert "count again" in refused(table, "close-tray", count=count, drop=20_000)


def test_a_limit_below_a_bet_on_the_felt(table: ByHand) -> None:
    words = refused(table, "change-limits", who=table.boss, minimum=100, maximum=500)
    assert "A bet of 10 lies on the felt. Set the largest bet to at least that" in words
    table.act("change-limits", who=table.boss, minimum=100, maximum=1_000)


def test_two_dealers_at_one_table(table: ByHand, other: Guest) -> None:
    for kind, fields in (("place-bet", RED | {"stake": 500}), ("close-bets", {})):
        assert "relieve them first" in refused(table, kind, who=other, **fields)
    table.act("relieve", who=other)
    assert "relieve them first" in refused(table, "close-bets")


def test_a_profile_out_of_date(running: Running, boss: Guest) -> None:
    before = heads(running)
    form = {"game": "gin-and-win", "edition": "wsgc-2017", "profile": "wa-commercial-2017"}
    answer = boss.http.post("/api/tables", json=form)
    assert answer.status_code == 409
    assert "choose Washington commercial card rooms, 2023" in answer.json()["sentence"]
    assert heads(running) == before


def test_an_acknowledgement_of_somebody_elses_alert(running: Running, boss: Guest) -> None:
    alert = Alert(alert="a", kind="counting", where="S1", sentence="Ann counts.", chance="")
    assert isinstance(raise_alert(running.house.tables.pit, alert), Committed)
    path, form = f"/api/pit/alerts/{alert.alert}", {"state": "acknowledged"}
    assert boss.http.post(path, json=form).status_code == 200
    eva = running.staff("Eva", HouseRole.PIT_BOSS)
    before = heads(running)
    answer = eva.http.post(path, json=form)
    assert answer.status_code == 409
    assert answer.json()["sentence"] == "Boss has acknowledged this alert. Tell Boss what you know."
    assert heads(running) == before

"""A forked history: the audit finds it, the table is quarantined, and it is mended on record."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pitboss.pit.audit import check_tables, table_fault
from pitboss.pit.closed import CLOSED
from pitboss.pit.mend import Mend, mend, mend_of
from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.accounts.people import HouseRole
from pitboss.table import commands as cmd
from tests.attacks.test_tables_limit import last_word
from tests.cli.conftest import Pitboss, pitboss
from tests.pit.forks import FORKS, HOUSE, pair, skip_a_hold, two_owners
from tests.pit.kit import Hand, floor_on
from tests.server.kit import house_at
from tests.store.house import assert_sound, opened
from tests.table.kit import registry

__all__ = ["pitboss"]
TELLS = {
    "two_owners": "free seat",
    "other_hold_ids": "transfers are not those",
    "held_after_settling": "rules do not allow",
    "anothers_seat": "bob acted for seat 2",
    "unpaid": "transfers are not those",
}


@pytest.mark.parametrize("name", FORKS)
def test_the_audit_finds_a_forked_history(name: str, tmp_path: Path, pitboss: Pitboss) -> None:
    where = str(tmp_path / "house.db")
    house = FORKS[name](where)
    # Chain, moves and balances are all as they should be.
    assert_sound(house.store)
    house.store.close()
    ran = pitboss("audit", "verify", "--database", where)
    assert ran.code == 1 and "TAMPERED." in ran.out, ran
    assert TELLS[name] in ran.out and "Table T1" in ran.out
    assert "Traceback" not in ran.out + ran.err


def test_an_honest_house_is_sound_and_has_nothing_to_mend(tmp_path: Path, pitboss: Pitboss) -> None:
    where = str(tmp_path / "house.db")
    house, _ = pair(where, is_betting=True)
    house.do("alice", cmd.PlaceBet(1, "single:red", 100_00))
    house.store.close()
    ran = pitboss("audit", "verify", "--database", where)
    assert ran.code == 0 and "Tables: 1 journals" in ran.out, ran
    ran = pitboss("audit", "mend", "T1", "--database", where, "--by", "Ana", "--reason", "None")
    assert ran.code != 0 and "nothing to mend" in ran.out + ran.err


@pytest.mark.parametrize("name", FORKS)
def test_a_mended_table_gives_every_stake_back(name: str) -> None:
    house = FORKS[name](":memory:")
    fault = table_fault(house.store, "T1", registry())
    assert fault is not None and not isinstance(fault, Refusal)
    wish = Mend(by="Ana", reason="Forked.", broken_at=fault.version, fault=fault.sentence)
    assert isinstance(mend(house.store, "T1", wish, now_ms=house.clock()), tuple)
    assert house.store.open_bets("T1") == ()
    won = house.store.balance("table:T1") or 0
    assert isinstance(won, int)
    assert sum(house.credits(who) for who in ("alice", "bob", "carol")) + won == 3 * 1000_00
    assert_sound(house.store)
    findings = check_tables(house.store, registry())
    assert not isinstance(findings, Refusal) and findings.faults == ()
    assert [(one.table, by.reason) for one, by in findings.mended] == [("T1", "Forked.")]
    again = floor_on(house.store, clock=house.clock)
    assert again.pit.recover() == () and again.pit.quarantined == {}
    refused = again.ask("alice", cmd.TakeSeat(3))
    assert isinstance(refused, Refusal) and refused.code is RefusalCode.NOT_NOW


def test_a_mend_says_who_and_why(tmp_path: Path, pitboss: Pitboss) -> None:
    where = str(tmp_path / "house.db")
    house = two_owners(where)
    before = house.store.heads()
    house.store.close()
    for words in ((), ("--by", "Ana"), ("--reason", "Forked.")):
        ran = pitboss("audit", "mend", "T1", "--database", where, *words)
        assert ran.code != 0 and "Traceback" not in ran.err
    with opened(where) as store:
        assert store.heads() == before


def test_a_running_process_puts_a_broken_table_aside() -> None:
    house = two_owners(":memory:")
    desk = house.pit.desks["T1"]
    desk.pending, desk.in_flight = None, 0
    desk.note_version(desk.version + 2)
    house.clock.now_ms += 60_000
    assert house.tick() == 0
    assert set(house.pit.quarantined) == {"T1"} and not desk.needs_resync
    refused = house.ask("alice", cmd.LeaveSeat(1))
    assert isinstance(refused, Refusal) and refused.code is RefusalCode.TAMPERED
    reads = 0

    def count(*_: object, **__: object) -> object:
        nonlocal reads
        reads += 1
        return iter(())

    desk.store = type("Counting", (), {"replay": count})()
    for _ in range(50):
        desk.note_version(1_000)
        house.tick()
    assert reads == 0, "a broken journal is not read again and again"


def test_a_broken_house_opens_is_mended_and_opens_fully(tmp_path: Path, pitboss: Pitboss) -> None:
    """From the forged journal to a sound audit, with real servers in between."""
    database = tmp_path / "house.db"
    with house_at(database):
        pass
    table = "spin-n-win-1"
    with opened(str(database)) as store:
        opening = store.read(f"table:{table}", limit=1)
        assert not isinstance(opening, Refusal)
        forger = floor_on(store, clock=Hand(opening[0].at_ms))
        assert isinstance(forger.pit.recover(), tuple)
        forger.fund("mallory")
        forger.do("mallory", cmd.TakeSeat(1), table=table)
        forger.do(HOUSE, cmd.OpenRound(), table=table)
        skip_a_hold(forger, "mallory", table=table)
    with house_at(database) as running:
        boss = running.staff("Ada", HouseRole.PIT_BOSS)
        page = boss.http.get("/api/desk").json()
        assert [one["table"] for one in page["broken"]] == [table]
        assert "cannot be replayed" in page["broken"][0]["sentence"]
        assert page["broken"][0]["in_action"] == 100_00
        names = {one["table"] for one in page["tables"]}
        assert {"spin-n-win-2", "gin-and-win-1", "flip-it-1"} <= names and table not in names
        assert running.guest("Bo").http.get("/api/desk").status_code == 403
        with running.guest("Cy").at("spin-n-win-2") as viewer:
            viewer.sit(1)
            viewer.bet()
        assert any('"table.quarantined"' in line for line in running.log)
        code, sentence = last_word(running, table)
        assert code == 4004 and "out of service" in sentence
    ran = pitboss("audit", "verify", "--database", str(database))
    assert ran.code == 1 and table in ran.out
    words = ("--by", "Ada", "--reason", "Two processes wrote one table.")
    ran = pitboss("audit", "mend", table, "--database", str(database), *words)
    assert ran.code == 0 and "1 stakes went back" in ran.out + ran.err, ran
    ran = pitboss("audit", "verify", "--database", str(database), "--format", "json")
    told = json.loads(ran.out)
    assert ran.code == 0 and told["sound"]
    assert any("mended by Ada (Two processes wrote one table.)" in line for line in told["said"])
    assert pitboss("audit", "mend", table, "--database", str(database), *words).code != 0
    with opened(str(database)) as store:
        assert isinstance(mend_of(store, f"table:{table}"), Mend)
        assert store.balance("player:mallory") == 1000_00
    with house_at(database) as running:
        boss = running.staff("Eve", HouseRole.PIT_BOSS)
        page = boss.http.get("/api/desk").json()
        assert page["broken"] == []
        assert "spin-n-win-2" in {one["table"] for one in page["tables"]}
        assert last_word(running, table) == (4004, CLOSED.sentence)
        # Whoever works here is told by whom.
        told = boss.http.get(f"/api/desk/{table}")
        assert told.status_code == 409 and "closed for good by Ada" in told.json()["sentence"]

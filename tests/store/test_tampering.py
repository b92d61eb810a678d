"""Rows changed behind the store's back: constraints forbid some, the audit finds the rest."""

from __future__ import annotations

import sqlite3

import psycopg
import pytest

from pitboss.invariants import BrokenInvariant
from pitboss.refusals import Refusal
from tests.store.house import command, done, hold, opened, post, refused, seated
from tests.store.test_migrations import execute


@pytest.fixture
def played(where: str) -> str:
    """A store with bets open, won, lost."""
    with opened(where) as store:
        seated(store, "alice", 1_000)
        for number in range(3):
            done(store.append(command(f"b{number}", hold(f"h{number}", 100))))
        done(store.append(command("s0", post("h0", taken=100), round_id="r1")))
        done(store.append(command("s1", post("h1", won=300), round_id="r1")))
    return where


SETTLEMENT = (
    "INSERT INTO settlements (hold_id, outcome, taken, returned, won, stream, version)"
    " VALUES ('{}', 'post', 0, 100, 0, 'table:T1', 4)"
)
FORBIDDEN = [
    "UPDATE accounts SET balance = -1 WHERE account = 'player:alice'",
    "UPDATE accounts SET balance = -1 WHERE account = 'stake:T1:1'",
    "UPDATE transfers SET target = 'player:alice' WHERE kind = 'hold'",
    SETTLEMENT.format("h0"),
    SETTLEMENT.format("nobody"),
    "UPDATE journal SET client_id = 'b1' WHERE client_id = 'b2'",
    "UPDATE transfers SET amount = 0",
    "UPDATE transfers SET player_move = 1",
    "UPDATE holds SET is_open = 2",
    "DELETE FROM journal WHERE version = 1",
]


@pytest.mark.parametrize("sql", FORBIDDEN)
def test_what_the_database_itself_forbids(played: str, sql: str) -> None:
    with pytest.raises((sqlite3.IntegrityError, psycopg.IntegrityError)):
        execute(played, sql, keeps_keys=True)


def test_player_to_player_cannot_be_stored(played: str) -> None:
    sql = (
        "INSERT INTO transfers (stream, version, leg, kind, source, target, amount, at_ms, reason)"
        " VALUES ('table:T1', 1, 9, 'gift', 'player:alice', 'player:bob', 5, 0, '')"
    )
    with pytest.raises((sqlite3.IntegrityError, psycopg.IntegrityError)):
        execute(played, sql)


FOUND = {
    "UPDATE accounts SET balance = 5 WHERE account = 'player:alice'": "player:alice shows",
    "UPDATE accounts SET balance = balance + 5 WHERE account = 'issuer'": "issuer shows",
    "UPDATE accounts SET kind = 'house' WHERE account = 'player:alice'": "may not stand",
    "UPDATE transfers SET amount = 99 WHERE kind = 'win'": "Transfers differ",
    "DELETE FROM transfers WHERE kind = 'win'": "Transfers differ",
    "UPDATE transfers SET balance_after = 5 WHERE kind = 'win'": "statement does not add up",
    "UPDATE holds SET amount = 101 WHERE hold_id = 'h2'": "Bets differ",
    "UPDATE holds SET is_open = 0 WHERE hold_id = 'h2'": "Settlements differ",
    "UPDATE settlements SET outcome = 'void' WHERE hold_id = 'h0'": "Settlements differ",
    "DELETE FROM settlements WHERE hold_id = 'h0'": "Settlements differ",
    "UPDATE streams SET version = 9 WHERE stream = 'house'": "ends of streams differ",
    "UPDATE journal SET actor = 'mallory' WHERE client_id = 'b1'": "columns of record",
    "UPDATE journal SET record = replace(record, '\"amount\":100', '\"amount\":999')"
    " WHERE client_id = 'b1'": "breaks the chain",
}


@pytest.mark.parametrize("sql", FOUND)
def test_what_the_audit_of_the_books_finds(played: str, sql: str) -> None:
    execute(played, sql)
    with opened(played) as store:
        findings = store.check_books()
        assert not isinstance(findings, Refusal)
        assert not findings.is_sound
        assert any(FOUND[sql] in fault for fault in findings.faults), findings.faults


def test_a_changed_record_is_never_read(played: str) -> None:
    execute(played, "UPDATE journal SET record = replace(record, 'T1', 'T2') WHERE version = 2")
    with opened(played) as store:
        for answer in (store.read("table:T1"), store.round_records("r1")):
            assert isinstance(answer, Refusal)
            assert answer.code.value == "tampered"
        last = list(store.replay("table:T1"))[-1]
        assert isinstance(last, Refusal)


def test_a_constraint_that_speaks_stops_the_writer(played: str) -> None:
    """The stored balance is a lie that the judgement believes; the bet's own row exposes it."""
    execute(played, "UPDATE accounts SET moves = 1 WHERE account = 'player:alice'")
    store = opened(played)
    with pytest.raises(BrokenInvariant):
        store.append(command("b9", hold("h9", 1)))
    assert refused(store.append(command("e9"))) == "store-unavailable"
    store.close()

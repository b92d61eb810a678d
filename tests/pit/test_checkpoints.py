"""Checkpoints: a table that is rebuilt from one is the table, and nothing else is believed."""

from __future__ import annotations

from itertools import count, cycle
from pathlib import Path

import pytest

from pitboss.audit.anchor import Signer
from pitboss.pit.checkpoints import Checkpoints, checkpoint_of, rebuild_table
from pitboss.pit.replay import Snapshot, rebuild
from pitboss.refusals import Refusal
from pitboss.table import commands as cmd
from pitboss.table.commands import Actor, Role
from pitboss.table.state import Phase
from tests.pit.kit import KEY, Floor, floor, floor_on
from tests.store.house import opened
from tests.table.kit import GAMES

PACE = (5_000, 5_000, 500)
BOSS = Actor(Role.SUPERVISOR, "boss")
SIGNER = Signer(b"s" * 32)
SOFTWARE = "a" * 64
ROUNDS = 4


def kept_at(path: Path, **changes: object) -> Checkpoints:
    named = {"signer": SIGNER, "software": SOFTWARE, **changes}
    return Checkpoints(path, **named)  # type: ignore[arg-type]


def whole(house: Floor) -> Snapshot:
    found = rebuild(house.store, "T1", house.pit.registry, house_key=KEY)
    assert isinstance(found, Snapshot)
    return found


def from_kept(house: Floor, kept: Checkpoints) -> Snapshot | Refusal:
    end = house.pit.desks["T1"].version
    one = kept.tables["T1"]
    return rebuild_table(house.store, "T1", house.pit.registry, one, house_key=KEY, until=end)


def play(house: Floor, *, rounds: int = ROUNDS) -> None:
    """Rounds with whatever else may happen at a table between and in them."""
    spots = cycle(range(3))
    for number in range(rounds):
        house.run_until(Phase.BETTING)
        current = house.state().current
        for seat in (1, 2):
            one = house.state().occupant(seat)
            if one is not None and current is not None and seat in current.seats:
                stake = 5_00 + 1_00 * next(spots)
                house.ask(one.player, cmd.PlaceBet(seat, house.spot(seat), stake))
        second = house.state().occupant(2)
        if number == 1 and second is not None and second.player == "bob":
            house.do(BOSS, cmd.VoidRound("a test"))
            house.do("bob", cmd.LeaveSeat(2))
            house.do(BOSS, cmd.Pause("a look"))
            house.do(BOSS, cmd.Resume())
            house.do("carol", cmd.TakeSeat(2))
        else:
            house.run_until(Phase.WAITING)


def started(game: str, where: str = ":memory:") -> Floor:
    house = floor(where)
    house.open(game, mode="sealed", pace=PACE)
    house.sit("alice", "bob")
    house.fund("carol")
    return house


@pytest.mark.parametrize("game", [*GAMES, "craps"])
def test_a_table_from_any_checkpoint_is_the_table(game: str, tmp_path: Path) -> None:
    """After every record of a journal: the same state, wait and hash as from the first record."""
    house, path, compared = started(game), tmp_path / "kept", []

    def compare(_: str, version: int) -> None:
        if checkpoint_of(house.pit.desks["T1"].snapshot) is None:
            return
        assert kept_at(path).write([house.pit.desks["T1"].snapshot]) is None
        kept = kept_at(path)
        assert kept.read()
        known = kept.tables["T1"]
        assert 1 < known.version < version
        found, expected = from_kept(house, kept), whole(house)
        assert isinstance(found, Snapshot)
        assert found.state == expected.state
        assert (found.version, found.since_ms, found.head) == (
            expected.version,
            expected.since_ms,
            expected.head,
        )
        compared.append(known.version)

    house.pit.subscribe(compare)
    play(house)
    # More than one rest was kept, and each served more than one end.
    assert 1 < len(set(compared)) < len(compared)


def test_an_older_checkpoint_leads_to_the_same_table(tmp_path: Path) -> None:
    house, kept = started("flip-it"), kept_at(tmp_path / "kept")
    play(house, rounds=2)
    assert kept.write([house.pit.desks["T1"].snapshot]) is None
    play(house, rounds=3)
    found = from_kept(house, kept)
    assert isinstance(found, Snapshot) and found.state == whole(house).state


def test_a_file_that_anybody_changed_is_not_believed(tmp_path: Path) -> None:
    house, path = started("spin-n-win"), tmp_path / "kept"
    play(house)
    assert kept_at(path).write([house.pit.desks["T1"].snapshot]) is None
    assert path.stat().st_mode & 0o077 == 0
    data = path.read_bytes()
    assert kept_at(path).read()
    for other in (
        *(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :] for at in range(0, len(data), 17)),
        data[:-1],
        data + b" ",
        b"",
    ):
        path.write_bytes(other)
        kept = kept_at(path)
        assert not kept.read() and kept.tables == {}
    path.write_bytes(data)
    assert not kept_at(path, signer=Signer(b"t" * 32)).read()
    assert not kept_at(path, software="b" * 64).read()
    assert not kept_at(tmp_path / "missing").read()


@pytest.mark.parametrize(
    "change",
    ["record = replace(record, '\"actor\"', '\"Actor\"')", "head = substr(head, 2) || '0'"],
)
def test_a_record_changed_before_a_checkpoint_is_found_as_without_one(
    tmp_path: Path, change: str
) -> None:
    path = tmp_path / "h.db"
    house, kept = started("spin-n-win", str(path)), kept_at(tmp_path / "kept")
    play(house)
    assert kept.write([house.pit.desks["T1"].snapshot]) is None
    at = kept.tables["T1"].version - 1

    sql = f"UPDATE journal SET {change} WHERE stream = 'table:T1' AND version = ?"  # noqa: S608
    house.store.backend.rewrite(lambda session: session.write(sql, [(at,)]))
    sentences = []
    for checkpoints in (kept, None):
        again = floor_on(house.store, clock=house.clock)
        again.pit.checkpoints = checkpoints
        assert again.pit.recover() == ()
        sentences.append(again.pit.quarantined["T1"].sentence)
    assert sentences[0] == sentences[1] and f"Record {at}" in sentences[0]


def test_a_checkpoint_of_another_journal_is_thrown_away(tmp_path: Path) -> None:
    """As after an old database was put back, or one of another house."""
    kept = kept_at(tmp_path / "kept")
    house = started("spin-n-win")
    play(house)
    assert kept.write([house.pit.desks["T1"].snapshot]) is None
    other = floor(seed=b"other")
    other.open("spin-n-win", mode="sealed", pace=PACE)
    other.sit("alice", "bob")
    other.fund("carol")
    for rounds in (1, ROUNDS):
        play(other, rounds=rounds)
        again = floor_on(other.store, clock=other.clock)
        again.pit.checkpoints = kept
        assert again.pit.recover() == ("T1",)
        assert again.state() == other.state()
        again.audit()


def test_a_start_goes_on_from_a_checkpoint_and_keeps_the_next_one(tmp_path: Path) -> None:
    where = str(tmp_path / "h.db")
    house, path = started("gin-and-win", where), tmp_path / "kept"
    play(house)
    first = kept_at(path)
    assert first.write([house.pit.desks["T1"].snapshot]) is None
    house.store.close()
    with opened(where, is_threaded=False) as store:
        again = floor_on(store, clock=house.clock)
        again.pit.checkpoints = kept_at(path)
        assert again.pit.checkpoints.read()
        assert again.pit.recover() == ("T1",)
        assert again.state() == house.state()
        # Without another round it stays the checkpoint.
        assert again.pit.checkpoints.write([again.pit.desks["T1"].snapshot]) is None
        assert again.pit.checkpoints.tables == first.tables
        again.ids = count(1_000)
        again.do("alice", cmd.LeaveSeat(1))
        again.audit()

"""A server with sockets is killed under load; everything that it acknowledged is in its journal."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.equipment.draws import SeededBits
from pitboss.store.records import Record
from tests.entropy import next_seed, program
from tests.floor.kills import Tally
from tests.prefork import PythonProcess

Spoil = Callable[[Any, list[Record]], object]
SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"


@pytest.fixture
def load_kills(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The script, which is no part of a package."""
    monkeypatch.syspath_prepend(str(SCRIPTS))
    return importlib.import_module("load_kills")


@pytest.mark.untraced
def test_a_server_with_sockets_is_killed_and_goes_on(tmp_path: Path, load_kills: Any) -> None:
    """Everybody comes back, nothing acknowledged is gone, and the house is sound.

    `make soak` runs the script itself, with a full house and two hundred kills.
    """
    words = ["--kills", "2", "--seats", "9", "--spectators", "2", "--play", "0.3", "0.8"]
    settings = {
        **load_kills.SETTINGS,
        "PITBOSS_BETS_MS": "700",
        # However busy this machine is, nobody is asked to wait.
        "PITBOSS_LAG_MS": "0",
        "PITBOSS_FIGURE_WORKERS": "0",
    }
    house = load_kills.House(
        tmp_path, settings=settings, program=program(next_seed()), process=PythonProcess
    )
    book, found, _ = load_kills.run(load_kills.read_arguments(words), house)
    # More than everybody's seat; all have come back when it ends.
    assert found.missed == []
    assert (book.life, found.lost) == (2, 0)
    assert found.acknowledged > 9


def journalled(name: str, **changes: Any) -> Record:
    """A command of Ana's as the journal has it."""
    record = Record(
        stream="table:T1",
        version=8,
        at_ms=1_000,
        actor="player:ana",
        client_id=name,
        fingerprint="",
        round_id=None,
        events=(),
        canonical=b"",
        head="",
    )
    return msgspec.structs.replace(record, **changes)


def unasked(_: Any, journal: list[Record]) -> None:
    journal.append(journalled("l0-T1-1-9"))


def refused(book: Any, _: list[Record]) -> None:
    book.refused["l0-T1-1-2"] = "not-now"


def gone_back(book: Any, _: list[Record]) -> None:
    book.faults.append("T1 went back to 3")


def change_first(**changes: Any) -> Spoil:
    def spoil(_: Any, journal: list[Record]) -> None:
        journal[0] = journalled("l0-T1-1-1", **changes)

    return spoil


LOST = "l0-T1-1-1 was acknowledged and is not in the journal"


@pytest.mark.parametrize(
    ("spoil", "lost", "said"),
    [
        (lambda book, journal: None, 0, []),
        (lambda book, journal: journal.pop(0), 1, [LOST]),
        (change_first(actor="player:bo"), 1, [LOST]),
        (change_first(stream="table:T2"), 1, [LOST]),
        (change_first(version=7), 1, [LOST]),
        (lambda book, journal: journal.append(journal[0]), 0, ["l0-T1-1-1 was done 2 times"]),
        (unasked, 0, ["l0-T1-1-9 was never asked for"]),
        (refused, 0, ["l0-T1-1-2 was refused (not-now) and done"]),
        (gone_back, 0, ["T1 went back to 3"]),
    ],
)
def test_what_is_lost_or_done_twice_is_named(
    tmp_path: Path,
    load_kills: Any,
    spoil: Callable[[Any, list[Record]], object],
    lost: int,
    said: list[str],
) -> None:
    book = load_kills.Book(tmp_path / "acknowledged", SeededBits(b""), killed_ms=[2_000])
    for number in (1, 2, 3):
        book.asked[f"l0-T1-1-{number}"] = load_kills.Asked("ana", "T1", 7, 0)
    book.acknowledge("l0-T1-1-1")
    book.life = 1
    # Sent again after the kill; the third never was.
    book.acknowledge("l0-T1-1-2")
    journal = [journalled("l0-T1-1-1"), journalled("l0-T1-1-2", version=9)]
    spoil(book, journal)
    found = load_kills.compare(book, load_kills.by_id(journal))
    assert (found.acknowledged, found.lost, found.missed) == (2, lost, said)
    assert (book.spanned, found.on_disk) == ({"l0-T1-1-2"}, 1)


def test_a_run_that_lost_something_fails(
    load_kills: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a run would have brought is given; what is made of it is the script's."""
    for missed, code in (([], 0), ([LOST], 1)):
        book = load_kills.Book(Path("unread"), SeededBits(b""))
        found = load_kills.Found(missed=missed)
        monkeypatch.setattr(load_kills, "run", lambda *_, of=(book, found): (*of, Tally()))
        assert load_kills.main([]) == code
        assert ("All met." in capsys.readouterr().out) == (code == 0)

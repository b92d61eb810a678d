"""Whoever can read the house's files during a round learns nothing that lies face down."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.audit.canonical import fingerprint
from pitboss.equipment.cards import STANDARD_CARDS
from pitboss.pit.audit import check_tables
from pitboss.pit.auto import KEY_LOST
from pitboss.pit.recall import Recalled, recall_round
from pitboss.pit.replay import stream_of
from pitboss.pit.round_keys import unsealed
from pitboss.pit.verify import Verdict, verify_text
from pitboss.refusals import Refusal
from pitboss.server.people import HouseRole
from pitboss.store.front import Store
from pitboss.store.records import Record
from pitboss.table.events import Decided, EventSealed, OutcomeDrawn
from tests.server.kit import Running, Viewer, house_at
from tests.store.house import assert_sound, opened
from tests.table.kit import registry

CARD = re.compile(rb"(?<![\w-])[A2-9TJQK][cdhs](?![\w-])")
DRAWN = (b'"shown"', b'"option"', b'"setting"')
TABLE = "G1"


def cells(database: Path) -> Iterator[bytes]:
    """Every value of every table, as somebody with a copy of the file reads it."""
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as file:
        names = [name for (name,) in file.execute("SELECT name FROM sqlite_master")]
        tables = [name for name in names if file.execute(f"PRAGMA table_info('{name}')").fetchall()]
        for name in tables:
            for row in file.execute(f"SELECT * FROM '{name}'"):  # noqa: S608 - names of the schema
                yield from (str(cell).encode() for cell in row)


def raw(folder: Path) -> bytes:
    """Every file of the house but its key: databases, their logs, signed heads."""
    files = [one for one in sorted(folder.iterdir()) if not one.name.endswith(".key")]
    assert any(one.name.endswith("-wal") for one in files)
    return b"\n".join(one.read_bytes() for one in files)


def dealt(viewer: Viewer) -> str:
    """A round of Gin & Win in which the hands are dealt and nobody has decided; its id."""
    viewer.sit(1)
    viewer.bet()
    round_id = str(viewer.view["round_id"])
    viewer.ready()
    viewer.see(lambda view: viewer.offered("decide") is not None)
    return round_id


def journal(running: Running) -> list[Record]:
    records = list(running.house.hall.pit.store.replay(stream_of(TABLE)))
    return [one for one in records if isinstance(one, Record)]


def cards_of(file: dict[str, object]) -> list[list[str]]:
    return [draw["shown"] for draw in file["draws"]]  # type: ignore[attr-defined]


def drawn_in(store: Store) -> list[list[str]]:
    """The draws that the journal tells somebody without the house's key."""
    found = []
    for one in unsealed(store.replay(stream_of(TABLE))):
        assert not isinstance(one, Refusal) and not isinstance(one[1], Refusal)
        found += [list(e.shown[1:]) for e in one[1] if isinstance(e, OutcomeDrawn)]
    return found


def sealed_rounds(store: Store) -> tuple[str, ...]:
    """The closing audit without any key: everything sound; the rounds that stayed sealed."""
    assert_sound(store)
    findings = check_tables(store, registry())
    assert not isinstance(findings, Refusal) and findings.faults == (), findings
    return findings.sealed


def verified(store: Store, round_id: str) -> Recalled:
    import json

    told = recall_round(store, registry(), round_id)
    assert isinstance(told, Recalled), told
    verdict = verify_text(json.dumps(told.file), registry())
    assert isinstance(verdict, Verdict) and verdict.is_sound, verdict
    return told


def test_no_file_of_a_house_shows_a_hand_before_the_round_ends(tmp_path: Path) -> None:
    with house_at(tmp_path / "house.db") as running:
        running.open("gin-and-win", TABLE)
        with running.guest("Ana").at(TABLE) as ana:
            round_id = dealt(ana)
            state = running.house.hall.pit.desks[TABLE].state
            assert state.current is not None
            hands = [str(card) for made in state.draws for card in shown_at(state.current, made)]
            assert len(hands) > 10
            everything = [*cells(tmp_path / "house.db"), raw(tmp_path)]
            for text in everything:
                assert not CARD.search(text), text[:2_000]
                assert not [word for word in DRAWN if word in text], text[:2_000]
            # The sealed records stand there all the same, and the audit follows their stakes.
            kinds = [one.kind for record in journal(running) for one in record.events]
            assert kinds.count("round.event-sealed") == len(state.draws)
            store = running.house.hall.pit.store
            assert sealed_rounds(store) == (round_id,) and drawn_in(store) == []
            ana.finish(round_id)
        # The round is over: all of it can be read and checked with nothing but the journal.
        told = verified(store, round_id)
        assert drawn_in(store) == cards_of(told.file)
        assert sorted(sum(cards_of(told.file), []))[: len(hands)] and sealed_rounds(store) == ()
        assert set(hands) <= set(sum(cards_of(told.file), []))


def shown_at(current: object, made: object) -> tuple[object, ...]:
    return tuple(current.steps[made.step].shown)  # type: ignore[attr-defined]


def test_the_fingerprint_of_a_typed_draw_cannot_be_guessed(tmp_path: Path) -> None:
    with house_at(tmp_path / "house.db") as running:
        running.open("flip-it", TABLE, mode="entered")
        dealer = running.staff("Dana", HouseRole.DEALER)
        with running.guest("Ana").at(TABLE) as ana, dealer.at(TABLE) as dana:
            ana.sit(1)
            dana.do("open-round")
            dana.see(lambda view: view["round_id"] is not None)
            shown = ["cards", *map(str, STANDARD_CARDS[:4])]
            dana.do("draw", shown=shown)
            assert not [text for text in cells(tmp_path / "house.db") if CARD.search(text)]
            body = {"act": "ShowDraw", "table": TABLE, "with": {"shown": shown}}
            (draw,) = [r for r in journal(running) if "event-sealed" in r.events[0].kind]
            assert draw.fingerprint != fingerprint(body)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", ["gin-and-win", "flip-it", "spin-n-win"])
def test_a_key_lost_in_mid_round_gives_every_stake_back_and_other_tables_open(
    tmp_path: Path, game: str
) -> None:
    database = tmp_path / "house.db"
    with house_at(database) as running:
        running.open(game, TABLE)
        running.open("spin-n-win", "S1")
        ana = running.guest("Ana")
        before = ana.balance()
        with ana.at(TABLE) as viewer:
            viewer.sit(1)
            viewer.bet()
            round_id = str(viewer.view["round_id"])
            if game == "gin-and-win":
                viewer.ready()
                viewer.see(lambda view: viewer.offered("decide") is not None)
                viewer.do("decide", seat=1, option="play")
            assert ana.balance() < before or viewer.view["last"] is not None
    (tmp_path / "house.db.key").unlink()
    (tmp_path / "house.db.heads.jsonl").unlink()
    with house_at(database) as running:
        store = running.house.hall.pit.store
        assert running.house.hall.pit.quarantined == {}
    with opened(str(database)) as store:
        assert sealed_rounds(store) is not None

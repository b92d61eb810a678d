"""Whoever can read the house's files during a round learns nothing that lies face down."""

from __future__ import annotations

import json
import re
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest

from pitboss.audit.canonical import Json, fingerprint
from pitboss.pit.audit import check_tables
from pitboss.pit.house_acts import KEY_LOST
from pitboss.pit.recall import Recalled, recall_round
from pitboss.pit.replay import stream_of
from pitboss.pit.round_keys import unseal_records
from pitboss.pit.verify import RoundVerdict, verify_text
from pitboss.refusals import Refusal
from pitboss.server.accounts.people import HouseRole
from pitboss.store.records import Record
from pitboss.store.store import Store
from pitboss.table.events import OutcomeDrawn
from tests.attacks.places import Place
from tests.server.kit import Guest, Viewer, house_at
from tests.store.house import assert_sound
from tests.store.servers import start_server
from tests.table.kit import registry

CARD = re.compile(rb"(?<![\w-])[A2-9TJQK][cdhs](?![\w-])")
WRITTEN = re.compile(rb'"(cards|tops)","')
"""How a draw stands in a file that holds more than texts."""
WORDS = (b'"shown":', b'"option":', b'"setting":')
TABLE = "G1"


@dataclass(frozen=True)
class Copied:
    """A house that somebody copies in mid-round, with all the files of its database."""

    place: Place
    data: Path | None


@pytest.fixture(params=["sqlite", "postgresql"])
def copied(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Copied]:
    if request.param == "sqlite":
        yield Copied(Place(str(tmp_path / "house.db"), tmp_path, is_inside=True), None)
        return
    # A database server of its own: its files hold no round that is over.
    server = start_server()
    try:
        yield Copied(Place(server.new_database(), tmp_path, is_inside=True), server.data)
    finally:
        server.stop()


def cells(where: str) -> Iterator[bytes]:
    """Every value of every table, as somebody with a copy of the database reads it."""
    is_server = where.startswith("postgresql:")
    tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
    if not is_server:
        tables = "SELECT name FROM sqlite_master WHERE type = 'table'"
    database: Any = (
        psycopg.connect(where) if is_server else sqlite3.connect(f"file:{where}?mode=ro", uri=True)
    )
    with closing(database):
        names = [name for (name,) in database.execute(tables)]
        assert {"journal", "transfers", "holds", "signed_heads"} <= set(names)
        for name in names:
            for row in database.execute(f"SELECT * FROM {name}"):  # noqa: S608 - of the schema
                yield from (str(cell).encode() for cell in row)


def files(copied: Copied) -> Iterator[bytes]:
    """Every file of the house but its key: databases, their logs, signed heads."""
    found = [one for one in sorted(copied.place.folder.iterdir()) if one.name != "key"]
    if copied.data is None:
        assert {"house.db", "house.db-wal"} <= {one.name for one in found}
    else:
        found += [one for one in copied.data.rglob("*") if one.is_file()]
        assert any(one.parent.name == "pg_wal" for one in found)
    yield from (one.read_bytes() for one in found)


def traces(copied: Copied) -> list[bytes]:
    """Whatever tells of a card, an option or a setting."""
    found = [text for text in cells(copied.place.where) if CARD.search(text)]
    for text in files(copied):
        found += WRITTEN.findall(text)
        found += [word for word in WORDS if word in text]
    return found


def dealt(viewer: Viewer) -> str:
    """A round of Gin & Win in which the hands are dealt and nobody has decided; its id."""
    viewer.sit(1)
    viewer.bet()
    round_id = str(viewer.view["round_id"])
    viewer.ready()
    viewer.see(lambda view: viewer.offered("decide") is not None)
    return round_id


def records(store: Store) -> list[Record]:
    found = list(store.replay(stream_of(TABLE)))
    return [one for one in found if isinstance(one, Record)]


def drawn(store: Store) -> list[list[str]]:
    """The draws that the journal tells somebody without the house's key."""
    found = []
    for one in unseal_records(records(store)):
        assert not isinstance(one, Refusal) and not isinstance(one[1], Refusal)
        found += [list(map(str, e.shown)) for e in one[1] if isinstance(e, OutcomeDrawn)]
    return found


def sealed_rounds(store: Store) -> tuple[str, ...]:
    """The audit without any key: everything sound; the rounds that stayed sealed."""
    assert_sound(store)
    findings = check_tables(store, registry())
    assert not isinstance(findings, Refusal) and findings.faults == (), findings
    return findings.sealed


def verified(store: Store, round_id: str) -> dict[str, Any]:
    """The file of a round that is over, checked."""
    recalled = recall_round(store, registry(), round_id)
    assert isinstance(recalled, Recalled), recalled
    verdict = verify_text(json.dumps(recalled.file), registry())
    assert isinstance(verdict, RoundVerdict) and verdict.is_sound, verdict
    return recalled.file


def test_no_file_of_a_house_shows_a_hand_before_the_round_ends(copied: Copied) -> None:
    with copied.place.serving() as running:
        running.open("gin-and-win", TABLE)
        store = running.house.tables.pit.store
        with running.guest("Ana").at(TABLE) as ana:
            round_id = dealt(ana)
            assert traces(copied) == []
            # The draws are on record all the same, and the audit follows the stakes.
            kinds = [one.kind for record in records(store) for one in record.events]
            assert kinds.count("round.event-sealed") >= 2
            assert sealed_rounds(store) == (round_id,) and drawn(store) == []
            own = set(ana.view["felt"]["hands"][0]["cards"])
            ana.finish(round_id)
        # The round is over: all of it can be read and checked with nothing but the journal.
        shown = [one["shown"] for one in verified(store, round_id)["draws"]]
        assert drawn(store) == shown and own < {card for one in shown for card in one}
        assert sealed_rounds(store) == ()


def enter(dealer: Guest, **act: Any) -> None:
    form = {"id": secrets.token_hex(8), "act": act}
    answer = dealer.http.post(f"/api/tables/{TABLE}/acts", json=form)
    assert answer.status_code == 200, answer.text


def test_a_typed_draw_can_neither_be_read_nor_found_by_its_fingerprint(copied: Copied) -> None:
    with copied.place.serving() as running:
        running.open("flip-it", TABLE, mode="entered")
        dealer = running.staff("Dana", HouseRole.DEALER)
        with running.guest("Ana").at(TABLE) as ana:
            ana.sit(1)
            enter(dealer, kind="open-round")
            for step in ("cut-card", "burn-card"):
                enter(dealer, kind="call", what=step, reason="By hand")
            enter(dealer, kind="enter-draw", shown=["cards", "Ac"])
            assert traces(copied) == []
            *_, draw = (r for r in records(running.house.tables.pit.store) if _is_sealed(r))
            guess: Json = {"act": "ShowDraw", "table": TABLE, "with": {"shown": ["cards", "Ac"]}}
            assert draw.fingerprint != fingerprint(guess)
            desk = dealer.http.get(f"/api/desk/{TABLE}").json()
            assert [one["sentence"] for one in desk["trail"]][-1] == "Entered: Ac."


def _is_sealed(record: Record) -> bool:
    return record.events[0].kind == "round.event-sealed"


@pytest.mark.parametrize("game", ["gin-and-win", "flip-it"])
def test_a_key_lost_in_mid_round_gives_every_stake_back_and_the_house_opens(
    tmp_path: Path, game: str
) -> None:
    database, key = tmp_path / "house.db", tmp_path / "house.db.key"
    with house_at(database) as running:
        running.open(game, TABLE)
        running.open("spin-n-win", "S1")
        ana = running.guest("Ana")
        with ana.at(TABLE) as viewer:
            viewer.sit(1)
            before = ana.balance()
            viewer.bet()
            round_id = str(viewer.view["round_id"])
            if game == "gin-and-win":
                viewer.ready()
                viewer.see(lambda view: viewer.offered("decide") is not None)
            assert _is_sealed(records(running.house.tables.pit.store)[-1]) or game == "flip-it"
            assert ana.balance() < before
        cookies = dict(ana.http.cookies)
    # The half that seals is lost; the half that signs is not.
    key.write_text(secrets.token_hex(32) + key.read_text()[64:])
    with house_at(database) as running:
        again = running.client()
        again.cookies.update(cookies)
        pit = running.house.tables.pit
        assert pit.quarantined == {} and {TABLE, "S1"} <= pit.desks.keys()
        with running.guest("Bea").at(TABLE) as bea:
            bea.see(lambda view: view["last"] is not None)
            last = bea.view["last"]
            assert last["round_id"] == round_id and last["is_void"], last
        assert again.get("/api/me").json()["balance"] == before
        file = verified(pit.store, round_id)
        assert file["sentence"] == KEY_LOST and file["seed"] == ""
        assert sealed_rounds(pit.store)[0] == round_id

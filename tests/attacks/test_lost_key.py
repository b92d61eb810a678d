"""A house is started again without its key: every stake goes back and the tables play on.

Only what people at the tables see and what their accounts say is looked at. The half of the key
file that signs heads stays in most of it; without that half the heads are renewed on record first.
"""

from __future__ import annotations

import json
import secrets
from pathlib import Path

import pytest

from pitboss.pit.audit import check_tables
from pitboss.pit.house_acts import KEY_LOST
from pitboss.pit.verify import RoundVerdict, verify_text
from pitboss.refusals import Refusal, Refused
from pitboss.server.floor.house_keys import HALF
from tests.attacks.places import Place
from tests.cli.conftest import Pitboss, pitboss
from tests.deadlines import wait_until
from tests.server.kit import PASSWORD, Guest, Json, Running, Viewer, in_action
from tests.store.house import assert_sound, opened
from tests.table.kit import registry

__all__ = ["pitboss"]
DEALT, BETTING, PAUSED = "gin-and-win-1", "spin-n-win-1", "flip-it-1"
SETTINGS = {
    "PITBOSS_FIGURE_WORKERS": "0",
    # Balances are looked at again and again from one address.
    "PITBOSS_REQUESTS_PER_S": "1000",
    "PITBOSS_REQUESTS_BURST": "5000",
}


def lose_key(folder: Path, *, is_whole: bool = False) -> None:
    """Put another key for rounds in the place of the house's; with `is_whole` for heads as well."""
    path = folder / "key"
    kept = secrets.token_bytes(HALF) if is_whole else _signing_half(path)
    path.write_text((secrets.token_bytes(HALF) + kept).hex() + "\n", "ascii")


def _signing_half(path: Path) -> bytes:
    return bytes.fromhex(path.read_text("ascii"))[HALF:]


def account(house: Running, name: str) -> Guest:
    guest = house.guest(name)
    answer = guest.http.post("/api/account", json={"name": name, "password": PASSWORD})
    assert answer.status_code == 200, answer.text
    guest.me = answer.json()
    guest.http.headers["x-csrf-token"] = guest.me["csrf"]
    return guest


def act(boss: Guest, table: str, **fields: str) -> None:
    form = {"id": secrets.token_hex(8), "act": fields}
    answer = boss.http.post(f"/api/tables/{table}/acts", json=form)
    assert answer.status_code == 200, answer.text


def see_offer(viewer: Viewer, act: str) -> None:
    viewer.see(lambda _: viewer.offered(act) is not None)


def see_stake(viewer: Viewer) -> int:
    """What lies on the table for this viewer, once it does."""
    return in_action(viewer.see(lambda view: in_action(view, viewer.seat) > 0), viewer.seat)


def wait_for_balance(guest: Guest, balance: int) -> None:
    wait_until(lambda: guest.balance() == balance)


def check_round(guest: Guest, round_id: str) -> Json:
    """The round's file, which must verify."""
    answer = guest.http.get(f"/api/rounds/{round_id}")
    assert answer.status_code == 200, answer.text
    file: Json = answer.json()["file"]
    verdict = verify_text(json.dumps(file), registry())
    assert isinstance(verdict, RoundVerdict) and verdict.is_sound, verdict
    return file


def see_the_void(viewer: Viewer, round_id: str) -> None:
    view = viewer.see(lambda view: view["last"] is not None)
    assert view["last"]["round_id"] == round_id and view["last"]["is_void"]
    assert view["last"]["sentence"] == KEY_LOST
    viewer.see(lambda view: not any(bet["seat"] == viewer.seat for bet in view["bets"]))


def play_on(viewer: Viewer, guest: Guest) -> None:
    """A whole round under the new key, on a new chain."""
    viewer.see(lambda view: view["round_id"] is not None)
    viewer.bet()
    round_id = viewer.view["round_id"]
    viewer.ready()
    viewer.finish(round_id)
    file = check_round(guest, round_id)
    assert file["chain"]["number"] == 2 and file["seed"]


def test_every_stake_goes_back_and_the_tables_play_on(place: Place) -> None:
    guests: dict[str, Guest] = {}
    rounds: dict[str, str] = {}
    with place.serving(more=SETTINGS) as house:
        account(house, "Boss")
        for table, name in ((DEALT, "Ana"), (BETTING, "Bo"), (PAUSED, "Cy")):
            guests[table] = house.guest(name)
    with place.serving("--grant", "Boss=pit-boss", more=SETTINGS) as house:
        boss = Guest(house, house.client(), {})
        answer = boss.http.post("/api/sign-in", json={"name": "Boss", "password": PASSWORD})
        boss.me = answer.json()
        boss.http.headers["x-csrf-token"] = boss.me["csrf"]
        had = {table: house.knows(guest).balance() for table, guest in guests.items()}
        for table, guest in guests.items():
            with house.knows(guest).at(table) as one:
                one.sit(1)
                one.bet()
                rounds[table] = one.view["round_id"]
                if table == DEALT:
                    one.ready()
                    see_offer(one, "decide")
                assert house.knows(guest).balance() == had[table] - see_stake(one)
        act(boss, PAUSED, kind="pause", reason="Dispute")
        # As a power cut does.
        house.kill()
    lose_key(place.folder)
    with place.serving(more=SETTINGS) as house:
        for table, guest in guests.items():
            # Before anybody looks at the table.
            wait_for_balance(house.knows(guest), had[table])
        for table, guest in guests.items():
            with house.knows(guest).at(table, seen=1) as one:
                assert one.seat == 1
                assert "all bets were returned" in one.welcome["meanwhile"], one.welcome
                see_the_void(one, rounds[table])
                file = check_round(house.knows(guest), rounds[table])
                assert file["is_void"] and not file["seed"]
                if table == PAUSED:
                    assert one.view["paused"] == "Dispute"
                    act(house.knows(boss), table, kind="resume")
                play_on(one, house.knows(guest))
    with opened(place.where) as store:
        assert_sound(store)
        findings = check_tables(store, registry())
        assert not isinstance(findings, Refusal) and findings.faults == (), findings


def test_a_house_whose_whole_key_file_is_lost_opens_once_its_heads_are_renewed(
    place: Place, pitboss: Pitboss, monkeypatch: pytest.MonkeyPatch
) -> None:
    with place.serving(more=SETTINGS) as house:
        ana = house.guest("Ana")
        had = ana.balance()
        with ana.at(DEALT) as one:
            one.sit(1)
            one.bet()
            one.ready()
            see_offer(one, "decide")
    lose_key(place.folder, is_whole=True)
    with pytest.raises((AssertionError, Refused), match="audit renew"), place.serving():
        pass
    monkeypatch.setenv("PITBOSS_KEY_FILE", str(place.folder / "key"))
    words = ("--database", place.where, "--by", "Ana Ruiz", "--reason", "The key file is lost.")
    ran = pitboss("audit", "renew", *words)
    assert ran.code == 0, ran
    with place.serving(more=SETTINGS) as house:
        wait_for_balance(house.knows(ana), had)
        with house.knows(ana).at(DEALT) as one:
            play_on(one, house.knows(ana))

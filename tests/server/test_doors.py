"""The doors: names, passwords, sessions, tokens, headers, pages, health, logs."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from pitboss.pit.desk import Desk
from pitboss.server.accounts.passwords import Passwords
from pitboss.server.accounts.people import HouseRole
from pitboss.server.accounts.sign_in import Accounts
from pitboss.server.edge.static import INDEX, PAGES, FrontEnd, read_front_end
from pitboss.server.lobby import routes
from pitboss.server.lobby.schemas import TableCard
from tests.server.kit import GAMES, PASSWORD, Json, Running, house_at, viewer
from tests.server.sockets import at_one_moment

ROOT = Path(__file__).resolve().parents[2]
BUILT = {"index.html": "<!doctype html><title>t</title>", "assets/app-1.js": "x" * 5_000}


def test_the_lobby_lists_every_game_with_its_exact_edge(running: Running) -> None:
    running.on_loop(lambda: None)
    page = running.client().get("/api/lobby").json()
    assert {card["game"] for card in page["games"]} == set(GAMES)
    for card in page["games"]:
        assert card["pitch"] != card["title"] and card["editions"]
        (table,) = [one for one in card["tables"] if one["table"] == f"{card['game']}-1"]
        assert table["seats_free"] == table["seats"] == card["seats_max"]
        assert 0 < table["minimum"] < table["maximum"]
    assert page["viewer_name"] is None and page["balance"] is None
    assert "1-800" in page["helpline"]


def test_tables_of_the_lobby_are_described_once_for_all_who_look(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    described = []

    def describe(desk: Desk, today: date) -> TableCard:
        described.append(desk.state.rules.table)
        return describe_table(desk, today)

    def free(page: Json) -> list[int]:
        return [one["seats_free"] for card in page["games"] for one in card["tables"]]

    table = running.open("flip-it", "looked-at")
    describe_table = routes.describe_table
    monkeypatch.setattr(routes, "describe_table", describe)
    with running.client() as client, running.guest("Lea").at(table) as lea:
        first = [client.get("/api/lobby").json() for _ in range(3)][-1]
        assert described.count(table) == 1
        lea.sit(1)
        assert sum(free(client.get("/api/lobby").json())) == sum(free(first)) - 1
        assert described.count(table) == 2


@pytest.mark.parametrize("game", GAMES)
def test_rules_by_key_and_by_hash(running: Running, game: str) -> None:
    client = running.client()
    default = client.get(f"/api/games/{game}/rules").json()
    with viewer(running, f"{game}-1") as one:
        one.hello()
        edition = one.view["edition_hash"]
    assert client.get(f"/api/games/{game}/rules", params={"edition": edition}).json() == default
    assert default["clauses"] and default["pays"]
    missing = client.get(f"/api/games/{game}/rules", params={"edition": "nope"})
    assert missing.status_code == 404 and missing.json()["code"] == "unknown-edition"


# --- names and passwords ----------------------------------------------------------------------


def test_a_guest_becomes_an_account_and_comes_back_elsewhere(running: Running) -> None:
    guest = running.guest("Gita")
    old = guest.cookie
    made = guest.http.post("/api/account", json={"name": "Gita", "password": PASSWORD})
    assert made.status_code == 200 and not made.json()["is_guest"]
    assert guest.cookie != old
    with running.client() as stale:
        assert stale.get("/api/me", headers={"cookie": old}).status_code == 204
    with running.client() as other:
        answer = other.post("/api/sign-in", json={"name": "GITA", "password": PASSWORD})
        assert answer.json()["person"] == guest.id
        assert answer.json()["csrf"] != made.json()["csrf"]
    with running.client() as thief:
        assert thief.post("/api/guest", json={"name": "gita"}).json()["code"] == "name-taken"


def test_a_house_hashes_passwords_at_the_recommended_cost() -> None:
    kept = asyncio.run(Passwords().hash(PASSWORD))
    assert kept.startswith("$argon2id$v=19$m=65536,t=3,p=4$")
    assert Accounts.__dataclass_fields__["passwords"].default_factory is Passwords


def test_passwords_are_kept_as_argon2_and_tokens_as_hashes(
    running: Running, tmp_path: Path
) -> None:
    boss = running.staff("Petra", HouseRole.PLAYER)
    kept = running.on_loop(lambda: running.house.tables.people.credentials("Petra"))
    assert kept.password.startswith("$argon2id$")
    rows = running.on_loop(
        lambda: running.house.tables.people.shared.rows("SELECT token FROM sessions")
    )
    assert rows and boss.http.cookies["pitboss"] not in {row[0] for row in rows}
    assert not any(PASSWORD in line or boss.http.cookies["pitboss"] in line for line in running.log)


def test_wrong_passwords_lock_and_tell_nothing(tmp_path: Path) -> None:
    with house_at(tmp_path / "h.db", sign_in_tries=3) as running:
        running.staff("Lena", HouseRole.PLAYER)
        with running.client() as client:
            wrong = {"name": "Lena", "password": "wrong"}
            nobody = {"name": "Nobody", "password": "wrong"}
            first = client.post("/api/sign-in", json=wrong)
            other = client.post("/api/sign-in", json=nobody)
            assert first.status_code == other.status_code == 401
            assert first.json()["sentence"] == other.json()["sentence"]
            client.post("/api/sign-in", json=wrong)
            client.post("/api/sign-in", json=wrong)
            right = client.post("/api/sign-in", json={"name": "Lena", "password": PASSWORD})
            assert right.status_code == 429 and right.json()["code"] == "locked"


def test_signing_out_closes_the_sockets(running: Running) -> None:
    guest = running.guest("Otto")
    with guest.at("flip-it-1") as otto:
        assert guest.http.post("/api/sign-out").status_code == 204
        assert otto.until(lambda m: m["kind"] == "closing")["retry_ms"] is None
        with pytest.raises(ConnectionClosed):
            otto.drain()
    assert guest.http.get("/api/me").status_code == 204


@pytest.mark.parametrize(
    "name", ["", " ", "a" * 25, "x\ny", "<b>", "a\u2028b", "_a", "a\u202eb", "a\x00b", "=1+1", 5]
)
def test_names_that_are_none(running: Running, name: Any) -> None:
    with running.client() as client:
        answer = client.post("/api/guest", json={"name": name})
        assert answer.status_code == 400, answer.text
        assert set(answer.json()) == {"kind", "code", "sentence", "reference"}


def test_entries_are_limited_by_address(tmp_path: Path) -> None:
    with house_at(tmp_path / "h.db", entries_per_min=3) as running, at_one_moment(running):
        for name in ("A1", "A2", "A3"):
            running.guest(name)
        with running.client() as client:
            answer = client.post("/api/guest", json={"name": "A4"})
            assert answer.status_code == 429 and answer.headers["retry-after"] == "1"


# --- tokens and headers -----------------------------------------------------------------------


@pytest.mark.parametrize("token", [None, "", "wrong", "é"])
def test_a_form_without_the_token_does_nothing(running: Running, token: str | None) -> None:
    guest = running.guest("Cora")
    headers = {} if token is None else {"x-csrf-token": token.encode()}
    del guest.http.headers["x-csrf-token"]
    answer = guest.http.post("/api/refill", json={"id": "r1"}, headers=headers)  # type: ignore[arg-type]
    assert answer.status_code == 403 and answer.json()["code"] == "bad-token"


def test_every_answer_carries_the_headers(running: Running) -> None:
    with running.client() as client:
        for path in ("/", "/table/x", "/api", "/api/lobby", "/healthz", "/nope", "/api/nope"):
            headers = client.get(path).headers
            policy = headers["content-security-policy"]
            assert "default-src 'none'" in policy and "unsafe" not in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["x-frame-options"] == "DENY"
            assert headers["referrer-policy"] == "no-referrer"


def test_the_cookie_is_out_of_reach(running: Running) -> None:
    with running.client() as client:
        cookie = client.get("/").headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie and "Path=/" in cookie


def test_over_tls_the_cookie_is_secure(tmp_path: Path) -> None:
    origins = ("https://play.example",)
    with house_at(tmp_path / "h.db", origins=origins) as running, running.client() as client:
        answer = client.get("/")
        assert answer.headers["set-cookie"].startswith("__Host-pitboss=")
        assert "; Secure" in answer.headers["set-cookie"]
        assert "max-age" in answer.headers["strict-transport-security"]
        own = client.post("/api/guest", json={"name": "Ana"})
        assert own.status_code == 403
        headers = {"origin": "https://play.example"}
        assert client.post("/api/guest", json={"name": "Ana"}, headers=headers).is_success


# --- pages, health, logs ------------------------------------------------------------------------


def test_the_front_end_is_served_by_exact_name(tmp_path: Path) -> None:
    folder = tmp_path / "web"
    for name, text in BUILT.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    with house_at(tmp_path / "h.db", web=folder) as running, running.client() as client:
        for path in ("/", "/table/abc", "/rounds/abc.12", "/index.html"):
            answer = client.get(path)
            assert (answer.status_code, answer.text) == (200, BUILT["index.html"])
        # The front end says there that there is no such page.
        for path in ("/nothing", "/tables/abc", "/nothing/table"):
            answer = client.get(path)
            assert (answer.status_code, answer.text) == (404, BUILT["index.html"])
        answer = client.get("/assets/app-1.js")
        assert answer.text == BUILT["assets/app-1.js"]
        assert answer.headers["content-encoding"] == "gzip"
        assert "immutable" in answer.headers["cache-control"]
        again = client.get("/assets/app-1.js", headers={"if-none-match": answer.headers["etag"]})
        assert again.status_code == 304 and not again.content
        assert client.get("/table/assets/app-1.js").status_code == 404
        for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/table/../../secret.txt"):
            assert "secret" not in client.get(path).text


def test_a_start_compresses_nothing_and_a_request_what_it_takes_once(tmp_path: Path) -> None:
    text = b"<!doctype html>" + b"x" * 5_000
    (tmp_path / INDEX).write_bytes(text)
    (tmp_path / f"{INDEX}.br").write_bytes(b"by the build")
    front = read_front_end(tmp_path)
    assert isinstance(front, FrontEnd) and front.assets.keys() == {INDEX}
    page = front.assets[INDEX]
    assert page.packed == {"br": b"by the build"}
    assert page.accepted("gzip, br") == ("br", b"by the build")
    assert page.accepted("identity") is None and page.packed.keys() == {"br"}
    made = page.accepted("deflate, gzip;q=0.5")
    assert made is not None and gzip.decompress(made[1]) == text
    again = page.accepted("gzip")
    assert again is not None and again[1] is made[1]


def test_health_readiness_and_meters(running: Running) -> None:
    with running.client() as client:
        assert client.get("/healthz").json()["is_well"]
        assert client.get("/readyz").json()["is_well"]
        text = client.get("/metrics").text
        assert "pitboss_tables" in text and "pitboss_answer_seconds_bucket" in text


def test_the_api_describes_itself(running: Running) -> None:
    with running.client() as client:
        document = client.get("/api/openapi.json").json()
        page = client.get("/api").text
    for path, methods in document["paths"].items():
        assert path in page
        for call in methods.values():
            assert call["description"]
    assert "<script" not in page and "style=" not in page
    assert "/api/tables/{table}/acts" in document["paths"]


def test_logs_are_one_line_of_json_each(running: Running) -> None:
    with running.client() as client:
        client.post("/api/sign-in", json={"name": 'x\n{"event":"forged"}'[:24], "password": "y"})
        client.get("/api/games/a%0ab/rules")
    assert running.log
    for line in running.log:
        assert line.endswith("\n") and "\n" not in line[:-1]
        event = json.loads(line)
        assert event["at"] and event["event"] != "forged"


def test_too_large_a_form_is_refused(running: Running) -> None:
    with running.client() as client:
        answer = client.post("/api/guest", json={"name": "x" * 20_000})
        assert answer.status_code == 413 and answer.json()["code"] == "too-large"


def test_own_limits_hold_at_the_table(running: Running) -> None:
    table = running.open("spin-n-win", "limits")
    guest = running.guest("Lima")
    form = {"id": "l1", "kind": "stake", "value": 300}
    assert guest.http.post("/api/limits", json=form).is_success
    assert guest.http.get("/api/limits").json()[0]["in_force"] == 300
    with guest.at(table) as lima:
        lima.sit(1)
        lima.see(lambda view: bool(lima.offered("place-bet")))
        act = {"kind": "place-bet", "seat": 1, "spot": "single:red", "stake": 400}
        refused = lima.ask(act)
        assert refused is not None and refused["code"] == "player-limit"
        assert lima.ask({**act, "stake": 300}) is None
    lines = guest.http.get("/api/statement").json()
    assert [line["change"] for line in lines] == [100_000, -300]
    refill = guest.http.post("/api/refill", json={"id": "r9"})
    assert refill.status_code == 409 and "counting your bets" in refill.json()["sentence"]


def test_the_server_knows_how_the_addresses_of_the_pages_begin() -> None:
    text = (ROOT / "web" / "src" / "pages" / "routes.ts").read_text(encoding="utf-8")
    assert set(re.findall(r"path: '/([a-z]*)", text)) == PAGES

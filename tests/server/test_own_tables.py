"""Tables of one's own: listed for whoever opened or sits there, closed by whoever opened them."""

from __future__ import annotations

from pitboss.refusals import unwrap
from pitboss.server.floor.tables import RESULT_MS, between_ms
from tests.deadlines import wait_until
from tests.server.kit import Json, Running
from tests.table.kit import registry


def _mine(guest_tables: list[Json]) -> set[str]:
    return {str(one["table"]) for one in guest_tables}


def test_a_table_is_listed_for_its_host_and_for_whoever_sits_there(running: Running) -> None:
    host, friend, other = (running.guest(name) for name in ("Hope", "Fred", "Otto"))
    opened = host.http.post("/api/tables", json={"game": "gin-and-win", "edition": "ten"}).json()
    assert host.http.get("/api/tables").json()[0]["says"] == "Take a seat."
    with friend.at(opened["table"]) as seated:
        seated.sit(2)
        (mine,) = host.http.get("/api/tables").json()
        assert (mine["link"], mine["edition"], mine["is_host"]) == (opened["link"], "ten", True)
        assert (mine["own_seat"], mine["people"], mine["bots"]) == (None, 1, 0)
        (his,) = friend.http.get("/api/tables").json()
        assert (his["is_host"], his["own_seat"]) == (False, 2)
        assert other.http.get("/api/tables").json() == []


def test_only_the_host_closes_a_table_and_only_when_nobody_else_sits(running: Running) -> None:
    host, friend = running.guest("Hedy"), running.guest("Finn")
    table = host.http.post("/api/tables", json={"game": "flip-it", "bots": 1}).json()["table"]
    where = f"/api/tables/{table}/close"
    assert friend.http.post(where).status_code == 403
    with friend.at(table) as seated:
        seated.sit(1)
        assert host.http.post(where).status_code == 409
        seated.do("leave-seat", seat=1)
    # The robot first finishes the round that its neighbour left.
    answers = []

    def is_answered() -> bool:
        answers.append(host.http.post(where))
        return answers[-1].status_code != 409

    wait_until(is_answered)
    assert answers[-1].status_code == 204, answers[-1].text
    assert table not in _mine(host.http.get("/api/tables").json())


def test_closed_tables_do_not_count_towards_the_most_one_may_open(running: Running) -> None:
    host = running.guest("Hugo")
    most = running.house.runtime.options.tables_per_person
    for _ in range(most + 1):
        opened = host.http.post("/api/tables", json={"game": "spin-n-win"})
        assert opened.status_code == 201, opened.text
        host.http.post(f"/api/tables/{opened.json()['table']}/close")


def test_a_page_names_what_it_will_fetch_next(running: Running) -> None:
    client = running.client()
    assert "/api/lobby" in client.get("/").headers["link"]
    assert "link" not in client.get("/api/lobby").headers


def test_a_host_sets_pace_and_limits_and_sends_a_bot_away(running: Running) -> None:
    host, other = running.guest("Hana"), running.guest("Olga")
    form = {"game": "flip-it", "bots": 2, "minimum": 500, "maximum": 2_500, "pace": "untimed"}
    table = host.http.post("/api/tables", json=form).json()["table"]
    state = running.house.tables.pit.desks[table].state
    assert (state.rules.pace.bets_ms, state.rules.pace.decision_ms) == (0, 0)
    limits = state.rules.edition.head.limits
    assert (limits.minimum, limits.maximum) == (500, 2_500)
    # The rules are the document's still, yet it is no table to learn that edition at.
    (mine,) = host.http.get("/api/tables").json()
    assert mine["edition"] == state.rules.edition.head.hash and state.rules.edition.head.key
    assert state.rules.edition.head.approval.value == "as documented"
    with host.at(table) as seated:
        seated.sit(1)
        seat = next(one["seat"] for one in seated.view["seats"] if one["kind"] == "bot")
        where = f"/api/tables/{table}/bots"
        assert other.http.post(where, json={"leaves": seat}).status_code == 403
        assert host.http.post(where, json={"leaves": 1}).status_code == 409
        assert host.http.post(where, json={"leaves": seat}).is_success
        seated.see(lambda view: view["seats"][seat - 1]["name"] is None)
        assert sum(one["kind"] == "bot" for one in seated.view["seats"]) == 1


def test_results_are_shown_equally_long_in_every_game() -> None:
    after = set()
    for folder in registry().games.values():
        edition = unwrap(folder.edition(None))
        shown_ms = 1000 * folder.game.showing_s(edition)
        after.add(between_ms(folder, edition, 7_000) - shown_ms)
    assert after == {RESULT_MS}

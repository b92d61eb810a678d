"""API tokens: made by an account for some scopes, hashed at rest, ended for good when revoked."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import msgspec
import pytest

from pitboss.server.accounts.people import HouseRole
from pitboss.server.edge.api_examples import EXAMPLES
from pitboss.server.edge.schemas import Form
from pitboss.server.staff.table_acts import FloorForm
from tests.plain_http import NO_TLS
from tests.server.kit import PASSWORD, PATIENCE_S, Guest, Json, Running

SIMULATION = {"game": "spin-n-win", "rounds": 1_000, "seed": "7"}


@pytest.fixture(scope="module")
def boss(running: Running) -> Guest:
    """Somebody with an account, and with a role that no token has."""
    return running.staff("Tess", HouseRole.PIT_BOSS)


def make(owner: Guest, *scopes: str, password: str = PASSWORD) -> httpx.Response:
    form = {"name": "notebook", "scopes": list(scopes), "password": password}
    return owner.http.post("/api/tokens", json=form)


@pytest.fixture
def program(running: Running, boss: Guest) -> Iterator[httpx.Client]:
    """A program with a token that may read."""
    headers = {"authorization": f"Bearer {make(boss, 'read').json()['token']}"}
    with httpx.Client(
        base_url=running.origin, headers=headers, timeout=PATIENCE_S, verify=NO_TLS
    ) as client:
        yield client


def refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, str(answer.json()["sentence"])


def test_a_token_does_what_its_scopes_say_and_nothing_else(
    running: Running, boss: Guest, program: httpx.Client
) -> None:
    me = program.get("/api/me").json()
    assert (me["person"], me["role"], me["csrf"]) == (boss.id, "player", "")
    assert program.get("/api/lobby").status_code == 200
    narrower = refused(program.post("/api/simulations", json=SIMULATION))
    assert narrower == (403, "This token may not do that; make one with the scope 'compute'.")
    for path in ("/api/password", "/api/tokens", "/api/refill", "/api/limits", "/api/sign-out"):
        assert refused(program.post(path, json={}))[0] == 403, path
    assert program.get("/api/tokens").status_code == 403
    # The account's role is not the token's.
    assert boss.http.get("/api/clock").status_code == 200
    assert program.get("/api/clock").status_code == 403
    token = make(boss, "compute", "tables").json()["token"]
    more = {"authorization": f"Bearer {token}"}
    ran = httpx.post(
        f"{running.origin}/api/simulations",
        json=SIMULATION,
        headers=more,
        timeout=PATIENCE_S,
        verify=NO_TLS,
    )
    assert ran.status_code == 200, ran.text
    assert (
        httpx.get(
            f"{running.origin}/api/me", headers=more, timeout=PATIENCE_S, verify=NO_TLS
        ).status_code
        == 403
    )


def test_a_token_is_revoked_at_once_and_by_its_owner_alone(
    running: Running, boss: Guest, program: httpx.Client
) -> None:
    newest = boss.http.get("/api/tokens").json()["tokens"][0]
    assert newest["name"] == "notebook" and newest["scopes"] == ["read"]
    assert "token" not in newest
    stranger = running.guest("Sly")
    assert stranger.http.post(f"/api/tokens/{newest['id']}/revoke").status_code == 404
    assert program.get("/api/me").status_code == 200
    left = boss.http.post(f"/api/tokens/{newest['id']}/revoke").json()["tokens"]
    assert newest["id"] not in {one["id"] for one in left}
    code, sentence = refused(program.get("/api/lobby"))
    assert (code, "may have been revoked" in sentence) == (401, True)
    for wrong in ("Bearer x", "Bearer pitboss_" + "a" * 43, "bearer"):
        answer = httpx.get(
            f"{running.origin}/api/lobby",
            headers={"authorization": wrong},
            timeout=PATIENCE_S,
            verify=NO_TLS,
        )
        assert answer.status_code == 401, wrong


def test_a_token_needs_a_password_and_is_kept_as_a_hash(running: Running, boss: Guest) -> None:
    assert make(boss, "read", password="wrong password").status_code == 401  # noqa: S106
    assert make(running.guest("Gus"), "read").status_code == 403
    assert make(boss).status_code == make(boss, "everything").status_code == 400
    token: str = make(boss, "read").json()["token"]

    def rows() -> list[tuple[str, ...]]:
        return running.house.tables.people.shared.rows("SELECT * FROM api_tokens")

    kept = str(running.on_loop(rows))
    assert token not in kept and token.removeprefix("pitboss_") not in kept
    assert not any(token in line for line in running.log)


def test_a_new_password_ends_every_token(running: Running) -> None:
    owner = running.staff("Nora", HouseRole.PLAYER)
    headers = {"authorization": f"Bearer {make(owner, 'read').json()['token']}"}
    assert (
        httpx.get(
            f"{running.origin}/api/me", headers=headers, timeout=PATIENCE_S, verify=NO_TLS
        ).status_code
        == 200
    )
    form = {"old": PASSWORD, "new": PASSWORD + "!"}
    assert owner.http.post("/api/password", json=form).status_code == 200
    assert (
        httpx.get(
            f"{running.origin}/api/me", headers=headers, timeout=PATIENCE_S, verify=NO_TLS
        ).status_code
        == 401
    )


def forms() -> dict[str, type]:
    found: dict[str, type] = {"FloorForm": FloorForm}
    waiting: list[type] = [Form]
    while waiting:
        one = waiting.pop()
        found[one.__name__] = one
        waiting += one.__subclasses__()
    return found


def test_every_form_has_an_example_that_is_taken(running: Running) -> None:
    document = running.client().get("/api/openapi.json").json()
    records: Json = document["components"]["schemas"]
    tags = {tag["name"] for tag in document["tags"]}
    known = forms()
    for calls in document["paths"].values():
        for call in calls.values():
            assert {*call["tags"]} <= tags
            for body in call.get("requestBody", {}).get("content", {}).values():
                name = body["schema"]["$ref"].rpartition("/")[2]
                assert records[name].get("examples") == [EXAMPLES.get(name)], name
                msgspec.convert(EXAMPLES[name], known[name])

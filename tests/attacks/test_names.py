"""Posing as somebody else: the house, an account, or nobody at all."""

# ruff: noqa: RUF001
# Letters that look like others are what this is about.

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from pitboss.server.accounts.names import RESERVED, fold_name, login_of, read_name
from tests.server.kit import PASSWORD, Running, house_at, viewer

POSING = (
    *RESERVED,
    "DEALER",
    "Dealer 2",
    "Dealer7",
    "D e a l e r",
    "Dea1er",
    "Déaler",
    "Dealer Tom",
    "Tom-Dealer",
    "ＤＥＡＬＥＲ",
    "ԁеаӏег",
    "Pit-Boss",
    "Old Pit boss",
    "The  House",
    "Н0usе",
    "Suрervisor",
    "House 2",
    "Staff7",
    "Tom Dealer7",
    "Tom.Dealer",
    "rnoderator",
)
INVISIBLE = (
    "\u3164",
    "\u115f\u1160",
    "\uffa0",
    "A\u3164",
    "Al\u200bice",
    "\u202eecila",
    "Al\u00adice",
    "\u2066Al",
    "\ufeffAl",
    "\u2800",
    "A\tB",
    "A\nB",
    "\ud800",
    "A\udfffB",
)
MIXED, TAKEN = (400, "bad-text"), (409, "name-taken")
ALICE = {
    **dict.fromkeys(("Аlice", "Alіce", "Α lice"), MIXED),
    **dict.fromkeys(("AIice", "A1ice", "Ａｌｉｃｅ", "Àlïce", "ALICE", "Al ice"), TAKEN),
}
"""What looks like Alice, and what it is answered."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with house_at(tmp_path_factory.mktemp("names") / "house.db") as found:
        yield found


def enter(house: Running, name: str) -> tuple[int, str]:
    """What a stranger is answered who comes in under a name."""
    body = json.dumps({"name": name}).encode()
    headers = {"content-type": "application/json"}
    answer = house.client().post("/api/guest", content=body, headers=headers)
    return answer.status_code, str(answer.json().get("code", ""))


@pytest.mark.parametrize("name", [*POSING, *INVISIBLE], ids=ascii)
def test_nobody_poses_as_the_house_or_is_invisible(house: Running, name: str) -> None:
    status, code = enter(house, name)
    assert (status, code) in ((400, "bad-text"), (400, "bad-message")), (status, code)


def test_nor_by_sitting_down(house: Running) -> None:
    table = house.open("flip-it", "names")
    client = house.client()
    client.get("/api/lobby")
    with viewer(house, table, cookie=f"pitboss={client.cookies['pitboss']}") as at:
        at.hello()
        for name in ("Dealer", "\u3164", "Аlice"):
            refused = at.ask({"kind": "take-seat", "seat": 1, "name": name})
            assert refused is not None and refused["code"] == "bad-text", ascii(name)


def test_nobody_looks_like_an_account(house: Running) -> None:
    alice = house.guest("Alice")
    form = {"name": "Alice", "password": PASSWORD}
    made = alice.http.post("/api/account", json=form)
    assert made.status_code == 200
    for name, answer in ALICE.items():
        assert enter(house, name) == answer, ascii(name)
    # A whole name in another alphabet is nobody's, unless it looks like somebody's.
    assert enter(house, "Алиса")[0] == 200
    other = house.guest("Mallory")
    for name, answer in ALICE.items():
        told = other.http.post("/api/account", json={"name": name, "password": PASSWORD})
        assert (told.status_code, told.json()["code"]) == answer, ascii(name)
    # The account itself still signs in by what was typed before: case and form do not matter.
    for name in ("Alice", "alice", "Ａｌｉｃｅ"):
        form = {"name": name, "password": PASSWORD}
        assert house.client().post("/api/sign-in", json=form).status_code == 200


@pytest.mark.parametrize(
    "name",
    [
        "Ana",
        "Jean-Luc",
        "O'Hara",
        "Zoë",
        "Мария",
        "Ελένη",
        "李小龙",
        "山田Taro",
        "김철수",
        "Bo 2",
        "A",
    ],
)
def test_honest_names_are_taken_as_they_are(name: str) -> None:
    assert read_name(name) == name


def test_a_name_is_kept_in_one_form() -> None:
    assert read_name("  Ｚoe \u00a0 B ") == read_name("Zoe B") == "Zoe B"
    assert fold_name("VValdo") == fold_name("Waldo")


def test_a_folded_name_is_its_own_folded_name() -> None:
    for name in (*POSING, *ALICE, "Mørk", "Straße", "ﬁne"):
        once = fold_name(name)
        assert fold_name(once) == once and login_of(login_of(name)) == login_of(name)

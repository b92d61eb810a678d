"""Who may do what: every action, every role, own and foreign ids, as one table."""

from __future__ import annotations

from dataclasses import dataclass, field

import httpx
import pytest

from pitboss.server.accounts.people import HouseRole
from pitboss.table.state import Phase
from tests.server.kit import Guest, Json, Running

ROLES = ("anonymous", "host", "stranger", "dealer", "pit-boss", "auditor")
OK, SIGN_IN, FORBIDDEN, MISSING, TOLD_NO = "done", 401, 403, 404, 409


@dataclass
class House:
    """One of everybody, a private table of the host's with a finished round, an entered table."""

    running: Running
    people: dict[str, Guest]
    anonymous: httpx.Client
    private: str
    entered: str
    round_id: str
    opened: list[str] = field(default_factory=list)

    @property
    def closing(self) -> str:
        """A table of the host's that is still open; one that was closed is nobody's any more."""
        desks = self.running.house.hall.pit.desks
        open_now = [one for one in self.opened if one in desks]
        if not open_now or desks[open_now[-1]].state.phase is Phase.CLOSED:
            answer = self.people["host"].http.post("/api/tables", json={"game": "flip-it"})
            self.opened.append(answer.json()["table"])
        return self.opened[-1]

    def http(self, role: str) -> httpx.Client:
        return self.anonymous if role == "anonymous" else self.people[role].http


@pytest.fixture(scope="module")
def house(running: Running) -> House:
    people = {
        "host": running.guest("Host"),
        "stranger": running.guest("Stranger"),
        "dealer": running.staff("Dora", HouseRole.DEALER),
        "pit-boss": running.staff("Boss", HouseRole.PIT_BOSS),
        "auditor": running.staff("Audrey", HouseRole.AUDITOR),
    }
    private = people["host"].http.post("/api/tables", json={"game": "flip-it"}).json()["table"]
    entered = (
        people["pit-boss"]
        .http.post("/api/tables", json={"game": "spin-n-win", "mode": "entered"})
        .json()["table"]
    )
    with people["host"].at(private) as host:
        host.sit(1)
        host.bet()
        round_id = host.view["round_id"]
        host.ready()
        host.finish(round_id)
    return House(running, people, running.client(), private, entered, round_id)


# Each line: method, path, form, and what each of the roles above is answered.
Answers = tuple[int | str, ...]
ANYBODY: Answers = (OK,) * 6
NOBODY: Answers = (MISSING,) * 6
NAMED: Answers = (SIGN_IN,) + (OK,) * 5
PLAYERS: Answers = (SIGN_IN, OK, OK, FORBIDDEN, FORBIDDEN, FORBIDDEN)
TABLE: tuple[tuple[str, str, Json | None, Answers], ...] = (
    ("GET", "/api/lobby", None, (OK,) * 6),
    ("GET", "/api/games/flip-it/rules", None, (OK,) * 6),
    ("GET", "/api/me", None, (SIGN_IN, OK, OK, OK, OK, OK)),
    ("GET", "/api/statement", None, (SIGN_IN, OK, OK, OK, OK, OK)),
    ("GET", "/api/rounds", None, (SIGN_IN, OK, OK, OK, OK, OK)),
    ("GET", "/api/rounds/{round}", None, (SIGN_IN, OK, MISSING, MISSING, OK, OK)),
    ("GET", "/api/rounds/nowhere.1", None, (SIGN_IN,) + (MISSING,) * 5),
    ("GET", "/api/limits", None, (SIGN_IN, OK, OK, FORBIDDEN, FORBIDDEN, FORBIDDEN)),
    (
        "POST",
        "/api/limits",
        {"id": "m1", "kind": "stake", "value": 500},
        (SIGN_IN, OK, OK, FORBIDDEN, FORBIDDEN, FORBIDDEN),
    ),
    (
        "POST",
        "/api/refill",
        {"id": "m2"},
        # Full credits are a refusal of the house, so the role was let through; the host has bet.
        (SIGN_IN, "role", "role", FORBIDDEN, FORBIDDEN, FORBIDDEN),
    ),
    (
        "POST",
        "/api/account",
        {"name": "Boss", "password": "long enough"},
        (SIGN_IN, TOLD_NO, TOLD_NO, FORBIDDEN, FORBIDDEN, FORBIDDEN),
    ),
    # Guests have no password; for the others a wrong one is as far as this goes.
    (
        "POST",
        "/api/password",
        {"old": "not the password", "new": "long enough"},
        (SIGN_IN, FORBIDDEN, FORBIDDEN, 401, 401, 401),
    ),
    (
        "POST",
        "/api/prove",
        {"password": "not the password"},
        (SIGN_IN, FORBIDDEN, FORBIDDEN, 401, 401, 401),
    ),
    ("POST", "/api/tables", {"game": "flip-it"}, (SIGN_IN, OK, OK, FORBIDDEN, OK, FORBIDDEN)),
    (
        "POST",
        "/api/tables",
        {"game": "flip-it", "mode": "entered"},
        (SIGN_IN, FORBIDDEN, FORBIDDEN, FORBIDDEN, OK, FORBIDDEN),
    ),
    (
        "POST",
        "/api/tables",
        {"game": "flip-it", "is_listed": True},
        (SIGN_IN, FORBIDDEN, FORBIDDEN, FORBIDDEN, OK, FORBIDDEN),
    ),
    ("GET", "/api/tables", None, (SIGN_IN, OK, OK, OK, OK, OK)),
    (
        "POST",
        "/api/tables/nowhere/close",
        None,
        (SIGN_IN, MISSING, MISSING, FORBIDDEN, MISSING, FORBIDDEN),
    ),
    (
        "POST",
        "/api/tables/{private}/bots",
        {"count": 1},
        (SIGN_IN, OK, FORBIDDEN, FORBIDDEN, OK, FORBIDDEN),
    ),
    (
        "POST",
        "/api/tables/nowhere/bots",
        {"count": 1},
        (SIGN_IN, MISSING, MISSING, FORBIDDEN, MISSING, FORBIDDEN),
    ),
    (
        "POST",
        "/api/tables/{private}/acts",
        {"id": "m3", "act": {"kind": "pause", "reason": "Check"}},
        (SIGN_IN, FORBIDDEN, FORBIDDEN, FORBIDDEN, OK, FORBIDDEN),
    ),
    (
        "POST",
        "/api/tables/{private}/acts",
        {"id": "m4", "act": {"kind": "resume"}},
        (SIGN_IN, FORBIDDEN, FORBIDDEN, FORBIDDEN, OK, FORBIDDEN),
    ),
    (
        "POST",
        "/api/tables/{entered}/acts",
        {"id": "m5", "act": {"kind": "open-round"}},
        # Nobody sits there, which the table itself says to those whom it listens to.
        (SIGN_IN, FORBIDDEN, FORBIDDEN, TOLD_NO, TOLD_NO, FORBIDDEN),
    ),
    (
        "POST",
        "/api/tables/{entered}/acts",
        {"id": "m6", "act": {"kind": "enter-draw", "shown": ["tops", "R", "X"]}},
        (SIGN_IN, FORBIDDEN, FORBIDDEN, 400, 400, FORBIDDEN),
    ),
    (
        "POST",
        "/api/tables/nowhere/acts",
        {"id": "m7", "act": {"kind": "resume"}},
        (SIGN_IN, FORBIDDEN, FORBIDDEN, MISSING, MISSING, FORBIDDEN),
    ),
    (
        "POST",
        "/api/people/{stranger}/role",
        {"role": "pit-boss"},
        # A guest is never staff, not even by a pit boss.
        (SIGN_IN, FORBIDDEN, FORBIDDEN, FORBIDDEN, MISSING, FORBIDDEN),
    ),
    (
        "POST",
        "/api/people/{boss}/role",
        {"role": "player"},
        (SIGN_IN, FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN),
    ),
    ("GET", "/api/people/Dora", None, (SIGN_IN,) + (FORBIDDEN,) * 3 + (OK, FORBIDDEN)),
    ("GET", "/api/clock", None, (SIGN_IN,) + (FORBIDDEN,) * 3 + (OK, FORBIDDEN)),
    ("POST", "/api/clock/confirm", None, (SIGN_IN,) + (FORBIDDEN,) * 3 + (OK, FORBIDDEN)),
    ("GET", "/api/audit/heads", None, (SIGN_IN,) + (FORBIDDEN,) * 3 + (OK, OK)),
    # Tables of one's own: nobody else closes them here, and none is told apart from another's.
    ("GET", "/api/tables", None, NAMED),
    ("POST", "/api/tables/{closing}/close", {"id": "m8"}, (SIGN_IN, OK) + (FORBIDDEN,) * 4),
    (
        "POST",
        "/api/tables/nowhere/close",
        {"id": "m9"},
        (SIGN_IN, MISSING, MISSING, FORBIDDEN, MISSING, FORBIDDEN),
    ),
    ("GET", "/api/coach/{private}", None, ANYBODY),
    ("GET", "/api/coach/nowhere", None, NOBODY),
    # One's own rounds and money.
    ("GET", "/api/my-rounds", None, NAMED),
    ("GET", "/api/rounds/{round}/replay", None, (SIGN_IN, OK, MISSING, MISSING, OK, OK)),
    ("GET", "/api/rounds/nowhere.1/replay", None, (SIGN_IN,) + (MISSING,) * 5),
    ("POST", "/api/check-round", {"text": "{}"}, (400,) * 6),
    ("GET", "/api/my-limits", None, PLAYERS),
    ("GET", "/api/time-and-money", None, PLAYERS),
    ("GET", "/api/my-statement", None, NAMED),
    # Behind the table.
    ("GET", "/api/desk", None, (SIGN_IN, FORBIDDEN, FORBIDDEN, OK, OK, FORBIDDEN)),
    ("GET", "/api/desk/{entered}", None, (SIGN_IN, FORBIDDEN, FORBIDDEN, OK, OK, FORBIDDEN)),
    ("GET", "/api/desk/nowhere", None, (SIGN_IN, FORBIDDEN, FORBIDDEN, 404, 404, FORBIDDEN)),
    # Training is one's own: a question of somebody else's does not exist.
    ("GET", "/api/trainers", None, ANYBODY),
    ("GET", "/api/trainers/scores", None, NAMED),
    ("POST", "/api/trainers/payouts", {"game": "flip-it"}, NAMED),
    ("POST", "/api/trainers/payouts/nowhere", {"bets": []}, (SIGN_IN,) + (TOLD_NO,) * 5),
    ("POST", "/api/trainers/hands", {}, NAMED),
    (
        "POST",
        "/api/trainers/hands/nowhere",
        {"setting": [], "score": 1},
        (SIGN_IN,) + (TOLD_NO,) * 5,
    ),
    # Mathematics is for everybody; these houses keep no workers, and unknown ids are unknown.
    ("GET", "/api/protect", None, ANYBODY),
    ("GET", "/api/protect/flip-it", None, ANYBODY),
    ("POST", "/api/protect/flip-it/nowhere", {"options": {}}, NOBODY),
    ("GET", "/api/studies/nowhere", None, NOBODY),
    ("GET", "/api/studies/nowhere/html", None, NOBODY),
    ("GET", "/api/proofs/flip-it", None, NOBODY),
    ("GET", "/api/proofs/flip-it/nowhere", None, NOBODY),
    ("GET", "/api/proofs/flip-it/nowhere/against/other", None, NOBODY),
    ("GET", "/api/proofs/flip-it/nowhere/limit", None, (400,) * 6),
    ("GET", "/api/proofs/flip-it/nowhere/files/sheet.pdf", None, NOBODY),
    ("GET", "/api/workbench/flip-it", None, NOBODY),
    ("GET", "/api/workbench/flip-it/nowhere", None, NOBODY),
    ("GET", "/api/figures/flip-it/nowhere", None, NOBODY),
    ("GET", "/api/figures/flip-it/nowhere/aim", None, (400,) * 6),
    (
        "POST",
        "/api/designs",
        {"game": "flip-it", "base": "nowhere", "name": "Mine", "changes": {}},
        (SIGN_IN,) + (MISSING,) * 5,
    ),
    ("GET", "/api/designs/flip-it/nowhere", None, NOBODY),
    # A simulation is whoever's browser started it.
    ("GET", "/api/simulate/flip-it", None, ANYBODY),
    ("POST", "/api/simulations", {"game": "nowhere", "rounds": 1, "seed": "1"}, NOBODY),
    ("GET", "/api/simulations/nowhere/news", None, NOBODY),
    ("POST", "/api/simulations/nowhere/stop", None, NOBODY),
)
CELLS = [
    pytest.param(line, role, id=f"{line[0]} {line[1]} {number} {role}")
    for number, line in enumerate(TABLE)
    for role in ROLES
]


@pytest.mark.parametrize(("line", "role"), CELLS)
def test_the_table_holds(
    house: House, line: tuple[str, str, Json | None, Answers], role: str
) -> None:
    method, path, form, answers = line
    where = path.format(
        private=house.private,
        entered=house.entered,
        closing=house.closing if "{closing}" in path else "",
        round=house.round_id,
        stranger=house.people["stranger"].id,
        boss=house.people["pit-boss"].id,
    )
    answer = house.http(role).request(method, where, json=form)
    wanted = answers[ROLES.index(role)]
    if wanted == "role":
        assert answer.status_code in (200, 409), answer.text
    elif wanted == OK:
        assert answer.is_success, answer.text
    else:
        assert answer.status_code == wanted, answer.text
        assert set(answer.json()) == {"kind", "code", "sentence", "reference"}


def test_every_path_is_in_the_table(house: House) -> None:
    document = house.anonymous.get("/api/openapi.json").json()
    asked = {(method, path.split("?")[0]) for method, path, _, _ in TABLE}
    open_to_all = {"/api/guest", "/api/sign-in", "/api/sign-out", "/healthz", "/readyz"}

    def is_asked(method: str, path: str) -> bool:
        parts = path.split("/")
        return any(
            method == one and len(other.split("/")) == len(parts) and _fits(parts, other.split("/"))
            for one, other in asked
        )

    for path, methods in document["paths"].items():
        for method in methods:
            assert path in open_to_all or is_asked(method.upper(), path), (method, path)


def _fits(parts: list[str], other: list[str]) -> bool:
    return all(a == b or a.startswith("{") for a, b in zip(parts, other, strict=True))


SEAT_ACTS: tuple[Json, ...] = (
    {"kind": "leave-seat", "seat": 1},
    {"kind": "commit-seed", "seat": 1, "hash": "0" * 64},
    {"kind": "reveal-seed", "seat": 1, "text": "luck"},
    {"kind": "place-bet", "seat": 1, "spot": "inside:red", "stake": 100},
    {"kind": "take-down", "seat": 1, "spot": "inside:red"},
    {"kind": "ready", "seat": 1},
    {"kind": "decide", "seat": 1, "option": "fold"},
    {"kind": "decide", "seat": 0, "option": "fold"},
)


@pytest.mark.parametrize("role", ["stranger", "dealer", "pit-boss", "auditor"])
def test_nobody_acts_for_another_seat(house: House, role: str) -> None:
    pit = house.running.house.hall.pit
    before = house.running.on_loop(lambda: pit.state(house.private))
    with house.people[role].at(house.private) as other:
        for act in SEAT_ACTS:
            refused = other.ask(act)
            assert refused is not None
            assert refused["code"] in ("not-your-turn", "not-allowed"), (act, refused)
        if role != "stranger":
            refused = other.ask({"kind": "take-seat", "seat": 3})
            assert refused is not None and refused["code"] == "not-allowed"
    assert house.running.on_loop(lambda: pit.state(house.private)) == before


def test_a_dealer_deals_an_entered_table(house: House) -> None:
    dealer, player = house.people["dealer"], house.running.guest("Pia")

    def act(ask_id: str, **act: object) -> None:
        where = f"/api/tables/{house.entered}/acts"
        answer = dealer.http.post(where, json={"id": ask_id, "act": act})
        assert answer.status_code == 200, answer.text

    with player.at(house.entered) as pia, dealer.at(house.entered) as behind:
        pia.sit(1)
        act("d1", kind="open-round")
        pia.bet()
        round_id = pia.view["round_id"]
        behind.see(lambda view: bool(view["bets"]))
        assert behind.view["viewer"] == 0
        act("d2", kind="close-bets")
        while not pia.view["last"]:
            behind.until(lambda m: m["kind"] == "shown")
            view = behind.view
            offers = {offer["act"] for offer in view["offers"]}
            if "enter-draw" in offers:
                act(f"e{view['draw']['number']}", kind="enter-draw", shown=["tops", "R", "G"])
            elif "decide" in offers:
                mine = next(one for one in view["awaited"] if one["actor"] == 0)
                act(f"a{behind.shown['version']}", kind="decide", option=mine["in_default"])
            elif "settle" in offers:
                act("d9", kind="settle")
                pia.see(lambda seen: seen["last"] is not None)
            elif any(one["actor"] == 1 for one in view["awaited"]):
                pia.see(lambda seen: pia.offered("decide") is not None)
                mine = next(one for one in pia.view["awaited"] if one["actor"] == 1)
                pia.do("decide", seat=1, option=mine["in_default"])
        assert pia.view["last"]["round_id"] == round_id
        assert [top["face"] for top in pia.view["last"]["game"]["tops"]] == ["Red", "Green"]

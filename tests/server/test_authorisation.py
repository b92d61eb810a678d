"""Who may do what: every action, every role, own and foreign ids, as one table.

Every id is that of something that exists, so that whoever is let through really does it; where an
act uses a thing up, the next cell gets a new one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, get_args

import pytest

from pitboss.server.accounts.people import HouseRole
from pitboss.server.jobs.kinds import SIMULATIONS
from pitboss.server.live import messages as wire
from pitboss.server.staff.table_acts import AnyFloorAct, FloorAct
from tests.server.kit import PATIENCE_S, Json, house_at
from tests.server.whole_house import LASTING, OPTIONS, House, filled, names_in
from tests.server.workers import crew_of, own_results, simulations

ROLES = ("anonymous", "host", "stranger", "dealer", "pit-boss", "auditor")
OK, SIGN_IN, FORBIDDEN, MISSING, TOLD_NO = "done", 401, 403, 404, 409
STATUSES = (SIGN_IN, FORBIDDEN, MISSING, TOLD_NO)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    where = tmp_path_factory.mktemp("house")
    with own_results(where / "cache"), ExitStack() as stack:
        running = stack.enter_context(house_at(where / "house.db", **OPTIONS))
        people = {
            "host": running.guest("Host"),
            "stranger": running.guest("Stranger"),
            "dealer": running.staff("Dora", HouseRole.DEALER),
            "pit-boss": running.staff("Boss", HouseRole.PIT_BOSS),
            "auditor": running.staff("Audrey", HouseRole.AUDITOR),
        }
        # A worker that stands still is not waited for, and nobody has to watch it.
        crew_of(running, SIMULATIONS).stop_s = 0.0
        simulations(running).away_s = PATIENCE_S
        yield House(running, people, running.client(), stack)


# Each line: method, path, form, and what each of the roles above is answered.
Answers = tuple[int | str, ...]
Line = tuple[str, str, Json | None, Answers]
ANYBODY: Answers = (OK,) * 6
NOBODY: Answers = (MISSING,) * 6
NAMED: Answers = (SIGN_IN,) + (OK,) * 5
PLAYERS: Answers = (SIGN_IN, OK, OK, FORBIDDEN, FORBIDDEN, FORBIDDEN)
DEALERS: Answers = (SIGN_IN, FORBIDDEN, FORBIDDEN, OK, OK, FORBIDDEN)
PIT_BOSS: Answers = (SIGN_IN, FORBIDDEN, FORBIDDEN, FORBIDDEN, OK, FORBIDDEN)
DEALER_ALONE: Answers = (SIGN_IN, FORBIDDEN, FORBIDDEN, OK, FORBIDDEN, FORBIDDEN)
NO_STAFF: Answers = (SIGN_IN,) + (FORBIDDEN,) * 5
LOOKING: Answers = (SIGN_IN,) + (FORBIDDEN,) * 3 + (OK, OK)
HOST: Answers = (MISSING, OK) + (MISSING,) * 4


def act(table: str, kind: str, answers: Answers, **fields: object) -> Line:
    """A staff act at a table that is ready for it."""
    form = {"act": {"kind": kind, **fields}}
    return "POST", f"/api/tables/{{{table}}}/acts", form, answers


TABLE: tuple[Line, ...] = (
    ("GET", "/api/tokens", None, NAMED),
    # Guests have no password to give; the others' is wrong.
    (
        "POST",
        "/api/tokens",
        {"name": "bot", "scopes": ["read"], "password": "not the password"},
        (SIGN_IN, FORBIDDEN, FORBIDDEN, 401, 401, 401),
    ),
    ("POST", "/api/tokens/nothing/revoke", None, (SIGN_IN,) + (MISSING,) * 5),
    (
        "POST",
        "/api/tokens/{token}/revoke",
        None,
        (SIGN_IN, MISSING, MISSING, OK, MISSING, MISSING),
    ),
    ("GET", "/api/lobby", None, (OK,) * 6),
    ("GET", "/api/games/flip-it/rules", None, (OK,) * 6),
    ("GET", "/api/me", None, ANYBODY),
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
        {"id": "{short}"},
        # The host has lost; the stranger's credits are full, which the house says, not the door.
        (SIGN_IN, OK, "above-maximum", FORBIDDEN, FORBIDDEN, FORBIDDEN),
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
        "/api/tables/{waiting}/bots",
        {"count": 1},
        (SIGN_IN, OK, FORBIDDEN, FORBIDDEN, OK, FORBIDDEN),
    ),
    (
        "POST",
        "/api/tables/nowhere/bots",
        {"count": 1},
        (SIGN_IN, MISSING, MISSING, FORBIDDEN, MISSING, FORBIDDEN),
    ),
    # From behind the table: the dealer deals, the pit boss stops.
    act("pausing", "pause", PIT_BOSS, reason="Check"),
    act("paused", "resume", PIT_BOSS),
    act("opening", "change-limits", PIT_BOSS, minimum=500, maximum=20_000),
    act("opening", "open-round", DEALERS),
    act("betting", "close-bets", DEALERS),
    act("deciding", "decide", DEALERS, option="start-left"),
    act("spinning", "enter-draw", DEALERS, shown=["tops", "R", "G"]),
    act("calling", "call", DEALERS, what="invalid-spin", reason="Cocked", is_readable=False),
    act("correcting", "correct-draws", DEALERS, draw=0, shown=["tops", "G", "G"], reason="Misread"),
    act("decided", "settle", DEALERS),
    act("voiding", "void-round", PIT_BOSS, reason="Equipment failed"),
    act("shutting", "close-table", PIT_BOSS, reason="Not needed"),
    # The floor: two signatures are two people's, one of them a pit boss's.
    act("others", "relieve", DEALER_ALONE),
    act("bare", "call-supervisor", DEALERS, reason="Dispute"),
    act("rung", "acknowledge", PIT_BOSS, number=1),
    act("opening", "seat-walk-up", DEALERS, seat=3, amount=20_000),
    act("walk-up", "buy-chips", DEALERS, seat=3, amount=100),
    act("walk-up betting", "place-bet", DEALERS, seat=3, spot="single:red", stake=1_000),
    act("walk-up bet", "take-down", DEALERS, seat=3, spot="single:red"),
    act("walk-up", "colour-up", DEALERS, seat=3),
    act("opening", "open-tray", DEALERS, count=100_000),
    act("tray", "close-tray", DEALERS, count=100_000, drop=0),
    act("tray", "ask-transfer", DEALERS, what="fill", amount=50_000),
    act("fill of dealer", "sign-transfer", PIT_BOSS, number=1),
    act("fill of another", "sign-transfer", PIT_BOSS, number=1),
    act("fill of boss", "sign-transfer", DEALER_ALONE, number=1),
    act("fill of dealer", "withdraw-transfer", DEALERS, number=1),
    act("settled", "ask-correction", DEALERS, settled_round="{settled}.1", reason="Misread"),
    act("correction of dealer", "sign-correction", PIT_BOSS, number=1),
    act("correction of boss", "sign-correction", NO_STAFF, number=1),
    act("correction of dealer", "withdraw-correction", DEALERS, number=1),
    (
        "POST",
        "/api/tables/{spinning}/acts",
        {"act": {"kind": "enter-draw", "shown": ["tops", "R", "X"]}},
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
    ("POST", "/api/people/{account}/role", {"role": "dealer"}, PIT_BOSS),
    (
        "POST",
        "/api/people/{boss}/role",
        {"role": "player"},
        (SIGN_IN, FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN),
    ),
    ("GET", "/api/people/Dora", None, (SIGN_IN,) + (FORBIDDEN,) * 3 + (OK, FORBIDDEN)),
    ("GET", "/api/conditions", None, (SIGN_IN, FORBIDDEN, FORBIDDEN, OK, OK, OK)),
    ("GET", "/api/calls", None, (SIGN_IN, FORBIDDEN, FORBIDDEN, OK, OK, OK)),
    ("GET", "/api/calls/news", None, (SIGN_IN,) + (FORBIDDEN,) * 3 + (OK, FORBIDDEN)),
    (
        "POST",
        "/api/conditions/wa-commercial-2023",
        {"condition": "modifications", "is_met": True, "note": "Letter of May"},
        (SIGN_IN,) + (FORBIDDEN,) * 3 + (OK, FORBIDDEN),
    ),
    ("GET", "/api/clock", None, (SIGN_IN,) + (FORBIDDEN,) * 3 + (OK, FORBIDDEN)),
    ("POST", "/api/clock/confirm", None, (SIGN_IN,) + (FORBIDDEN,) * 3 + (OK, FORBIDDEN)),
    ("GET", "/api/audit/heads", None, (SIGN_IN,) + (FORBIDDEN,) * 3 + (OK, OK)),
    ("GET", "/api/audit", None, LOOKING),
    ("POST", "/api/audit/verify", None, LOOKING),
    ("GET", "/api/audit/export", None, LOOKING),
    ("GET", "/api/pit", None, LOOKING),
    ("GET", "/api/pit/tables/flip-it-1", None, LOOKING),
    ("GET", "/api/pit/ratings/2026-11-17", None, LOOKING),
    ("GET", "/api/pit/report/2026-11-17", None, LOOKING),
    ("GET", "/api/pit/report/2026-11-17/csv", None, LOOKING),
    ("POST", "/api/pit/report/2026-11-17/marks", None, PIT_BOSS),
    (
        "POST",
        "/api/pit/alerts/nothing",
        {"state": "acknowledged"},
        (SIGN_IN,) + (FORBIDDEN,) * 3 + (MISSING, FORBIDDEN),
    ),
    ("POST", "/api/pit/alerts/{alert}", {"state": "acknowledged"}, PIT_BOSS),
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
    ("GET", "/api/offline-verifier", None, ANYBODY),
    ("GET", "/api/my-limits", None, PLAYERS),
    ("GET", "/api/time-and-money", None, PLAYERS),
    ("POST", "/api/time-and-money", {}, PLAYERS),
    ("GET", "/api/my-statement", None, NAMED),
    # Behind the table.
    ("GET", "/api/desk", None, (SIGN_IN, FORBIDDEN, FORBIDDEN, OK, OK, FORBIDDEN)),
    ("GET", "/api/desk/{entered}", None, (SIGN_IN, FORBIDDEN, FORBIDDEN, OK, OK, FORBIDDEN)),
    ("GET", "/api/desk/nowhere", None, (SIGN_IN, FORBIDDEN, FORBIDDEN, 404, 404, FORBIDDEN)),
    # Training is one's own: a question of somebody else's does not exist.
    ("GET", "/api/trainers", None, ANYBODY),
    ("GET", "/api/trainers/scores", None, NAMED),
    ("POST", "/api/trainers/payouts", {"game": "flip-it"}, NAMED),
    (
        "POST",
        "/api/trainers/payouts/{payout}",
        {"bets": []},
        (SIGN_IN, "wrong-count") + ("not-now",) * 4,
    ),
    ("POST", "/api/trainers/hands", {}, NAMED),
    (
        "POST",
        "/api/trainers/hands/{hand}",
        {"setting": [], "score": 1},
        (SIGN_IN, OK) + ("not-now",) * 4,
    ),
    ("POST", "/api/trainers/procedures", {"game": "flip-it"}, NAMED),
    (
        "POST",
        "/api/trainers/procedures/{procedure}",
        {"chosen": 0},
        (SIGN_IN, OK) + ("not-now",) * 4,
    ),
    # Mathematics is for everybody.
    ("GET", "/api/protect", None, ANYBODY),
    ("GET", "/api/protect/flip-it", None, ANYBODY),
    ("POST", "/api/protect/flip-it/nowhere", {"options": {}}, NOBODY),
    ("POST", "/api/protect/spin-n-win/bias", {"options": {"face": "joker=1/7"}}, ANYBODY),
    ("POST", "/api/protect/flip-it/monitor", {"options": {}}, (FORBIDDEN,) * 4 + (OK, FORBIDDEN)),
    ("GET", "/api/studies/{monitored}", None, (MISSING,) * 4 + (OK, MISSING)),
    ("GET", "/api/studies/{study}", None, ANYBODY),
    ("GET", "/api/studies/{study}/json", None, ANYBODY),
    ("GET", "/api/studies/nowhere", None, NOBODY),
    ("POST", "/api/studies/nowhere/cancel", None, NOBODY),
    ("POST", "/api/studies/{monitored}/cancel", None, (MISSING,) * 4 + (OK, MISSING)),
    ("GET", "/api/designs", None, NAMED),
    ("GET", "/api/proofs/spin-n-win", None, ANYBODY),
    ("GET", "/api/proofs/spin-n-win/{design}", None, ANYBODY),
    ("GET", "/api/proofs/spin-n-win/nowhere", None, NOBODY),
    ("GET", "/api/proofs/spin-n-win/standard/against/{design}", None, ANYBODY),
    ("GET", "/api/proofs/spin-n-win/standard/limit?payout=500", None, ANYBODY),
    ("GET", "/api/proofs/spin-n-win/standard/files/sheet.json", None, ANYBODY),
    ("GET", "/api/workbench/spin-n-win", None, ANYBODY),
    ("GET", "/api/workbench/spin-n-win/{design}", None, ANYBODY),
    ("GET", "/api/figures/spin-n-win/standard", None, ANYBODY),
    (
        "GET",
        "/api/figures/spin-n-win/standard/aim?field=pays.single_joker&bet=single:joker&target=5",
        None,
        ANYBODY,
    ),
    (
        "POST",
        "/api/designs",
        {
            "game": "spin-n-win",
            "base": "standard",
            "name": "Mine too",
            "changes": {"pays.combo_joker_joker": "58/1"},
        },
        NAMED,
    ),
    ("GET", "/api/designs/spin-n-win/{design}", None, ANYBODY),
    ("GET", "/api/designs/spin-n-win/nowhere", None, NOBODY),
    # A simulation is whoever's browser started it; nobody else watches or stops it.
    ("GET", "/api/simulate/flip-it", None, ANYBODY),
    ("POST", "/api/simulations", {"game": "nowhere", "rounds": 1, "seed": "1"}, NOBODY),
    ("POST", "/api/simulations", {"game": "flip-it", "rounds": 1, "seed": "1"}, ANYBODY),
    ("POST", "/api/simulations/{simulation}/stop", None, HOST),
    ("GET", "/api/simulations/{simulation}/news", None, HOST),
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
    names = names_in((path, form))
    found = {name: house.find(name) for name in names}
    where, form = path.format(**found), filled(form, found)
    if form is not None and "act" in form:
        form = {"id": f"act-{next(house.numbers)}", **form}
    wanted = answers[ROLES.index(role)]
    if path.endswith("/news") and wanted == OK:
        with house.http(role).stream(method, where) as news:
            assert news.is_success
        return
    answer = house.http(role).request(method, where, json=form)
    if wanted == OK:
        assert answer.is_success, answer.text
        for name in names - LASTING:
            del house.made[name]
    else:
        told = answer.json()["code"] if isinstance(wanted, str) else answer.status_code
        assert told == wanted, answer.text
        assert set(answer.json()) == {"kind", "code", "sentence", "reference"}


def tags_below(kind: type) -> set[str]:
    """The tags of every act that is declared under a kind of act."""
    kinds: list[type] = kind.__subclasses__()
    if not kinds:
        return tags_of((kind,))
    return set().union(*map(tags_below, kinds))


def tags_of(kinds: tuple[Any, ...]) -> set[str]:
    return {one.__struct_config__.tag for one in kinds}


def test_every_act_is_in_the_table() -> None:
    """With somebody who is let through: a line that refuses everybody proves little."""
    acts = [
        form["act"]["kind"]
        for *_, form, answers in TABLE
        if form and "act" in form and OK in answers
    ]
    assert {*acts} == tags_below(FloorAct) == tags_of(get_args(AnyFloorAct))
    asks = {str(act["kind"]) for act in SEAT_ACTS} | {"take-seat"}
    assert asks == tags_of(get_args(wire.Act))


def test_every_path_is_in_the_table(house: House) -> None:
    document = house.anonymous.get("/api/openapi.json").json()
    open_to_all = {"/api/guest", "/api/sign-in", "/api/sign-out", "/healthz", "/readyz"}

    def lines_of(method: str, path: str) -> list[Line]:
        parts = path.split("/")
        return [
            line
            for line in TABLE
            if line[0] == method and _fits(parts, line[1].split("?")[0].split("/"))
        ]

    for path, methods in document["paths"].items():
        for method, call in methods.items():
            lines = lines_of(method.upper(), path)
            assert lines or path in open_to_all, (method, path)
            if lines:
                # What the document says of strangers is what they are answered.
                needs_name = any(answers[0] == SIGN_IN for _, _, _, answers in lines)
                assert ("401" in call["responses"]) == needs_name, (method, path)
                assert ({} in call["security"]) == (not needs_name), (method, path)
            said = {answer for *_, answers in lines for answer in answers if answer in STATUSES}
            assert {str(status) for status in said} <= set(call["responses"]), (method, path)


def _fits(parts: list[str], other: list[str]) -> bool:
    is_like = len(parts) == len(other)
    return is_like and all(a == b or a[:1] == "{" for a, b in zip(parts, other, strict=True))


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
    # A player is told that the seat is another's, staff that they never play.
    code = "not-your-turn" if role == "stranger" else "not-allowed"
    pit, private = house.running.house.tables.pit, house.find("private")
    house.find("round")  # which the host plays from seat 1
    before = house.running.on_loop(lambda: pit.state(private))
    with house.people[role].at(private) as other:
        for act in SEAT_ACTS:
            refused = other.ask(act)
            assert refused is not None
            assert refused["code"] == code, (act, refused)
        if role != "stranger":
            refused = other.ask({"kind": "take-seat", "seat": 3})
            assert refused is not None and refused["code"] == "not-allowed"
    assert house.running.on_loop(lambda: pit.state(private)) == before


def test_a_dealer_deals_an_entered_table(house: House) -> None:
    dealer, player = house.people["dealer"], house.running.guest("Pia")
    form = {"game": "spin-n-win", "mode": "entered"}
    table = house.people["pit-boss"].http.post("/api/tables", json=form).json()["table"]

    def act(ask_id: str, **act: object) -> None:
        where = f"/api/tables/{table}/acts"
        answer = dealer.http.post(where, json={"id": ask_id, "act": act})
        assert answer.status_code == 200, answer.text

    with player.at(table) as pia, dealer.at(table) as behind:
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

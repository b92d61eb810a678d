"""My rounds, limits, time and money over HTTP: what is told is what is on record."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from pitboss.ledger.limits import DAY_MS, IDLE_GAP_MS
from pitboss.pit.verify import RoundVerdict, verify_text
from pitboss.server.accounts.credit_routes import visit_start
from pitboss.server.accounts.people import HouseRole
from tests.server.kit import GAMES, Guest, Json, Running, house_at, net_of
from tests.table.kit import registry


def play(guest: Guest, table: str, rounds: int = 2) -> tuple[list[str], list[int]]:
    """Some rounds of a guest at seat 1: their ids and what each brought."""
    ids, nets = [], []
    with guest.at(table) as viewer:
        viewer.sit(1)
        for _ in range(rounds):
            viewer.bet()
            ids.append(viewer.view["round_id"])
            viewer.ready()
            nets.append(net_of(viewer.finish(ids[-1]), 1))
    return ids, nets


def got(guest: Guest, path: str) -> Any:
    answer = guest.http.get(path)
    assert answer.status_code == 200, answer.text
    return answer.json()


# --- rounds -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_is_the_settlement_on_record(running: Running, game: str) -> None:
    guest = running.guest("Rosa")
    ids, nets = play(guest, running.open(game, f"{game}-replay"))
    listed = got(guest, "/api/my-rounds")
    assert [one["round_id"] for one in listed] == ids[::-1]
    assert [one["net"] for one in listed] == nets[::-1]
    for one in listed:
        page = got(guest, f"/api/rounds/{one['round_id']}/replay")
        record = got(guest, f"/api/rounds/{one['round_id']}")["file"]
        assert page["file"] == record and page["viewer"] == 1
        assert [_line(payment) for payment in page["payments"]] == record["settlement"]
        assert page["net"] == one["net"] and page["staked"] == one["staked"] > 0
        assert all(payment["text"] and payment["source"] for payment in page["payments"])
        kinds = [step["kind"] for step in page["steps"]]
        assert kinds[0] == "open" and kinds[-1] == "settle" and "close" in kinds
        assert kinds.count("draw") == len(record["draws"])
        assert [step["is_drawn"] for step in page["steps"]].count(True) >= 2


def _line(payment: Json) -> str:
    """A payment as the settlement on record writes it."""
    odds = "-" if payment["odds"] is None else payment["odds"].replace(" to ", "/")
    stake, pays = payment["stake"] / 100, payment["pays"] / 100
    result, clause = payment["result"], payment["clause"]
    return f"= {payment['seat']} {payment['spot']} {stake:.2f} {result} {odds} {pays:.2f} {clause}"


def test_a_replay_hides_what_was_hidden_until_it_was_shown(running: Running) -> None:
    guest = running.guest("Hedi")
    ids, _ = play(guest, running.open("gin-and-win", "replay-hidden"), rounds=1)
    steps = got(guest, f"/api/rounds/{ids[0]}/replay")["steps"]
    dealt = [at for at, step in enumerate(steps) if step["kind"] == "draw"]
    assert steps[dealt[0]]["felt"]["hands"][0]["cards"] is not None
    assert all(step["felt"]["dealer"]["cards"] is None for step in steps[: dealt[-1] + 1])
    assert "face down" in steps[dealt[-1]]["words"]
    assert steps[-1]["felt"]["dealer"]["cards"] is not None


def test_rounds_of_others_are_nobody_s_business(running: Running) -> None:
    guest, stranger = running.guest("Olga"), running.guest("Piet")
    ids, _ = play(guest, running.open("flip-it", "replay-others"), rounds=1)
    refused = stranger.http.get(f"/api/rounds/{ids[0]}/replay")
    unknown = stranger.http.get("/api/rounds/nowhere.1/replay")
    assert refused.status_code == unknown.status_code == 404
    assert refused.json()["sentence"] == unknown.json()["sentence"]
    auditor = running.staff("replay-audit", HouseRole.AUDITOR)
    page = got(auditor, f"/api/rounds/{ids[0]}/replay")
    assert page["viewer"] == -1 and page["payments"]
    assert running.client().get("/api/my-rounds").status_code == 401


def test_a_file_is_checked_as_the_command_line_checks_it(running: Running) -> None:
    guest = running.guest("Vera")
    ids, _ = play(guest, running.open("flip-it", "check-file"), rounds=1)
    file = got(guest, f"/api/rounds/{ids[0]}")["file"]
    altered = copy.deepcopy(file)
    swap = {"win": "lose", "lose": "win"}
    altered["settlement"] = [
        " ".join(swap.get(word, word) for word in line.split()) for line in altered["settlement"]
    ]
    for one, is_sound in ((file, True), (altered, False)):
        text = json.dumps(one)
        page = guest.http.post("/api/check-round", json={"text": text}).json()
        ours = verify_text(text, registry())
        assert isinstance(ours, RoundVerdict)
        assert page["is_sound"] is ours.is_sound is is_sound
        assert [[c["name"], c["is_sound"], c["sentence"]] for c in page["checks"]] == [
            [c.name, c.is_sound, c.sentence] for c in ours.checks
        ]
    refused = guest.http.post("/api/check-round", json={"text": "[]"})
    assert (refused.status_code, refused.json()["code"]) == (400, "bad-file")


def test_a_large_file_is_read_and_a_larger_one_is_not(running: Running) -> None:
    guest = running.guest("Lars")
    padded = guest.http.post("/api/check-round", json={"text": " " * 200_000})
    assert padded.json()["code"] == "bad-file"
    too_much = guest.http.post("/api/check-round", json={"text": " " * 3_000_000})
    assert too_much.status_code == 413


# --- limits -----------------------------------------------------------------------------------


def limit(guest: Guest, kind: str, value: int | None, ask_id: str) -> None:
    answer = guest.http.post("/api/limits", json={"id": ask_id, "kind": kind, "value": value})
    assert answer.status_code == 200, answer.text


def of_kind(page: Json, kind: str) -> Json:
    found: Json = next(one for one in page["limits"] if one["kind"] == kind)
    return found


def test_a_limit_falls_at_once_and_rises_by_the_house_s_clock(running: Running) -> None:
    guest = running.guest("Lina")
    limit(guest, "stake", 5_000, "first")
    limit(guest, "stake", 1_000, "lower")
    assert of_kind(got(guest, "/api/my-limits"), "stake")["in_force"] == 1_000
    limit(guest, "stake", 9_000, "higher")
    # A browser whose clock runs ahead asks with any header it likes: the house's clock decides.
    guest.http.headers["date"] = "Fri, 31 Dec 2100 23:59:59 GMT"
    page = got(guest, "/api/my-limits")
    stake = of_kind(page, "stake")
    assert (stake["in_force"], stake["pending"]) == (1_000, 9_000)
    assert 0 < stake["pending_from_ms"] - page["now_ms"] <= DAY_MS == page["raise_delay_ms"]
    table = running.open("flip-it", "limit-boundary")
    with guest.at(table) as lina:
        lina.sit(1)
        lina.see(lambda view: bool(lina.offered("place-bet")))
        bet = {"kind": "place-bet", "seat": 1, "spot": "inside:red"}
        refused = lina.ask({**bet, "stake": 1_100})
        assert refused is not None and refused["code"] == "player-limit"
        assert lina.ask({**bet, "stake": 1_000}) is None


def test_a_loss_limit_holds_at_its_last_credit(running: Running) -> None:
    guest = running.guest("Levi")
    limit(guest, "loss-day", 2_000, "loss")
    table = running.open("flip-it", "loss-boundary")
    with guest.at(table) as levi:
        levi.sit(1)
        levi.see(lambda view: bool(levi.offered("place-bet")))
        bet = {"kind": "place-bet", "seat": 1, "spot": "inside:red"}
        assert levi.ask({**bet, "stake": 2_000}) is None
        more = levi.ask({**bet, "spot": "inside:odd", "stake": 100})
        assert more is not None and more["code"] == "player-limit"
    line = of_kind(got(guest, "/api/my-limits"), "loss-day")
    # Nothing is lost yet, but the bet that lies may be.
    assert (line["used"], line["left"]) == (0, 0)
    assert of_kind(got(guest, "/api/my-limits"), "loss-week")["left"] is None


def test_a_cool_off_stops_bets_and_cannot_be_shortened(running: Running) -> None:
    guest = running.guest("Cleo")
    limit(guest, "cool-off", 3_600_000, "cool")
    page = got(guest, "/api/my-limits")
    until = page["cool_off_until_ms"]
    assert 0 < until - page["now_ms"] <= 3_600_000
    limit(guest, "cool-off", 60_000, "shorter")
    assert got(guest, "/api/my-limits")["cool_off_until_ms"] == until
    with guest.at(running.open("spin-n-win", "cool")) as cleo:
        cleo.sit(1)
        cleo.see(lambda view: bool(cleo.offered("place-bet")))
        refused = cleo.ask({"kind": "place-bet", "seat": 1, "spot": "single:red", "stake": 500})
        assert refused is not None and refused["code"] == "player-limit"


def test_limits_are_for_players(running: Running) -> None:
    auditor = running.staff("limit-audit", HouseRole.AUDITOR)
    assert auditor.http.get("/api/my-limits").status_code == 403
    assert running.client().get("/api/my-limits").status_code == 401


# --- time, money and the account ----------------------------------------------------------------


def test_time_and_money_of_a_visit(tmp_path_factory: pytest.TempPathFactory) -> None:
    with house_at(tmp_path_factory.mktemp("time") / "house.db") as house:
        guest = house.guest("Tara")
        assert got(guest, "/api/time-and-money")["since_ms"] is None
        _, nets = play(guest, house.open("flip-it", "time"), rounds=3)
        told = got(guest, "/api/time-and-money")
        assert told["net"] == sum(nets)
        assert told["played_ms"] == told["now_ms"] - told["since_ms"] > 0
        # That it was taken note of belongs to the person, and not to a screen.
        assert told["checked_ms"] == 0
        noted = guest.http.post("/api/time-and-money", json={}).json()
        assert told["now_ms"] <= noted["checked_ms"] <= noted["now_ms"]
        again = got(house.knows(guest), "/api/time-and-money")
        assert (again["checked_ms"], again["since_ms"]) == (noted["checked_ms"], told["since_ms"])
        page = got(guest, "/api/my-limits")
        assert of_kind(page, "time-day")["used"] > 0
        assert of_kind(page, "loss-day")["used"] == max(0, -sum(nets))


def test_a_visit_begins_after_the_last_long_pause() -> None:
    gap = IDLE_GAP_MS
    assert visit_start((), 5_000) is None
    assert visit_start((1_000,), 1_000 + gap) == 1_000
    assert visit_start((1_000,), 1_001 + gap) is None
    assert visit_start((0, gap + 1, gap + 500, 2 * gap), 2 * gap + 10) == gap + 1


def test_the_account_is_told_newest_first_and_whole(running: Running) -> None:
    guest = running.guest("Stan")
    play(guest, running.open("spin-n-win", "account"), rounds=20)
    whole = guest.http.get("/api/statement").json()
    told: list[Json] = []
    page: Json = {}
    before = 0
    for _ in range(len(whole)):
        page = got(guest, f"/api/my-statement?before={before}")
        told += page["lines"]
        before = page["before"]
        if before == 0:
            break
    assert told == whole[::-1] and len(told) > 50
    assert page["balance"] == guest.balance()
    assert got(running.guest("Nina"), "/api/my-statement")["lines"][-1]["number"] == 1

"""Simulations from the page: the command line's own numbers, and no process left behind."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli import main
from pitboss.server.jobs.crew import STOP_S
from pitboss.server.jobs.kinds import SIMULATIONS
from pitboss.server.simulation.runs import AWAY_S, BROKEN
from pitboss.simulate.chunks import SEED_BITS
from tests.examples import in_soak
from tests.server.kit import PATIENCE_S, Guest, Json, Running, house_at
from tests.server.workers import crew_of, freeze_at_work, kill_at_work, simulations, until

ROUNDS = 20_000
LONG = 1_000_000_000
"""Minutes of work; a test that needs it not to end freezes its worker."""
HEARING_S = 400
"""Kernels that nobody compiled before are compiled first, at the lowest priority."""
STAKES = {
    "spin-n-win": [{"spot": "single:red", "stake": 500}, {"spot": "combo:red-blue", "stake": 200}],
    "gin-and-win": [{"spot": "ante", "stake": 1000}],
    "flip-it": [{"spot": "inside:red", "stake": 500}, {"spot": "bonus", "stake": 100}],
}
TIMED = ("seconds", "rounds_per_second", "workers")


def started(guest: Guest, game: str, **form: Any) -> Json:
    asked = {"game": game, "rounds": ROUNDS, "seed": "7", **form}
    answer = guest.http.post("/api/simulations", json=asked)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def heard(guest: Guest, run_id: str) -> Iterator[Json]:
    """The news of a run, one by one, as a browser hears them."""
    with guest.http.stream("GET", f"/api/simulations/{run_id}/news", timeout=HEARING_S) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        for line in answer.iter_lines():
            if line.startswith("data: "):
                yield json.loads(line.removeprefix("data: "))


def by_command(command: str, capsys: pytest.CaptureFixture[str]) -> Json:
    """What the command line gives for the command that the page names."""
    words = command.split()
    assert words[:2] == ["pitboss", "simulate"]
    capsys.readouterr()
    assert main([*words[1:], "--format", "json"]) == 0
    found: Json = json.loads(capsys.readouterr().out)
    return found


def without_times(document: Json) -> Json:
    return {name: value for name, value in document.items() if name not in TIMED}


@pytest.mark.untraced
@pytest.mark.parametrize("game", ["flip-it", in_soak("spin-n-win"), in_soak("gin-and-win")])
def test_the_result_is_that_of_the_command_line(
    running: Running, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    guest = running.guest("Sim")
    run = started(
        guest, game, bets=STAKES[game], bankroll=20_000, stop_win=10_000, trips=200, trip_rounds=40
    )
    news = list(heard(guest, run["id"]))
    assert news[-1]["state"] == "done"
    result = news[-1]["result"]
    assert result["is_partial"] is False
    assert without_times(result["document"]) == without_times(by_command(run["command"], capsys))
    going = [one for one in news if one["state"] == "running"]
    assert going[-1]["rounds"] == ROUNDS == news[-1]["path"][-1]["rounds"]
    told = zip(going[-1]["bets"], news[-1]["bets"], result["document"]["bets"], strict=True)
    for running_bet, bet, final in told:
        assert (bet["mean"], bet["error"]) == (final["mean"], final["standard_error"])
        assert (bet["exact"], bet["z"]) == (final["exact"], final["z"])
        assert running_bet["mean"] == bet["mean"]
        assert running_bet["z"] == pytest.approx(bet["z"])
    assert [one["figure"] for one in result["trips"]]


@pytest.mark.untraced
def test_every_bet_is_played_where_none_is_chosen(
    running: Running, capsys: pytest.CaptureFixture[str]
) -> None:
    guest = running.guest("All")
    run = started(guest, "spin-n-win")
    last = list(heard(guest, run["id"]))[-1]
    page = guest.http.get("/api/simulate/spin-n-win").json()
    assert len(last["result"]["document"]["bets"]) == len(page["spots"])
    document = by_command(run["command"], capsys)
    assert without_times(last["result"]["document"]) == without_times(document)


@pytest.mark.untraced
def test_a_run_that_is_stopped_has_the_result_so_far(running: Running) -> None:
    guest = running.guest("Stop")
    # A busy machine is no reason to end it by force.
    crew_of(running, SIMULATIONS).stop_s = PATIENCE_S
    run = started(guest, "flip-it", rounds=LONG, bets=STAKES["flip-it"])
    last: Json = {}
    is_told = False
    for news in heard(guest, run["id"]):
        last = news
        if news["state"] == "running" and not is_told:
            process = freeze_at_work(running, SIMULATIONS)
            is_told = guest.http.post(f"/api/simulations/{run['id']}/stop").status_code == 204
            os.kill(process.pid, signal.SIGCONT)
    crew_of(running, SIMULATIONS).stop_s = STOP_S
    assert last["state"] == "stopped" and last["result"]["is_partial"] is True
    assert 0 < last["rounds"] < LONG
    assert last["result"]["document"]["partial"] is True


@pytest.mark.untraced
def test_a_run_nobody_watches_ends(running: Running) -> None:
    runs = simulations(running)
    runs.away_s = PATIENCE_S
    try:
        guest = running.guest("Gone")
        run = started(guest, "flip-it", rounds=LONG)
        with guest.http.stream("GET", f"/api/simulations/{run['id']}/news") as answer:
            lines = answer.iter_lines()  # Held: once it is gone, the client has hung up.
            while '"running"' not in next(lines):
                pass
            process = freeze_at_work(running, SIMULATIONS)
            assert process.is_running
            runs.away_s = 0.2
        until(running, lambda: not process.is_running)
        assert runs.runs[run["id"]].is_over
        # Not for its silence, which ends a frozen worker too.
        assert any("simulation.left" in line for line in running.log)
    finally:
        runs.away_s = AWAY_S


@pytest.mark.untraced
def test_no_process_outlives_the_house(tmp_path: Path) -> None:
    with house_at(tmp_path / "house.db") as house:
        guest = house.guest("Last")
        run = started(guest, "flip-it", rounds=LONG)
        for news in heard(guest, run["id"]):
            if news["state"] in ("starting", "running"):
                break
        process = freeze_at_work(house, SIMULATIONS)
    assert not process.is_running


@pytest.mark.untraced
def test_a_run_whose_worker_is_killed_breaks_off_and_the_next_one_works(running: Running) -> None:
    guest = running.guest("Kay")
    run = started(guest, "flip-it", rounds=LONG)
    last: Json = {}
    for news in heard(guest, run["id"]):
        if news["state"] == "running" and last.get("state") != "running":
            kill_at_work(running, SIMULATIONS)
        last = news
    assert (last["state"], last["sentence"]) == ("refused", BROKEN.sentence)
    again = started(guest, "flip-it")
    assert list(heard(guest, again["id"]))[-1]["state"] == "done"


@pytest.mark.untraced
def test_one_at_a_time_and_one_a_person(running: Running) -> None:
    simulations(running).away_s = PATIENCE_S
    first, second = running.guest("One"), running.guest("Two")
    long = started(first, "flip-it", rounds=LONG)
    freeze_at_work(running, SIMULATIONS)
    waits = started(second, "spin-n-win")
    with second.http.stream("GET", f"/api/simulations/{waits['id']}/news") as answer:
        line = next(line for line in answer.iter_lines() if line.startswith("data: "))
        told = json.loads(line.removeprefix("data: "))
        assert (told["state"], told["ahead"]) == ("waiting", 1)
        again = started(first, "spin-n-win", rounds=5000)
        until(running, lambda: simulations(running).runs[long["id"]].is_over)
    assert list(heard(second, waits["id"]))[-1]["state"] == "done"
    assert list(heard(first, again["id"]))[-1]["state"] == "done"
    assert second.http.get(f"/api/simulations/{again['id']}/news").status_code == 404


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"rounds": LONG + 1}, "above-maximum"),
        ({"bets": [{"spot": "single:purple", "stake": 100}]}, "unknown-spot"),
        ({"bets": [{"spot": "single:red", "stake": 1}]}, "below-minimum"),
        ({"seed": str(1 << SEED_BITS)}, "bad-field"),
        ({"bankroll": 1000}, "no-bets"),
        ({"strategy": "lucky"}, "unknown-option"),
        ({"edition": "nowhere"}, "unknown-edition"),
        ({"game": "baccarat"}, "unknown-game"),
        ({"rounds": 0}, "bad-message"),
        ({"trips": 100_001}, "bad-message"),
    ],
)
def test_what_cannot_be_simulated_is_refused_at_once(
    running: Running, change: Json, code: str
) -> None:
    guest = running.guest("Bad")
    form = {"game": "spin-n-win", "rounds": 1000, "seed": "1", **change}
    refused = guest.http.post("/api/simulations", json=form)
    assert refused.json()["code"] == code


def test_a_bankroll_that_covers_no_round_is_refused_by_the_worker(running: Running) -> None:
    guest = running.guest("Poor")
    run = started(guest, "spin-n-win", bets=STAKES["spin-n-win"], bankroll=600)
    last = list(heard(guest, run["id"]))[-1]
    assert (last["state"], last["code"]) == ("refused", "not-enough-credits")

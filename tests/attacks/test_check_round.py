"""Hostile round files: the checker refuses them, and nobody at a table notices."""

from __future__ import annotations

import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from pitboss.pit.round_bounds import SEATS_MAX, TOO_LARGE
from pitboss.pit.verify import RoundVerdict, verify_text
from pitboss.server.jobs.crew import BROKE_OFF
from pitboss.server.jobs.kinds import CHECKS
from pitboss.table import fairness
from tests.attacks.hostile_rounds import long_chain, long_notation, wide_draw
from tests.plain_http import NO_TLS
from tests.server.kit import PASSWORD, PATIENCE_S, Running
from tests.server.test_two_processes import serving
from tests.server.workers import kill_at_work
from tests.table.kit import edition_of, registry

pytestmark = pytest.mark.untraced

ROUNDS = 2


def attack(running: Running, is_over: threading.Event, number: int) -> list[int]:
    """Post hostile files one after the other; what the server said to each."""
    found: list[int] = []
    # An address of their own, so that players are not counted with them.
    client = httpx.Client(
        base_url=running.origin,
        headers={"origin": running.origin},
        timeout=PATIENCE_S,
        transport=httpx.HTTPTransport(local_address=f"127.0.0.{2 + number}", verify=NO_TLS),
    )
    running.clients.append(client)
    files = wide_draw(), long_notation(edition_of("spin-n-win").head.hash, number)
    while not is_over.is_set():
        try:
            answer = client.post("/api/check-round", json={"text": files[len(found) % 2]})
        except httpx.HTTPError:
            # The house has closed.
            break
        found.append(answer.status_code)
    return found


def play(running: Running, name: str, rounds: int = ROUNDS) -> int:
    """Come in, make an account, sign out and in again, and bet for some rounds."""
    guest = running.guest(name)
    form = {"name": name, "password": PASSWORD}
    made = guest.http.post("/api/account", json=form)
    assert made.status_code == 200, made.text
    guest.http.headers["x-csrf-token"] = made.json()["csrf"]
    signed = running.client().post("/api/sign-in", json=form)
    assert signed.status_code == 200, signed.text
    with guest.at("spin-n-win-1") as viewer:
        viewer.sit(1 + int(name[-1]))
        for _ in range(rounds):
            viewer.bet()
    return rounds


def test_a_hostile_file_is_refused_before_it_is_worked_on(running: Running) -> None:
    answer = running.client().post("/api/check-round", json={"text": wide_draw()})
    assert (answer.status_code, answer.json()["sentence"]) == (400, TOO_LARGE.sentence)


@pytest.mark.parametrize("field", ["player_hashes", "missing_reveals", "player_seeds"])
def test_no_round_has_more_seeds_than_seats(field: str) -> None:
    most = verify_text(long_chain(1, **{field: [[1, "x"]] * SEATS_MAX}), registry())
    assert isinstance(most, RoundVerdict)
    assert verify_text(long_chain(1, **{field: [[1, "x"]] * (SEATS_MAX + 1)}), registry()) == (
        TOO_LARGE
    )


def test_a_chain_is_walked_only_as_far_as_chains_go(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = []

    def step(seed: bytes) -> bytes:
        steps.append(seed)
        return previous_seed(seed)

    previous_seed = fairness.previous_seed
    monkeypatch.setattr(fairness, "previous_seed", step)
    for length, walked in ((fairness.CHAIN_LENGTH, True), (fairness.CHAIN_LENGTH_MAX + 1, False)):
        steps.clear()
        verdict = verify_text(long_chain(length), registry())
        assert isinstance(verdict, RoundVerdict)
        (found,) = [one for one in verdict.checks if one.name == "chain"]
        assert found.is_sound is False and ("no link" in found.sentence) is not walked
        # One further hash is the commitment's.
        assert len(steps) == (length + 1 if walked else 1)


def test_a_check_whose_worker_is_killed_is_refused_and_the_next_one_works(
    running: Running,
) -> None:
    text = long_notation(edition_of("spin-n-win").head.hash, 0)
    with ThreadPoolExecutor(1) as browser:
        asked = browser.submit(running.client().post, "/api/check-round", json={"text": text})
        kill_at_work(running, CHECKS)
        refused = asked.result(PATIENCE_S)
    assert (refused.status_code, refused.json()["sentence"]) == (500, BROKE_OFF.sentence)
    answer = running.client().post("/api/check-round", json={"text": wide_draw()})
    assert answer.json()["sentence"] == TOO_LARGE.sentence


@pytest.mark.parametrize(
    ("attackers", "players", "rounds"),
    [(2, 1, ROUNDS), pytest.param(6, 2, 5, marks=pytest.mark.slow)],
)
def test_players_bet_and_sign_in_while_hostile_files_come_and_sigterm_ends_it(
    tmp_path: Path, attackers: int, players: int, rounds: int
) -> None:
    over = threading.Event()
    with (
        serving(str(tmp_path / "house.db"), tmp_path) as house,
        ThreadPoolExecutor(attackers + players) as people,
    ):
        attacks = [people.submit(attack, house, over, one) for one in range(attackers)]
        try:
            honest = [people.submit(play, house, f"Honest {one}", rounds) for one in range(players)]
            assert [one.result(PATIENCE_S) for one in honest] == [rounds] * players
            # The attack still goes on when the house is told to close.
            assert not any(one.done() for one in attacks)
            house.process.send_signal(signal.SIGTERM)
            assert house.process.wait(PATIENCE_S) == 0
        finally:
            over.set()
        said = [status for one in attacks for status in one.result(PATIENCE_S)]
    assert len(said) >= attackers
    assert set(said) <= {200, 400, 409, 429, 503}

"""Floods of jobs: whoever comes from another address waits for a bounded number of turns."""

from __future__ import annotations

import json
import os
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from pitboss.server.jobs.crew import BROKE_OFF, Crew
from pitboss.server.jobs.kinds import CHECKS
from tests.attacks.hostile_rounds import long_notation
from tests.plain_http import NO_TLS
from tests.server.kit import PATIENCE_S, Running, house_at
from tests.server.workers import at_work, crew_of, until
from tests.table.kit import edition_of

pytestmark = pytest.mark.untraced

HOSTILE, HONEST = "127.0.0.2", "127.0.0.1"
FLOOD = 12
QUEUE = 8
LINES = 2_000
"""Enough to keep a worker busy until it is stopped."""


def flooder(running: Running) -> httpx.Client:
    """Another visitor from the hostile address; each has a cookie, so that none replaces one."""
    client = httpx.Client(
        base_url=running.origin,
        headers={"origin": running.origin},
        timeout=PATIENCE_S,
        transport=httpx.HTTPTransport(local_address=HOSTILE, verify=NO_TLS),
    )
    running.clients.append(client)
    client.get("/api/lobby")
    return client


def began(running: Running) -> list[str]:
    """The addresses whose checks have begun, in order."""
    events = (json.loads(line) for line in running.log if '"job.began"' in line)
    return [event["address"] for event in events if event["lane"] == CHECKS]


def test_a_flood_from_one_address_delays_another_by_one_turn(tmp_path: Path) -> None:
    edition_hash = edition_of("spin-n-win").head.hash
    with (
        house_at(tmp_path / "house.db", figures_queue=QUEUE) as house,
        ThreadPoolExecutor(FLOOD + 1) as people,
    ):
        queue = crew_of(house, CHECKS).queue

        def post(client: httpx.Client, number: int) -> httpx.Response:
            # Only the first has to last until its worker is stopped.
            text = long_notation(edition_hash, number, 10 if number else LINES)
            return client.post("/api/check-round", json={"text": text})

        flood = [people.submit(post, flooder(house), 0)]
        process = at_work(house, CHECKS)
        # Nothing is finished while the queue fills up.
        os.kill(process.pid, signal.SIGSTOP)
        flood += [people.submit(post, flooder(house), number) for number in range(1, FLOOD)]
        # The queue is full and the rest of the flood was refused.
        until(house, lambda: sum(one.done() for one in flood) >= FLOOD - 1 - QUEUE)
        assert len(queue.waiting) == QUEUE
        before = len(began(house))
        honest = people.submit(house.client().post, "/api/check-round", json={"text": "[]"})
        until(house, lambda: any(one.owner.address == HONEST for one in queue.waiting))
        assert len(queue.waiting) == QUEUE
        os.kill(process.pid, signal.SIGCONT)
        assert honest.result(PATIENCE_S).json()["code"] == "bad-file"
        assert began(house)[before:][0] == HONEST
        said = [one.result(PATIENCE_S).status_code for one in flood]
    assert said.count(429) >= FLOOD - QUEUE
    assert set(said) <= {200, 409, 429}


def test_a_defect_in_the_keeping_of_workers_ends_one_job_and_not_the_lane(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    serve, faults = Crew._serve, [ZeroDivisionError("on purpose")]

    async def serve_or_break(*parts: Any) -> Any:
        if faults:
            raise faults.pop()
        return await serve(*parts)

    monkeypatch.setattr(Crew, "_serve", serve_or_break)
    with house_at(tmp_path / "house.db") as house:
        first = house.client().post("/api/check-round", json={"text": "[]"})
        assert (first.status_code, first.json()["sentence"]) == (500, BROKE_OFF.sentence)
        again = house.client().post("/api/check-round", json={"text": "[]"})
        assert again.json()["code"] == "bad-file"
        assert any("on purpose" in line for line in house.log if "worker.failed" in line)

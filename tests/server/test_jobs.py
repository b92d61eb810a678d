"""The job runner: every way a job can end, and that the next one works."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from subprocess import Popen
from typing import Any

import pytest

from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.edge.errors import CLOSING, DEFECT, AnyRefusal
from pitboss.server.edge.logs import Log
from pitboss.server.jobs import crew as crews
from pitboss.server.jobs import process as processes
from pitboss.server.jobs.crew import BROKE_OFF, NOT_STARTED, TOO_LONG, Crew
from pitboss.server.jobs.kinds import SIMULATIONS, JobKind, Keep, Lane, house_lanes
from pitboss.server.jobs.process import WorkerProcess
from pitboss.server.jobs.protocol import JobProgress, JobResult
from pitboss.server.jobs.queue import FULL, JobTicket, Owner, Queue, Waiter
from pitboss.server.jobs.runner import NO_WORKERS, REPLACED, Runner
from pitboss.server.options import Options
from tests.once import WORKERS
from tests.server.kit import PATIENCE_S
from tests.server.sample_jobs import KIND, LANE, MARGIN_MB, Sample
from tests.server.workers import own_results

NICEST = 19
"""The lowest priority there is."""

pytestmark = pytest.mark.untraced

ANA, BEN = Owner("10.0.0.1", "ana"), Owner("10.0.0.2", "ben")
Answer = bytes | AnyRefusal


@asynccontextmanager
async def opened(lane: Lane = LANE) -> AsyncIterator[tuple[Runner, Crew]]:
    runner = Runner.of((lane,), (), Log(lambda _: None, lambda: 0))
    runner.open()
    try:
        yield runner, runner.crews[lane.name]
    finally:
        await runner.close()


def with_runner(
    work: Callable[[Runner, Crew], Awaitable[Any]], lane: Lane = LANE, *, silence_s: float = 0
) -> None:
    async def whole() -> None:
        async with asyncio.timeout(PATIENCE_S), opened(lane) as (runner, crew):
            crew.silence_s = silence_s or crew.silence_s
            await work(runner, crew)

    asyncio.run(whole())


async def ask(runner: Runner, what: str, number: int = 0, kind: JobKind = KIND) -> Answer:
    return await runner.ask(kind, Sample(what, number), ANA)


async def begun(runner: Runner, what: str, **options: Any) -> tuple[asyncio.Task[Answer], int]:
    """A job that a worker is at, and the worker's process id."""
    told = asyncio.Event()
    task = asyncio.create_task(
        runner.ask(KIND, Sample(what), ANA, on_progress=lambda _: told.set(), **options)
    )
    await told.wait()
    (process,) = (one for one in runner.crews[LANE.name].running.values() if one is not None)
    return task, process.pid


async def until(is_so: Callable[[], bool]) -> None:
    while not is_so():
        await asyncio.sleep(0.01)


def test_a_job_gives_progress_and_its_result() -> None:
    async def work(runner: Runner, _: Crew) -> None:
        told: list[JobProgress] = []
        found = await runner.ask(KIND, Sample("echo", 7), ANA, on_progress=told.append)
        assert found == b"echo 7"
        assert [(one.done, one.total, one.doing) for one in told] == [(1, 2, "echo")]
        refused = await ask(runner, "refuse")
        assert refused == Refusal(RefusalCode.BAD_FIELD, "Not that.")
        assert await ask(runner, "break") == DEFECT

    with_runner(work)


@pytest.mark.parametrize(
    ("what", "kind", "silence_s", "answer"),
    [
        ("exit", KIND, 0, BROKE_OFF),
        ("nonsense", KIND, 0, BROKE_OFF),
        ("no end of line", KIND, 0, BROKE_OFF),
        # Whatever the machine does meanwhile, a stopped process sends no heartbeat.
        ("freeze", KIND, 7.0, BROKE_OFF),
        ("wait", replace(KIND, wall_s=0.5), 0, TOO_LONG),
        ("spin", replace(KIND, cpu_s=1), 0, TOO_LONG),
        (
            "grow",
            replace(KIND, memory_mb=MARGIN_MB),
            0,
            Refusal(RefusalCode.NOT_NOW, "That takes too much memory here; ask for less."),
        ),
    ],
)
def test_a_job_that_goes_wrong_is_refused_and_the_next_one_works(
    what: str, kind: JobKind, silence_s: float, answer: Answer
) -> None:
    async def work(runner: Runner, crew: Crew) -> None:
        assert await ask(runner, what, kind=kind) == answer
        crew.silence_s = crews.SILENCE_S
        assert await ask(runner, "echo", 1) == b"echo 1"

    with_runner(work, silence_s=silence_s)


def test_a_worker_that_is_killed_at_work_or_between_jobs_is_replaced() -> None:
    async def work(runner: Runner, crew: Crew) -> None:
        for _ in range(3):
            task, pid = await begun(runner, "wait")
            os.kill(pid, signal.SIGKILL)
            assert await task == BROKE_OFF
        assert await ask(runner, "echo", 1) == b"echo 1"
        task, pid = await begun(runner, "stop early")
        waiter = next(iter(crew.running)).waiters[0]
        runner.interrupt(waiter)
        assert await task == b"so far"
        os.kill(pid, signal.SIGKILL)
        await asyncio.to_thread(WORKERS[pid].wait)
        assert await ask(runner, "echo", 2) == b"echo 2"

    with_runner(work)


def test_a_worker_that_cannot_be_started_refuses_and_is_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def work(runner: Runner, crew: Crew) -> None:
        whole, crew.lane = crew.lane, replace(crew.lane, warm_up="no.such.module")
        for _ in range(len(crews.PAUSES_S) + 2):
            assert await ask(runner, "echo") == NOT_STARTED
        crew.lane = whole
        assert await ask(runner, "echo", 3) == b"echo 3"

    monkeypatch.setattr(crews, "PAUSES_S", (0.0, 0.01))
    with_runner(work)


def test_a_cancelled_job_keeps_its_worker_unless_it_will_not_end() -> None:
    async def work(runner: Runner, crew: Crew) -> None:
        first, pid = await begun(runner, "wait")
        waiter = next(iter(crew.running)).waiters[0]
        runner.leave(waiter, CLOSING)
        assert await first == CLOSING
        second, same = await begun(runner, "wait")
        assert same == pid
        second.cancel()
        await asyncio.wait((second,))
        crew.stop_s = 0.2
        third, same = await begun(runner, "ignore interrupts")
        assert same == pid
        runner.leave(next(iter(crew.running)).waiters[0], CLOSING)
        assert await third == CLOSING
        assert await ask(runner, "echo") == b"echo 0"
        assert not os.path.exists(f"/proc/{pid}")  # noqa: PTH110

    with_runner(work)


def test_a_new_job_replaces_the_owners_last_one() -> None:
    async def work(runner: Runner, crew: Crew) -> None:
        task, _ = await begun(runner, "wait", replaces="tab")
        waits = asyncio.create_task(runner.ask(KIND, Sample("echo", 1), ANA, replaces="other"))
        await until(lambda: len(crew.queue.waiting) == 1)
        newest = asyncio.create_task(runner.ask(KIND, Sample("echo", 2), ANA, replaces="other"))
        assert await waits == REPLACED
        assert not task.done()
        last = await runner.ask(KIND, Sample("echo", 3), ANA, replaces="tab")
        assert (await task, last, await newest) == (REPLACED, b"echo 3", b"echo 2")
        assert not runner.latest

    with_runner(work)


def test_the_same_job_again_replaces_nothing_and_another_replaces_both() -> None:
    async def work(runner: Runner, _: Crew) -> None:
        first, _pid = await begun(runner, "wait", replaces="tab")
        again = asyncio.create_task(runner.ask(KIND, Sample("wait"), ANA, replaces="tab"))
        elsewhere = asyncio.create_task(runner.ask(KIND, Sample("wait"), ANA, replaces="other"))
        ticket = next(iter(runner.crews[LANE.name].running))
        await until(lambda: len(ticket.waiters) == 3)
        newest = asyncio.create_task(runner.ask(KIND, Sample("echo", 1), ANA, replaces="tab"))
        assert (await first, await again) == (REPLACED, REPLACED)
        assert not elsewhere.done()
        assert await runner.ask(KIND, Sample("echo", 2), ANA, replaces="other") == b"echo 2"
        assert (await elsewhere, await newest) == (REPLACED, b"echo 1")
        assert not runner.latest

    with_runner(work)


def test_a_job_that_is_replaced_while_it_loads_modules_does_not_spoil_the_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = tmp_path / "begun"
    monkeypatch.setenv("LOADS_ONCE", str(mark))

    async def work(runner: Runner, _: Crew) -> None:
        first, pid = await begun(runner, "load", replaces="tab")
        await until(mark.exists)
        last = await runner.ask(KIND, Sample("load", 2), ANA, replaces="tab")
        assert (await first, last) == (REPLACED, b"load 2")
        assert (await begun(runner, "wait"))[1] == pid

    with_runner(work)


def test_equal_jobs_are_done_once_and_end_when_nobody_waits() -> None:
    async def work(runner: Runner, crew: Crew) -> None:
        first, _ = await begun(runner, "wait")
        second = runner.submit(KIND, Sample("wait"), BEN)
        assert isinstance(second, Waiter) and len(crew.running) == 1
        ticket = second.ticket
        runner.leave(ticket.waiters[0], CLOSING)
        assert await first == CLOSING and not ticket.is_cancelled
        runner.leave(second, CLOSING)
        assert crew.find(KIND, ticket.job) is None
        alone = replace(KIND, is_shared=False)
        one, two = (runner.submit(alone, Sample("echo"), ANA) for _ in range(2))
        assert isinstance(one, Waiter) and isinstance(two, Waiter) and one.ticket is not two.ticket
        assert await one.answer == await two.answer == b"echo 0"

    with_runner(work)


@pytest.mark.parametrize(("keep", "runs"), [(Keep.NOWHERE, 2), (Keep.MEMORY, 1), (Keep.DISK, 1)])
def test_results_are_given_again_where_they_are_kept(
    keep: Keep, runs: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    kind, count = replace(KIND, keep=keep), []

    async def twice(runner: Runner, _: Crew) -> None:
        for job in (Sample("echo", 5),) * 2:
            found = await runner.ask(kind, job, ANA, on_progress=lambda _: count.append(1))
            assert found == b"echo 5"

    with own_results(tmp_path_factory.mktemp("cache")):
        with_runner(twice)
        assert len(count) == runs
        # Only what is kept on disk is there after a restart.
        with_runner(twice)
        assert len(count) == (1 if keep is Keep.DISK else 2 * runs)


@pytest.mark.parametrize("workers_yield", [1, 0])
def test_workers_stand_back_for_the_tables_unless_a_setting_says_otherwise(
    workers_yield: int,
) -> None:
    lanes = house_lanes(Options(origins=(), workers_yield=workers_yield))
    lane = next(one for one in lanes if one.name == SIMULATIONS)

    async def whole() -> None:
        with ThreadPoolExecutor(1) as threads:
            before = os.getpriority(os.PRIO_PROCESS, 0)
            idle = (min(before + 15, NICEST), os.SCHED_IDLE)
            process = await WorkerProcess.start(lane, (), threads)

            def priority() -> tuple[int, int]:
                nice = os.getpriority(os.PRIO_PROCESS, process.pid)
                return nice, os.sched_getscheduler(process.pid)

            try:
                if workers_yield:
                    # Before it loads anything, which takes an idle process long.
                    await until(lambda: priority() == idle)
                else:
                    while await process.reply() is None:
                        pass
                    assert priority() == (before, os.SCHED_OTHER)
            finally:
                await process.end()

    asyncio.run(asyncio.wait_for(whole(), PATIENCE_S))


def test_a_worker_that_starts_too_late_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever wanted it has gone before the thread that starts it is done."""
    made: list[Popen[bytes]] = []
    is_starting, may_start = threading.Event(), threading.Event()
    popen = processes._popen

    def slow(command: tuple[str, ...]) -> Popen[bytes]:
        is_starting.set()
        may_start.wait(PATIENCE_S)
        made.append(popen(command))
        return made[0]

    monkeypatch.setattr(processes, "_popen", slow)

    async def whole(threads: ThreadPoolExecutor) -> None:
        task = asyncio.create_task(WorkerProcess.start(LANE, (), threads))
        await until(is_starting.is_set)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        may_start.set()

    with ThreadPoolExecutor(1) as threads:
        asyncio.run(whole(threads))
    assert [one.returncode for one in made] == [-signal.SIGKILL]


def test_a_house_that_closes_says_so_and_leaves_no_worker() -> None:
    async def whole() -> None:
        async with opened() as (runner, crew):
            task, pid = await begun(runner, "ignore interrupts")
            waits = asyncio.create_task(ask(runner, "echo"))
            await until(lambda: len(crew.queue.waiting) == 1)
        assert (await task, await waits) == (CLOSING, CLOSING)
        assert not os.path.exists(f"/proc/{pid}")  # noqa: PTH110
        assert await ask(runner, "echo") == CLOSING

    asyncio.run(whole())


def test_a_house_closes_in_the_moment_in_which_a_job_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    plain_reply = WorkerProcess.reply

    async def whole() -> None:
        async with asyncio.timeout(PATIENCE_S), opened() as (runner, crew):

            async def closing_reply(process: WorkerProcess) -> Any:
                reply = await plain_reply(process)
                if isinstance(reply, JobResult):
                    closings.append(asyncio.create_task(runner.close()))
                return reply

            closings: list[asyncio.Task[None]] = []
            monkeypatch.setattr(WorkerProcess, "reply", closing_reply)
            answer = await ask(runner, "echo")
            assert isinstance(answer, bytes) or answer == CLOSING
            await closings[0]
            assert not crew.tasks

    asyncio.run(whole())


def test_each_job_of_a_fresh_lane_has_a_process_of_its_own() -> None:
    async def work(runner: Runner, _: Crew) -> None:
        pids: set[int] = set()
        while len(pids) < 2:
            task, pid = await begun(runner, "stop early")
            assert pid not in pids
            runner.interrupt(next(iter(runner.crews[LANE.name].running)).waiters[0])
            assert await task == b"so far"
            pids.add(pid)

    with_runner(work, replace(LANE, is_fresh=True))


# --- the queue --------------------------------------------------------------------------------


def ticket(
    owner: Owner, number: int = 0, *, cost: int = 1, is_background: bool = False
) -> JobTicket:
    waiter = Waiter(owner, asyncio.get_running_loop().create_future())
    made = JobTicket(
        replace(KIND, cost=cost),
        str(number).encode(),
        is_background=is_background,
        waiters=[waiter],
    )
    waiter.ticket = made
    return made


def in_loop(work: Callable[[], Awaitable[Any]]) -> None:
    async def whole() -> None:
        await work()

    asyncio.run(whole())


def test_addresses_and_the_people_at_each_take_turns() -> None:
    async def work() -> None:
        queue = Queue(most=100)
        cat = Owner(ANA.address, "cat")
        for number in range(6):
            assert queue.put(ticket(ANA, number)) is None
        for number in range(2):
            assert queue.put(ticket(cat, number)) is None
            assert queue.put(ticket(BEN, number)) is None
        order = [(await queue.next()).owner for _ in range(10)]
        assert order == [ANA, BEN, cat, BEN, ANA, cat, ANA, ANA, ANA, ANA]

    in_loop(work)


def test_cheap_jobs_go_before_dear_ones_and_nobody_starves() -> None:
    async def work() -> None:
        queue = Queue(most=100)
        for number in range(3):
            queue.put(ticket(ANA, number, cost=10))
            queue.put(ticket(BEN, number))
        queue.put(ticket(BEN, 9, is_background=True))
        order = [(await queue.next()).owner.person for _ in range(7)]
        assert order == ["ben", "ana", "ben", "ben", "ana", "ana", "ben"]

    in_loop(work)


def test_a_full_queue_drops_the_newest_job_of_whoever_has_most() -> None:
    async def work() -> None:
        queue = Queue(most=4)
        flood = [ticket(ANA, number) for number in range(4)]
        for one in flood:
            assert queue.put(one) is None
        assert queue.put(ticket(ANA, 9)) == FULL
        cat = Owner(ANA.address, "cat")
        assert queue.put(ticket(BEN)) is None
        assert flood[3].waiters[0].answer.result() == FULL
        assert queue.put(ticket(cat)) is None
        assert flood[2].waiters[0].answer.result() == FULL
        # Everybody has a share now; the next one waits until there is room.
        assert queue.put(ticket(Owner("10.0.0.3", "dan"))) is None
        assert queue.put(ticket(BEN, 2)) == FULL
        assert len(queue.waiting) == 4
        assert Queue(most=0).put(ticket(ANA)) == FULL

    in_loop(work)


def test_a_lane_without_workers_refuses() -> None:
    async def work(runner: Runner, _: Crew) -> None:
        assert await ask(runner, "echo") == NO_WORKERS

    with_runner(work, replace(LANE, workers=0))

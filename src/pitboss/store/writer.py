"""The writer: one thread that commits whatever is waiting as one batch.

While one batch is being synced the next one gathers, so many submitters share a sync and each still
waits for its own answer.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any

import msgspec

from pitboss.invariants import BrokenInvariant
from pitboss.store.backend import unavailable
from pitboss.store.records import Answer, Commit

BATCH_MAX = 256
GATHER_GAP_S = 0.0005
LEAVE_GAP_S = 0.005
"""How soon after the last commits the next ones leave an event loop. What comes by itself never
waits; in a full house commits share a transaction, a sync and two switches of threads."""
PATIENCE_S = 5.0
"""How long a command waits for the store before it is refused."""

AsyncAnswers = list[tuple["asyncio.Future[Answer]", Answer]]


class Ticket(msgspec.Struct, frozen=True):
    commit: Commit
    waiting: Future[Answer] | None
    waiting_async: asyncio.Future[Answer] | None = None


class Writer:
    def __init__(self, transact: Callable[[list[Commit]], list[Answer]]) -> None:
        self._transact = transact
        self._queue: SimpleQueue[list[Ticket] | None] = SimpleQueue()
        self._gathering: dict[asyncio.AbstractEventLoop, list[Ticket]] = {}
        self._leaves_s: dict[asyncio.AbstractEventLoop, Any] = {}
        """From when on the next commits may leave each loop, by its clock."""
        self._never = threading.Event()
        """Nobody sets it: waiting for it is a pause."""
        self._stopped = False
        self._was_asked_to_stop = False
        self._last_size = 0
        self._batches = 0
        self.batch = 0
        """The number of the batch that is being committed; 0 while none is."""
        self._gate = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="pitboss-writer", daemon=True)
        self._thread.start()

    def put(self, tickets: list[Ticket]) -> bool:
        """Queue commits; False when the writer has stopped."""
        with self._gate:
            if not self._stopped:
                self._queue.put(tickets)
            return not self._stopped

    def put_async(self, commit: Commit) -> asyncio.Future[Answer]:
        """Queue a commit with others of the running event loop that come soon after the last."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Answer] = loop.create_future()
        tickets = self._gathering.get(loop)
        if tickets is None:
            # Each loop has a key of its own, so no two threads ever touch the same one.
            tickets = self._gathering[loop] = []
            due_s = self._leaves_s.get(loop)
            if due_s is not None and loop.time() < due_s:
                loop.call_at(due_s, self._leave, loop)
            else:
                loop.call_soon(self._leave, loop)
        tickets.append(Ticket(commit, None, future))
        return future

    def _leave(self, loop: asyncio.AbstractEventLoop) -> None:
        tickets = self._gathering.pop(loop)
        self._leaves_s[loop] = loop.time() + LEAVE_GAP_S
        if self.put(tickets):
            # One wait for all of them, never ended early: that would cost more than it does.
            loop.call_later(PATIENCE_S, _stop_waiting, tickets)
            return
        for ticket in tickets:
            _refuse(ticket)

    def stop(self) -> None:
        """Commit what is queued, then end."""
        self._was_asked_to_stop = True
        with self._gate:
            if not self._stopped:
                self._stopped = True
                self._queue.put(None)
        self._thread.join()

    @property
    def is_dead(self) -> bool:
        """Whether nothing will be written any more although nobody stopped the writer."""
        return not self._was_asked_to_stop and (self._stopped or not self._thread.is_alive())

    def _run(self) -> None:
        while True:
            tickets, is_last = self._gather()
            self._batches += 1
            self.batch = self._batches
            if tickets and not self._commit(tickets):
                return
            self.batch = 0
            if is_last:
                return

    def _gather(self) -> tuple[list[Ticket], bool]:
        arrived: list[Ticket] | None = self._queue.get()
        tickets: list[Ticket] = []
        while arrived:
            tickets += arrived
            if len(tickets) >= BATCH_MAX:
                break
            arrived = self._next(is_expected=len(tickets) < self._last_size)
        self._last_size = len(tickets)
        return tickets, arrived is None

    def _next(self, *, is_expected: bool) -> list[Ticket] | None:
        with contextlib.suppress(Empty):
            return self._queue.get_nowait()
        if not is_expected:
            return []
        # Those answered by the last batch are likely to come again at once. A sync costs far
        # more than this wait, so the batch does not leave without them. The queue's own time limit
        # is not used: once it is over before the first look, CPython's waits for ever.
        self._never.wait(GATHER_GAP_S)
        with contextlib.suppress(Empty):
            return self._queue.get_nowait()
        return []

    def _commit(self, tickets: list[Ticket]) -> bool:
        try:
            answers = self._transact([ticket.commit for ticket in tickets])
        except BrokenInvariant as defect:
            self._give_up(tickets, defect)
            return False
        except BaseException as unforeseen:
            # Nobody may be left waiting for a thread that is gone.
            self._give_up(tickets, unforeseen)
            raise
        by_loop: dict[asyncio.AbstractEventLoop, AsyncAnswers] = {}
        for ticket, answer in zip(tickets, answers, strict=True):
            if ticket.waiting is not None:
                ticket.waiting.set_result(answer)
            if ticket.waiting_async is not None:
                loop = ticket.waiting_async.get_loop()
                by_loop.setdefault(loop, []).append((ticket.waiting_async, answer))
        for loop, pairs in by_loop.items():
            _call(loop, partial(_resolve, pairs))
        return True

    def _give_up(self, tickets: list[Ticket], defect: BaseException) -> None:
        """A defect was found: nothing more is written by this process."""
        with self._gate:
            self._stopped = True
        for ticket in tickets:
            _fail(ticket, defect)
        while True:
            try:
                left = self._queue.get_nowait()
            except Empty:
                return
            for ticket in left or ():
                _refuse(ticket)


def _call(loop: asyncio.AbstractEventLoop, act: Callable[[], None]) -> None:
    # A loop that was closed has nobody left who waits.
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(act)


def _resolve(pairs: AsyncAnswers) -> None:
    for future, answer in pairs:
        if not future.done():
            future.set_result(answer)


def _stop_waiting(tickets: list[Ticket]) -> None:
    late = [one.waiting_async for one in tickets if one.waiting_async is not None]
    _resolve([(future, unavailable("it does not answer")) for future in late if not future.done()])


def _fail(ticket: Ticket, defect: BaseException) -> None:
    if ticket.waiting is not None:
        ticket.waiting.set_exception(defect)
    future = ticket.waiting_async
    if future is not None:
        _call(future.get_loop(), lambda: None if future.done() else future.set_exception(defect))


def _refuse(ticket: Ticket) -> None:
    answer = unavailable("the store has stopped")
    if ticket.waiting is not None:
        ticket.waiting.set_result(answer)
    future = ticket.waiting_async
    if future is not None:
        _call(future.get_loop(), lambda: _resolve([(future, answer)]))

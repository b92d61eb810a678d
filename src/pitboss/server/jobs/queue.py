"""The queue of a lane: bounded, shared fairly between addresses and the people at each of them.

Every job charges its cost to its owner's address and, within the address, to its owner; the least
charged goes first. A flood from one address therefore delays others by one job per worker, cheap
jobs overtake dear ones, and nobody starves. When the queue is full, the address that has most
waiting loses its newest job to one that has fewer.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from pitboss.server.edge.errors import AnyRefusal, Denial, DoorCode
from pitboss.server.edge.responses import AnyRequest, client_of
from pitboss.server.jobs.kinds import JobKind
from pitboss.server.jobs.protocol import JobProgress

FULL = Denial(DoorCode.TOO_MANY, "Many jobs are waiting already; try again in a moment.")


@dataclass(frozen=True, slots=True)
class Owner:
    """The owner of a job: a person or an unnamed browser, at an address."""

    address: str
    person: str


HOUSE = Owner("", "")


def owner_of(request: AnyRequest) -> Owner:
    """A person, or a browser without a name; one without a cookie counts by its address."""
    client = client_of(request)
    stranger = client.address if client.is_new else client.token
    return Owner(client.address, client.who or stranger)


@dataclass(slots=True, eq=False)
class Waiter:
    owner: Owner
    answer: asyncio.Future[bytes | AnyRefusal]
    replaces: str = ""
    """What a newer job of the same owner for the same thing takes the place of."""
    on_progress: Callable[[JobProgress], None] | None = None
    ticket: JobTicket = field(init=False)


@dataclass(slots=True, eq=False)
class JobTicket:
    """A job in the queue or at a worker, and everybody who waits for it."""

    kind: JobKind
    job: bytes
    is_background: bool
    """Whether nobody looks at a screen for it: done when nothing else waits."""
    waiters: list[Waiter] = field(default_factory=list)
    arrived: int = 0
    is_cancelled: bool = False
    is_interrupted: bool = False
    is_over: bool = False

    @property
    def owner(self) -> Owner:
        return self.waiters[0].owner

    def is_for(self, kind: JobKind, job: bytes) -> bool:
        """Whether this is the same job and still wanted."""
        is_open = not (self.is_cancelled or self.is_over)
        return is_open and self.kind == kind and self.job == job

    def waiting_for(self, replaces: str) -> list[Waiter]:
        """The unanswered waiters that replace this."""
        return [one for one in self.waiters if one.replaces == replaces and not one.answer.done()]

    def report(self, progress: JobProgress) -> None:
        for waiter in self.waiters:
            if waiter.on_progress is not None:
                waiter.on_progress(progress)

    def end(self, answer: bytes | AnyRefusal) -> None:
        """Answer everybody who still waits."""
        self.is_over = True
        for waiter in self.waiters:
            if not waiter.answer.done():
                waiter.answer.set_result(answer)


@dataclass(slots=True)
class Shares:
    """Cost charged so far by name; newcomers start level with the last one served."""

    level: int = 0
    charged: dict[str, int] = field(default_factory=dict)

    def of(self, name: str) -> int:
        return max(self.level, self.charged.get(name, 0))

    def charge(self, name: str, cost: int) -> None:
        before = self.of(name)
        self.level = before
        self.charged[name] = before + cost
        self.charged = {one: sum_ for one, sum_ in self.charged.items() if sum_ > self.level}


@dataclass(slots=True)
class Queue:
    most: int
    waiting: list[JobTicket] = field(default_factory=list)
    addresses: Shares = field(default_factory=Shares)
    people: dict[str, Shares] = field(default_factory=dict)
    arrivals: int = 0
    more: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(0))

    def put(self, ticket: JobTicket) -> Denial | None:
        if len(self.waiting) >= self.most and not self._make_room(ticket.owner):
            return FULL
        self.arrivals += 1
        ticket.arrived = self.arrivals
        self.waiting.append(ticket)
        self.more.release()
        return None

    def remove(self, ticket: JobTicket) -> bool:
        """Remove a ticket; False when a worker already has it."""
        if ticket not in self.waiting:
            return False
        self.waiting.remove(ticket)
        return True

    def ahead(self, ticket: JobTicket) -> int:
        """How many tickets are ahead of this one, as things stand."""
        if ticket not in self.waiting:
            return 0
        mine = self._rank(ticket)
        return sum(self._rank(one) < mine for one in self.waiting)

    async def next(self) -> JobTicket:
        """Wait for the next ticket."""
        while True:
            await self.more.acquire()
            if self.waiting:
                return self._pop()

    def _pop(self) -> JobTicket:
        ticket = min(self.waiting, key=self._rank)
        self.waiting.remove(ticket)
        owner = min((one.owner for one in ticket.waiters), key=self._share)
        self.addresses.charge(owner.address, ticket.kind.cost)
        self.people.setdefault(owner.address, Shares()).charge(owner.person, ticket.kind.cost)
        known = {*self.addresses.charged, *(one.owner.address for one in self.waiting)}
        self.people = {name: shares for name, shares in self.people.items() if name in known}
        return ticket

    def _rank(self, ticket: JobTicket) -> tuple[bool, tuple[int, int], int, int]:
        share = min(self._share(one.owner) for one in ticket.waiters)
        return ticket.is_background, share, ticket.kind.cost, ticket.arrived

    def _share(self, owner: Owner) -> tuple[int, int]:
        people = self.people.get(owner.address)
        within = 0 if people is None else people.of(owner.person)
        return self.addresses.of(owner.address), within

    def _make_room(self, owner: Owner) -> bool:
        """Drop the newest job of the owner with most waiting, if the newcomer has fewer."""
        addresses = Counter(one.owner.address for one in self.waiting)
        address, most = max(addresses.items(), key=lambda one: one[1], default=("", 0))
        if most <= addresses[owner.address] + 1:
            # Only people at the same address may have to make room.
            address = owner.address
        people = Counter(one.owner for one in self.waiting if one.owner.address == address)
        heaviest, most = max(people.items(), key=lambda one: one[1], default=(owner, 0))
        if address == owner.address and most <= people[owner] + 1:
            return False
        victim = [one for one in self.waiting if one.owner == heaviest][-1]
        self.waiting.remove(victim)
        victim.end(FULL)
        return True

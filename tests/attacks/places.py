"""Where an attacked house runs: in a thread of the test, or as processes of their own.

The gate starts the server in the test's own process and stops it. The long forms of the same tests
start the program and kill it, on both databases.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from pitboss.cli.serve import this_world
from pitboss.refusals import unwrap_or_raise
from pitboss.server.opening import grant, open_house
from pitboss.server.options import read_options
from pitboss.server.run import make_server
from tests.entropy import next_seed, seeded
from tests.once import share_moments
from tests.server.kit import Running, hash_quickly, listener_on, prepare_nothing
from tests.server.test_two_processes import serving, settings_in
from tests.table.kit import registry


@contextmanager
def serving_inside(
    where: str,
    folder: Path,
    *,
    more: Mapping[str, str] | None = None,
    environment: Mapping[str, str] | None = None,
    arguments: tuple[str, ...] = (),
    wall: Callable[[], int] | None = None,
    port: int = 0,
) -> Iterator[Running]:
    """What `serving` starts as a process, with the same settings, in a thread."""
    environment = environment or {**settings_in(folder), **(more or {})}
    log: list[str] = []
    world = this_world(environment, log.append)
    world = replace(
        world,
        entropy=seeded(next_seed()),
        wall=wall or world.wall,
        is_clock_confirmed="--confirm-clock" in arguments,
    )
    with listener_on(port) as listener:
        port = int(listener.getsockname()[1])
        options = unwrap_or_raise(read_options(environment, host="127.0.0.1", port=port))
        house = unwrap_or_raise(open_house(world, registry(), options, database=where))
        for name, _, role in (one.rpartition("=") for one in arguments if "=" in one):
            unwrap_or_raise(grant(house, name, role))
        hash_quickly(house)
        share_moments(house)
        server = unwrap_or_raise(make_server(house, world))
        server.prepare = prepare_nothing
        running = Running(house, server, port, log)
        running.start(listener)
        try:
            yield running
        finally:
            if running.running is not None and not running.running.done():
                running.stop()


@dataclass(frozen=True)
class Place:
    """A database, the folder of the house's files, and how its servers are started."""

    where: str
    folder: Path
    is_inside: bool

    def serving(
        self, *arguments: str, more: Mapping[str, str] | None = None
    ) -> AbstractContextManager[Running]:
        """A server of this house."""
        if self.is_inside:
            return serving_inside(self.where, self.folder, more=more, arguments=arguments)
        return serving(self.where, self.folder, more=more, arguments=arguments)

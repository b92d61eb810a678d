"""Two machines, each in a network of its own, that share a database's URL and the key."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.server.test_two_processes import _holders, _sound, serving
from tests.store.proxy import CuttingProxy
from tests.store.servers import Server

pytestmark = [pytest.mark.slow, pytest.mark.needs("namespaces")]

TABLE = "gin-and-win-1"
GATEWAY = "10.213.77.1"


def ip(*words: str) -> None:
    subprocess.run(
        [shutil.which("ip", path="/usr/sbin:/sbin") or "ip", *words], check=True, timeout=60
    )


@dataclass(frozen=True)
class Machine:
    """A network namespace with one cable to the gateway, at which the database can be reached."""

    name: str
    address: str
    folder: Path

    @property
    def inside(self) -> tuple[str, ...]:
        """What a command is put behind to run on this machine."""
        return (shutil.which("ip", path="/usr/sbin:/sbin") or "ip", "netns", "exec", self.name)

    def cut_off(self) -> None:
        """Pull the cable: nothing comes or goes any more, and nobody is told."""
        ip("link", "set", f"{self.name}0", "down")

    def connect(self) -> None:
        ip("link", "set", f"{self.name}0", "up")


@contextmanager
def machine(number: int, folder: Path) -> Iterator[Machine]:
    found = Machine(f"pbm{number}", f"10.213.77.{number}", folder)
    folder.mkdir()
    ip("netns", "add", found.name)
    try:
        ip("link", "add", f"{found.name}0", "type", "veth", "peer", "eth0", "netns", found.name)
        ip("link", "set", f"{found.name}0", "master", "pbm")
        ip("link", "set", f"{found.name}0", "up")
        ip("-n", found.name, "addr", "add", f"{found.address}/24", "dev", "eth0")
        for device in ("eth0", "lo"):
            ip("-n", found.name, "link", "set", device, "up")
        yield found
    finally:
        ip("netns", "del", found.name)


@contextmanager
def network() -> Iterator[None]:
    ip("link", "add", "pbm", "type", "bridge")
    try:
        ip("addr", "add", f"{GATEWAY}/24", "dev", "pbm")
        ip("link", "set", "pbm", "up")
        yield
    finally:
        ip("link", "del", "pbm")


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[tuple[Machine, Machine]]:
    with (
        network(),
        machine(11, tmp_path / "one") as one,
        machine(12, tmp_path / "two") as two,
    ):
        yield one, two


def test_two_machines_serve_one_table_and_one_goes_on_when_the_other_is_cut_off(
    server: Server, machines: tuple[Machine, Machine]
) -> None:
    one, two = machines
    url = server.new_database()
    proxy = CuttingProxy(server.port, host=GATEWAY)
    there = url.replace(f"127.0.0.1:{server.port}", f"{GATEWAY}:{proxy.port}")
    with ExitStack() as stack:
        first = stack.enter_context(serving(there, one.folder, inside=one.inside, host=one.address))
        shutil.copyfile(one.folder / "key", two.folder / "key")
        second = stack.enter_context(
            serving(there, two.folder, inside=two.inside, host=two.address)
        )
        keeper = _holders(url)[TABLE][0]
        kim, bo = first.guest("Kim"), second.guest("Bo")
        with kim.at(TABLE) as here:
            here.sit(1)
            here.bet()
        # The same session at the other machine: the same seat, and the bet is on the felt.
        again = stack.enter_context(second.knows(kim).at(TABLE))
        assert again.view["viewer"] == 1 and again.view["bets"]
        watching = stack.enter_context(bo.at(TABLE))
        round_id = again.view["round_id"]
        one.cut_off()
        again.ready()
        again.finish(round_id)
        watching.see(lambda view: view["last"] and view["last"]["round_id"] == round_id)
        assert _holders(url)[TABLE][0] != keeper
        one.connect()
        # The machine that was cut off finds by itself what it missed.
        lou = first.guest("Lou")
        with lou.at(TABLE) as later:
            later.see(lambda view: view["last"] and view["last"]["round_id"] == round_id)
            later.sit(2)
            later.see(lambda view: bool(later.offered("place-bet")))
            later.bet()
        second.kill()
        with first.knows(kim).at(TABLE) as back:
            assert back.view["viewer"] == 1
            back.bet()
            round_id = back.view["round_id"]
            back.ready()
            with lou.at(TABLE) as other:
                other.ready()
            back.finish(round_id)
    proxy.close()
    _sound(url)
    server.drop_database(url)

"""Clients behind a proxy are told apart, and nobody else can pretend to be behind one.

The proxy is a real one on loopback: of the tests' own in the gate, nginx where it is installed (in
the long runs, which need it).
"""

from __future__ import annotations

import contextlib
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from pitboss.refusals import Refusal
from pitboss.server.addresses import FORWARDED, Proxies, read_networks
from pitboss.server.options import read_options
from tests.deadlines import Deadline
from tests.needs import find_nginx
from tests.plain_http import NO_TLS
from tests.server.kit import PATIENCE_S, PATIENT, house_at
from tests.store.servers import free_port

LIMITS = {"requests_per_s": 0, "requests_burst": 5}


def trusting(*networks: str, header: str = "x-forwarded-for") -> Proxies:
    found = read_networks(",".join(networks))
    assert not isinstance(found, str)
    return Proxies(found, header)


class ForwardingProxy:
    """Passes connections on and adds the client's address to the head of the first request."""

    def __init__(self, target_port: int, *, header: str = "X-Forwarded-For: {}") -> None:
        self._target = target_port
        self._header = header
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, (address, _) = self._listener.accept()
                threading.Thread(target=self._serve, args=(client, address), daemon=True).start()

    def _serve(self, client: socket.socket, address: str) -> None:
        head = b""
        with client, contextlib.suppress(OSError):
            while b"\r\n\r\n" not in head:
                part = client.recv(65_536)
                if not part:
                    return
                head += part
            head, _, rest = head.partition(b"\r\n\r\n")
            line = self._header.format(address).encode()
            with socket.create_connection(
                ("127.0.0.1", self._target), source_address=("127.0.0.9", 0)
            ) as server:
                server.sendall(head + b"\r\n" + line + b"\r\n\r\n" + rest)
                back = threading.Thread(target=self._pump, args=(server, client), daemon=True)
                back.start()
                self._pump(client, server)
                back.join()

    @staticmethod
    def _pump(source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65_536):
                sink.sendall(data)
        for end in (source, sink):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


def get(port: int, source: str, **headers: str) -> int:
    """The status of one request from an address."""
    transport = httpx.HTTPTransport(local_address=source, verify=NO_TLS)
    with httpx.Client(transport=transport, timeout=PATIENCE_S) as client:
        sent = {"connection": "close", **headers}
        return client.get(f"http://127.0.0.1:{port}/api/me", headers=sent).status_code


def statuses(port: int, source: str, **headers: str) -> list[int]:
    return [get(port, source, **headers) for _ in range(7)]


WITHIN, BEYOND = [204] * 5, [429] * 2


@pytest.mark.parametrize(
    ("name", "line"), [("x-forwarded-for", "X-Forwarded-For: {}"), (FORWARDED, "Forwarded: for={}")]
)
def test_clients_of_a_trusted_proxy_are_told_apart(tmp_path: Path, name: str, line: str) -> None:
    proxies = trusting("127.0.0.9", header=name)
    with house_at(tmp_path / "h.db", proxies=proxies, **LIMITS) as running:
        proxy = ForwardingProxy(running.port, header=line)
        try:
            assert statuses(proxy.port, "127.0.0.2") == WITHIN + BEYOND
            # Another client of the same proxy has a share of its own.
            assert get(proxy.port, "127.0.0.3") == 204
            # What the client itself wrote stands left of what the proxy saw, and counts nothing.
            spoofed = {name: "9.9.9.9" if name != FORWARDED else "for=9.9.9.9"}
            assert get(proxy.port, "127.0.0.2", **spoofed) == 429
        finally:
            proxy.close()
        assert any('"address":"127.0.0.2"' in entry for entry in running.log)
        assert not any("9.9.9.9" in entry for entry in running.log)


def test_nobody_else_can_pretend_to_be_a_proxy(tmp_path: Path) -> None:
    for proxies in (Proxies(), trusting("10.0.0.0/8")):
        with house_at(tmp_path / "h.db", proxies=proxies, **LIMITS) as running:
            codes = [
                get(running.port, "127.0.0.2", **{"x-forwarded-for": f"9.9.9.{number}"})
                for number in range(7)
            ]
            assert codes == WITHIN + BEYOND


def test_sockets_are_counted_by_client_and_the_proxy_itself_is_not_limited(tmp_path: Path) -> None:
    limits = {
        "handshakes_per_s": 0,
        "handshakes_burst": 3,
        "half_open_per_address": 2,
        "head_ms": 10**7,
    }
    proxies = trusting("127.0.0.9")
    with house_at(tmp_path / "h.db", proxies=proxies, **limits) as running:
        proxy = ForwardingProxy(running.port)

        def comes_in(source: str) -> bool:
            try:
                with connect(
                    f"ws://127.0.0.1:{proxy.port}/ws/table/flip-it-1",
                    origin=Origin(running.origin),
                    compression=None,
                    source_address=(source, 0),
                    **PATIENT,
                ):
                    return True
            except InvalidStatus:
                return False

        try:
            assert [comes_in("127.0.0.2") for _ in range(5)] == [True] * 3 + [False] * 2
            assert comes_in("127.0.0.3")
            running.server.config.timeout_keep_alive = 10**6
            # Connections that wait for their next request are half-open; six are more than two.
            half = [
                socket.create_connection(("127.0.0.1", proxy.port), PATIENCE_S) for _ in range(6)
            ]
            for one in (*half, *half):
                one.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
                said = b""
                while b'"is_well":true' not in said:
                    part = one.recv(65_536)
                    assert part, said
                    said += part
            for one in half:
                one.close()
        finally:
            proxy.close()


@pytest.mark.parametrize(
    ("peer", "sent", "client"),
    [
        ("10.0.0.1", "1.2.3.4", "1.2.3.4"),
        ("10.0.0.1", "9.9.9.9, 1.2.3.4, 10.0.0.7", "1.2.3.4"),
        ("10.0.0.1", "9.9.9.9, nonsense, 10.0.0.7", "10.0.0.7"),
        ("10.0.0.1", "nonsense", "10.0.0.1"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("10.0.0.1", "1.2.3.4:5678", "1.2.3.4"),
        ("10.0.0.1", "[2001:db8::1]:5678", "2001:db8::/64"),
        ("::ffff:10.0.0.1", "::ffff:1.2.3.4", "1.2.3.4"),
        ("8.8.8.8", "1.2.3.4", "8.8.8.8"),
        ("2001:db8::1:2:3:4", "1.2.3.4", "2001:db8::/64"),
    ],
)
def test_the_header_is_read_from_the_right(peer: str, sent: str, client: str) -> None:
    scope = {"client": (peer, 1), "headers": [(b"x-forwarded-for", sent.encode())]}
    assert trusting("10.0.0.0/8").client_of(scope) == client


def test_settings_that_are_no_networks_are_refused() -> None:
    for name, text in (
        ("PITBOSS_TRUSTED_PROXIES", "10.0.0.0/8, somewhere"),
        ("PITBOSS_PROXY_HEADER", "X-Real-IP"),
    ):
        found = read_options({name: text}, host="127.0.0.1", port=1)
        assert isinstance(found, Refusal)
    good = {"PITBOSS_TRUSTED_PROXIES": "10.0.0.0/8, ::1", "PITBOSS_PROXY_HEADER": "Forwarded"}
    options = read_options(good, host="127.0.0.1", port=1)
    assert not isinstance(options, Refusal)
    assert options.proxies.trusts("10.9.9.9") and options.proxies.trusts("::1")
    assert options.proxies.header == FORWARDED and not options.proxies.trusts("11.0.0.1")


NGINX = """
daemon off; master_process off; error_log stderr; pid {folder}/pid;
events {{}}
http {{
  access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  server {{
    listen 127.0.0.1:{port};
    location / {{
      proxy_pass http://127.0.0.1:{target};
      proxy_bind 127.0.0.9;
      proxy_http_version 1.1;
      proxy_set_header Host $host;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection "upgrade";
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    }}
  }}
}}
"""


@contextlib.contextmanager
def nginx(text: str, folder: Path, port: int) -> Iterator[None]:
    """The real proxy with this configuration, once it listens."""
    program = find_nginx()
    assert program is not None, "nginx is needed for this test: install Debian's nginx-light."
    config = folder / "nginx.conf"
    config.write_text(text)
    with subprocess.Popen([program, "-c", str(config), "-p", str(folder)]) as process:
        deadline = Deadline()
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            assert process.poll() is None
            deadline.check()
        try:
            yield
        finally:
            process.send_signal(signal.SIGTERM)


@pytest.mark.slow
@pytest.mark.needs("nginx")
def test_clients_behind_nginx_are_told_apart(tmp_path: Path) -> None:
    proxies, port = trusting("127.0.0.9"), free_port()
    with (
        house_at(tmp_path / "h.db", proxies=proxies, **LIMITS) as running,
        nginx(NGINX.format(folder=tmp_path, port=port, target=running.port), tmp_path, port),
    ):
        spoofed = {"x-forwarded-for": "9.9.9.9"}
        assert statuses(port, "127.0.0.2", **spoofed) == WITHIN + BEYOND
        assert get(port, "127.0.0.3") == 204
        with connect(
            f"ws://127.0.0.1:{port}/ws/table/flip-it-1",
            origin=Origin(running.origin),
            compression=None,
            source_address=("127.0.0.4", 0),
            **PATIENT,
        ) as opened:
            opened.send('{"kind":"hello"}')
            assert "welcome" in str(opened.recv(timeout=PATIENCE_S))
        assert any('"address":"127.0.0.2"' in entry for entry in running.log)

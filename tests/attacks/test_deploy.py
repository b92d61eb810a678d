"""The files in deploy/ work together: nginx with TLS in front of a house, and the service."""

from __future__ import annotations

import re
import shutil
import ssl
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from pitboss.refusals import Refusal
from pitboss.server.options import Options, read_options
from pitboss.settings import SETTINGS
from tests.attacks.test_proxies import nginx
from tests.server.kit import PATIENCE_S, PATIENT, Running, house_at
from tests.server.test_two_processes import Outside, _sound, another_machine, serving
from tests.store.servers import Server, free_port

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
NAME = "play.example"
ORIGIN = f"https://{NAME}"
OUTER = """
daemon off; master_process off; error_log stderr; pid {folder}/pid;
events {{}}
http {{
  access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  include {folder}/site.conf;
}}
"""


def settings() -> dict[str, str]:
    """What deploy/pitboss.env sets."""
    lines = (DEPLOY / "pitboss.env").read_text("utf-8").splitlines()
    pairs = (line.partition("=") for line in lines if line and not line.startswith("#"))
    return {name: value for name, _, value in pairs}


def options() -> Options:
    found = read_options(settings(), host="127.0.0.1", port=8000)
    assert not isinstance(found, Refusal)
    return found


def write_certificate(folder: Path) -> None:
    """A certificate of its own for the name in the configuration."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    (folder / "cert.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    (folder / "key.pem").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )


def write_site(folder: Path, *, house: int, tls: int, plain: int) -> None:
    """deploy/nginx.conf as it is, on ports and with files that a test may use."""
    text = (DEPLOY / "nginx.conf").read_text("utf-8")
    for old, new in (
        ("listen 443 ssl;", f"listen 127.0.0.1:{tls} ssl;"),
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        (f"/etc/ssl/certs/{NAME}.pem", f"{folder}/cert.pem"),
        (f"/etc/ssl/private/{NAME}.key", f"{folder}/key.pem"),
        ("http://127.0.0.1:8000", f"http://127.0.0.1:{house}"),
    ):
        assert old in text
        text = text.replace(old, new)
    (folder / "site.conf").write_text(text)


@pytest.mark.needs("nginx")
def test_the_proxy_page_works_with_a_real_nginx(tmp_path: Path) -> None:
    write_certificate(tmp_path)
    tls, plain = free_port(), free_port()
    trusted = ssl.create_default_context(cafile=tmp_path / "cert.pem")

    def browser(source: str) -> httpx.Client:
        transport = httpx.HTTPTransport(local_address=source, verify=trusted)
        headers = {"host": NAME, "origin": ORIGIN}
        return httpx.Client(transport=transport, headers=headers, timeout=PATIENCE_S)

    def get(client: httpx.Client, path: str) -> httpx.Response:
        where = f"https://127.0.0.1:{tls}{path}"
        return client.get(where, extensions={"sni_hostname": NAME})

    chosen = options()
    limits = {"origins": chosen.origins, "proxies": chosen.proxies}
    with house_at(tmp_path / "h.db", **limits) as running:
        write_site(tmp_path, house=running.port, tls=tls, plain=plain)
        with nginx(OUTER.format(folder=tmp_path), tmp_path, tls), browser("127.0.0.2") as client:
            assert get(client, "/readyz").json()["is_well"] is True
            answer = client.post(
                f"https://127.0.0.1:{tls}/api/guest",
                json={"name": "Ana"},
                headers={"x-forwarded-for": "9.9.9.9"},
                extensions={"sni_hostname": NAME},
            )
            assert answer.status_code == 200, answer.text
            cookie = answer.headers["set-cookie"]
            assert cookie.startswith("__Host-pitboss=") and "; Secure" in cookie
            with connect(
                f"wss://127.0.0.1:{tls}/ws/table/flip-it-1",
                ssl=trusted,
                server_hostname=NAME,
                origin=Origin(ORIGIN),
                additional_headers={"cookie": cookie.partition(";")[0]},
                compression=None,
                source_address=("127.0.0.2", 0),
                **PATIENT,
            ) as opened:
                opened.send('{"kind":"hello"}')
                assert "welcome" in str(opened.recv(timeout=PATIENCE_S))
            # The client's own word on its address counts nothing; what nginx saw does.
            assert any('"address":"127.0.0.2"' in entry for entry in running.log)
            assert not any("9.9.9.9" in entry for entry in running.log)
            moved = client.get(f"http://127.0.0.1:{plain}/play")
            assert (moved.status_code, moved.headers["location"]) == (301, f"{ORIGIN}/play")
            assert get(client, "/metrics").status_code == 403
            with browser("127.0.0.1") as operator:
                assert "pitboss_tables" in get(operator, "/metrics").text


def write_shared_site(folder: Path, *, port: int, houses: list[int]) -> None:
    """deploy/nginx.conf without TLS, in front of the houses of deploy/upstream.conf."""
    upstream = (DEPLOY / "upstream.conf").read_text("utf-8")
    named = re.findall(r"server (\S+) ", upstream)
    for old, house in zip(named, houses, strict=True):
        upstream = upstream.replace(old, f"127.0.0.1:{house}")
    pages, _, _ = (DEPLOY / "nginx.conf").read_text("utf-8").partition("    # Drop, win and hold")
    pages = re.sub(r"    ssl_\w+ .*\n", "", pages + "}\n")
    for old, new in (
        ("listen 443 ssl;", f"listen 127.0.0.1:{port};"),
        ("http://127.0.0.1:8000", "http://pitboss"),
    ):
        assert old in pages
        pages = pages.replace(old, new)
    (folder / "site.conf").write_text(upstream + pages)


def sockets_of(house: Running) -> int:
    """How many sockets a house has, which the page of its own figures says."""
    (found,) = re.findall(
        r"^pitboss_sockets (\d+)", house.client().get("/metrics").text, re.MULTILINE
    )
    return int(found)


@pytest.mark.needs("nginx")
def test_whoever_sat_at_a_house_that_is_killed_goes_on_at_the_other(
    server: Server, tmp_path: Path
) -> None:
    url, port, *ports = server.new_database(), free_port(), free_port(), free_port()
    settings = {
        "PITBOSS_ORIGINS": f"http://127.0.0.1:{port}",
        "PITBOSS_TRUSTED_PROXIES": "127.0.0.1",
    }
    write_shared_site(tmp_path, port=port, houses=ports)
    with (
        serving(url, tmp_path, port=ports[0], more=settings) as first,
        serving(url, another_machine(tmp_path), port=ports[1], more=settings) as second,
    ):
        proxy = Outside(port, first.process)
        with nginx(OUTER.format(folder=tmp_path), tmp_path, port):
            kim = proxy.guest("Kim")
            with kim.at("flip-it-1") as seat:
                seat.sit(1)
                spot = seat.bet()
                stakes = seat.see(lambda view: bool(view["bets"]))["bets"]
                balance = kim.balance()
                (at,) = (house for house in (first, second) if sockets_of(house))
                at.kill()
                with pytest.raises(ConnectionClosed):
                    seat.drain()
            with kim.at("flip-it-1") as seat:
                seat.see(lambda view: bool(view["viewer"] == 1 and view["bets"] == stakes))
                assert (stakes[0]["spot"], kim.balance()) == (spot, balance)
                round_id = seat.view["round_id"]
                seat.ready()
                seat.finish(round_id)
        for client in proxy.clients:
            client.close()
    _sound(url)


def test_the_settings_are_known_and_make_cookies_secure() -> None:
    names = {one.name for one in SETTINGS}
    unit = (DEPLOY / "pitboss.service").read_text("utf-8")
    container = (DEPLOY / "Containerfile").read_text("utf-8")
    used = set(re.findall(r"\bPITBOSS_\w+", unit + container)) | set(settings())
    assert used <= names
    assert options().is_secure and options().proxies.trusts("127.0.0.1")


def test_the_service_is_sound(tmp_path: Path) -> None:
    unit = (DEPLOY / "pitboss.service").read_text("utf-8")
    (program,) = re.findall(r"^ExecStart=(\S+) serve ", unit, re.MULTILINE)
    here = Path(sys.executable).with_name("pitboss")
    copy = tmp_path / "pitboss.service"
    copy.write_text(unit.replace(program, str(here)).replace("=pitboss\n", "=root\n", 2))
    checker = shutil.which("systemd-analyze")
    if checker is None:
        # Only systemd itself knows every word; elsewhere the sections must at least be there.
        assert re.findall(r"^\[(\w+)\]$", unit, re.MULTILINE) == ["Unit", "Service", "Install"]
        return
    ran = subprocess.run(
        [checker, "verify", "--man=no", str(copy)], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")

"""Options: the server's limits and waits, each one a named setting."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.addresses import FORWARDED, FORWARDED_FOR, Proxies, read_networks
from pitboss.settings import Limits, read_limits, value_of

NO_PROXIES = Proxies()
_ORIGIN = re.compile(r"https?://[a-z0-9.\-\[\]:]+", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(Limits):
    """Every limit by name, and where pages and proxies may be."""

    origins: tuple[str, ...]
    proxies: Proxies = NO_PROXIES
    bets_ms: int = 20_000
    decision_ms: int = 45_000
    between_ms: int = 7_000
    tick_ms: int = 100
    away_ms: int = 300_000
    frame_bytes: int = 16_384
    queue_max: int = 64
    send_ms: int = 5_000
    view_ms: int = 50
    hello_ms: int = 10_000
    ping_ms: int = 20_000
    messages_per_s: int = 20
    messages_burst: int = 60
    faults_max: int = 20
    requests_per_s: int = 20
    requests_burst: int = 120
    head_bytes: int = 16_384
    header_bytes: int = 8_000
    headers_max: int = 64
    url_bytes: int = 4_096
    head_ms: int = 10_000
    body_ms: int = 30_000
    half_open_max: int = 500
    half_open_per_address: int = 100
    handshakes_per_s: int = 20
    handshakes_burst: int = 300
    refusals_logged_per_min: int = 60
    entries_per_min: int = 30
    sockets_max: int = 1_000
    sockets_per_address: int = 300
    lag_ms: int = 200
    tables_max: int = 200
    tables_per_person: int = 5
    tables_per_address: int = 20
    table_idle_ms: int = 1_800_000
    session_hours: int = 720
    sign_in_tries: int = 5
    account_tries: int = 20
    lock_ms: int = 900_000
    staff_idle_ms: int = 900_000
    stop_ms: int = 5_000
    figure_workers: int = 2
    figures_queue: int = 32
    proofs_warmed: int = 1
    designs_max: int = 5_000
    designs_per_person: int = 100
    designs_per_min: int = 10
    closed_hours_max: int = 72
    log_bytes: int = 50_000_000
    log_files: int = 5
    log_per_min: int = 60
    coach: int = 1
    simulations: int = 1
    simulation_rounds: int = 1_000_000_000

    @property
    def is_secure(self) -> bool:
        """Whether browsers come over TLS, so that cookies are kept to it."""
        return all(origin.startswith("https://") for origin in self.origins)


def read_options(environment: Mapping[str, str], *, host: str, port: int) -> Options | Refusal:
    """The options in this environment, for a server at this address."""
    named = [part.strip() for part in value_of("PITBOSS_ORIGINS", environment).split(",")]
    origins = tuple(part for part in named if part) or own_origins(host, port)
    for origin in origins:
        if _ORIGIN.fullmatch(origin) is None:
            return Refusal(
                RefusalCode.BAD_FIELD,
                f"'{origin}' is no origin; write it like https://play.example, without a path.",
            )
    values = read_limits(environment)
    if isinstance(values, str):
        return Refusal(RefusalCode.BAD_FIELD, f"{values} is a whole number from zero up.")
    proxies = _read_proxies(environment)
    if isinstance(proxies, Refusal):
        return proxies
    return Options(origins=origins, proxies=proxies, **values)


def _read_proxies(environment: Mapping[str, str]) -> Proxies | Refusal:
    networks = read_networks(value_of("PITBOSS_TRUSTED_PROXIES", environment))
    if isinstance(networks, str):
        return Refusal(
            RefusalCode.BAD_FIELD,
            f"'{networks}' is no address or network; write it like 10.0.0.1 or 10.0.0.0/8.",
        )
    header = value_of("PITBOSS_PROXY_HEADER", environment).lower()
    if header not in (FORWARDED_FOR, FORWARDED):
        return Refusal(
            RefusalCode.BAD_FIELD, "PITBOSS_PROXY_HEADER is X-Forwarded-For or Forwarded."
        )
    return Proxies(networks, header)


def own_origins(host: str, port: int) -> tuple[str, ...]:
    """What a browser on this machine calls the server; anything else has to be named."""
    names = {"127.0.0.1", "localhost"} if host in ("127.0.0.1", "localhost", "0.0.0.0") else {host}  # noqa: S104
    return tuple(sorted(f"http://{name}:{port}" for name in names))

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

    @property
    def is_secure(self) -> bool:
        """Whether browsers come over TLS, so that cookies are kept to it."""
        return all(origin.startswith("https://") for origin in self.origins)


def read_options(environment: Mapping[str, str], *, host: str, port: int) -> Options | Refusal:
    named = [part.strip() for part in value_of("PITBOSS_ORIGINS", environment).split(",")]
    origins = tuple(part for part in named if part) or own_origins(host, port)
    for origin in origins:
        if _ORIGIN.fullmatch(origin) is None:
            return Refusal(
                RefusalCode.BAD_FIELD,
                f"'{origin}' is not an origin; write it like https://play.example, without a path.",
            )
    values = read_limits(environment)
    if isinstance(values, str):
        return Refusal(RefusalCode.BAD_FIELD, f"{values} is a whole number, zero or more.")
    proxies = _read_proxies(environment)
    if isinstance(proxies, Refusal):
        return proxies
    return Options(origins=origins, proxies=proxies, **values)


def _read_proxies(environment: Mapping[str, str]) -> Proxies | Refusal:
    networks = read_networks(value_of("PITBOSS_TRUSTED_PROXIES", environment))
    if isinstance(networks, str):
        return Refusal(
            RefusalCode.BAD_FIELD,
            f"'{networks}' is not an address or network; write it like 10.0.0.1 or 10.0.0.0/8.",
        )
    header = value_of("PITBOSS_PROXY_HEADER", environment).lower()
    if header not in (FORWARDED_FOR, FORWARDED):
        return Refusal(
            RefusalCode.BAD_FIELD, "PITBOSS_PROXY_HEADER is X-Forwarded-For or Forwarded."
        )
    return Proxies(networks, header)


def own_origins(host: str, port: int) -> tuple[str, ...]:
    """What a browser on this machine calls the server; other origins must be set."""
    names = {"127.0.0.1", "localhost"} if host in ("127.0.0.1", "localhost", "0.0.0.0") else {host}  # noqa: S104
    return tuple(sorted(f"http://{name}:{port}" for name in names))

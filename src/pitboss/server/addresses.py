"""Client addresses: who a connection comes from, also through trusted proxies.

A proxy's header is believed only when the connection itself comes from a trusted proxy, and is
read from the right: each proxy appends the address it saw, so the first one that is not a trusted
proxy is the client, and whatever stands left of it is the client's own invention.
"""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from pitboss.server.asgi import Scope

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

UNKNOWN = "unknown"
FORWARDED_FOR = "x-forwarded-for"
FORWARDED = "forwarded"
IPV6_SHARE = 64
"""One customer of an IPv6 network has all addresses with the same so many leading bits."""


@dataclass(frozen=True, slots=True)
class Proxies:
    """Trusted proxies, and the header in which they name a client's address."""

    networks: tuple[Network, ...] = ()
    header: str = FORWARDED_FOR

    def trusts(self, peer: str) -> bool:
        address = parse_address(peer)
        return address is not None and self._is_proxy(address)

    def client_of(self, scope: Scope) -> str:
        """The key that limits per address count by, for a request or a socket."""
        client = scope.get("client")
        peer = client[0] if client else UNKNOWN
        address = parse_address(peer)
        if address is None:
            return peer
        if self._is_proxy(address):
            for hop in reversed(self._hops(scope)):
                found = parse_address(hop)
                if found is None:
                    break
                address = found
                if not self._is_proxy(address):
                    break
        return limit_key(address)

    def _is_proxy(self, address: Address) -> bool:
        return any(address in network for network in self.networks)

    def _hops(self, scope: Scope) -> list[str]:
        """Addresses as the proxies named them, the nearest last."""
        name = self.header.encode()
        lines = [value.decode("latin-1") for key, value in scope["headers"] if key == name]
        hops = [part.strip() for part in ",".join(lines).split(",")]
        return [_forwarded_for(hop) for hop in hops] if self.header == FORWARDED else hops


def _forwarded_for(element: str) -> str:
    """The `for` of one element of a Forwarded header, or an empty text."""
    for pair in element.split(";"):
        name, _, value = pair.strip().partition("=")
        if name.lower() == "for":
            return value.strip('"')
    return ""


def parse_address(text: str) -> Address | None:
    """An address as proxies write it, also in brackets and with a port."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        return found.ipv4_mapped
    return found


def limit_key(address: Address) -> str:
    """An IPv4 address itself; of an IPv6 address the customer's network."""
    if isinstance(address, IPv4Address):
        return str(address)
    return str(ip_network((address, IPV6_SHARE), strict=False))


def key_of(peer: str) -> str:
    """The key that limits count by for a connection without a proxy."""
    address = parse_address(peer)
    return peer if address is None else limit_key(address)


def read_networks(text: str) -> tuple[Network, ...] | str:
    """Networks separated by commas, or the first part that is not one."""
    found: list[Network] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        try:
            found.append(ip_network(part, strict=False))
        except ValueError:
            return part
    return tuple(found)

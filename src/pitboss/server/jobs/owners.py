"""Whose job a request asks for."""

from __future__ import annotations

from pitboss.server.edge.responses import AnyRequest, client_of
from pitboss.server.jobs.queue import Owner


def owner_of(request: AnyRequest) -> Owner:
    """A person, or a browser that has no name yet; one without a cookie counts by its address."""
    client = client_of(request)
    stranger = client.address if client.is_new else client.token
    return Owner(client.address, client.who or stranger)

"""Whose job a request asks for."""

from __future__ import annotations

from pitboss.server.edge.responses import AnyRequest, caller
from pitboss.server.jobs.queue import Owner
from pitboss.server.jobs.runner import Runner


def owner_of(request: AnyRequest) -> Owner:
    """A person, or a browser that has no name yet; one without a cookie counts by its address."""
    known = caller(request)
    if known.session is not None:
        return Owner(known.address, known.session.person.id)
    return Owner(known.address, known.address if known.is_new else known.token)


def jobs_of(request: AnyRequest) -> Runner:
    """The job runner of this application."""
    runner: Runner = request.app.state["jobs"]
    return runner

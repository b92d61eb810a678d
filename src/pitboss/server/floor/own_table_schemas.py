"""Own pages: what the lobby tells somebody of the tables that are theirs."""

from __future__ import annotations

from pitboss.server.edge.schemas import Page


class OwnTable(Page, frozen=True):
    """A table that you opened or sit at, with the link to pass on."""

    table: str
    link: str
    game: str
    title: str
    edition: str
    edition_title: str
    is_host: bool
    own_seat: int | None
    people: int
    bots: int
    seats: int
    says: str

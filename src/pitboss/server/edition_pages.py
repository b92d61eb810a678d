"""Edition pages: an edition to choose where nothing else about it counts."""

from __future__ import annotations

from pitboss.server.pages import Page


class EditionChoice(Page, frozen=True):
    """An edition by name."""

    edition: str
    title: str
    approval: str

"""Preloads: what a browser shall fetch along with a page instead of after it.

A page's address says which parts of the front end it will want; naming them in the answer's head
saves a slow network one way there and back.
"""

from __future__ import annotations

from pitboss.server.edge.static import FrontEnd

LOBBY = "</api/lobby>; rel=preload; as=fetch; crossorigin"
_TABLE = "/table/"
_TABLE_PART = "assets/LiveTable-"


def preloads_for(front: FrontEnd, path: str) -> str | None:
    """The Link header of a page, or None where there is nothing to name."""
    if path == "/":
        return LOBBY
    if not path.startswith(_TABLE):
        return None
    kinds = {".js": "rel=modulepreload", ".css": "rel=preload; as=style; crossorigin"}
    links = [
        f"</{name}>; {kind}"
        for name in sorted(front.assets)
        for ending, kind in kinds.items()
        if name.startswith(_TABLE_PART) and name.endswith(ending)
    ]
    return ", ".join(links) or None

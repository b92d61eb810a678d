"""The API as a page to read: made from the OpenAPI document, without any script.

May import jinja2 and litestar's page plugin; the same document is served as JSON beside it.
"""

from __future__ import annotations

from typing import Any

from jinja2 import Environment, PackageLoader, select_autoescape
from litestar import Request
from litestar.openapi.plugins import OpenAPIRenderPlugin

_PAGES = Environment(loader=PackageLoader("pitboss.server"), autoescape=select_autoescape())


class ReadablePage(OpenAPIRenderPlugin):
    """Every address, what it takes and what it answers."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The page."""
        page = _PAGES.get_template("api.html")
        return page.render(api=openapi_schema, calls=_calls(openapi_schema)).encode()


def _calls(schema: dict[str, Any]) -> list[dict[str, Any]]:
    found = []
    for path, methods in sorted(schema["paths"].items()):
        for method, call in methods.items():
            if isinstance(call, dict) and "responses" in call:
                found.append({"path": path, "method": method.upper(), **call})
    return found

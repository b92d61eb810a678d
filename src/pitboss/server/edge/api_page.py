"""The API as a page to read and as an OpenAPI document, each made once, without any script."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from jinja2 import Environment, PackageLoader, select_autoescape
from litestar import Litestar, MediaType, Request
from litestar._openapi.plugin import OpenAPIPlugin
from litestar.enums import OpenAPIMediaType
from litestar.openapi.plugins import OpenAPIRenderPlugin

from pitboss.server.edge.api_examples import EXAMPLES

_PAGES = Environment(loader=PackageLoader("pitboss.server"), autoescape=select_autoescape())

Schema = dict[str, Any]


class PreparedPage(OpenAPIRenderPlugin):
    """A page made once from the OpenAPI document."""

    def __init__(
        self, make: Callable[[Schema], bytes], *, path: str, kind: MediaType | OpenAPIMediaType
    ) -> None:
        super().__init__(path=path, media_type=kind)
        self.make = make
        self.data = b""

    def render(self, request: Request[Any, Any, Any], openapi_schema: Schema) -> bytes:
        return self.prepare(openapi_schema)

    def prepare(self, schema: Schema) -> bytes:
        self.data = self.data or self.make(_with_examples(schema))
        return self.data


def describing_pages() -> list[PreparedPage]:
    return [
        PreparedPage(_readable, path="/", kind=MediaType.HTML),
        PreparedPage(msgspec.json.encode, path="/openapi.json", kind=OpenAPIMediaType.OPENAPI_JSON),
    ]


def prepare_pages(app: Litestar, pages: list[PreparedPage]) -> None:
    """Make the pages in advance; takes about half a second, best off the event loop."""
    # The plugin's own copy: without it the first request would make another on the event loop.
    schema = app.plugins.get(OpenAPIPlugin).provide_openapi_schema()
    for page in pages:
        page.prepare(schema)


def _with_examples(schema: Schema) -> Schema:
    """The document with an example of every form."""
    for name, record in schema["components"]["schemas"].items():
        if name in EXAMPLES:
            record["examples"] = [EXAMPLES[name]]
    return schema


def _readable(schema: Schema) -> bytes:
    page = _PAGES.get_template("api.html")
    groups = [
        {**tag, "calls": [one for one in _calls(schema) if tag["name"] in one["tags"]]}
        for tag in schema["tags"]
    ]
    return page.render(api=schema, groups=groups).encode()


def _calls(schema: Schema) -> list[Schema]:
    found = []
    for path, methods in sorted(schema["paths"].items()):
        for method, call in methods.items():
            if isinstance(call, dict) and "responses" in call:
                found.append({"path": path, "method": method.upper(), **call})
    return found

"""The built front end, read once at the start and served from memory by exact name.

Only what was read can be sent, so no path of a request ever reaches the disk.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from pitboss.refusals import Refusal, RefusalCode

INDEX = "index.html"
BYTES_MAX = 64 * 1024 * 1024
SMALL = 1_024
_PACKED = (".html", ".js", ".css", ".svg", ".json", ".txt", ".webmanifest")
_BROTLI = ".br"
_BUILT, _MADE = "br", "gzip"
_KINDS = {".js": "text/javascript", ".woff2": "font/woff2", ".webmanifest": "application/json"}

PAGES = frozenset(
    (
        "",
        "table",
        "rounds",
        "me",
        "simulate",
        "desk",
        "pit",
        "train",
        "protect",
        "proof",
        "workbench",
    )
)
"""How the addresses of pages begin; the front end says at every other one that there is none."""
LOBBY_PRELOAD = "</api/lobby>; rel=preload; as=fetch; crossorigin"
_TABLE_PART = "assets/LiveTable-"
_PRELOADS = {".js": "rel=modulepreload", ".css": "rel=preload; as=style; crossorigin"}

NOT_BUILT = b"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Pitboss</title>
<h1>Pitboss</h1>
<p>The server runs, but the front end has not been built. The <a href="/api">API</a> is here.</p>
</html>
"""


@dataclass(frozen=True, slots=True)
class Asset:
    body: bytes
    packed: dict[str, bytes]
    """The same, compressed, by the encoding's name: by the build, or once it was asked for."""
    media_type: str
    etag: str
    is_lasting: bool
    """Whether its name changes with its content."""
    is_text: bool
    """Whether compressing it is worth the while."""

    def accepted(self, encodings: str) -> tuple[str, bytes] | None:
        """The smallest form that a browser's accept-encoding takes, and its name."""
        taken = {one.partition(";")[0].strip() for one in encodings.split(",")}
        if _BUILT in taken and _BUILT in self.packed:
            return _BUILT, self.packed[_BUILT]
        if _MADE not in taken or not self.is_text:
            return None
        # Nearly every browser takes what the build made, so a start does not wait for this.
        if _MADE not in self.packed:
            self.packed[_MADE] = gzip.compress(self.body, 6, mtime=0)
        return _MADE, self.packed[_MADE]


@dataclass(frozen=True, slots=True)
class FrontEnd:
    assets: dict[str, Asset]

    def find(self, path: str) -> Asset | None:
        """The file of a path; a path without a file ending is the single page."""
        name = path.lstrip("/")
        # A round's id ends in a dot and its number; no file does.
        ending = name.rpartition("/")[2].rpartition(".")
        is_file = bool(ending[1]) and not ending[2].isdigit()
        return self.assets.get(name if is_file else INDEX)

    def preloads(self, path: str) -> str | None:
        """The Link header that lets a browser fetch along with a page what it will need."""
        if path == "/":
            return LOBBY_PRELOAD
        parts = [name for name in sorted(self.assets) if name.startswith(_TABLE_PART)]
        kinds = ((name, _PRELOADS.get(Path(name).suffix)) for name in parts)
        links = [f"</{name}>; {kind}" for name, kind in kinds if kind is not None]
        return ", ".join(links) or None if path.startswith("/table/") else None


def is_page(path: str) -> bool:
    """Whether there is a page at an address that is served the one page."""
    return path.lstrip("/").partition("/")[0] in (*PAGES, INDEX)


def read_front_end(folder: Path | None) -> FrontEnd | Refusal:
    """Read a built front end; without one, a page that says so."""
    if folder is None:
        return FrontEnd({INDEX: _asset(INDEX, NOT_BUILT)})
    assets: dict[str, Asset] = {}
    total = 0
    try:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                data = path.read_bytes()
                total += len(data)
                name = path.relative_to(folder).as_posix()
                assets[name] = _asset(name, data)
        for name in [name for name in assets if name.endswith(_BROTLI)]:
            _add_brotli(assets, name)
    except OSError as problem:
        return Refusal(RefusalCode.BAD_FILE, f"{folder} cannot be read: {problem}.")
    if INDEX not in assets or total > BYTES_MAX:
        return Refusal(RefusalCode.BAD_FILE, f"{folder} is not a built front end.")
    return FrontEnd(assets)


def _add_brotli(assets: dict[str, Asset], name: str) -> None:
    """What the build compressed is a form of its file and no file of its own."""
    data = assets.pop(name).body
    plain = assets.get(name.removesuffix(_BROTLI))
    if plain is not None and len(data) < len(plain.body):
        plain.packed[_BUILT] = data


def _asset(name: str, data: bytes) -> Asset:
    suffix = Path(name).suffix
    kind = _KINDS.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Asset(
        body=data,
        packed={},
        media_type=kind,
        etag=f'"{hashlib.sha256(data).hexdigest()[:32]}"',
        is_lasting=name.startswith("assets/"),
        is_text=suffix in _PACKED and len(data) > SMALL,
    )


def front_end_folder(setting: str, here: Path) -> Path | None:
    """Where the front end is: as set, in the package, or in a source tree's web/dist."""
    if setting:
        return Path(setting)
    for folder in (here / "web", here.parents[2] / "web" / "dist"):
        if (folder / INDEX).is_file():
            return folder
    return None

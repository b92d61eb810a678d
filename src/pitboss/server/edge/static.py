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
_KINDS = {".js": "text/javascript", ".woff2": "font/woff2", ".webmanifest": "application/json"}

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
    """One file as it is sent."""

    body: bytes
    packed: bytes | None
    """The same, compressed, where that is smaller."""
    media_type: str
    etag: str
    is_lasting: bool
    """Whether its name changes with its content."""


@dataclass(frozen=True, slots=True)
class FrontEnd:
    """Every file of the front end by its path."""

    assets: dict[str, Asset]

    def find(self, path: str) -> Asset | None:
        """The file of a path; an address that ends like no file is a page of the one page."""
        name = path.lstrip("/")
        # A round's id ends in a dot and its number; no file does.
        ending = name.rpartition("/")[2].rpartition(".")
        is_file = bool(ending[1]) and not ending[2].isdigit()
        return self.assets.get(name if is_file else INDEX)


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
    except OSError as problem:
        return Refusal(RefusalCode.BAD_FILE, f"{folder} cannot be read: {problem}.")
    if INDEX not in assets or total > BYTES_MAX:
        return Refusal(RefusalCode.BAD_FILE, f"{folder} is not a built front end.")
    return FrontEnd(assets)


def _asset(name: str, data: bytes) -> Asset:
    suffix = Path(name).suffix
    kind = _KINDS.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    packed = gzip.compress(data, 9, mtime=0) if suffix in _PACKED and len(data) > SMALL else None
    return Asset(
        body=data,
        packed=packed if packed is not None and len(packed) < len(data) else None,
        media_type=kind,
        etag=f'"{hashlib.sha256(data).hexdigest()[:32]}"',
        is_lasting=name.startswith("assets/"),
    )


def front_end_folder(setting: str, here: Path) -> Path | None:
    """Where the front end is: as set, in the package, or in a source tree's web/dist."""
    if setting:
        return Path(setting)
    for folder in (here / "web", here.parents[2] / "web" / "dist"):
        if (folder / INDEX).is_file():
            return folder
    return None

"""The cache of proofs: what was worked out once, kept on disk under a hash of all it follows from.

A stale entry has another name, a damaged one fails its checksum and is made again; neither is ever
shown.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from pitboss import __version__
from pitboss.report.files import write_file

MAGIC = b"pitboss-proof-1\n"
FILES_MAX = 2_000
PRUNED = 200
_SUM = 32
_KINDS = ("*.py", "*.toml", "*.md", "*.typ", "*.html", "*.css")


def sources_digest() -> str:
    """A hash of everything in the package that a proof could depend on."""
    package = Path(__file__).resolve().parents[2]
    digest = hashlib.sha256(__version__.encode())
    for path in sorted(path for kind in _KINDS for path in package.rglob(kind)):
        digest.update(f"\n{path.relative_to(package).as_posix()}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class ProofCache:
    """A folder of entries; a folder that cannot be written makes every entry anew."""

    folder: Path
    sources: str

    def path(self, *parts: str) -> Path:
        """Where the entry that follows from these parts lies."""
        key = hashlib.sha256(json.dumps([self.sources, *parts]).encode()).hexdigest()
        return self.folder / key[:2] / key

    def read(self, *parts: str) -> bytes | None:
        """The entry, or None when there is none or it is damaged."""
        try:
            content = self.path(*parts).read_bytes()
        except OSError:
            return None
        start = len(MAGIC) + _SUM
        body = content[start:]
        is_whole = content[:start] == MAGIC + hashlib.sha256(body).digest()
        return body if is_whole else None

    def write(self, body: bytes, *parts: str) -> None:
        """Keep an entry."""
        path = self.path(*parts)
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError:
            return
        write_file(path, MAGIC + hashlib.sha256(body).digest() + body)
        self._prune()

    def _prune(self) -> None:
        """Forget the oldest entries once there are too many."""
        try:
            files = [path for path in self.folder.glob("*/*") if path.is_file()]
            if len(files) > FILES_MAX:
                for path in sorted(files, key=lambda one: one.stat().st_mtime)[:PRUNED]:
                    path.unlink(missing_ok=True)
        except OSError:
            return

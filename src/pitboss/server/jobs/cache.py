"""The cache of results: kept on disk under a hash of everything they follow from.

A stale entry has another name, a damaged one fails its checksum and is made again.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from pitboss.report.files import write_file

MAGIC = b"pitboss-job-1\n"
FILES_MAX = 2_000
PRUNED = 200
_SUM = 32


@dataclass(frozen=True, slots=True)
class Cache:
    """A folder of entries; an unwritable folder keeps nothing."""

    folder: Path
    sources: str
    """The digest of the package: results of other sources are never found."""

    def path(self, *parts: str) -> Path:
        """The file of the entry that depends on these parts."""
        key = hashlib.sha256(json.dumps([self.sources, *parts]).encode()).hexdigest()
        return self.folder / key[:2] / key

    def read(self, *parts: str) -> bytes | None:
        """The entry, or None when it is missing or damaged."""
        try:
            content = self.path(*parts).read_bytes()
        except OSError:
            return None
        start = len(MAGIC) + _SUM
        body = content[start:]
        is_whole = content[:start] == MAGIC + hashlib.sha256(body).digest()
        return body if is_whole else None

    def write(self, body: bytes, *parts: str) -> None:
        path = self.path(*parts)
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError:
            return
        write_file(path, MAGIC + hashlib.sha256(body).digest() + body)
        self._prune()

    def _prune(self) -> None:
        """Delete the oldest entries once there are too many."""
        try:
            files = [path for path in self.folder.glob("*/*") if path.is_file()]
            if len(files) > FILES_MAX:
                for path in sorted(files, key=lambda one: one.stat().st_mtime)[:PRUNED]:
                    path.unlink(missing_ok=True)
        except OSError:
            return

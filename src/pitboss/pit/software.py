"""Software: what this house runs as hashes of its files, and whether it is still that.

Taken when a process starts; looked at again every 24 hours and on demand. Reads files and imports
nothing of the project; the pit stops taking bets when a file is not what it was.
"""

from __future__ import annotations

import contextlib
import hashlib
from dataclasses import dataclass
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
AGAIN_MS = 60_000
EACH_MS = 24 * 3_600_000
KINDS = frozenset({".py", ".toml", ".sql", ".md", ".html"})
"""Rules, pay tables, engine, schema: everything a round could depend on."""


@dataclass(slots=True)
class Software:
    """The files of a folder as they were, each by its SHA-256."""

    folder: Path
    files: dict[str, str]
    checked_ms: int

    @classmethod
    def start(cls, *, now_ms: int, folder: Path = PACKAGE) -> Software:
        """What is there now."""
        return cls(folder, _hashes(folder), now_ms)

    @property
    def digest(self) -> str:
        """One hash over all, to compare with what was approved."""
        lines = (f"{name} {digest}\n" for name, digest in sorted(self.files.items()))
        return hashlib.sha256("".join(lines).encode()).hexdigest()

    def is_due(self, now_ms: int) -> bool:
        """Whether a day has passed since the last look."""
        return now_ms >= self.checked_ms + EACH_MS

    def changes(self, *, now_ms: int) -> tuple[str, ...]:
        """Look now: the files that were changed, added or removed, by name."""
        self.checked_ms = now_ms
        try:
            found = _hashes(self.folder)
        except OSError:
            # Nothing was seen, as without a free file handle: look again soon.
            self.checked_ms = now_ms - EACH_MS + AGAIN_MS
            return ()
        names = self.files.keys() | found.keys()
        return tuple(sorted(n for n in names if self.files.get(n) != found.get(n)))


def _hashes(folder: Path) -> dict[str, str]:
    found = {}
    for path in folder.rglob("*"):
        if path.suffix in KINDS and path.is_file():
            name = path.relative_to(folder).as_posix()
            # A file that goes away while it is looked at was removed.
            with contextlib.suppress(FileNotFoundError):
                found[name] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found

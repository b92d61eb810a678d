"""Software: what this house runs as hashes of its files, and whether it is still that.

Taken when a process starts; looked at again every 24 hours and on demand. The
pit stops taking bets when a file is not what it was.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pitboss.package import PACKAGE, digest_hashes, hash_files, packaged_files

AGAIN_MS = 60_000
EACH_MS = 24 * 3_600_000


@dataclass(slots=True)
class Software:
    """The files of a folder as they were, each by its SHA-256."""

    folder: Path
    files: dict[str, str]
    checked_ms: int

    @classmethod
    def start(cls, *, now_ms: int, folder: Path = PACKAGE) -> Software:
        return cls(folder, hash_files(packaged_files(folder), folder), now_ms)

    @property
    def digest(self) -> str:
        """One hash over all, to compare with what was approved."""
        return digest_hashes(self.files)

    def is_due(self, now_ms: int) -> bool:
        """Whether a day has passed since the last look, or the house's time was set back."""
        return not self.checked_ms <= now_ms < self.checked_ms + EACH_MS

    def changes(self, *, now_ms: int) -> tuple[str, ...]:
        """Look now: the files that were changed, added or removed, by name."""
        self.checked_ms = now_ms
        try:
            found = hash_files(packaged_files(self.folder), self.folder)
        except OSError:
            # Nothing was seen, as without a free file handle: look again soon.
            self.checked_ms = now_ms - EACH_MS + AGAIN_MS
            return ()
        names = self.files.keys() | found.keys()
        return tuple(sorted(n for n in names if self.files.get(n) != found.get(n)))

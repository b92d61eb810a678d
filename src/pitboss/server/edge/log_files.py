"""Log files: lines written by a thread of their own, so that no table waits for a disk or a pipe.

A file that has reached its size is renamed to NAME.1, the older ones move on by one, and the
oldest is removed: a log never takes more than its share of the disk.
"""

from __future__ import annotations

import contextlib
import os
import threading
from pathlib import Path
from queue import Full, Queue

from pitboss.private_files import open_private, tighten

QUEUE_MAX = 10_000
RETRY_S = 1.0
CLOSE_S = 2.0
_APPENDING = os.O_WRONLY | os.O_APPEND
NOWHERE = -1


class LogFile:
    """A file by its path, or an open stream; -1 is a stream that leads nowhere."""

    def __init__(self, where: Path | int, *, bytes_max: int = 0, files_max: int = 1) -> None:
        path = None if isinstance(where, int) else where
        self._path = path
        self._bytes_max = bytes_max
        self._files_max = files_max
        self._queue: Queue[str | None] = Queue(QUEUE_MAX)
        self._closing = threading.Event()
        self._is_failing = False
        self._handle = where if isinstance(where, int) else open_private(where, _APPENDING)
        for name in self._names():
            # Files of an older version; another user's stay as they are.
            with contextlib.suppress(OSError):
                tighten(name)
        self._size = 0 if path is None else os.fstat(self._handle).st_size
        self._thread = threading.Thread(target=self._run, name="pitboss-log", daemon=True)
        self._thread.start()

    def write(self, line: str) -> None:
        """Queue a line; raises an `OSError` while lines cannot be written."""
        if self._is_failing or self._closing.is_set():
            raise OSError("the log cannot be written")
        try:
            self._queue.put_nowait(line)
        except Full:
            raise OSError("the log is not read as fast as it is written") from None

    def close(self) -> None:
        """Write what is queued, within a moment; the rest is lost."""
        try:
            self._queue.put(None, timeout=CLOSE_S)
        except Full:
            self._closing.set()
        self._thread.join(CLOSE_S)
        self._closing.set()
        self._thread.join(CLOSE_S)
        if not self._thread.is_alive() and self._handle != NOWHERE:
            os.close(self._handle)

    def _run(self) -> None:
        while (line := self._queue.get()) is not None:
            data = line.encode("utf-8", "replace")
            is_new = True
            while data and not self._closing.is_set():
                try:
                    if is_new:
                        self._make_room(len(data))
                    written = os.write(self._handle, data)
                except OSError:
                    # The rest of this line is kept for when there is room again.
                    self._is_failing = True
                    self._closing.wait(RETRY_S)
                else:
                    self._is_failing, is_new = False, False
                    self._size += written
                    data = data[written:]

    def _names(self) -> list[Path]:
        """The file and its older ones, newest first."""
        path = self._path
        if path is None:
            return []
        return [path, *(Path(f"{path}.{number}") for number in range(1, self._files_max))]

    def _make_room(self, size: int) -> None:
        """Rotate when this file would become too large."""
        path, most = self._path, self._bytes_max
        if path is None or most == 0 or self._size == 0 or self._size + size <= most:
            return
        if self._files_max > 1:
            names = self._names()
            for older, newer in zip(reversed(names), reversed(names[:-1]), strict=False):
                if newer.exists():
                    newer.replace(older)
        else:
            os.ftruncate(self._handle, 0)
        handle = open_private(path, _APPENDING)
        os.close(self._handle)
        self._handle, self._size = handle, 0

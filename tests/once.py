"""What is the same for every house in one process of tests, worked out or loaded once for all.

None depends on the house: exact moments follow from an edition, by whose digest a book keeps them,
what Litestar reads from a handler follows from its source, and no test changes a file of the
package or of the built front end.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any
from weakref import WeakValueDictionary

from litestar.utils.signature import ParsedSignature

from pitboss.floor.theory import Moments
from pitboss.package import PACKAGE
from pitboss.pit.software import Software
from pitboss.refusals import Refusal
from pitboss.server import run
from pitboss.server.edge.static import FrontEnd, front_end_folder, read_front_end
from pitboss.server.house import House
from pitboss.server.jobs import process
from tests import prefork

_MOMENTS: dict[str, Moments] = {}
_SIGNATURES: dict[object, ParsedSignature] = {}
WorkerProcess = prefork.loading(*prefork.WORKERS)
WORKERS: WeakValueDictionary[int, Popen[bytes]] = WeakValueDictionary()
"""Workers of houses in this process, by their ids."""


def share_moments(house: House) -> None:
    """Let a house find the moments that others of this process have worked out."""
    house.tallies.book.moments = _MOMENTS


def _read_once(read: Callable[..., ParsedSignature]) -> Callable[..., ParsedSignature]:
    def from_fn(fn: Any, signature_namespace: dict[str, Any]) -> ParsedSignature:
        # Bound methods of each house share a function; routes' own answers to OPTIONS share code.
        found = getattr(fn, "__func__", fn)
        name = (found.__module__, found.__code__, found is fn, *sorted(signature_namespace))
        if name not in _SIGNATURES:
            _SIGNATURES[name] = read(fn, signature_namespace)
        return _SIGNATURES[name]

    return from_fn


setattr(ParsedSignature, "from_fn", _read_once(ParsedSignature.from_fn))  # noqa: B010


_start_software = Software.start
_files_of_package = cache(lambda: _start_software(now_ms=0).files)
_built_front_end = cache(read_front_end)


def _start_once(*, now_ms: int, folder: Path = PACKAGE) -> Software:
    if folder != PACKAGE:
        return _start_software(now_ms=now_ms, folder=folder)
    return Software(folder, dict(_files_of_package()), now_ms)


def _read_front_end_once(folder: Path | None) -> FrontEnd | Refusal:
    is_own = folder == front_end_folder("", PACKAGE / "server")
    return _built_front_end(folder) if is_own else read_front_end(folder)


setattr(Software, "start", _start_once)  # noqa: B010
vars(run)["read_front_end"] = _read_front_end_once


def _popen(command: tuple[str, ...]) -> Popen[bytes]:
    started = WorkerProcess(command, stdin=PIPE, stdout=PIPE)
    WORKERS[started.pid] = started
    return started


vars(process)["_popen"] = _popen

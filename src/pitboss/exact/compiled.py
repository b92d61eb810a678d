"""The one way to compile a kernel, with one set of flags and a cache that cannot mislead.

Importing this imports numba (about half a second), so quick paths stay away from it. Where numba is
not installed a kernel is the plain Python function: the same figures, later.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

from pitboss.extras import missing_extra
from pitboss.invariants import check
from pitboss.package import cache_root

F = TypeVar("F", bound=Callable[..., Any])

# Variables that change the code numba makes without changing the key of its cache.
_CODE_VARIABLES = ("NUMBA_BOUNDSCHECK", "NUMBA_OPT", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")
LOCK_TRIES = 600
LOCK_PAUSE_S = 0.1
_LARGEST_INT64 = 2**63 - 1
_HOME = "pitboss.exact.compiled"
_IMPORT = re.compile(
    r"^\s*(?:from|import) (pitboss[.\w]*)(?: import (\([^)]*\)|.*))?", re.MULTILINE
)


def kernel_sources() -> list[Path]:
    """The files with kernels and everything in the package that they import, near or far."""
    package = Path(__file__).resolve().parent.parent
    texts = {path: path.read_text(encoding="utf-8") for path in package.rglob("*.py")}
    waiting = [path for path, text in texts.items() if _HOME in text]
    found: set[Path] = set()
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += [near for near in _imports(texts[path], package) if near in texts]
    return sorted(found)


def _imports(text: str, package: Path) -> Iterator[Path]:
    """Where each module named by an import of the package may lie."""
    for module, names in _IMPORT.findall(text):
        for name in ("", *re.findall(r"\w+", names)):
            place = package.parent.joinpath(*module.split("."), *filter(None, [name]))
            yield place.with_suffix(".py")
            yield place / "__init__.py"


def source_digest() -> str:
    """A hash of what compiled code depends on: sources, numba's version and its settings.

    numba itself only notices a change in the file of the kernel, not in a file that kernel
    calls or takes a constant from; a folder named by this digest notices both.
    """
    package = Path(__file__).resolve().parent.parent
    digest = hashlib.sha256(f"{version('numba')} {sys.version}".encode())
    for name in _CODE_VARIABLES:
        digest.update(f"\n{name}={os.environ.get(name, '')}".encode())
    for path in kernel_sources():
        digest.update(f"\n{path.relative_to(package).as_posix()}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:32]


def _prepare_cache() -> bool:
    """Point numba at the folder for exactly these sources; False when it cannot be written."""
    folder = cache_root() / "kernels" / source_digest()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return False
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    return os.access(folder, os.W_OK)


_HAS_COMPILER = missing_extra("sim", "Compiled code") is None
_CACHE = _HAS_COMPILER and _prepare_cache()

# numba reads NUMBA_CACHE_DIR when it is first imported, hence only now; it has no types.
numba: Any = import_module("numba") if _HAS_COMPILER else None
_caching: Any = import_module("numba.core.caching") if _HAS_COMPILER else None
_compiler_lock: Any = (
    import_module("numba.core.compiler_lock").global_compiler_lock if _HAS_COMPILER else None
)

if _CACHE:
    numba.config.CACHE_DIR = os.environ["NUMBA_CACHE_DIR"]


def _is_sealed(path: str) -> bool:
    try:
        content = Path(path).read_bytes()
    except OSError:
        return False
    return hashlib.sha256(content[:-32]).digest() == content[-32:]


class _SealedFiles(_caching.IndexDataCacheFile if _HAS_COMPILER else object):  # type: ignore[misc]
    """numba's cache files with a checksum at their end: a damaged one counts as absent."""

    @contextlib.contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[io.BytesIO]:
        buffer = io.BytesIO()
        yield buffer
        content = buffer.getvalue()
        with super()._open_for_write(filepath) as file:
            file.write(content + hashlib.sha256(content).digest())

    def _load_index(self) -> dict[Any, str]:
        if not _is_sealed(self._index_path):
            return {}
        overloads: dict[Any, str] = super()._load_index()
        return overloads

    def _load_data(self, name: str) -> Any:
        if not _is_sealed(self._data_path(name)):
            # numba takes an OSError here to mean "not there" and compiles again.
            raise OSError(f"{name} is damaged")
        return super()._load_data(name)


def _seal(cache: Any, module: str) -> None:
    implementation = cache._impl
    stamp = implementation.locator.get_source_stamp()
    if module.startswith("pitboss."):
        # The folder's digest covers these sources, wherever and whenever they were installed.
        stamp = None
        cache._cache_path = str(Path(numba.config.CACHE_DIR) / module)
        Path(cache._cache_path).mkdir(mode=0o700, exist_ok=True)
    cache._cache_file = _SealedFiles(
        cache_path=cache._cache_path,
        filename_base=implementation.filename_base,
        source_stamp=stamp,
    )


def _compile_once(compiled: Any) -> Callable[[Any], Any]:
    """Its `compile`, such that of several processes one compiles and the others load the result."""
    compile_now = compiled.compile
    lock = Path(compiled._cache._cache_path) / f"{compiled._cache._impl.filename_base}.lock"

    def compile_or_load(signature: Any) -> Any:
        # First the lock of this process: its threads must not wait for each other's files.
        with _compiler_lock, _locked(lock):
            return compile_now(signature)

    return compile_or_load


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold a lock between processes; one that cannot be had in time only costs the work twice."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            file = stack.enter_context(path.open("wb"))
            for _ in range(LOCK_TRIES):
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    time.sleep(LOCK_PAUSE_S)
                else:
                    break
        yield


def kernel(*, largest: int, inline: bool = False) -> Callable[[F], F]:
    """Compile a function of integers, arrays and nothing else.

    `largest` is the largest absolute value any of its 64-bit integers can reach, worked
    out by the author from the sizes involved; it must fit, since compiled integers wrap
    without a word. Bounds checks follow NUMBA_BOUNDSCHECK; the lock of the interpreter is
    released, so kernels run in threads.

    `inline` pastes a helper into its callers before they are optimised: one that stays a call
    of its own counts references to every array, and the loop vectoriser refuses it.
    """
    check(0 <= largest <= _LARGEST_INT64, f"a count of {largest} does not fit in 64 bits")

    def decorate(function: F) -> F:
        if not _HAS_COMPILER:
            return function
        compiled: Any = numba.njit(
            cache=_CACHE,
            nogil=True,
            boundscheck=None,
            error_model="python",
            fastmath=False,
            parallel=False,
            inline="always" if inline else "never",
        )(function)
        if _CACHE and hasattr(compiled, "_cache"):
            _seal(compiled._cache, function.__module__)
            compiled.compile = _compile_once(compiled)
        result: F = compiled
        return result

    return decorate

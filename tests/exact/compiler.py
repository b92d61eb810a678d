"""The compiler, loaded and used once: what processes that compile are forked from."""

from __future__ import annotations

from importlib import import_module
from typing import Any

numba: Any = import_module("numba")  # It has no types.
# Whatever is compiled first costs a second more.
numba.njit(lambda x: x + 1)(1)

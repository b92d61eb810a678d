"""Modules that are loaded when something of them is first asked for.

Every process of a run imports every test file; what few of them use is left until it is used.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

ASKED_OF_TESTS = ("is_hypothesis_test",)


class Late:
    """Stands for a module, and is as much of it as is asked for."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        # pytest and hypothesis look whether it is a test.
        if name.startswith("_") or name in ASKED_OF_TESTS:
            raise AttributeError(name)
        return getattr(import_module(self._name), name)


openpyxl = Late("openpyxl")
schemathesis = Late("schemathesis")
stats = Late("scipy.stats")

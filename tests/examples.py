"""How much is tried: few examples and cases in the gate, many in the soak."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import settings

USUAL = 100
"""What hypothesis tries unless told otherwise."""


def examples(count: int, **options: Any) -> settings:
    """So many of hypothesis's usual hundred; fewer in the gate, far more in the soak."""
    return settings(max_examples=count * settings().max_examples // USUAL, **options)


def in_soak(*values: object) -> Any:
    """A case of `parametrize` that only the soak tries."""
    return pytest.param(*values, marks=pytest.mark.slow)

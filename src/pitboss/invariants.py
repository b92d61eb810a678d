"""Invariants: conditions that only a defect can break.

`check` stays active under `python -O`, where `assert` would be removed.
"""

from typing import TypeVar

T = TypeVar("T")


class BrokenInvariant(Exception):
    """A defect was found. The program stops; nothing catches this to carry on."""


DEFECTS = (BrokenInvariant, ArithmeticError, LookupError, OSError, TypeError, ValueError)
"""What defective code raises; work done for somebody else turns these into a refusal."""


def check(condition: bool, message: str) -> None:
    """Stop the program when a condition that must hold does not."""
    if not condition:
        raise BrokenInvariant(message)


def narrow(value: object, kind: type[T]) -> T:
    """The value, of which only a defect could make another kind."""
    if not isinstance(value, kind):
        raise BrokenInvariant(f"{value!r} is not of kind {kind.__name__}")
    return value

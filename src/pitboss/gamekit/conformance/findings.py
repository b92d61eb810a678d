"""Findings: what one check says of a game, and what to do next."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Standing(StrEnum):
    """How a check came out. A note is something to look at; the game can be played."""

    PASSED = "ok"
    NOTE = "note"
    FAILED = "fail"


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found, in a sentence."""

    check: str
    edition: str
    """The edition's key; empty where it is about the game."""
    standing: Standing
    sentence: str
    advice: str = ""
    """What to do next; empty where all is well."""


class Failed(Exception):
    """What the game does that no game may do."""


class Noted(Exception):
    """What is missing or could not be checked, and what to do if not as the check says."""

    def __init__(self, sentence: str, advice: str = "") -> None:
        super().__init__(sentence)
        self.advice = advice


def expect(condition: bool, sentence: str) -> None:
    """Fail the check with a sentence unless the condition holds."""
    if not condition:
        raise Failed(sentence)

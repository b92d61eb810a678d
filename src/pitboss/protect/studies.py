"""Studies: what can be asked about a game's protection, found by the name of the game.

A package `protect/<game>` that defines `STUDIES` lists them; other games have those for any game.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pitboss.games.contract import AnyGame
from pitboss.games.editions import HasHead
from pitboss.games.parts import find_part
from pitboss.protect.runs import Amount, Progress, silent
from pitboss.refusals import Refusal, RefusalCode
from pitboss.report.blocks import Document
from pitboss.simulate.engines import Engine


@dataclass(frozen=True, slots=True)
class StudyRequest:
    """A request for a study of one edition."""

    game: AnyGame
    edition: HasHead
    engine: Engine
    amount: Amount
    options: Mapping[str, Any] = field(default_factory=dict)
    """Only options that the study takes."""
    whole: bool = True
    """Whether a document will be made, not only its figures."""
    on_progress: Progress = silent


@dataclass(frozen=True, slots=True)
class StudyResult:
    """The result of a study: figures for machines, and pages for people if requested."""

    keys: dict[str, Any]
    document: Document | None = None


@dataclass(frozen=True, slots=True)
class Study:
    name: str
    summary: str
    make: Callable[[StudyRequest], StudyResult | Refusal]
    options: frozenset[str] = frozenset()
    samples: int = 1
    """How many samples at most, unless the caller says otherwise."""
    error: float | None = None
    first: int = 64
    full: int = 4096
    quick: int = 1
    """Samples for a report within seconds."""


def load_later(module: str, name: str) -> Callable[..., Any]:
    """A function of another module, which is imported with its kernels when first called.

    A program that only lists studies, such as the server, then needs no compiler.
    """

    def call(*arguments: Any) -> Any:
        return getattr(importlib.import_module(module), name)(*arguments)

    return call


def studies_of(game: AnyGame) -> tuple[Study, ...]:
    """Every study of this game; those for any game where it brings none."""
    from pitboss.protect.counting import COUNTING
    from pitboss.protect.mistakes import MISTAKES

    own: tuple[Study, ...] | None = find_part("protect", game, "STUDIES")
    return (COUNTING, MISTAKES) if own is None else own


def find_study(game: AnyGame, name: str) -> Study | Refusal:
    known = studies_of(game)
    for study in known:
        if study.name == name:
            return study
    names = ", ".join(study.name for study in known) or "none"
    return Refusal(
        RefusalCode.UNKNOWN_OPTION,
        f"{game.title} has no study '{name}'; its studies are {names}.",
    )


def option_refusal(study: Study, options: Iterable[str]) -> Refusal | None:
    """The first option given that this study does not take."""
    for name in options:
        if name not in study.options:
            taken = ", ".join(f"--{one}" for one in sorted(study.options)) or "none"
            return Refusal(
                RefusalCode.UNKNOWN_OPTION,
                f"The study '{study.name}' takes no --{name}; it takes {taken}.",
            )
    return None

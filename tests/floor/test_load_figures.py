"""The judging of `scripts/load.py`: every aim that is missed is named, and the run fails."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The script, which is no part of a package."""
    monkeypatch.syspath_prepend(str(SCRIPTS))
    return importlib.import_module("load")


def good(load: Any) -> Any:
    """Figures that just meet every aim."""
    figures = load.Figures()
    # One in a hundred may be as late as it likes; of two hundred, one more is too many.
    figures.acks = [1.0] * 197 + [99.9, 99.9, 10_000.0]
    figures.states = [1.0] * 197 + [149.9, 149.9, 10_000.0]
    figures.sizes = [100.0] * 99 + [700.0] * 2 + [9_999.0] * 99
    figures.views, figures.busy_s = 10_000, 2.0
    return figures


def test_figures_that_meet_every_aim_miss_none(load: Any) -> None:
    assert load.judged("full house", good(load)) == []


def late_acks(figures: Any) -> None:
    figures.acks = [1.0] * 197 + [100.0] * 3


def late_states(figures: Any) -> None:
    figures.states = [1.0] * 197 + [150.0] * 3


def no_acks(figures: Any) -> None:
    figures.acks = []


def no_views(figures: Any) -> None:
    figures.views, figures.busy_s = 0, 0.0


def no_sizes(figures: Any) -> None:
    figures.sizes = []


def dear_views(figures: Any) -> None:
    figures.busy_s = 2.1


def large_views(figures: Any) -> None:
    figures.sizes = [100.0] * 99 + [701.0] * 101


def errors(figures: Any) -> None:
    figures.errors = ["a socket ended"]


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (late_acks, "hall: bet to acknowledgement 100 ms, aim 100"),
        (no_acks, "hall: bet to acknowledgement nan ms, aim 100"),
        (late_states, "hall: state 150 ms, aim 150"),
        (no_views, "hall: nan ms by view sent, aim 0.2"),
        (no_sizes, "hall: nan bytes by view, aim 700"),
        (dear_views, "hall: 0.21 ms by view sent, aim 0.2"),
        (large_views, "hall: 701 bytes by view, aim 700"),
        (errors, "hall: 1 errors, first a socket ended"),
    ],
)
def test_an_aim_that_is_missed_is_named(load: Any, spoil: Callable[[Any], None], said: str) -> None:
    figures = good(load)
    spoil(figures)
    assert load.judged("hall", figures) == [said]


@pytest.mark.parametrize(
    ("missed", "codes", "code"),
    [([], [0], 0), (["hall: state 150 ms, aim 150"], [0], 1), ([], [0, 3], 1)],
)
def test_the_exit_code_tells_whether_every_aim_was_met(
    *,
    load: Any,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    missed: list[str],
    codes: list[int],
    code: int,
) -> None:
    """What a run of ten minutes would have brought is given; what is made of it is the script's."""
    found = load.Measured([], missed, load.Figures(), codes)
    monkeypatch.setattr(load, "measure", lambda *_: found)
    monkeypatch.setattr(sys, "argv", ["load.py"])
    assert load.main() == code
    assert ("All met." in capsys.readouterr().out) == (not missed)

"""Banned calls: chance, clocks, files and floats stay out of the parts that must be exact."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import pytest

from tests.tidy.names import uses_of
from tests.tidy.test_layers import LAYERS
from tests.tidy.tree import Source, expect_none, package_sources, ratchet, sample

EVERYWHERE = frozenset().union(*LAYERS) | {""}
# A constant whose name ends so is a wait in seconds, for which the standard library takes floats.
SECONDS = "_S"
BELOW_PIT = frozenset().union(*LAYERS[:5])


@dataclass(frozen=True, slots=True)
class Ban:
    """Names that the listed parts may not use, and what they do in their place."""

    rule: str
    names: re.Pattern[str]
    parts: frozenset[str]
    do: str


BANS = (
    Ban("chance", re.compile(r"random(\..*)?"), EVERYWHERE, "take a bit source"),
    Ban(
        "chance",
        # The seeded generators of numpy are values; everything else there is hidden state.
        re.compile(r"(np|numpy)\.random(?!\.(Generator|PCG64DXSM|Philox|SeedSequence)\b).*"),
        EVERYWHERE,
        "pass a Generator",
    ),
    Ban(
        "chance",
        re.compile(r"(secrets(\..*)?|os\.urandom|uuid\.uuid[14]|numpy\.random.*)"),
        BELOW_PIT | {"par"},
        "take a bit source",
    ),
    Ban(
        "clock",
        re.compile(
            r"(time(\..*)?|datetime\.(datetime|date)\.(now|utcnow|today)|asyncio\.sleep"
            r"|.*\.(utcnow|today)|datetime\.now)"
        ),
        BELOW_PIT | {"par", "protect"},
        "take the time as an argument",
    ),
    Ban(
        "files",
        re.compile(
            r"(?!(?:\w+\.)*files\('pitboss)(open|(?i:.*(path|file|folder|export)\w*(\(.*\))?)\.open|io\.open|os\.(remove|mkdir|makedirs|environ|getenv)|shutil(\..*)?"
            r"|tempfile(\..*)?|subprocess(\..*)?|socket(\..*)?|.*\.(read|write)_(text|bytes)"
            r"|.*\.(mkdir|unlink|touch))"
        ),
        # What ships inside the package may be read; the store's whole work is its database.
        BELOW_PIT - {"store"} | {"par", "protect"},
        "take and return text or bytes",
    ),
    Ban(
        "screen",
        re.compile(r"(print|input|sys\.(stdout|stderr|stdin))(\..*)?"),
        EVERYWHERE - {"cli", "__main__"},
        "return what is to be shown",
    ),
    Ban(
        "float",
        re.compile(r"(float|math\.(sqrt|log|log2|log10|exp|pow|fsum|inf|nan)|cmath(\..*)?)"),
        # Drawing (report) and statistics (exact and above) may round; these parts may not.
        frozenset().union(*LAYERS[:3]) - {"report"} | {"table"},
        "use integers and fractions",
    ),
    Ban("warnings", re.compile(r"warnings(\..*)?"), BELOW_PIT, "return a refusal"),
)

# Narrow exceptions, as (file, rule): reason. Taken off here once the file no longer needs one.
ALLOWED = {
    ("src/pitboss/games/game_folder.py", "files"): "reads the editions and rules beside a game",
    ("src/pitboss/games/profiles.py", "files"): "reads the jurisdiction profiles that ship",
    ("src/pitboss/report/files.py", "files"): "writes a file whole or not at all",
    ("src/pitboss/audit/verify.py", "files"): "is also a program that outsiders run by itself",
    ("src/pitboss/audit/verify.py", "screen"): "is also a program that outsiders run by itself",
    ("src/pitboss/par/check_certificate.py", "files"): "is a program that outsiders run by itself",
    ("src/pitboss/par/check_certificate.py", "screen"): "is a program that outsiders run by itself",
    ("src/pitboss/package.py", "files"): "hashes the files of the package",
    ("src/pitboss/exact/compiled.py", "files"): "keeps compiled kernels in the user's cache",
    ("src/pitboss/exact/solver_trial.py", "files"): "compares a solver in a process of its own",
    ("src/pitboss/exact/compiled.py", "clock"): "waits for another process that compiles",
}


@dataclass(frozen=True, slots=True)
class Found:
    """One use of something banned."""

    path: str
    rule: str
    message: str


def banned(source: Source) -> Iterator[Found]:
    """Everything banned that a source uses."""
    for use in uses_of(source):
        for ban in _bans_on(use.name):
            if source.part in ban.parts:
                where = f"{source.path}:{use.line} uses {use.name} ({ban.rule}): {ban.do}"
                yield Found(source.path, ban.rule, where)
    waits: set[ast.expr | None] = set()
    for node in source.nodes:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name.endswith(SECONDS):
                waits.add(value)
            case ast.Constant(value=float() | complex()) if (
                node not in waits and "float" in _rules_for(source.part)
            ):
                message = f"{source.path}:{node.lineno} has a float: use integers and fractions"
                yield Found(source.path, "float", message)
            case ast.Assert():
                message = f"{source.path}:{node.lineno} asserts: use pitboss.invariants.check"
                yield Found(source.path, "assert", message)
            case ast.ExceptHandler(type=caught, body=body) if _catches_all(caught) and not _raises(
                body
            ):
                message = f"{source.path}:{node.lineno} catches everything: name the exception"
                yield Found(source.path, "except", message)


@cache
def _bans_on(name: str) -> tuple[Ban, ...]:
    return tuple(ban for ban in BANS if ban.names.fullmatch(name))


@cache
def _rules_for(part: str) -> set[str]:
    return {ban.rule for ban in BANS if part in ban.parts}


def _catches_all(caught: ast.expr | None) -> bool:
    if caught is None:
        return True
    kinds = caught.elts if isinstance(caught, ast.Tuple) else [caught]
    return any(ast.unparse(kind) in ("Exception", "BaseException") for kind in kinds)


def _raises(body: list[ast.stmt]) -> bool:
    """True for a handler that only cleans up and lets the exception go on."""
    return isinstance(body[-1], ast.Raise) and body[-1].exc is None


@cache
def all_found() -> tuple[Found, ...]:
    return tuple(use for source in package_sources() for use in banned(source))


def test_nothing_banned_is_used() -> None:
    expect_none(use.message for use in all_found() if (use.path, use.rule) not in ALLOWED)


def test_every_exception_is_still_needed() -> None:
    found = {f"{use.path} {use.rule}" for use in all_found()}
    listed = {f"{path} {rule}" for path, rule in ALLOWED}
    expect_none(ratchet(found & listed, allowed=listed))


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("import random", "chance"),
        ("from random import shuffle", "chance"),
        ("import numpy as np\nnp.random.seed(1)", "chance"),
        ("from numpy.random import default_rng", "chance"),
        ("import os\nbits = os.urandom(8)", "chance"),
        ("import time\nnow = time.time()", "clock"),
        ("from time import monotonic as m\nm()", "clock"),
        ("from datetime import datetime\nx = datetime.now()", "clock"),
        ("import datetime\nx = datetime.date.today()", "clock"),
        ("x = open('rules')", "files"),
        ("from pathlib import Path\nx = Path('a').read_text()", "files"),
        ("def f(log_path):\n    return log_path.open()", "files"),
        ("from pathlib import Path\nx = Path('a').open()", "files"),
        ("def f(path):\n    path.write_bytes(b'')", "files"),
        ("print(1)", "screen"),
        ("import sys\nsys.stdout.write('1')", "screen"),
        ("x = float('1')", "float"),
        ("def f(x: float) -> None: ...", "float"),
        ("x = 0.5", "float"),
        ("import warnings\nwarnings.warn('no')", "warnings"),
        ("assert True", "assert"),
        ("try:\n    pass\nexcept Exception:\n    pass", "except"),
        ("try:\n    pass\nexcept (KeyError, BaseException):\n    pass", "except"),
        ("try:\n    pass\nexcept:\n    pass", "except"),
    ],
)
def test_a_banned_call_is_found(text: str, rule: str) -> None:
    assert rule in {found.rule for found in banned(sample(text))}


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("games/sample.py", "from fractions import Fraction\nx = Fraction(1, 2) / 3"),
        ("games/sample.py", "try:\n    pass\nexcept KeyError:\n    pass"),
        ("games/sample.py", "try:\n    pass\nexcept BaseException:\n    x = 1\n    raise"),
        ("games/sample.py", "def f(game):\n    return game.open()"),
        ("games/sample.py", "def f(opened: int) -> int:\n    return opened"),
        ("simulate/sample.py", "import numpy as np\nx = np.random.PCG64DXSM(1)"),
        ("report/sample.py", "width = 0.5"),
        ("store/sample.py", "LOCK_WAIT_S = 0.5"),
        ("report/sample.py", "x = files('pitboss.report').joinpath('a.typ').read_text()"),
        ("cli/sample.py", "import secrets\nx = secrets.token_bytes(8)"),
    ],
)
def test_what_is_allowed_is_not(path: str, text: str) -> None:
    assert not list(banned(sample(text, path=f"src/pitboss/{path}")))

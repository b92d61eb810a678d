"""Tests of the tests: each file holds one, none is skipped, none reads a clock."""

from __future__ import annotations

import ast
import re

import pytest

from tests.tidy.names import uses_of
from tests.tidy.tree import Source, expect_none, sample, sources_of_tests

AVOIDED = {
    "skipped": re.compile(r"pytest\.(skip|importorskip|mark\.skip(if)?)|unittest\.skip\w*"),
    "excused": re.compile(r"pytest\.(xfail|mark\.xfail)"),
    "timed": re.compile(
        r"time\.(time|monotonic|perf_counter|process_time)(_ns)?|timeit(\..*)?|pytest\.mark\.timeout"
    ),
    "mocked": re.compile(r"unittest\.mock(\..*)?|pytest_mock(\..*)?"),
    "left to chance": re.compile(r"random(\..*)?"),
}


# Waiting until something is so, or for ever, needs one place that reads a clock.
CLOCK = "tests/deadlines.py"


def _tests(source: Source) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    return [
        node
        for node in source.nodes
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.name.startswith("test_")
    ]


def empty(source: Source) -> list[str]:
    """A test file without a test, a test outside a test file, or a name used twice in one."""
    names = [test.name for test in _tests(source)]
    is_test_file = source.path.rpartition("/")[2].startswith("test_")
    if is_test_file and not names and "RuleBasedStateMachine" not in source.text:
        return [f"{source.path} holds no test"]
    if names and not is_test_file:
        return [f"{source.path} holds tests that no one collects"]
    classes = any(isinstance(node, ast.ClassDef) for node in source.tree.body)
    twice = {name for name in names if names.count(name) > 1 and not classes}
    return [f"{source.path} defines {name} twice" for name in sorted(twice)]


def avoided(source: Source) -> list[str]:
    """Uses of what would make a test skip, excuse itself or depend on the machine."""
    return [
        f"{source.path}:{use.line} a test is {kind}: {use.name}"
        for use in uses_of(source)
        for kind, pattern in AVOIDED.items()
        if pattern.fullmatch(use.name) and not (kind == "timed" and source.path == CLOCK)
    ]


def hasty(source: Source) -> list[str]:
    """Requests that give up after five seconds, as httpx does: a busy machine takes longer."""
    return [
        f"{source.path}:{node.lineno} give httpx a timeout"
        for node in source.nodes
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "httpx"
        and node.func.attr in ("AsyncClient", "Client", "get", "post")
        and not any(given.arg in (None, "timeout") for given in node.keywords)
    ]


def test_no_request_is_hasty() -> None:
    expect_none(line for source in sources_of_tests() for line in hasty(source))
    assert hasty(sample("import httpx\nhttpx.get('x')"))
    assert not hasty(sample("import httpx\nhttpx.get('x', timeout=1)"))


def test_every_test_file_holds_a_test() -> None:
    expect_none(line for source in sources_of_tests() for line in empty(source))


def test_no_test_is_skipped_excused_timed_or_mocked() -> None:
    expect_none(line for source in sources_of_tests() for line in avoided(source))


def test_faults_are_found() -> None:
    path = "tests/unit/test_sample.py"
    assert empty(sample("x = 1\n", path=path))
    assert empty(sample("def test_a(): ...\ndef test_a(): ...\n", path=path))
    assert empty(sample("def test_a(): ...\n", path="tests/unit/sample.py"))
    assert not empty(sample("def test_a(): ...\n", path=path))


@pytest.mark.parametrize(
    "text",
    [
        "import pytest\n@pytest.mark.skip\ndef test_a(): ...",
        "import pytest\npytest.importorskip('psycopg')",
        "from pytest import skip",
        "import pytest\n@pytest.mark.xfail(reason='')\ndef test_a(): ...",
        "from time import perf_counter",
        "from unittest.mock import Mock",
        "import random",
    ],
)
def test_what_is_avoided_is_found(text: str) -> None:
    assert avoided(sample(text))


def test_no_property_keeps_the_soak_from_trying_more() -> None:
    """An explicit count of examples would win over the soak's profile; `examples` scales it."""
    allowed = {"tests/examples.py", "tests/conftest.py"}
    # These count in requests and frames, and have slow forms of their own.
    allowed |= {"tests/server/test_fuzz_http.py", "tests/server/test_fuzz_socket.py"}
    expect_none(
        f"{source.path} sets max_examples: use tests.examples"
        for source in sources_of_tests()
        if source.path not in allowed | {"tests/tidy/test_tests.py"}
        and "max_examples" in source.text
    )

"""The API asked with what its own description allows and forbids: no defect, no effect of nonsense.

Every operation of the OpenAPI document is called with generated values, valid and not, as a guest
and as a stranger. No answer is a 5xx; whatever is refused has left journal and people as they were.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from pitboss.refusals import Refusal
from tests.late import schemathesis
from tests.server.kit import PATIENCE_S, Guest, Running, house_at

FEW, MANY = 2, 150
ROLES = ("guest", "stranger")
KEPT = ("people", "sessions", "own_tables", "tables_without_coach", "devices", "api_tokens",
        "trainer_scores", "trainer_kinds", "designs")  # fmt: skip
"""What only a request that is taken may add to; tries of a password are counted when refused."""
TELLS = ("code", "sentence", "reference")


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A house in which nothing that is asked for takes long."""
    folder: Path = tmp_path_factory.mktemp("fuzz")
    with house_at(folder / "h.db", simulation_rounds=1_000, tables_max=20) as running:
        yield running


def state_of(running: Running) -> Any:
    """Everything that is kept: the ends of all streams, and the rows of people and designs."""
    store = running.house.tables.pit.store
    heads = store.heads()
    assert not isinstance(heads, Refusal)

    def kept() -> list[Any]:
        return [store.shared.row(f"SELECT count(*) FROM {name}") for name in KEPT]  # noqa: S608

    return sorted((head.stream, head.version) for head in heads), running.on_loop(kept)


def operations(running: Running) -> dict[str, Any]:
    """Every operation by its name."""
    with running.client() as client:
        document = client.get("/api/openapi.json").json()
    schema = schemathesis.openapi.from_dict(document)
    # A part of the document that is no operation has none to give.
    found = [result.ok() for result in schema.get_all_operations()]
    return {f"{one.method.upper()} {one.path}": one for one in found}


def ask(running: Running, case: Any, who: Guest | None) -> int:
    """Send one generated request and judge the answer; its status."""
    before = state_of(running)
    headers = {"origin": running.origin} if who is not None else {}
    if who is not None:
        headers |= {"x-csrf-token": who.me["csrf"], "cookie": who.cookie}
    answer = case.call(base_url=running.origin, headers=headers, timeout=PATIENCE_S)
    told = f"{case.method} {case.formatted_path} {case.query} {case.body!r}: {answer.text[:300]}"
    assert answer.status_code < 500 or answer.status_code == 503, told
    if answer.status_code >= 400:
        assert all(name in answer.json() for name in TELLS), told
        assert state_of(running) == before, told
    return int(answer.status_code)


@dataclass
class Sent:
    """The statuses that each operation answered: right requests in each role, and wrong ones."""

    right: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    wrong: dict[str, list[int]] = field(default_factory=dict)


def fuzz(running: Running, *, examples: int) -> Sent:
    """Ask every operation so many times in every role."""
    sent, modes = Sent(), schemathesis.GenerationMode
    names = operations(running)
    assert len(names) >= 30
    for role in ROLES:
        who = running.guest("Fuzz") if role == "guest" else None
        for name, operation in names.items():
            if name.endswith("/api/sign-out"):
                continue
            right = operation.as_strategy(generation_mode=modes.POSITIVE)
            sent.right[name, role] = _search(running, right, who, examples)
            # Any text is right for a part of an address, so only forms and queries can be wrong;
            # and of a stranger only what could be taken is of interest: it must not be.
            if (operation.body or operation.query) and who is not None:
                wrong = operation.as_strategy(generation_mode=modes.NEGATIVE)
                sent.wrong[name] = _search(running, wrong, who, examples)
    return sent


def _search(running: Running, strategy: Any, who: Guest | None, examples: int) -> list[int]:
    """Ask what a strategy makes; one that makes nothing is a failure."""
    statuses: list[int] = []

    @settings(
        max_examples=examples,
        phases=(Phase.generate,),
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def search(case: Any) -> None:
        statuses.append(ask(running, case, who))

    search()
    return statuses


def check_sent(sent: Sent, *, examples: int) -> None:
    """Every operation was asked rightly, and whatever can be asked wrongly so many times."""
    assert all(sent.right.values())
    assert len(sent.wrong) >= 30
    assert {name: len(statuses) for name, statuses in sent.wrong.items()} == dict.fromkeys(
        sent.wrong, examples
    )
    taken = {name for name, statuses in sent.wrong.items() if min(statuses) < 400}
    assert taken == set()


def test_no_request_breaks_the_house(fuzzed: Running) -> None:
    check_sent(fuzz(fuzzed, examples=FEW), examples=FEW)
    with fuzzed.client() as client:
        assert client.get("/readyz").json()["is_well"]
    assert not [line for line in fuzzed.log if '"defect"' in line]


def test_what_is_refused_late_leaves_nothing(fuzzed: Running) -> None:
    """Forms that are right in themselves and about what is not there, as chance seldom makes."""
    guest = fuzzed.guest("Late")
    before = state_of(fuzzed)
    design = {"game": "spin-n-win", "base": "nowhere", "name": "Mine", "changes": {"a": "1"}}
    for path, form in (("/api/designs", design), ("/api/tables", {"game": "nowhere"})):
        assert guest.http.post(path, json=form).status_code == 404
        assert state_of(fuzzed) == before, path


@pytest.mark.slow
def test_no_request_of_many_breaks_the_house(fuzzed: Running) -> None:
    check_sent(fuzz(fuzzed, examples=MANY), examples=MANY)
    assert not [line for line in fuzzed.log if '"defect"' in line]

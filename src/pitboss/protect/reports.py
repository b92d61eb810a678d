"""Reports in one call: a study of a game as data and as pages, within seconds.

For callers that cannot wait, such as a web server: sampled studies take fewer samples than on the
command line and state their larger errors.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pitboss.games.contract import AnyGame
from pitboss.games.editions import HasHead
from pitboss.invariants import check
from pitboss.protect.monitor.journal import JournalReader
from pitboss.protect.runs import Amount, Progress, silent
from pitboss.protect.studies import Request, find_study, option_refusal
from pitboss.refusals import Refusal
from pitboss.report import Document
from pitboss.report.formats import ReportFormat, json_bytes, render_document
from pitboss.simulate.engines import cores, local_engine
from pitboss.store.front import Store

MONITOR = "monitor"
THRIFT = 16
_INTERNAL = frozenset({"running", "store"})


@dataclass(frozen=True, slots=True)
class Report:
    """What a study found, for machines and for people."""

    keys: dict[str, Any]
    """The figures, as `pitboss protect --format json` prints them."""
    document: Document
    """The pages, for any renderer of `pitboss.report`."""

    def json(self) -> str:
        """The figures as text."""
        return json_bytes(self.keys).decode()

    def html(self) -> bytes:
        """The pages as one HTML file that needs nothing else."""
        return render_document(self.document, ReportFormat.HTML)


def report(
    game: AnyGame,
    edition: HasHead,
    study: str,
    options: Mapping[str, Any] | None = None,
    *,
    on_progress: Progress = silent,
) -> Report | Refusal:
    """A study of a game: `report(game, edition, "counting", {"undealt": 104})`.

    Options are those of the command line by name; `records` of a monitor is the text of an export
    or a sequence of `WatchedRound`. Takes some seconds at most: the study's own quick number of
    samples decides, not the clock, so that the same call gives the same report.
    """
    chosen = find_study(game, study)
    if isinstance(chosen, Refusal):
        return chosen
    given = dict(options or {})
    refusal = option_refusal(chosen, {name: 0 for name in given if name not in _INTERNAL})
    if refusal is not None:
        return refusal
    amount = Amount(
        samples=min(chosen.samples, chosen.quick),
        error=None,
        first=min(chosen.first, chosen.quick),
        full=min(chosen.full, chosen.quick),
        is_usual=True,
        thrift=THRIFT,
    )
    with local_engine(cores()) as engine:
        asked = Request(game, edition, engine, amount, given, on_progress=on_progress)
        answer = chosen.make(asked)
    if isinstance(answer, Refusal):
        return answer
    check(answer.document is not None, "a whole study has pages")
    return Report(answer.keys, answer.document)  # type: ignore[arg-type]


def monitor_report(
    game: AnyGame,
    edition: HasHead,
    store: Store,
    *,
    table: str | None = None,
    name: str = "",
    alarm: float | None = None,
) -> Report | Refusal:
    """What the monitor finds in the journal of a store, for one table or all of this edition.

    `name` is how the store is called on the command line, for the commands that recall rounds.
    """
    reader = JournalReader(store, edition.head.game, edition.head.hash, table)
    found = reader.read()
    if isinstance(found, Refusal):
        return found
    options: dict[str, Any] = {"records": tuple(reader.rounds), "store": name}
    if alarm is not None:
        options["alarm"] = alarm
    return report(game, edition, MONITOR, options)

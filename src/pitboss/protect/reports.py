"""Reports in one call: a study of a game as data and as pages, within seconds.

For callers that cannot wait, such as a web server: sampled studies take fewer samples than on the
command line and state their larger errors.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitboss.games.contract import AnyGame
from pitboss.games.editions import HasHead
from pitboss.protect.monitor.journal import JournalReader
from pitboss.protect.runs import Amount, Progress, silent
from pitboss.protect.studies import StudyRequest, StudyResult, find_study, option_refusal
from pitboss.refusals import Refusal
from pitboss.simulate.engines import cores, local_engine
from pitboss.store.store import Store

THRIFT = 16
_INTERNAL = frozenset({"running", "store"})


def report(
    game: AnyGame,
    edition: HasHead,
    study: str,
    options: Mapping[str, Any] | None = None,
    *,
    on_progress: Progress = silent,
) -> StudyResult | Refusal:
    """A study of a game: `report(game, edition, "counting", {"undealt": 104})`.

    Options are those of the command line by name; `records` of a monitor is the text of an export
    or a sequence of `WatchedRound`. The study's own quick number of samples sets how long it takes,
    not the clock, so the same call gives the same report.
    """
    chosen = find_study(game, study)
    if isinstance(chosen, Refusal):
        return chosen
    given = dict(options or {})
    refusal = option_refusal(chosen, given.keys() - _INTERNAL)
    if refusal is not None:
        return refusal
    amount = Amount(
        samples=min(chosen.samples, chosen.quick),
        first=min(chosen.first, chosen.quick),
        full=min(chosen.full, chosen.quick),
        is_usual=True,
        thrift=THRIFT,
    )
    with local_engine(cores()) as engine:
        return chosen.make(
            StudyRequest(game, edition, engine, amount, given, on_progress=on_progress)
        )


def monitor_report(
    game: AnyGame, edition: HasHead, store: Store, *, table: str | None = None, name: str = ""
) -> StudyResult | Refusal:
    """What the monitor finds in the journal of a store, for one table or all of this edition.

    `name` is how the store is called on the command line, for the commands that recall rounds.
    """
    reader = JournalReader(store, edition.head.game, edition.head.hash, table)
    found = reader.read()
    if isinstance(found, Refusal):
        return found
    return report(game, edition, "monitor", {"records": tuple(reader.rounds), "store": name})

"""The monitor on a store: which edition it watches, and following a store that is in use."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any

from pitboss.cli.lookup import registry
from pitboss.cli.output import say
from pitboss.games.editions import HasHead
from pitboss.protect.monitor.journal import JournalReader, opened_tables
from pitboss.protect.monitor.records import WatchedRound
from pitboss.protect.studies import StudyResult
from pitboss.refusals import Refusal, RefusalCode, refuse, unwrap_or_raise
from pitboss.store.store import Store
from pitboss.table.setup import load_rules

WAIT_LEAST_S = 1.0
WAIT_MOST_S = 15.0
# Of the time, at most one part in so many is spent on looking.
LOOK_SHARE = 5

Make = Callable[[tuple[WatchedRound, ...]], StudyResult]


def store_refusal(options: Mapping[str, Any]) -> Refusal | None:
    """Why a store cannot be watched so."""
    if "database" in options and "records" in options:
        return Refusal(
            RefusalCode.BAD_FIELD, "Name either a store with --database or a file with --records."
        )
    for name in ("table", "follow"):
        if name in options and "database" not in options:
            return Refusal(
                RefusalCode.MISSING_FIELD, f"--{name} needs a store; name it with --database."
            )
    return None


def watched_edition(
    store: Store, game: str, *, table: str | None, typed: HasHead | None
) -> HasHead:
    """The edition that was typed, or else the only one the tables of the store deal."""
    tables = unwrap_or_raise(opened_tables(store, game, table))
    if typed is not None:
        return typed
    by_hash = {opened.edition_hash: opened for opened in tables}
    if len(by_hash) > 1:
        listed = ", ".join(f"{one.table} ({one.edition})" for one in tables)
        sentence = f"The tables use different editions: {listed}; use --table or --edition."
        refuse(RefusalCode.MISSING_FIELD, sentence)
    return unwrap_or_raise(load_rules(tables[0], registry())).edition


def follow(
    reader: JournalReader,
    make: Make,
    *,
    is_json: bool,
    wait: Callable[[float], object] = time.sleep,
    clock: Callable[[], float] = time.monotonic,
) -> int:
    """Report every alert once, as it comes, until the keyboard interrupts.

    The store is read at least every fifteen seconds, and looking never takes more than a fifth of
    the time, however long the record grows.
    """
    reported: set[tuple[str, str]] = set()
    pause = WAIT_LEAST_S
    try:
        while True:
            begun = clock()
            found = unwrap_or_raise(reader.read())
            if found:
                answer = make(tuple(reader.rounds))
                _report(answer.keys, reported, is_json=is_json)
            pause = WAIT_LEAST_S if found else min(2 * pause, WAIT_MOST_S)
            wait(max(pause, LOOK_SHARE * (clock() - begun)))
    except KeyboardInterrupt:
        say(f"Watched {len(reader.rounds):,} rounds; reported {len(reported)} findings.")
    return 0


def _report(keys: Mapping[str, Any], reported: set[tuple[str, str]], *, is_json: bool) -> None:
    for group in ("alerts", "procedure"):
        for alert in keys[group]:
            name = (alert["kind"], alert["who"])
            if name not in reported:
                reported.add(name)
                sys.stdout.write(_alert_text(group, alert, is_json=is_json))
                sys.stdout.flush()


def _alert_text(group: str, alert: Mapping[str, Any], *, is_json: bool) -> str:
    if is_json:
        return json.dumps({"finding": group, **alert}, ensure_ascii=False, allow_nan=False) + "\n"
    word = "ALERT" if group == "alerts" else "PROCEDURE"
    lines = [f"{word} {alert['kind']}, {alert['who']}: {alert['sentence']}"]
    return "\n".join([*lines, *(f"  {command}" for command in alert["recall"])]) + "\n"

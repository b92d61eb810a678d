"""Lines a second of `pitboss export rounds`: a store of Spin N Win rounds, seven seats, into CSV.

The rounds are played by the table engine and committed record by record, as at a live table; only
the export is timed. The baseline writes as many rows of the same width from memory. Run: python
bench/export_rounds.py
"""

from __future__ import annotations

import csv
import resource
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))
sys.path.insert(0, str(Path(__file__).parent))

from table_engine import SEATS, fresh_table, player

from pitboss.cli.export import write_rounds
from pitboss.equipment.draws import SeededBits
from pitboss.games.needs import NeedDecisions
from pitboss.games.rounds import draw_for
from pitboss.pit.replay import stream_of
from pitboss.pit.round_keys import encode_events
from pitboss.refusals import Refusal, unwrap
from pitboss.report.rows import RowFormat
from pitboss.store.records import Commit
from pitboss.store.store import Store, open_store
from pitboss.table import commands as cmd
from pitboss.table.commands import HOUSE, Act, Actor, Command
from pitboss.table.decide import decide

ROUNDS, BETS, TURNS = 1_500, 12, 5
WANTED = 200_000


def fill(store: Store) -> None:
    """Play rounds with every seat on every bet, and keep each command's events as a record."""
    state = fresh_table()
    bits = SeededBits(b"bench")
    spots = [str(spot.key) for spot in state.rules.game.all_spots(state.rules.edition)][:BETS]
    commits: list[Commit] = []

    def send(by: Actor, act: Act) -> None:
        nonlocal state
        decided = unwrap(decide(state, Command(by, act)))
        state = decided.after
        commits.append(
            Commit(
                stream=stream_of("T1"),
                expected=None,
                actor=by.id,
                client_id=f"c{len(commits)}",
                fingerprint="0" * 64,
                at_ms=1_700_000_000_000 + len(commits),
                round_id=state.round_id,
                events=encode_events(decided.events),
            )
        )

    for _ in range(ROUNDS):
        send(HOUSE, cmd.OpenRound())
        for seat in range(1, SEATS + 1):
            for spot in spots:
                send(player(seat), cmd.PlaceBet(seat, spot, 1000))
        send(HOUSE, cmd.CloseBetting())
        while state.current is not None and isinstance(state.current.need, NeedDecisions):
            one = state.current.need.pending[0]
            by = player(one.actor) if one.actor else HOUSE
            send(by, cmd.MakeDecision(int(one.actor), str(one.options[0].key)))
        step = None if state.current is None else draw_for(state.current.need, bits)
        if step is not None:
            send(HOUSE, cmd.ShowDraw(step.shown))
        send(HOUSE, cmd.SettleRound())
    for start in range(0, len(commits), 5_000):
        for answer in store.backend.transact(commits[start : start + 5_000]):
            if isinstance(answer, Refusal):
                raise SystemExit(answer.sentence)
    print(f"{len(commits):,} records of {ROUNDS:,} rounds")


def seconds() -> float:
    """This process's own time on a core."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        with unwrap(open_store(f"{folder}/house.db", is_threaded=False)) as store:
            fill(store)
        with unwrap(open_store(f"{folder}/house.db", is_threaded=False)) as store:
            best, lines = 0.0, 0
            for turn in range(TURNS):
                with Path(f"{folder}/rounds-{turn}.csv").open("wb") as file:
                    began = seconds()
                    lines = unwrap(write_rounds(store, file, RowFormat.CSV))
                    best = max(best, lines / (seconds() - began))
        row = ["T1", "T1.1", "2023-11-14T22:13:20.000+00:00", "spin-n-win", "standard"]
        row += ["f" * 64, *["1", "p1", "single:red", "10.00", "win", "1/1", "10.00", "SNW-3.3"]]
        with Path(f"{folder}/bare.csv").open("w", newline="") as text:
            began = seconds()
            csv.writer(text).writerows(row for _ in range(lines))
            bare = lines / (seconds() - began)
    print(
        f"{lines:,} lines: {best:,.0f} a second into CSV, wanted {WANTED:,};"
        f" bare rows {bare:,.0f} (ratio {best / bare:.2f})"
    )


if __name__ == "__main__":
    main()

"""Commands a second that the table engine decides on one core: Spin N Win with seven seats.

No store and no sockets: decide and evolve alone, whole rounds with three bets a seat. The bare
loop updates a dict of stakes for the same commands, so the ratio tells what the rules cost on
this machine today. Run: python bench/table_engine.py
"""

from __future__ import annotations

import os
import resource
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from pitboss.equipment.draws import SeededBits
from pitboss.games.needs import NeedDecisions
from pitboss.games.registry import Registry
from pitboss.games.rounds import draw_for
from pitboss.refusals import Refusal
from pitboss.table import commands as cmd
from pitboss.table.commands import HOUSE, Act, Actor, Command, Role
from pitboss.table.decide import decide
from pitboss.table.events import TableOpened
from pitboss.table.setup import load_rules
from pitboss.table.state import TableState, open_table

GAME, SEATS, BETS = "spin-n-win", 7, 3
ROUNDS, TURNS = 150, 21
BARE_TURNS = 50
WANTED = 20_000


def fresh_table() -> TableState:
    """A table with seven players."""
    registry = Registry()
    folder = registry.find(GAME)
    if isinstance(folder, Refusal):
        raise SystemExit(folder.sentence)
    edition = folder.edition()
    if isinstance(edition, Refusal):
        raise SystemExit(edition.sentence)
    head = edition.head
    opening = TableOpened(
        table="T1",
        game=GAME,
        edition=head.key,
        edition_hash=head.hash,
        mode="scripted",
        seats=SEATS,
    )
    rules = load_rules(opening, registry)
    if isinstance(rules, Refusal):
        raise SystemExit(rules.sentence)
    state = open_table(rules)
    for seat in range(1, SEATS + 1):
        state = taken(state, Command(player(seat), cmd.TakeSeat(seat)))
    return state


def player(seat: int) -> Actor:
    """Who sits there."""
    return Actor(Role.PLAYER, f"p{seat}")


def taken(state: TableState, command: Command) -> TableState:
    """The state after a command that must be taken."""
    decided = decide(state, command)
    if isinstance(decided, Refusal):
        raise SystemExit(f"{command.act}: {decided.sentence}")
    return decided.after


def recorded(state: TableState) -> list[Command]:
    """The commands of many rounds, written down once so that only deciding is timed."""
    bits = SeededBits(b"bench")
    spots = [str(spot.key) for spot in state.rules.game.all_spots(state.rules.edition)]
    commands: list[Command] = []

    def send(by: Actor, act: Act) -> None:
        nonlocal state
        commands.append(Command(by, act))
        state = taken(state, commands[-1])

    for number in range(ROUNDS):
        send(HOUSE, cmd.OpenRound())
        for seat in range(1, SEATS + 1):
            for turn in range(BETS):
                spot = spots[(number + seat + 2 * turn) % len(spots)]
                send(player(seat), cmd.PlaceBet(seat, spot, 1000))
        send(HOUSE, cmd.CloseBetting())
        while state.current is not None and isinstance(state.current.need, NeedDecisions):
            one = state.current.need.pending[0]
            by = player(one.actor) if one.actor else HOUSE
            send(by, cmd.MakeDecision(int(one.actor), str(one.options[0].key)))
        if state.current is not None:
            step = draw_for(state.current.need, bits)
            if step is not None:
                send(HOUSE, cmd.ShowDraw(step.shown))
        send(HOUSE, cmd.SettleRound())
    return commands


def engine(start: TableState, commands: list[Command]) -> float:
    """Commands decided in a second of this core's time."""
    state = start
    began = user_seconds()
    for command in commands:
        decided = decide(state, command)
        if isinstance(decided, Refusal):
            raise SystemExit(decided.sentence)
        state = decided.after
    return len(commands) / (user_seconds() - began)


def user_seconds() -> float:
    """This process's own time on a core; a busy machine makes it wait, not count."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime


def bare(commands: list[Command]) -> float:
    """The same commands as updates of a dict, which know no rule at all."""
    stakes: dict[object, object] = {}
    began = user_seconds()
    for _ in range(BARE_TURNS):
        for command in commands:
            act = command.act
            stakes[type(act), getattr(act, "seat", 0), getattr(act, "spot", "")] = act
    return BARE_TURNS * len(commands) / (user_seconds() - began)


def main() -> None:
    """Measure both in turn and print the ratio."""
    start = fresh_table()
    commands = recorded(start)
    ours, theirs = [], []
    for _ in range(TURNS):
        ours.append(engine(start, commands))
        theirs.append(bare(commands))
    mine, bares = statistics.median(ours), statistics.median(theirs)
    load = ", ".join(f"{one:.1f}" for one in os.getloadavg())
    print(
        f"engine: {mine:,.0f} decided commands/s of one core (best {max(ours):,.0f},"
        f" wanted {WANTED:,}); bare dict updates {bares:,.0f}/s; ratio {mine / bares:.4f};"
        f" load average {load}"
    )


if __name__ == "__main__":
    main()

"""Corrections: wrong entries put right, in a round in play or in the last one after settlement.

A settled round is corrected by two people: one who found the mistake asks, a floor supervisor
signs. The old lines stay; what each bet was paid too much or too little moves, and nothing else
does: bets that lie on the felt and what the game remembers stay as they are.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from pitboss.equipment.shown import Shown
from pitboss.games.contract import RoundScript
from pitboss.games.notation import show_line
from pitboss.games.rounds import Round, replay
from pitboss.games.steps import Draw, Step
from pitboss.invariants import check
from pitboss.refusals import Refusal, RefusalCode, unwrap
from pitboss.table import commands as cmd
from pitboss.table import events as ev
from pitboss.table import floor_events as floor
from pitboss.table.commands import Actor, Role
from pitboss.table.draw_codec import DrawChanges
from pitboss.table.setup import OutcomeMode
from pitboss.table.state import EndedRound, Resettlement, TableState
from pitboss.table.walk_ups import move_chips

NOTHING_SETTLED = Refusal(
    RefusalCode.NOT_NOW, "No round was settled at this table yet; there is nothing to correct."
)
_HELD_UP = (cmd.OpenRound, cmd.SettleRound, cmd.CloseTray, cmd.CloseTable)


# --- entries -----------------------------------------------------------------------------


def find_changes(
    steps: tuple[Step, ...], entries: tuple[tuple[int, Shown], ...]
) -> DrawChanges | Refusal:
    """Entries by their number as they were and as they should be."""
    drawn = [step.shown for step in steps if isinstance(step, Draw)]
    numbers = [number for number, _ in entries]
    if len(set(numbers)) != len(numbers) or max(numbers, default=0) >= len(drawn):
        return Refusal(
            RefusalCode.UNKNOWN_OPTION, f"Name each entry once, from 0 to {len(drawn) - 1}."
        )
    for number, shown in entries:
        if drawn[number] == shown:
            return Refusal(RefusalCode.BAD_FIELD, f"Entry {number} already says that.")
    return tuple((number, drawn[number], shown) for number, shown in entries)


def replay_changed(played: Round, changes: DrawChanges) -> Round | Refusal:
    """The round as it would have gone with other entries."""
    steps = list(played.steps)
    drawn = [at for at, step in enumerate(steps) if isinstance(step, Draw)]
    for number, was, now in changes:
        before = steps[drawn[number]]
        check(isinstance(before, Draw) and before.shown == was, "the entry as it was")
        steps[drawn[number]] = Draw(now)
    script: RoundScript[Any] = RoundScript(played.seats, played.start, tuple(steps))
    return replay(played.game, played.edition, script)


# --- commands ----------------------------------------------------------------------------


def ask(state: TableState, by: Actor, act: cmd.AskCorrection) -> ev.Wanted:
    """Ask for the last round to be settled again; a dealer's asking rings for a supervisor."""
    ended = state.last
    if state.rules.mode is not OutcomeMode.ENTERED:
        return Refusal(
            RefusalCode.NOT_NOW,
            "This round was dealt from its seed, not typed in, so it cannot be corrected.",
        )
    if ended is None:
        return NOTHING_SETTLED
    if act.settled_round != ended.round_id:
        return Refusal(
            RefusalCode.ROUND_OVER,
            "Only the last round can be corrected, and only until the next one is settled. Call a"
            " floor supervisor with the number of the round and what happened: the call and who"
            " answers it go on record.",
        )
    if ended.is_void:
        return Refusal(RefusalCode.NOT_NOW, "That round was void: every bet went back already.")
    if state.correction is not None:
        return Refusal(
            RefusalCode.NOT_NOW, "A correction waits for a pit boss; let it be signed or withdraw."
        )
    changes = find_changes(latest_round(ended).steps, act.entries)
    if isinstance(changes, Refusal):
        return changes
    again = settle_again(state, changes)
    if isinstance(again, Refusal):
        return again
    number = state.corrections_asked + 1
    asked = floor.CorrectionAsked(
        number, ended.round_id, changes, act.reason, by.journal_name, act.at_ms
    )
    if by.role is Role.SUPERVISOR:
        return (asked,)
    reason = f"Correct round {ended.round_id.rpartition('.')[2]}: {act.reason}"[:200].rstrip()
    return (
        asked,
        floor.SupervisorCalled(state.calls_made + 1, reason, by.journal_name, act.at_ms),
    )


def sign(state: TableState, by: Actor, act: cmd.SignCorrection) -> ev.Wanted:
    """A floor supervisor signs, who is not the one who asked."""
    asked = _waiting(state, act.number)
    if isinstance(asked, Refusal):
        return asked
    if asked.by.partition(":")[2] == by.id:
        return Refusal(
            RefusalCode.NOT_YOUR_TURN,
            "You asked for this correction yourself; another pit boss must sign it.",
        )
    again = settle_again(state, asked.draws)
    if isinstance(again, Refusal):
        return again
    return (
        floor.RoundCorrected(
            number=asked.number,
            round_id=asked.round_id,
            draws=asked.draws,
            reason=asked.reason,
            lines=again.lines,
            moves=again.moves,
            players=state.last.players if state.last else (),
            gone=again.gone,
            asked_by=asked.by,
            by=by.journal_name,
            at_ms=act.at_ms,
        ),
    )


def withdraw(state: TableState, by: Actor, act: cmd.WithdrawCorrection) -> ev.Wanted:
    asked = _waiting(state, act.number)
    if isinstance(asked, Refusal):
        return asked
    return (floor.CorrectionWithdrawn(asked.number, by.journal_name, act.at_ms),)


def waiting_refusal(state: TableState, act: cmd.Act) -> Refusal | None:
    """The table does not go on while a correction waits for its signature."""
    if state.correction is None or not isinstance(act, _HELD_UP):
        return None
    number = state.correction.round_id.rpartition(".")[2]
    return Refusal(
        RefusalCode.NOT_NOW,
        f"The correction of round {number} waits for a pit boss; let it be signed or withdraw it.",
    )


def _waiting(state: TableState, number: int) -> floor.CorrectionAsked | Refusal:
    if state.correction is not None and state.correction.number == number:
        return state.correction
    return Refusal(RefusalCode.UNKNOWN_OPTION, "No such correction waits for a signature.")


# --- settling again ----------------------------------------------------------------------


class Again(msgspec.Struct, frozen=True):
    """The last round settled again: its lines, what moves, and who is not there to be paid."""

    lines: tuple[str, ...]
    moves: tuple[tuple[int, str, int], ...]
    gone: tuple[int, ...]


def settle_again(state: TableState, changes: DrawChanges) -> Again | Refusal:
    """What the last round comes to with these entries; without any, every stake goes back."""
    ended = state.last
    if ended is None:
        return NOTHING_SETTLED
    if not changes:
        return _compare(state, ended, None, {})
    played = replay_changed(latest_round(ended), changes)
    if isinstance(played, Refusal):
        return played
    if not played.is_over:
        return Refusal(
            RefusalCode.NOT_NOW,
            "With that entry the round would have gone on, so nobody can say how it ends. Give"
            " every stake back instead.",
        )
    return _compare(state, ended, played, _nets(played))


def _nets(played: Round) -> dict[tuple[int, str], int]:
    """What every bet brought its player, with what was awarded on it."""
    found: dict[tuple[int, str], int] = {}
    for one in played.lines():
        at = (int(one.seat), str(one.spot))
        found[at] = found.get(at, 0) + one.net
    return found


def _compare(
    state: TableState, ended: EndedRound, played: Round | None, nets: dict[tuple[int, str], int]
) -> Again | Refusal:
    """What each bet was paid, beside what it should have been."""
    paid = _nets(ended.played)
    if played is not None and nets.keys() != paid.keys():
        return Refusal(
            RefusalCode.NOT_NOW,
            "With that entry, other bets would have been made. Return every stake instead.",
        )
    for one in ended.resettled:
        for seat, spot, amount in one.moves:
            paid[seat, spot] += amount
    here = {one.player for one in state.occupants if one is not None}
    # A player who coloured up has taken the chips along; those bets stay as they were paid.
    gone = {
        int(one.seat)
        for one in ended.stakes
        if one.player.startswith("walk~") and one.player not in here
    }
    moves = tuple(
        (seat, spot, nets.get((seat, spot), 0) - was)
        for (seat, spot), was in paid.items()
        if seat not in gone and nets.get((seat, spot), 0) != was
    )
    lines = () if played is None else tuple(map(show_line, played.lines()))
    return Again(lines, moves, tuple(sorted(gone)))


def latest_round(ended: EndedRound) -> Round:
    """The round with the entries that stand now."""
    return next((one.played for one in reversed(ended.resettled) if one.played), ended.played)


# --- events ------------------------------------------------------------------------------


def asked(state: TableState, event: floor.CorrectionAsked) -> TableState:
    return replace(state, correction=event, corrections_asked=event.number)


def withdrawn(state: TableState, event: floor.CorrectionWithdrawn) -> TableState:
    return replace(state, correction=None)


def note_correction(ended: EndedRound, event: floor.RoundCorrected) -> EndedRound:
    """The round that ended, with a correction beside its old lines."""
    played = replay_changed(latest_round(ended), event.draws) if event.draws else None
    made = Resettlement(
        number=event.number,
        reason=event.reason,
        changes=tuple((was, now) for _, was, now in event.draws),
        played=None if played is None else unwrap(played),
        lines=event.lines,
        moves=event.moves,
        gone=event.gone,
        by=event.by,
        at_ms=event.at_ms,
    )
    return replace(ended, resettled=(*ended.resettled, made))


def corrected(state: TableState, event: floor.RoundCorrected) -> TableState | Refusal:
    ended = state.last
    again = settle_again(state, event.draws)
    if ended is None or isinstance(again, Refusal):
        return NOTHING_SETTLED if ended is None else again  # type: ignore[return-value]
    is_same = (again.lines, again.moves, again.gone) == (event.lines, event.moves, event.gone)
    check(is_same and ended.round_id == event.round_id, "a correction is what the rules give")
    state = replace(state, correction=None, last=note_correction(ended, event))
    for seat, _, amount in event.moves:
        player = next(one.player for one in ended.stakes if one.seat == seat)
        state = move_chips(state, player, amount)
    return state

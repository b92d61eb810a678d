"""Round notation: a whole round as text that a rules lawyer reads and a machine replays.

`write_round` and `read_round` are inverse: reading what was written gives the same round. Lines
that begin with `#` carry the dealer's words and are ignored when reading.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitboss.equipment.cards import show_cards
from pitboss.equipment.shown import write_shown
from pitboss.games.contract import AnyGame, RoundScript
from pitboss.games.editions import HasHead
from pitboss.games.round_text import FORMAT, parse_round
from pitboss.games.rounds import Round, begin, replay, take
from pitboss.games.settlement import Line
from pitboss.games.steps import DEALER, Bet, CloseBets, Decide, Draw, Setting, Step, TakeDown
from pitboss.refusals import Refusal, RefusalCode, unwrap
from pitboss.units import show_credits

# --- writing -----------------------------------------------------------------------------


def write_round(current: Round) -> str:
    """The round as text: start, steps with the dealer's words, settlement when it is over."""
    head = current.edition.head
    lines = [FORMAT, f"game {head.game}", f"edition {head.key} {head.hash}"]
    lines.append("seats " + " ".join(map(str, current.seats)))
    carry = current.game.write_carry(current.start)
    lines.extend(f"start {name}={value}" for name, value in carry.items())
    lines.extend(_steps_with_words(current))
    if current.is_over:
        lines.extend(map(show_line, current.lines()))
        lines.append(f"end {current.game.ending(current.state).clause}")
    return "\n".join(lines) + "\n"


def show_line(line: Line) -> str:
    """One line of the settlement, such as `= 1 single:red 10.00 win 1/1 10.00 SNW-4.1`.

    A stake that is lost in part says at the end how much was taken, one that moves where it goes.
    """
    odds = "-" if line.odds is None else str(line.odds)
    part = "" if line.lost is None else f" taken {show_credits(line.lost)}"
    part += "" if line.moves_to is None else f" to {line.moves_to}"
    return (
        f"= {line.seat} {line.spot} {show_credits(line.stake)} {line.result} {odds}"
        f" {show_credits(line.pays)} {line.clause}{part}"
    )


def show_step(step: Step) -> str:
    if isinstance(step, Bet):
        return f"bet {step.seat} {step.spot} {show_credits(step.stake)}"
    if isinstance(step, TakeDown):
        return f"takedown {step.seat} {step.spot}"
    if isinstance(step, CloseBets):
        return "close"
    if isinstance(step, Draw):
        return " ".join(("draw", *write_shown(step.shown)))
    if isinstance(step, Decide):
        by = "dealer" if step.actor == DEALER else str(step.actor)
        combinations = "" if step.setting is None else f" {show_setting(step.setting)}"
        return f"decide {by} {step.option}{combinations}"
    seen = "[" + " ".join(write_shown(step.shown)) + "] " if step.shown else ""
    return f"call {step.what} {seen}{step.reason}"


def show_setting(setting: Setting) -> str:
    """A player's setting in brackets, combinations divided by bars."""
    return "[" + " | ".join(map(show_cards, setting)) + "]"


def _steps_with_words(current: Round) -> Iterator[str]:
    begun = begin(current.game, current.edition, seats=current.seats, carry=current.start)
    replayed = unwrap(begun)
    said = ""
    for step in current.steps:
        words = current.game.say(replayed.state)
        if words != said:
            yield f"# {words}"
        said = words
        yield show_step(step)
        replayed = unwrap(take(replayed, step))
    words = current.game.say(current.state)
    if words != said:
        yield f"# {words}"


# --- reading -----------------------------------------------------------------------------


def read_round(text: str, game: AnyGame, edition: HasHead) -> Round | Refusal:
    """The round a text tells, replayed through the rules; its settlement must be the same."""
    parts = parse_round(text)
    if isinstance(parts, Refusal):
        return parts
    head = edition.head
    if (parts.game, parts.hash) != (head.game, head.hash):
        return Refusal(
            RefusalCode.UNKNOWN_EDITION,
            f"The round was played with {parts.game} {parts.edition} {parts.hash[:12]}, not with"
            f" {head.game} {head.key} {head.short_hash}; use that edition.",
        )
    carry = game.read_carry(edition, parts.start)
    if isinstance(carry, Refusal):
        return carry
    script: RoundScript[Any] = RoundScript(parts.seats, carry, tuple(parts.steps))
    current = replay(game, edition, script)
    if isinstance(current, Refusal):
        return current
    if parts.ended and not current.is_over:
        return Refusal(RefusalCode.TAMPERED, "The text ends a round that is not over.")
    settlement = list(map(show_line, current.lines())) if parts.ended else []
    if settlement != parts.settlement:
        return Refusal(
            RefusalCode.TAMPERED,
            "The settlement in the text is not the one its own draws give; the round was altered.",
        )
    return current

"""The coach's own process: questions in, answers out, one JSON object a line, until input ends.

It knows nothing but what a question says: no store, no seed, no state.
"""

from __future__ import annotations

import os
import sys
from fractions import Fraction
from pathlib import Path

import msgspec

from pitboss.coach.account import account_of
from pitboss.coach.seen import Seen
from pitboss.coach.values import Decision, values
from pitboss.games.editions import HasHead
from pitboss.games.notation import read_round
from pitboss.games.registry import GameFolder, Registry
from pitboss.refusals import Refusal
from pitboss.units import SeatIndex, show_fraction


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """One question: about a moment (`seen`) or about a round that is over (`notation`)."""

    number: int
    game: str
    edition: str
    edition_hash: str
    changes: tuple[tuple[str, str], ...]
    seen: Seen | None = None
    notation: str = ""
    seat: int = 0


class DecisionAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A decision, owed or made; worths as n/d of minor units."""

    worths: dict[str, str]
    made: str | None
    note: str


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What was worked out; fractions as n/d."""

    number: int
    basis: str = ""
    bets: dict[str, str] = {}
    decision: DecisionAnswer | None = None
    staked: int = 0
    result: int = 0
    worth: str = "0/1"
    best_worth: str = "0/1"
    cost: str = "0/1"
    refused: str = ""
    """Why there is no answer; empty when there is one."""


def answer(registry: Registry, question: Question) -> Answer:
    """The answer to one question."""
    found = _edition(registry, question)
    if isinstance(found, Refusal):
        return Answer(number=question.number, refused=found.sentence)
    folder, edition = found
    if question.seen is not None:
        told = values(folder.game, edition, question.seen)
        return Answer(
            number=question.number,
            basis=told.basis,
            bets={spot: show_fraction(net) for spot, net in told.bets.items()},
            decision=_written(told.decision),
        )
    played = read_round(question.notation, folder.game, edition)
    if isinstance(played, Refusal):
        return Answer(number=question.number, refused=played.sentence)
    account = account_of(played, SeatIndex(question.seat))
    return Answer(
        number=question.number,
        decision=_written(account.decision),
        staked=account.staked,
        result=account.result,
        worth=show_fraction(account.worth),
        best_worth=show_fraction(account.best_worth),
        cost=show_fraction(account.cost),
    )


def decision_of(told: DecisionAnswer) -> Decision:
    """A decision back from its answer."""
    worths = {option: Fraction(text) for option, text in told.worths.items()}
    return Decision(worths, told.made, told.note)


def _written(decision: Decision | None) -> DecisionAnswer | None:
    if decision is None:
        return None
    worths = {option: show_fraction(worth) for option, worth in decision.worths.items()}
    return DecisionAnswer(worths=worths, made=decision.made, note=decision.note)


def _edition(registry: Registry, question: Question) -> tuple[GameFolder, HasHead] | Refusal:
    return registry.load(
        question.game,
        question.edition,
        changes=dict(question.changes),
        expected_hash=question.edition_hash,
    )


def main() -> int:
    """Answer until input ends, which it does when the server goes away, however that happens."""
    registry = Registry(tuple(map(Path, sys.argv[1:])))
    with os.fdopen(0, "rb") as questions, os.fdopen(os.dup(1), "wb") as answers:
        for line in questions:
            told = answer(registry, msgspec.json.decode(line, type=Question))
            answers.write(msgspec.json.encode(told) + b"\n")
            answers.flush()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

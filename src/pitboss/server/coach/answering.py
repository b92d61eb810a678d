"""The coach's job: what a viewer's moment is worth, and luck and play of rounds that are over.

Knows nothing but what the job says: no store, no seed, no state.
"""

from __future__ import annotations

from fractions import Fraction

import msgspec

from pitboss.coach.account import account_of
from pitboss.coach.seen import Seen
from pitboss.coach.values import Decision, values
from pitboss.games.editions import HasHead
from pitboss.games.notation import read_round
from pitboss.games.registry import GameFolder
from pitboss.refusals import Refusal, unwrap_or_raise
from pitboss.server.jobs.kinds import Kind
from pitboss.server.jobs.lanes import COACH
from pitboss.server.jobs.report import Report
from pitboss.units import SeatIndex, show_fraction

COACH_KIND = Kind(name="coach", module=__name__, lane=COACH)


class PlayedRound(msgspec.Struct, frozen=True):
    """A round that is over, and the seat whose account is wanted."""

    notation: str
    seat: int


class CoachJob(msgspec.Struct, frozen=True, kw_only=True):
    """A moment at a table, and rounds that are over."""

    game: str
    edition: str
    edition_hash: str
    changes: tuple[tuple[str, str], ...]
    seen: Seen | None
    rounds: tuple[PlayedRound, ...]


class WorkedDecision(msgspec.Struct, frozen=True, kw_only=True):
    """A decision, owed or made; worths as n/d of minor units."""

    worths: dict[str, str]
    made: str | None
    note: str


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """The account of a round; fractions as n/d."""

    decision: WorkedDecision | None
    staked: int
    result: int
    worth: str
    best_worth: str
    cost: str


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    """What was worked out; fractions as n/d."""

    basis: str = ""
    bets: dict[str, str] = {}
    decision: WorkedDecision | None = None
    accounts: tuple[Account | None, ...] = ()
    """One for each round; none where the coach cannot read it."""


def run(job: CoachJob, report: Report) -> bytes:
    """The advice."""
    folder, edition = unwrap_or_raise(
        report.registry.load(
            job.game, job.edition, changes=dict(job.changes), expected_hash=job.edition_hash
        )
    )
    accounts = tuple(_account(folder, edition, one) for one in job.rounds)
    if job.seen is None:
        return msgspec.json.encode(Advice(accounts=accounts))
    worked = values(folder.game, edition, job.seen)
    return msgspec.json.encode(
        Advice(
            basis=worked.basis,
            bets={spot: show_fraction(net) for spot, net in worked.bets.items()},
            decision=_written(worked.decision),
            accounts=accounts,
        )
    )


def _account(folder: GameFolder, edition: HasHead, one: PlayedRound) -> Account | None:
    played = read_round(one.notation, folder.game, edition)
    if isinstance(played, Refusal):
        return None
    account = account_of(played, SeatIndex(one.seat))
    return Account(
        decision=_written(account.decision),
        staked=account.staked,
        result=account.result,
        worth=show_fraction(account.worth),
        best_worth=show_fraction(account.best_worth),
        cost=show_fraction(account.cost),
    )


def decision_of(worked: WorkedDecision) -> Decision:
    """A decision back from its record."""
    worths = {option: Fraction(text) for option, text in worked.worths.items()}
    return Decision(worths, worked.made, worked.note)


def _written(decision: Decision | None) -> WorkedDecision | None:
    if decision is None:
        return None
    worths = {option: show_fraction(worth) for option, worth in decision.worths.items()}
    return WorkedDecision(worths=worths, made=decision.made, note=decision.note)

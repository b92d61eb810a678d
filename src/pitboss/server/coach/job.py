"""The coach's job: what a viewer's moment is worth, and luck and play of rounds that are over.

Knows nothing but what the job says: no store, no seed, no state.
"""

from __future__ import annotations

from fractions import Fraction

import msgspec

from pitboss.coach.account import RoundAccount, account_of
from pitboss.coach.seen import Seen
from pitboss.coach.values import DecisionValue, values
from pitboss.games.editions import HasHead
from pitboss.games.game_folder import GameFolder
from pitboss.games.notation import read_round
from pitboss.refusals import Refusal
from pitboss.server.editions.lookup import load_subject
from pitboss.server.editions.schemas import Subject
from pitboss.server.jobs.kinds import COACH, JobKind
from pitboss.server.jobs.protocol import Report
from pitboss.units import SeatIndex

COACH_KIND = JobKind(name="coach", module=__name__, lane=COACH)


class PlayedRound(msgspec.Struct, frozen=True):
    """A round that is over, and the seat whose account is wanted."""

    notation: str
    seat: int


class CoachJob(msgspec.Struct, frozen=True, kw_only=True):
    """A moment at a table, and rounds that are over."""

    subject: Subject
    seen: Seen | None
    rounds: tuple[PlayedRound, ...]


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a coach's job."""

    basis: str = ""
    bets: dict[str, Fraction] = {}
    decision: DecisionValue | None = None
    accounts: tuple[RoundAccount | None, ...] = ()
    """One for each round; none where the coach cannot read it."""


def decode_advice(content: bytes) -> Advice:
    return msgspec.json.decode(content, type=Advice, dec_hook=lambda kind, text: kind(text))


def run(job: CoachJob, report: Report) -> bytes:
    folder, edition = load_subject(report.registry, job.subject)
    accounts = tuple(_account(folder, edition, one) for one in job.rounds)
    advice = Advice(accounts=accounts)
    if job.seen is not None:
        worked = values(folder.game, edition, job.seen)
        advice = Advice(
            basis=worked.basis, bets=worked.bets, decision=worked.decision, accounts=accounts
        )
    return msgspec.json.encode(advice, enc_hook=str)


def _account(folder: GameFolder, edition: HasHead, one: PlayedRound) -> RoundAccount | None:
    played = read_round(one.notation, folder.game, edition)
    return None if isinstance(played, Refusal) else account_of(played, SeatIndex(one.seat))

"""Bet plans: what a player stakes, how stakes move, and when the player leaves.

A betting table has rows of stakes and says which row follows a round that was won, pushed or lost:
one row is a flat bettor, several are a spread.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pitboss.games.bets import stake_refusal
from pitboss.games.contract import AnyGame
from pitboss.games.editions import HasHead
from pitboss.games.needs import NeedBets
from pitboss.games.rounds import begin, take
from pitboss.games.steps import Bet, CloseBets
from pitboss.invariants import check
from pitboss.players.wagers import find_wager, wagers_of
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import CREDITS_MAX, Credits, SeatIndex, SpotKey, say_credits

SEAT = SeatIndex(1)
ROWS_MAX = 64
"""Rows of a betting table; far more than any progression a table limit allows."""

Stakes = tuple[tuple[SpotKey, Credits], ...]


@dataclass(frozen=True, slots=True)
class PlanRow:
    """Stakes of one round, and the rows that follow when it is won, pushed or lost."""

    stakes: Stakes
    won: int = 0
    pushed: int = 0
    lost: int = 0


@dataclass(frozen=True, slots=True)
class BetPlan:
    """A betting table; a visit begins with its first row."""

    rows: tuple[PlanRow, ...]

    def __post_init__(self) -> None:
        check(0 < len(self.rows) <= ROWS_MAX, f"a betting table has 1 to {ROWS_MAX} rows")
        follows = {n for row in self.rows for n in (row.won, row.pushed, row.lost)}
        check(follows <= set(range(len(self.rows))), "a row is followed by a row")

    def written(self) -> list[object]:
        """The plan in plain data, for records that must tell two plans apart."""
        return [[[[s, int(c)] for s, c in r.stakes], r.won, r.pushed, r.lost] for r in self.rows]


def flat(stakes: Mapping[SpotKey, Credits]) -> BetPlan:
    """The same stakes in every round."""
    return BetPlan((PlanRow(tuple(stakes.items())),))


def spread(
    stakes: Mapping[SpotKey, Credits], multiples: tuple[int, ...], *, raise_after: str = "lost"
) -> BetPlan:
    """Stakes times each multiple in turn while rounds are lost (or won), from the first again
    after any other; the last multiple stays until the run ends; a push changes nothing."""
    check(len(multiples) > 0 and all(m > 0 for m in multiples), "multiples count from one")
    check(raise_after in {"lost", "won"}, "stakes rise after a round won or lost")
    last = len(multiples) - 1
    rows = []
    for at, multiple in enumerate(multiples):
        raised = min(at + 1, last)
        scaled = tuple((spot, Credits(stake * multiple)) for spot, stake in stakes.items())
        rows.append(
            PlanRow(
                scaled,
                won=raised if raise_after == "won" else 0,
                pushed=at,
                lost=raised if raise_after == "lost" else 0,
            )
        )
    return BetPlan(tuple(rows))


@dataclass(frozen=True, slots=True)
class Visit:
    """The limits of a visit: money, wins, losses, or rounds at the table's pace."""

    bankroll: Credits
    rounds: int
    stop_win: Credits | None = None
    """Leave when ahead by this much."""
    stop_loss: Credits | None = None
    """Leave when behind by this much."""

    def written(self) -> list[int | None]:
        """The visit in plain data, for records that must tell two visits apart."""
        return [self.bankroll, self.rounds, self.stop_win, self.stop_loss]


def make_plan(
    game: AnyGame,
    edition: HasHead,
    bets: Iterable[tuple[str, int]],
    *,
    multiples: tuple[int, ...] = (1,),
    raise_after: str = "lost",
) -> BetPlan | Refusal:
    """The plan of stakes on named bets, as the table would take it."""
    wagers = wagers_of(game, edition)
    stakes: dict[SpotKey, Credits] = {}
    for name, stake in bets:
        wager = find_wager(wagers, name)
        if isinstance(wager, Refusal):
            return wager
        if wager.spot.key in stakes:
            return Refusal(RefusalCode.BAD_TEXT, f"{wager.spot.key} is bet twice.")
        stakes[wager.spot.key] = Credits(stake)
    plan = spread(stakes, multiples, raise_after=raise_after)
    return plan_refusal(game, edition, plan) or plan


def plan_refusal(game: AnyGame, edition: HasHead, plan: BetPlan) -> Refusal | None:
    """Why the table would not take a row of this plan, or None when it takes them all.

    Each row is laid on the felt by the rules themselves; spots that are not always offered
    are checked against the limits instead.
    """
    for row in plan.rows:
        refusal = _row_refusal(game, edition, row)
        if refusal is not None:
            return refusal
    return None


def _row_refusal(game: AnyGame, edition: HasHead, row: PlanRow) -> Refusal | None:
    wagers = wagers_of(game, edition)
    if not row.stakes:
        return Refusal(RefusalCode.NO_BETS, "A plan needs a bet in every row; stake something.")
    current = begin(game, edition, seats=(SEAT,))
    if isinstance(current, Refusal):
        return current
    asked = isinstance(current.need, NeedBets)
    for spot, stake in row.stakes:
        wager = find_wager(wagers, spot)
        if isinstance(wager, Refusal):
            return wager
        refusal = stake_refusal(wager.spot, stake, edition.head.limits)
        if refusal is not None:
            return refusal
        if asked:
            after = take(current, Bet(SEAT, spot, stake))
            if isinstance(after, Refusal):
                return after
            current = after
    closed = take(current, CloseBets()) if asked else None
    return closed if isinstance(closed, Refusal) else None


def visit_refusal(plan: BetPlan, visit: Visit, *, most_at_risk: int) -> Refusal | None:
    """Why such a visit is impossible; `most_at_risk` is what one round of the plan can take."""
    amounts = (visit.bankroll, visit.stop_win, visit.stop_loss)
    if any(a is not None and not 0 < a <= CREDITS_MAX for a in amounts):
        return Refusal(RefusalCode.NOT_POSITIVE, "Bankroll and stops must be more than zero.")
    if visit.bankroll < most_at_risk:
        return Refusal(
            RefusalCode.NOT_ENOUGH_CREDITS,
            f"A bankroll of {say_credits(visit.bankroll)} does not cover one round of the plan,"
            f" which can take {say_credits(most_at_risk)}.",
        )
    if visit.stop_loss is not None and visit.stop_loss > visit.bankroll:
        return Refusal(
            RefusalCode.NOT_ENOUGH_CREDITS,
            f"A stop at a loss of {say_credits(visit.stop_loss)} lies beyond the bankroll of"
            f" {say_credits(visit.bankroll)}; lower it.",
        )
    return None

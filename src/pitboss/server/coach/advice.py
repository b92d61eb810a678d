"""The coach's advice: one viewer's own view in, a page out.

The only way from a table to the coach: what goes to its process is the view that the viewer's
browser is sent, the words the round began with, and rounds that are over.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from fractions import Fraction

import msgspec

from pitboss.coach.account import DEFINITION, RoundAccount
from pitboss.coach.seen import Seen, plain
from pitboss.coach.values import DecisionValue
from pitboss.games.steps import SPECTATOR
from pitboss.ledger.limits import IDLE_GAP_MS, MINUTE_MS
from pitboss.pit.pit import Pit
from pitboss.pit.recall import recall_round
from pitboss.pit.replay import stream_of
from pitboss.refusals import Refusal, RefusalCode
from pitboss.report.figures import Kind, show
from pitboss.server.accounts.people import Person
from pitboss.server.coach import schemas
from pitboss.server.coach.job import COACH_KIND, Advice, CoachJob, PlayedRound, decode_advice
from pitboss.server.edge.errors import Denial
from pitboss.server.edge.responses import HttpRefusal, unwrap_or_raise
from pitboss.server.edge.side_threads import SideThreads
from pitboss.server.editions.lookup import subject_of
from pitboss.server.jobs.queue import Owner
from pitboss.server.jobs.runner import REPLACED, Runner
from pitboss.server.live.viewers import show_table
from pitboss.table.setup import TableRules
from pitboss.table.state import TableState
from pitboss.table.view_records import TableView
from pitboss.units import MINOR_PER_CREDIT, show_fraction

VISIT_ROUNDS = 100
KEPT = 4_096
TRIES = 5
"""How often a request may be replaced by another of the same person at the same table."""
PLACES = 4
NOTHING_YET = "No round is open. The coach speaks again when the next one opens."
NO_COACH = Refusal(RefusalCode.STORE_UNAVAILABLE, "The coach is not available now; try again.")
VISIT = (
    f"Your last rounds at this table with no pause longer than {IDLE_GAP_MS // MINUTE_MS} minutes,"
    f" {VISIT_ROUNDS} at most."
)


@dataclass(slots=True)
class Coach:
    pit: Pit
    threads: SideThreads
    jobs: Runner
    known: OrderedDict[tuple[str, str], RoundAccount] = field(default_factory=OrderedDict)

    def keep(self, key: tuple[str, str], account: RoundAccount) -> None:
        """Cache an account; a finished round never changes."""
        self.known[key] = account
        if len(self.known) > KEPT:
            self.known.popitem(last=False)

    async def work_out(self, job: CoachJob, owner: Owner, table: str) -> Advice | None:
        """Run a job in place of the viewer's last one at this table; None when it was replaced."""
        if job.seen is None and not job.rounds:
            return Advice(basis=NOTHING_YET)
        found = await self.jobs.ask(COACH_KIND, job, owner, replaces=table)
        if found == REPLACED:
            return None
        content = unwrap_or_raise(NO_COACH if isinstance(found, Denial) else found)
        advice = decode_advice(content)
        return msgspec.structs.replace(advice, basis=advice.basis or NOTHING_YET)


async def coach_page(
    coach: Coach, table: str, person: Person | None, owner: Owner
) -> schemas.CoachPage:
    """What the coach says to this viewer now.

    Requests of one person may pass each other, and several tabs may ask at once. One whose job was
    replaced asks about the table as it is by then, which is usually the very job that replaced it.
    """
    for _ in range(TRIES):
        found = await _current_page(coach, table, person, owner)
        if found is not None:
            return found
    raise HttpRefusal(REPLACED)


async def _current_page(
    coach: Coach, table: str, person: Person | None, owner: Owner
) -> schemas.CoachPage | None:
    """The page, or None when its job was replaced."""
    state = unwrap_or_raise(coach.pit.state(table))
    shown = unwrap_or_raise(show_table(coach.pit, table, person))
    # Taken together with the view, before anything is waited for.
    start = _start(state)
    view = shown.view
    rounds = await _visit(coach, state, person, owner)
    new = {name: one for name, one in rounds.items() if isinstance(one, PlayedRound)}
    subject = subject_of(state.rules.opened)
    job = CoachJob(subject=subject, seen=see_view(view, start), rounds=tuple(new.values()))
    advice = await coach.work_out(job, owner, table)
    if advice is None:
        return None
    worked = dict(zip(new, advice.accounts, strict=True))
    for name, account in worked.items():
        if account is not None and person is not None:
            coach.keep((name, person.id), account)
    found = {name: worked.get(name, one) for name, one in rounds.items()}
    accounts = {name: one for name, one in found.items() if isinstance(one, RoundAccount)}
    decision = advice.decision
    is_owed = decision is not None and decision.made is None
    return schemas.CoachPage(
        table=table,
        version=shown.version,
        basis=advice.basis,
        bets=_bets(state.rules, view, advice),
        options=_options(view, decision) if decision is not None and is_owed else (),
        note="" if decision is None else decision.note,
        last_decision=_last(view, decision, accounts),
        account=account_note(tuple(accounts.values())),
        definition=DEFINITION,
        visit=VISIT,
    )


def _start(state: TableState) -> dict[str, str]:
    carry = state.carry if state.current is None else state.current.start
    return dict(state.rules.game.write_carry(carry))


def see_view(view: TableView, start: dict[str, str]) -> Seen | None:
    """What the coach may see of a view; None between rounds."""
    if view.felt is None:
        return None
    own = {bet.spot: bet.stake for bet in view.bets if bet.seat == view.viewer}
    return Seen(seat=view.viewer, felt=plain(view.felt), start=start, stakes=own)


# --- bets and decisions -----------------------------------------------------------------------


def _bets(rules: TableRules, view: TableView, advice: Advice) -> tuple[schemas.BetAdvice, ...]:
    is_open = {spot.spot for spot in view.spots if spot.closed is None}
    stakes = {bet.spot: bet.stake for bet in view.bets if bet.seat == view.viewer}
    nets = advice.bets
    best = max((net for spot, net in nets.items() if spot in is_open), default=None)
    labels = {str(spot.key): spot.label for spot in rules.game.all_spots(rules.edition)}
    return tuple(
        schemas.BetAdvice(
            spot=spot,
            label=labels[spot],
            percent=percent(nets[spot]),
            fraction=show_fraction(nets[spot]),
            is_open=spot in is_open,
            is_best=spot in is_open and nets[spot] == best,
            stake=stakes.get(spot, 0),
            worth=amount(stakes.get(spot, 0) * nets[spot]),
        )
        for spot in labels
        if spot in nets
    )


def _options(view: TableView, decision: DecisionValue) -> tuple[schemas.OptionAdvice, ...]:
    best = decision.worths[decision.best]
    return tuple(
        schemas.OptionAdvice(
            option=option,
            label=_label(view, option),
            worth=amount(worth),
            cost=amount(best - worth),
            is_best=worth == best,
        )
        for option, worth in decision.worths.items()
    )


def _label(view: TableView, option: str) -> str:
    """An option's name as its button has it, without the explanation."""
    labels = {one.option: one.label for asked in view.awaited for one in asked.options}
    return labels.get(option, option.capitalize()).partition(",")[0]


def _last(
    view: TableView, decision: DecisionValue | None, rounds: dict[str, RoundAccount]
) -> schemas.DecisionNote | None:
    """The decision of the round in play once it is made, else the newest of the visit."""
    if decision is not None and decision.made is not None and view.round_id is not None:
        return _decision_note(view, view.round_id, decision)
    for round_id, account in rounds.items():
        if account.decision is not None:
            return _decision_note(view, round_id, account.decision)
    return None


def _decision_note(view: TableView, round_id: str, decision: DecisionValue) -> schemas.DecisionNote:
    return schemas.DecisionNote(
        round_id=round_id,
        made=_label(view, decision.made or ""),
        best=_label(view, decision.best),
        cost=amount(decision.cost),
    )


# --- the visit --------------------------------------------------------------------------------


async def _visit(
    coach: Coach, state: TableState, person: Person | None, owner: Owner
) -> dict[str, RoundAccount | PlayedRound]:
    """The visit's rounds at the table, newest first: each account, or what it follows from."""
    if person is None:
        return {}
    listed = unwrap_or_raise(
        await asyncio.to_thread(coach.pit.store.last_rounds, person.id, count=2 * VISIT_ROUNDS)
    )
    stream, since_ms = stream_of(state.rules.table), coach.pit.clock()
    found: dict[str, RoundAccount | PlayedRound] = {}
    for one in listed:
        if one.stream != stream:
            continue
        if since_ms - one.at_ms > IDLE_GAP_MS or len(found) >= VISIT_ROUNDS:
            break
        since_ms = one.at_ms
        account = coach.known.get((one.round_id, person.id)) or await _load_round(
            coach, one.round_id, person, owner
        )
        if account is not None:
            found[one.round_id] = account
    return found


async def _load_round(
    coach: Coach, round_id: str, person: Person, owner: Owner
) -> PlayedRound | None:
    """A finished round; None while it is still in play."""
    recalled = await coach.threads.run(
        owner.address, recall_round, coach.pit.store, coach.pit.registry, round_id
    )
    if isinstance(recalled, Denial):
        raise HttpRefusal(recalled)
    seat = SPECTATOR if isinstance(recalled, Refusal) else recalled.seat_of(person.id)
    if isinstance(recalled, Refusal) or seat == SPECTATOR:
        return None
    return PlayedRound(recalled.notation, int(seat))


def account_note(rounds: tuple[RoundAccount, ...]) -> schemas.AccountNote:
    """The sum of the accounts of several rounds."""
    return schemas.AccountNote(
        rounds=len(rounds),
        staked=sum(one.staked for one in rounds),
        result=amount(Fraction(sum(one.result for one in rounds))),
        worth=amount(sum((one.worth for one in rounds), Fraction(0))),
        cost=amount(sum((one.cost for one in rounds), Fraction(0))),
        luck=amount(sum((one.luck for one in rounds), Fraction(0))),
        best_worth=amount(sum((one.best_worth for one in rounds), Fraction(0))),
    )


# --- numbers ----------------------------------------------------------------------------------


def amount(minor: Fraction) -> schemas.Amount:
    value = minor / MINOR_PER_CREDIT
    return schemas.Amount(exact=show_fraction(value), shown=show(value, places=PLACES, signed=True))


def percent(net: Fraction) -> str:
    return show(net, kind=Kind.PERCENT, signed=True)

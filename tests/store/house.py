"""A small house for tests: players with credits, short bets and settlements, a closing audit."""

from __future__ import annotations

from pitboss.audit.canonical import Json, fingerprint
from pitboss.audit.chain import first_head
from pitboss.ledger.accounts import HoldId, PlayerId, RoundId, TableId, player_account
from pitboss.ledger.limits import PayoutLimit, SetLimit
from pitboss.ledger.transfers import Hold, Issue, Post, Transfer
from pitboss.refusals import Refusal
from pitboss.store.records import Answer, Commit, Committed, Event, Tip
from pitboss.store.store import Store, open_store
from pitboss.units import Credits

NOW_MS = 1_800_000_000_000


def opened(where: str, *, is_threaded: bool = True) -> Store:
    """An open store; a refusal fails the test."""
    store = open_store(where, is_threaded=is_threaded)
    assert isinstance(store, Store), store
    return store


def digest(value: Json) -> str:
    """A fingerprint; a refusal fails the test."""
    found = fingerprint(value)
    assert isinstance(found, str), found
    return found


def command(
    client_id: str,
    *transfers: Transfer,
    stream: str = "table:T1",
    expected: Tip | None = None,
    at_ms: int = NOW_MS,
    actor: str = "test",
    events: tuple[Event, ...] | None = None,
    limits: tuple[SetLimit, ...] = (),
    payout_limit: PayoutLimit | None = None,
    round_id: str | None = None,
    asked: str | None = None,
) -> Commit:
    """A commit with everything that a test does not care about filled in."""
    rounds = [t.round_id for t in transfers if isinstance(t, Hold) and not t.carried_from]
    return Commit(
        stream=stream,
        expected=expected,
        at_ms=at_ms,
        actor=actor,
        client_id=client_id,
        fingerprint=digest(asked if asked is not None else client_id),
        events=(Event("test.done", {"by": client_id}),) if events is None else events,
        transfers=transfers,
        limits=limits,
        payout_limit=payout_limit,
        round_id=round_id or (rounds[0] if rounds else None),
    )


def start(stream: str = "table:T1") -> Tip:
    """The end of a stream without records."""
    return Tip(first_head(stream).digest)


def issue(player: str, amount: int) -> Issue:
    """A refill."""
    return Issue(player=PlayerId(player), amount=Credits(amount))


def hold(
    hold_id: str,
    amount: int,
    *,
    player: str = "alice",
    table: str = "T1",
    seat: int = 1,
    round_id: str = "r1",
    could_win: int | None = None,
    carried_from: str | None = None,
) -> Hold:
    """A bet."""
    return Hold(
        hold_id=HoldId(hold_id),
        player=PlayerId(player),
        table=TableId(table),
        seat=seat,
        round_id=RoundId(round_id),
        spot="single:red",
        amount=Credits(amount),
        could_win=None if could_win is None else Credits(could_win),
        carried_from=None if carried_from is None else HoldId(carried_from),
    )


def post(hold_id: str, *, taken: int = 0, won: int = 0) -> Post:
    """A settlement."""
    return Post(hold_id=HoldId(hold_id), taken=Credits(taken), won=Credits(won), clause="T-1")


def seated(store: Store, player: str, amount: int) -> None:
    """Give a player credits."""
    done(store.append(command(f"seat-{player}", issue(player, amount), stream="house")))


async def commit(store: Store, wanted: Commit) -> Answer:
    """Commit on a loop that runs."""
    return await store.commit(wanted)


def done(answer: Answer) -> Committed:
    """An answer that must be an acknowledgement."""
    assert isinstance(answer, Committed), answer
    return answer


def refused(answer: Answer) -> str:
    """The code of an answer that must be a refusal."""
    assert isinstance(answer, Refusal), answer
    return answer.code.value


def credits_of(store: Store, player: str) -> int:
    """What a player has to bet with."""
    balance = store.balance(player_account(player))
    assert isinstance(balance, int), balance
    return balance


def assert_sound(store: Store) -> None:
    """The closing audit of every test that breaks something."""
    findings = store.check_books()
    assert not isinstance(findings, Refusal), findings
    assert findings.faults == ()

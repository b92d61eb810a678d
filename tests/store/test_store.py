"""What the store promises, on SQLite and on PostgreSQL: one transaction, one effect, one record."""

from __future__ import annotations

import asyncio
import json
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

from pitboss.audit import verify
from pitboss.audit.chain import Head
from pitboss.ledger.accounts import HoldId, PlayerId, TableId
from pitboss.ledger.limits import DAY_MS, HOUR_MS, MINUTE_MS, LimitKind, PayoutLimit, SetLimit
from pitboss.ledger.transfers import Correct, Fill, MoveKind, Reason, Void
from pitboss.refusals import Refusal
from pitboss.store.records import Answer, Commit, Event, Record, Tip
from pitboss.store.store import Store
from pitboss.units import Credits
from tests.deadlines import PATIENCE_S
from tests.store.house import (
    NOW_MS,
    assert_sound,
    command,
    commit,
    credits_of,
    done,
    hold,
    issue,
    opened,
    post,
    refused,
    seated,
    start,
)


def test_a_round_from_bet_to_recall(store: Store) -> None:
    seated(store, "alice", 1_000)
    placed = (Event("bet.placed", {"seat": 1, "spot": "single:red"}),)
    bet = done(store.append(command("b1", hold("h1", 400), expected=start(), events=placed)))
    assert (bet.stream, bet.version, bet.balances) == ("table:T1", 1, (("alice", 600),))
    settled = command("s1", post("h1", won=800), expected=Tip(bet.head), round_id="r1")
    assert done(store.append(settled)).balances == (("alice", 1_800),)
    records = store.read("table:T1")
    assert isinstance(records, tuple)
    assert [record.version for record in records] == [1, 2]
    assert records[0].events == placed
    assert Head("table:T1", 2, records[1].head) == store.head("table:T1")
    assert store.round_records("r1") == records
    assert store.open_bets("T1") == ()
    assert_sound(store)


def test_the_record_holds_everything_that_happened(store: Store) -> None:
    seated(store, "alice", 1_000)
    done(store.append(command("b1", hold("h1", 400, could_win=3_200), actor="alice")))
    records = store.read("table:T1")
    assert isinstance(records, tuple)
    body = json.loads(records[0].canonical)
    assert body["actor"] == "alice"
    assert body["transfers"] == [
        {
            "amount": 400,
            "could_win": 3_200,
            "hold_id": "h1",
            "moves": [{"amount": 400, "from": "player:alice", "kind": "hold", "to": "stake:T1:1"}],
            "player": "alice",
            "round_id": "r1",
            "seat": 1,
            "spot": "single:red",
            "table": "T1",
            "type": "hold",
        }
    ]


def test_a_refused_commit_leaves_no_trace(store: Store) -> None:
    seated(store, "alice", 100)
    before = store.heads()
    assert refused(store.append(command("b1", hold("h1", 101)))) == "not-enough-credits"
    assert refused(store.append(command("b2", hold("h2", 5, player="bob")))) == "unknown-account"
    assert refused(store.append(command("b3", post("h9")))) == "unknown-bet"
    events = (Event("bad", {"x": 0.5}),)  # type: ignore[dict-item]
    assert refused(store.append(command("b4", hold("h4", 5), events=events))) == "bad-field"
    assert store.heads() == before
    assert credits_of(store, "alice") == 100
    # Nothing was done under these ids, so they may be used again.
    done(store.append(command("b1", hold("h1", 100))))
    assert_sound(store)


def test_the_same_command_again_gets_the_first_answer(store: Store) -> None:
    seated(store, "alice", 1_000)
    bet = command("b1", hold("h1", 400), expected=start())
    first = done(store.append(bet))
    done(store.append(command("b2", hold("h2", 100))))
    again = done(store.append(bet))
    assert again == first
    assert (first.is_repeat, again.is_repeat) == (False, True)
    assert store.first_answer(actor="test", client_id="b1") == first
    assert store.first_answer(actor="test", client_id="b9") is None
    assert credits_of(store, "alice") == 500


def test_an_id_for_another_request_is_refused_and_ids_belong_to_their_actor(
    store: Store,
) -> None:
    seated(store, "alice", 1_000)
    done(store.append(command("b1", hold("h1", 400))))
    other = command("b1", hold("h2", 300), asked="something else")
    assert refused(store.append(other)) == "id-reused"
    done(store.append(command("b1", hold("h3", 300), asked="mine", actor="bob")))
    assert refused(store.append(command("b5", hold("h1", 300)))) == "id-reused"
    assert credits_of(store, "alice") == 300


def test_a_commit_decided_on_another_end_is_refused(store: Store) -> None:
    seated(store, "alice", 1_000)
    first = command("b1", hold("h1", 1), expected=start())
    done(store.append(first))
    for name, tip in (("b2", start()), ("b3", Tip()), ("b4", start("table:T2"))):
        late = command(name, hold(f"h-{name}", 1), expected=tip)
        assert refused(store.append(late)) == "stale-version"
    done(store.append(command("b5", hold("h5", 1), expected=first.tip)))


def test_a_commit_follows_the_very_commit_it_was_planned_on(store: Store) -> None:
    """Sent together; another writer's record with the same number or the same id will not do."""
    seated(store, "alice", 1_000)
    opening = command("open", expected=start(), asked="open", events=(Event("a", {"seed": 1}),))
    other = command("open", expected=start(), asked="open", events=(Event("a", {"seed": 2}),))
    bet = command("b1", hold("h1", 1), expected=opening.tip)
    lost = command("b2", hold("h2", 2_000), expected=bet.tip)
    after_lost = command("b3", hold("h3", 1), expected=lost.tip)
    answers = [future.result() for future in map(store.submit, (opening, bet, lost, after_lost))]
    assert [done(answer).version for answer in answers[:2]] == [1, 2]
    assert [refused(answer) for answer in answers[2:]] == ["not-enough-credits", "stale-version"]
    # Somebody else writes the third record: the number that was awaited, but not that record.
    done(store.append(command("b4", hold("h4", 1))))
    assert refused(store.append(after_lost)) == "stale-version"
    assert done(store.append(other)).is_repeat
    on_other = command("b5", hold("h5", 1), expected=other.tip)
    assert refused(store.append(on_other)) == "stale-version"
    assert_sound(store)


def test_a_bet_is_settled_once_and_corrected_by_adding(store: Store) -> None:
    seated(store, "alice", 1_000)
    done(store.append(command("b1", hold("h1", 400))))
    done(store.append(command("s1", post("h1", taken=400))))
    assert refused(store.append(command("s2", post("h1", won=9)))) == "already-settled"
    fix = Correct(hold_id=HoldId("h1"), amount=400, reason=Reason.MISREAD_OUTCOME)
    done(store.append(command("c1", fix)))
    lines = store.statement("alice")
    assert isinstance(lines, tuple)
    assert [(line.kind, line.change, line.balance) for line in lines] == [
        (MoveKind.ISSUE, 1_000, 1_000),
        (MoveKind.HOLD, -400, 600),
        (MoveKind.TAKE, 0, 600),
        (MoveKind.CORRECT, 400, 1_000),
    ]
    assert [line.number for line in lines] == [1, 2, 3, 4]
    assert lines[-1].reason == "misread-outcome"
    assert store.statement("alice", after=2, limit=1) == lines[2:3]
    assert_sound(store)


def test_a_void_and_a_stake_that_stays_up(store: Store) -> None:
    seated(store, "alice", 1_000)
    done(store.append(command("b1", hold("h1", 400))))
    up = hold("h1-up", 400, round_id="r2", carried_from="h1")
    done(store.append(command("s1", post("h1", won=50), up, round_id="r1")))
    open_bets = store.open_bets("T1")
    assert isinstance(open_bets, tuple)
    assert [(bet.hold_id, bet.round_id) for bet in open_bets] == [("h1-up", "r2")]
    assert_sound(store)
    down = Void(hold_id=HoldId("h1-up"), reason=Reason.TAKEN_DOWN)
    done(store.append(command("v1", down, round_id="r2")))
    assert credits_of(store, "alice") == 1_050
    assert_sound(store)


def test_a_table_is_filled_from_the_house_without_an_event(store: Store) -> None:
    fill = Fill(table=TableId("T1"), amount=5_000)
    answer = done(store.append(command("f1", fill, events=())))
    assert answer.balances == ()
    assert (store.balance("table:T1"), store.balance("house")) == (5_000, -5_000)
    records = store.read("table:T1")
    assert isinstance(records, tuple)
    assert records[0].events == ()
    assert_sound(store)


@pytest.mark.parametrize(
    "change",
    [
        {"stream": "Table:T1"},
        {"stream": "table:a:b"},
        {"actor": ""},
        {"client_id": "x" * 129},
        {"client_id": "a\nb"},
        {"fingerprint": "short"},
        {"at_ms": -1},
        {"at_ms": True},
        {"round_id": "a b"},
        {"events": (Event("Bad Kind"),)},
        {"events": (Event("many"),) * 1_001},
        {"round_id": "r2"},
        {"limits": (SetLimit(player=PlayerId("a"), kind=LimitKind.STAKE, value=1),)},
    ],
)
def test_commits_that_cannot_be(tmp_path: Path, change: dict[str, object]) -> None:
    from dataclasses import replace

    with opened(str(tmp_path / "a.db")) as store:
        bad = replace(command("b1", hold("h1", 5)), **change)  # type: ignore[arg-type]
        assert refused(store.append(bad)) == "bad-field"
        assert store.submit(bad).result() == store.append(bad)
        assert asyncio.run(commit(store, bad)) == store.append(bad)
        empty = command("b2", events=())
        assert refused(store.append(empty)) == "missing-field"
        assert store.heads() == ()


# Many at once.


def all_answers(store: Store, commits: list[Commit]) -> list[Answer]:
    """Submit everything from ten threads at the same moment."""
    barrier = threading.Barrier(10)

    def send(part: list[Commit]) -> list[Future[Answer]]:
        barrier.wait()
        return [store.submit(commit) for commit in part]

    with ThreadPoolExecutor(10) as threads:
        parts = threads.map(send, [commits[index::10] for index in range(10)])
        return [future.result() for part in parts for future in part]


def one_of_200(store: Store, turn: int) -> None:
    """200 bets at once from a stack that covers exactly one."""
    player = f"p{turn}"
    seated(store, player, 100)
    bets = [
        command(f"b{turn}-{n}", hold(f"h{turn}-{n}", 100, player=player, round_id=f"r{turn}"))
        for n in range(200)
    ]
    answers = all_answers(store, bets)
    taken = [answer for answer in answers if not isinstance(answer, Refusal)]
    codes = {answer.code.value for answer in answers if isinstance(answer, Refusal)}
    assert (len(taken), codes) == (1, {"not-enough-credits"})
    assert credits_of(store, player) == 0


def test_of_200_parallel_bets_with_credits_for_one_exactly_one_is_taken(store: Store) -> None:
    for turn in range(20):
        one_of_200(store, turn)
    assert_sound(store)


def test_200_parallel_bets_over_four_stores_of_one_database(where: str) -> None:
    """As several server processes do: each has connections of its own."""
    stores = [opened(where) for _ in range(4)]
    seated(stores[0], "alice", 300)
    futures = [
        stores[n % 4].submit(command(f"b{n}", hold(f"h{n}", 100), stream=f"table:T{n % 3}"))
        for n in range(200)
    ]
    answers = [future.result() for future in futures]
    assert sum(not isinstance(answer, Refusal) for answer in answers) == 3
    assert credits_of(stores[1], "alice") == 0
    assert_sound(stores[2])
    for store in stores:
        store.close()


def test_one_message_100_times_over_10_connections_has_one_effect(where: str) -> None:
    stores = [opened(where) for _ in range(10)]
    seated(stores[0], "alice", 10_000)
    bet = command("b1", hold("h1", 100))
    futures = [store.submit(bet) for _ in range(10) for store in stores]
    answers = {future.result() for future in futures}
    assert len(answers) == 1
    assert done(answers.pop()).version == 1
    assert credits_of(stores[0], "alice") == 9_900
    assert_sound(stores[0])
    for store in stores:
        store.close()


def test_writers_at_one_version_one_wins(where: str) -> None:
    first, second = opened(where), opened(where)
    seated(first, "alice", 1_000)
    tip = start()
    for version in range(10):
        futures = [
            store.submit(command(f"b{version}-{n}", hold(f"h{version}-{n}", 1), expected=tip))
            for n, store in enumerate((first, second))
        ]
        answers = [future.result() for future in futures]
        assert sum(not isinstance(answer, Refusal) for answer in answers) == 1
        lost = next(answer for answer in answers if isinstance(answer, Refusal))
        assert lost.code.value == "stale-version"
        tip = Tip(next(done(answer).head for answer in answers if answer is not lost))
    first.close()
    second.close()


def test_event_loops_await_their_own_answers(store: Store) -> None:
    seated(store, "alice", 50)

    async def many() -> list[Answer]:
        bets = [command(f"b{n}", hold(f"h{n}", 1)) for n in range(70)]
        return list(await asyncio.gather(*(store.commit(bet) for bet in bets)))

    answers = asyncio.run(many())
    versions = [answer.version for answer in answers if not isinstance(answer, Refusal)]
    assert sorted(versions) == list(range(1, 51))
    assert sum(isinstance(answer, Refusal) for answer in answers) == 20


def test_listeners_hear_how_far_a_stream_goes(store: Store) -> None:
    heard: list[tuple[str, int]] = []
    arrived = threading.Event()

    def hear(stream: str, version: int) -> None:
        heard.append((stream, version))
        if version == 2:
            arrived.set()

    stop = store.listen(hear)
    done(store.append(command("e1")))
    assert refused(store.append(command("e2", post("h9")))) == "unknown-bet"
    done(store.append(command("e3")))
    assert arrived.wait(PATIENCE_S)
    stop()
    assert heard == [("table:T1", 1), ("table:T1", 2)]


# Limits, inside the bet's own transaction.


def wish(kind: LimitKind, value: int | None) -> SetLimit:
    """Alice asks for a limit."""
    return SetLimit(player=PlayerId("alice"), kind=kind, value=value)


def test_limits_are_kept_and_act_on_the_next_bet(store: Store) -> None:
    seated(store, "alice", 10_000)
    lower = command("l1", stream="house", limits=(wish(LimitKind.STAKE, 100),))
    done(store.append(lower))
    assert refused(store.append(command("b1", hold("h1", 101)))) == "player-limit"
    done(store.append(command("l2", stream="house", limits=(wish(LimitKind.STAKE, None),))))
    late = NOW_MS + DAY_MS
    early = command("b2", hold("h2", 101), at_ms=late - 1)
    assert refused(store.append(early)) == "player-limit"
    done(store.append(command("b3", hold("h3", 101), at_ms=late)))
    own = store.limits("alice")
    assert isinstance(own, dict)
    assert own[LimitKind.STAKE].pending_from_ms == late
    bad = command("l3", stream="house", limits=(wish(LimitKind.STAKE, -1),))
    assert refused(store.append(bad)) == "bad-field"
    nobody = SetLimit(player=PlayerId("a b"), kind=LimitKind.STAKE, value=1)
    assert refused(store.append(command("l4", limits=(nobody,)))) == "bad-field"
    assert_sound(store)


def test_the_loss_limit_holds_against_parallel_bets_of_one_batch(store: Store) -> None:
    seated(store, "alice", 10_000)
    done(store.append(command("l1", stream="house", limits=(wish(LimitKind.LOSS_DAY, 1_000),))))
    answers = all_answers(store, [command(f"b{n}", hold(f"h{n}", 300)) for n in range(40)])
    taken = [answer for answer in answers if not isinstance(answer, Refusal)]
    assert len(taken) == 3
    bets = store.open_bets("T1")
    assert isinstance(bets, tuple)
    ids = [bet.hold_id for bet in bets]
    done(store.append(command("s1", post(ids[0], won=600), post(ids[1], taken=300))))
    done(store.append(command("s2", post(ids[2], taken=300))))
    # Lost 600, won 600: the whole limit is free again.
    assert refused(store.append(command("x1", hold("y1", 1_001)))) == "player-limit"
    done(store.append(command("x2", hold("y2", 1_000))))
    done(store.append(command("s3", post("y2", taken=1_000))))
    fix = Correct(hold_id=HoldId("y2"), amount=50, reason=Reason.DEALER_ERROR)
    done(store.append(command("c1", fix)))
    assert refused(store.append(command("x3", hold("y3", 51)))) == "player-limit"
    done(store.append(command("x4", hold("y4", 50))))


def test_time_and_cool_off(store: Store) -> None:
    seated(store, "alice", 10_000)
    done(store.append(command("l1", limits=(wish(LimitKind.TIME_DAY, 20 * MINUTE_MS),))))
    for n in range(3):
        at = NOW_MS + n * 10 * MINUTE_MS
        answer = store.append(command(f"b{n}", hold(f"h{n}", 1), at_ms=at))
        assert isinstance(answer, Refusal) == (n == 2)
    rest = NOW_MS + 2 * DAY_MS
    done(store.append(command("l2", limits=(wish(LimitKind.COOL_OFF, rest),))))
    assert refused(store.append(command("c1", hold("c1", 1), at_ms=rest - 1))) == "player-limit"
    done(store.append(command("c2", hold("c2", 1), at_ms=rest)))
    done(store.append(command("c3", hold("c3", 1), at_ms=rest + HOUR_MS)))


def test_the_payout_limit_of_a_table_holds_within_a_batch(store: Store) -> None:
    seated(store, "alice", 10_000)
    limit = PayoutLimit(table_max=Credits(1_000))
    answers = all_answers(
        store,
        [command(f"b{n}", hold(f"h{n}", 10, could_win=300), payout_limit=limit) for n in range(20)],
    )
    codes = [answer.code.value for answer in answers if isinstance(answer, Refusal)]
    assert codes == ["payout-limit"] * 17


# Recall.


def test_the_last_fifty_rounds_of_a_player(store: Store) -> None:
    seated(store, "alice", 10_000)
    for number in range(60):
        bet = hold(f"h{number}", 10, round_id=f"r{number}")
        # The clock goes backwards; the order is that of the record.
        done(store.append(command(f"b{number}", bet, at_ms=NOW_MS - number)))
        settled = post(f"h{number}", taken=10)
        done(store.append(command(f"s{number}", settled, round_id=f"r{number}")))
    rounds = store.last_rounds("alice")
    assert isinstance(rounds, tuple)
    assert [found.round_id for found in rounds] == [f"r{n}" for n in range(59, 9, -1)]
    assert store.last_rounds("alice", count=1) == rounds[:1]
    assert store.last_rounds("nobody") == ()
    records = store.round_records("r59")
    assert isinstance(records, tuple)
    assert [record.client_id for record in records] == ["b59", "s59"]
    missing = store.round_records("r60")
    assert isinstance(missing, Refusal)
    assert missing.code.value == "unknown-round"


def test_pages_of_the_journal(store: Store) -> None:
    futures = [store.submit(command(f"e{n}")) for n in range(1_205)]
    assert all(not isinstance(future.result(), Refusal) for future in futures)
    page = store.read("table:T1", after=1_000)
    assert isinstance(page, tuple)
    assert len(page) == 205
    assert store.read("table:T1", after=9_999) == ()
    assert store.read("table:none") == ()
    everything = list(store.replay("table:T1"))
    assert [r.version for r in everything if isinstance(r, Record)] == list(range(1, 1_206))


def test_an_export_passes_the_verifier(store: Store, tmp_path: Path) -> None:
    seated(store, "alice", 1_000)
    for number in range(5):
        done(store.append(command(f"b{number}", hold(f"h{number}", 10))))
    export = tmp_path / "export.jsonl"
    assert store.export_to(export) == 6
    assert verify.main([str(export)]) == 0
    nowhere = store.export_to(tmp_path / "none" / "export.jsonl")
    assert isinstance(nowhere, Refusal)
    assert nowhere.code.value == "cannot-write"


def test_a_closed_store_refuses(where: str) -> None:
    store = opened(where)
    seated(store, "alice", 10)
    store.close()
    assert refused(store.append(command("b1", hold("h1", 1)))) == "store-unavailable"
    assert refused(asyncio.run(commit(store, command("b1")))) == "store-unavailable"
    answer = store.heads()
    assert isinstance(answer, Refusal)
    with opened(where) as again:
        assert credits_of(again, "alice") == 10


def test_without_a_thread_the_answers_are_the_same(where: str) -> None:
    with opened(where, is_threaded=False) as store:
        seated(store, "alice", 100)
        bet = command("b1", hold("h1", 100))
        first = done(store.append(bet))
        assert store.submit(bet).result() == first
        assert asyncio.run(commit(store, bet)) == first
        assert refused(store.append(command("b2", hold("h2", 1)))) == "not-enough-credits"
        assert_sound(store)
        assert done(store.append(command("i1", issue("alice", 5)))).balances == (("alice", 5),)

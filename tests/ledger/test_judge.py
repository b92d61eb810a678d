"""Every transfer, accepted and refused, on a book in memory."""

from __future__ import annotations

import typing

import pytest
from msgspec.structs import fields

from pitboss.invariants import BrokenInvariant
from pitboss.ledger.accounts import (
    HOUSE,
    ISSUER,
    AccountKind,
    AccountName,
    HoldId,
    PlayerId,
    TableId,
    is_id,
    kind_of,
    may_go_negative,
    player_account,
    stake_account,
    table_account,
)
from pitboss.ledger.draft import Draft
from pitboss.ledger.judge import NOTHING, Judgement, judge
from pitboss.ledger.limits import PayoutLimit
from pitboss.ledger.transfers import (
    Correct,
    Fill,
    Hold,
    Issue,
    Move,
    MoveKind,
    Reason,
    Transfer,
    Void,
)
from pitboss.refusals import Refusal
from pitboss.units import CREDITS_MAX, Credits
from tests.ledger.book import Book
from tests.store.house import hold, issue, post

NOW = 1_000


def done(book: Book, *transfers: Transfer, limit: PayoutLimit | None = None) -> Judgement:
    """Judge and take over."""
    judgement = judge(transfers, book, now_ms=NOW, payout_limit=limit)
    assert isinstance(judgement, Judgement), judgement
    book.absorb(judgement, at_ms=NOW)
    assert sum(book.balances.values()) == 0
    return judgement


def code(book: Book, *transfers: Transfer, limit: PayoutLimit | None = None) -> str:
    """The refusal's code; the book must not have changed."""
    before = dict(book.balances), dict(book.bets)
    answer = judge(transfers, book, now_ms=NOW, payout_limit=limit)
    assert isinstance(answer, Refusal), answer
    assert (book.balances, book.bets) == before
    return answer.code.value


@pytest.fixture
def book() -> Book:
    """Alice with 1,000 and one bet of 400 in action."""
    made = Book()
    done(made, issue("alice", 1_000))
    done(made, hold("h1", 400, could_win=3_200))
    return made


def test_an_issue_makes_credits_and_the_issuer_owes_them() -> None:
    book = Book()
    done(book, issue("alice", 700))
    assert book.balances == {player_account("alice"): 700, ISSUER: -700}


def test_a_refill_counts_stakes_on_the_tables_as_the_player_s_own(book: Book) -> None:
    def up_to(amount: int) -> Issue:
        player, stack = PlayerId("alice"), Credits(1_000)
        return Issue(player=player, amount=Credits(amount), up_to=stack)

    # 600 in hand and 400 on a table.
    assert code(book, up_to(1)) == "above-maximum"
    # A stake that is put up within the same commit counts too.
    assert code(book, hold("h2", 100, could_win=800), up_to(100)) == "above-maximum"
    done(book, post("h1", taken=300))
    assert code(book, up_to(301)) == "above-maximum"
    done(book, hold("h3", 200, could_win=800))
    done(book, up_to(300))
    assert book.balance(player_account("alice")) == 800 and book.in_action("alice") == 200


def test_a_bet_leaves_the_stack_and_stands_at_the_seat(book: Book) -> None:
    assert book.balance(player_account("alice")) == 600
    assert book.balance(stake_account("T1", 1)) == 400


@pytest.mark.parametrize(
    ("taken", "won", "stack", "table"),
    [(400, 0, 600, 400), (0, 0, 1_000, 0), (0, 3_200, 4_200, -3_200), (100, 50, 950, 50)],
)
def test_a_settlement_disposes_of_the_whole_stake(
    book: Book, taken: int, won: int, stack: int, table: int
) -> None:
    done(book, post("h1", taken=taken, won=won))
    assert book.balance(player_account("alice")) == stack
    assert book.balances.get(table_account("T1"), 0) == table
    assert book.balance(stake_account("T1", 1)) == 0


def test_a_void_returns_everything(book: Book) -> None:
    done(book, Void(hold_id=HoldId("h1"), reason=Reason.EQUIPMENT_FAULT))
    assert book.balance(player_account("alice")) == 1_000


def test_a_bet_is_settled_once(book: Book) -> None:
    done(book, post("h1", taken=400))
    assert code(book, post("h1", taken=400)) == "already-settled"
    assert code(book, Void(hold_id=HoldId("h1"), reason=Reason.INTERRUPTED)) == "already-settled"


def test_a_bet_is_settled_once_within_one_commit(book: Book) -> None:
    assert code(book, post("h1", taken=400), post("h1", won=3_200)) == "already-settled"


@pytest.mark.parametrize(("taken", "won"), [(-1, 0), (401, 0), (0, -1), (0, CREDITS_MAX + 1)])
def test_impossible_settlements_are_refused(book: Book, taken: int, won: int) -> None:
    assert code(book, post("h1", taken=taken, won=won)) == "bad-amount"


def test_a_settlement_within_what_the_bet_was_taken_for(book: Book) -> None:
    assert code(book, post("h1", won=3_201)) == "payout-limit"


@pytest.mark.parametrize(("amount", "stack", "table"), [(150, 750, 250), (-150, 450, 550)])
def test_a_correction_adds_a_move_of_its_own(
    book: Book, amount: int, stack: int, table: int
) -> None:
    done(book, post("h1", taken=400))
    moves = len(book.history)
    done(book, Correct(hold_id=HoldId("h1"), amount=amount, reason=Reason.WRONG_PAYOUT))
    assert book.balance(player_account("alice")) == stack
    assert book.balance(table_account("T1")) == table
    assert len(book.history) == moves + 1
    assert book.history[-1][1].reason == "wrong-payout"


def test_corrections_that_cannot_be(book: Book) -> None:
    def correction(amount: int, hold_id: str = "h1") -> Correct:
        return Correct(hold_id=HoldId(hold_id), amount=amount, reason=Reason.DEALER_ERROR)

    assert code(book, correction(5)) == "not-now"
    done(book, post("h1", taken=400))
    assert code(book, correction(0)) == "not-positive"
    assert code(book, correction(-601)) == "not-enough-credits"
    assert code(book, correction(5, "h9")) == "unknown-bet"
    assert code(book, correction(1.5)) == "bad-amount"  # type: ignore[arg-type]


@pytest.mark.parametrize(("amount", "tray"), [(500, 500), (-500, -500)])
def test_a_fill_moves_between_house_and_table(amount: int, tray: int) -> None:
    book = Book()
    done(book, Fill(table=TableId("T1"), amount=amount))
    assert book.balances == {HOUSE: -tray, table_account("T1"): tray}


@pytest.mark.parametrize(
    ("fill", "expected"),
    [
        (Fill(table=TableId("a:b"), amount=5), "bad-field"),
        (Fill(table=TableId("T1"), amount=0), "not-positive"),
        (Fill(table=TableId("T1"), amount=True), "bad-amount"),
    ],
)
def test_fills_that_cannot_be(fill: Fill, expected: str) -> None:
    assert code(Book(), fill) == expected


@pytest.mark.parametrize(
    ("amount", "expected"),
    [
        (0, "not-positive"),
        (-1, "not-positive"),
        (0.1, "bad-amount"),
        (True, "bad-amount"),
        ("5", "bad-amount"),
        (float("nan"), "bad-amount"),
        (CREDITS_MAX + 1, "above-maximum"),
        (2**63, "above-maximum"),
        (601, "not-enough-credits"),
    ],
)
def test_amounts_that_are_no_bet(book: Book, amount: object, expected: str) -> None:
    assert code(book, hold("h2", amount)) == expected  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("bad", "expected"),
    [
        (hold("", 5), "bad-field"),
        (hold("a:b", 5), "bad-field"),
        (hold("x" * 65, 5), "bad-field"),
        (hold("h2", 5, player="älice"), "bad-field"),
        (hold("h2", 5, table="T 1"), "bad-field"),
        (hold("h2", 5, round_id="r\n"), "bad-field"),
        (hold("h2", 5, seat=0), "no-such-seat"),
        (hold("h2", 5, seat=100), "no-such-seat"),
        (hold("h2", 5, seat=True), "no-such-seat"),
        (hold("h2", 5, could_win=-1), "bad-amount"),
        (hold("h2", 5, player="bob"), "unknown-account"),
        (hold("h1", 5), "id-reused"),
    ],
)
def test_bets_that_cannot_be(book: Book, bad: Hold, expected: str) -> None:
    assert code(book, bad) == expected


def test_a_spot_and_a_clause_are_short_texts(book: Book) -> None:
    from msgspec.structs import replace

    assert code(book, replace(hold("h2", 5), spot="")) == "bad-field"
    assert code(book, replace(hold("h2", 5), spot="x" * 201)) == "bad-field"
    assert code(book, replace(post("h1"), clause="x" * 201)) == "bad-field"


def test_issues_that_cannot_be(book: Book) -> None:
    assert code(book, issue("a b", 5)) == "bad-field"
    assert code(book, issue("alice", 0)) == "not-positive"
    assert code(book, issue("alice", CREDITS_MAX)) == "above-maximum"


def test_settling_an_unknown_bet(book: Book) -> None:
    assert code(book, post("h9")) == "unknown-bet"
    assert code(book, Void(hold_id=HoldId("h9"), reason=Reason.INTERRUPTED)) == "unknown-bet"


def test_all_transfers_of_a_commit_or_none(book: Book) -> None:
    assert code(book, hold("h2", 500), hold("h3", 500)) == "not-enough-credits"
    done(book, hold("h2", 300), hold("h3", 300))
    assert book.balance(player_account("alice")) == 0


def test_no_transfers_is_nothing(book: Book) -> None:
    assert judge((), book, now_ms=NOW) is NOTHING


def test_the_payout_limit_counts_the_whole_round(book: Book) -> None:
    limit = PayoutLimit(table_max=Credits(5_000), player_max=Credits(4_000))
    assert code(book, hold("h2", 10), limit=limit) == "payout-limit"
    assert code(book, hold("h2", 10, could_win=801), limit=limit) == "payout-limit"
    done(book, hold("h2", 10, could_win=800), limit=limit)
    done(book, issue("bob", 100))
    bobs = hold("b1", 10, player="bob", seat=2, could_win=1_001)
    assert code(book, bobs, limit=limit) == "payout-limit"
    done(book, hold("b2", 10, player="bob", seat=2, could_win=1_000), limit=limit)
    elsewhere = hold("b3", 10, player="bob", seat=2, round_id="r2", could_win=5_000)
    assert code(book, elsewhere, limit=limit) == "payout-limit"
    done(book, elsewhere, limit=PayoutLimit(table_max=Credits(5_000)))


def test_a_settled_bet_no_longer_counts_for_the_payout_limit(book: Book) -> None:
    limit = PayoutLimit(table_max=Credits(3_200))
    assert code(book, hold("h2", 10, could_win=10), limit=limit) == "payout-limit"
    done(book, post("h1", taken=400), hold("h2", 10, could_win=3_200), limit=limit)


def test_bets_of_another_round_in_the_same_commit_do_not_count(book: Book) -> None:
    limit = PayoutLimit(table_max=Credits(3_300))
    other = hold("h2", 10, round_id="r2", could_win=3_000)
    done(book, other, hold("h3", 10, could_win=100), limit=limit)


def test_no_transfer_names_two_players() -> None:
    """There is no way to say that credits go from one player to another."""
    for kind in typing.get_args(Transfer):
        assert sum("player" in field.name for field in fields(kind)) <= 1


def test_every_move_touches_at_most_one_player(book: Book) -> None:
    done(book, issue("bob", 100))
    done(book, hold("b1", 50, player="bob", seat=1))
    done(book, post("h1", won=10), post("b1", taken=50))
    for _, move in book.history:
        players = [a for a in (move.source, move.target) if kind_of(a) is AccountKind.PLAYER]
        assert len(players) <= 1
        assert move.player is None or players in ([], [player_account(move.player)])
    # Both sat at the same seat one after the other, and each got only their own stake back.
    assert book.balance(player_account("alice")) == 1_010
    assert book.balance(player_account("bob")) == 50


def test_names_of_accounts() -> None:
    assert kind_of("stake:T1:3") is AccountKind.STAKE
    assert [may_go_negative(a) for a in ("player:a", "stake:T:1", "table:T", HOUSE, ISSUER)] == [
        *(False, False, True, True, True)
    ]
    assert is_id("A-z_0.9~")
    assert not is_id("")
    assert not is_id(5)  # type: ignore[arg-type]


def test_a_broken_move_stops_the_program(book: Book) -> None:
    draft = Draft(book, NOW)
    alice = player_account("alice")
    for source, target, amount in (
        (alice, alice, 5),
        (alice, HOUSE, 0),
        (alice, HOUSE, 601),
    ):
        with pytest.raises(BrokenInvariant):
            draft.move(Move(MoveKind.HOLD, source, AccountName(target), Credits(amount)))
    with pytest.raises(BrokenInvariant):
        book.apply(Move(MoveKind.HOLD, alice, HOUSE, Credits(601)), at_ms=NOW)

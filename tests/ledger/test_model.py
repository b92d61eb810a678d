"""Random histories against a second, much simpler model that predicts every balance."""

from __future__ import annotations

from collections import Counter

from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, rule

from pitboss.ledger.accounts import HoldId
from pitboss.ledger.judge import Judgement, judge
from pitboss.ledger.transfers import Correct, Reason, Transfer, Void
from tests.ledger.book import Book
from tests.store.house import hold, issue, post

PLAYERS = st.sampled_from(["alice", "bob", "cem"])
AMOUNTS = st.integers(1, 500)


class LedgerAgainstTill(RuleBasedStateMachine):
    """The model is a till: what each player has, what lies on each seat, what the table made."""

    bets = Bundle("bets")
    closed = Bundle("closed")

    def __init__(self) -> None:
        super().__init__()
        self.book = Book()
        self.stack: Counter[str] = Counter()
        self.seat: Counter[int] = Counter()
        self.table = 0
        self.issued = 0
        self.count = 0

    def act(self, *transfers: Transfer) -> bool:
        """Whether the ledger took it."""
        judgement = judge(transfers, self.book, now_ms=0)
        if isinstance(judgement, Judgement):
            self.book.absorb(judgement, at_ms=0)
            return True
        return False

    @rule(player=PLAYERS, amount=AMOUNTS)
    def refill(self, player: str, amount: int) -> None:
        """Credits from nowhere."""
        assert self.act(issue(player, amount))
        self.stack[player] += amount
        self.issued += amount

    @rule(target=bets, player=PLAYERS, seat=st.integers(1, 3), amount=AMOUNTS)
    def bet(self, player: str, seat: int, amount: int) -> tuple[str, str, int, int]:
        """A bet goes through exactly when the stack covers it."""
        self.count += 1
        name = f"h{self.count}"
        taken = self.act(hold(name, amount, player=player, seat=seat))
        assert taken == (self.stack[player] >= amount)
        if not taken:
            return (name, player, seat, 0)
        self.stack[player] -= amount
        self.seat[seat] += amount
        return (name, player, seat, amount)

    @rule(
        target=closed,
        bet=consumes(bets),
        taken_percent=st.integers(0, 100),
        won=st.integers(0, 900),
        is_void=st.booleans(),
    )
    def settle(
        self, bet: tuple[str, str, int, int], taken_percent: int, won: int, is_void: bool
    ) -> tuple[str, str]:
        """A bet closes once."""
        name, player, seat, amount = bet
        taken = amount * taken_percent // 100
        first = (
            Void(hold_id=HoldId(name), reason=Reason.INTERRUPTED)
            if is_void
            else post(name, taken=taken, won=won)
        )
        assert self.act(first) == (amount > 0)
        assert not self.act(first)
        if amount:
            taken, won = (0, 0) if is_void else (taken, won)
            self.seat[seat] -= amount
            self.stack[player] += amount - taken + won
            self.table += taken - won
        return (name if amount else "", player)

    @rule(bet=closed, amount=st.integers(-300, 300).filter(bool))
    def correct(self, bet: tuple[str, str], amount: int) -> None:
        """A correction only adds, and never below zero."""
        name, player = bet
        done = self.act(Correct(hold_id=HoldId(name), amount=amount, reason=Reason.DEALER_ERROR))
        assert done == (name != "" and self.stack[player] + amount >= 0)
        if done:
            self.stack[player] += amount
            self.table -= amount

    @rule(first=AMOUNTS, second=AMOUNTS, player=PLAYERS)
    def two_at_once(self, first: int, second: int, player: str) -> None:
        """Two bets in one commit: both or neither."""
        self.count += 1
        both = self.act(
            hold(f"a{self.count}", first, player=player, seat=1),
            hold(f"b{self.count}", second, player=player, seat=2),
        )
        assert both == (self.stack[player] >= first + second)
        if both:
            self.stack[player] -= first + second
            self.seat[1] += first
            self.seat[2] += second

    @invariant()
    def balances_agree(self) -> None:
        """Every balance is the model's, and all of them sum to zero."""
        expected = {f"player:{player}": value for player, value in self.stack.items()}
        expected |= {f"stake:T1:{seat}": value for seat, value in self.seat.items()}
        expected |= {"table:T1": self.table, "issuer": -self.issued}
        found = {account: value for account, value in self.book.balances.items() if value}
        assert found == {account: value for account, value in expected.items() if value}
        assert sum(self.book.balances.values()) == 0


TestLedgerAgainstTill = LedgerAgainstTill.TestCase

"""Random commands, repeats and restarts against a second model that predicts every balance."""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from pitboss.ledger.accounts import HoldId
from pitboss.ledger.transfers import Correct, Reason, Transfer, Void
from pitboss.refusals import Refusal
from pitboss.store.records import Answer, Commit, Tip
from tests.examples import examples
from tests.store.house import assert_sound, command, credits_of, hold, issue, opened, post, start

PLAYERS = ("alice", "bob", "cem")
AMOUNTS = st.integers(1, 300)


class StoreAgainstModel(RuleBasedStateMachine):
    """The model keeps stacks and open bets in plain dictionaries, and every command sent."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.where = str(Path(self.folder.name) / "house.db")
        self.store = opened(self.where, is_threaded=False)
        self.stack: Counter[str] = Counter()
        self.open: dict[str, tuple[str, int]] = {}
        self.closed: dict[str, str] = {}
        self.sent: list[tuple[Commit, Answer]] = []
        self.versions: Counter[str] = Counter()
        self.tips: dict[str, Tip] = {}

    def teardown(self) -> None:
        """Every run ends in the same audit."""
        assert_sound(self.store)
        self.store.close()
        self.folder.cleanup()

    def send(self, commit: Commit) -> bool:
        """Whether it was taken."""
        answer = self.store.append(commit)
        if isinstance(answer, Refusal):
            return False
        self.sent.append((commit, answer))
        self.versions[commit.stream] += 1
        self.tips[commit.stream] = commit.tip
        assert answer.version == self.versions[commit.stream]
        return True

    def name(self) -> str:
        """A new id."""
        return f"n{len(self.sent)}-{len(self.open)}-{len(self.closed)}"

    @rule(player=st.sampled_from(PLAYERS), amount=AMOUNTS)
    def refill(self, player: str, amount: int) -> None:
        """Credits from nowhere."""
        assert self.send(command(self.name(), issue(player, amount), stream="house"))
        self.stack[player] += amount

    @rule(player=st.sampled_from(PLAYERS), amount=AMOUNTS, seat=st.integers(1, 2))
    def bet(self, player: str, amount: int, seat: int) -> None:
        """Taken exactly when the stack covers it."""
        name = self.name()
        expected = self.tips.get("table:T1", start())
        bet = hold(name, amount, player=player, seat=seat)
        taken = self.send(command(name, bet, expected=expected))
        assert taken == (self.stack[player] >= amount)
        if taken:
            self.stack[player] -= amount
            self.open[name] = (player, amount)

    @precondition(lambda self: self.open)
    @rule(data=st.data(), won=st.integers(0, 500), kind=st.sampled_from(["lose", "win", "void"]))
    def settle(self, data: st.DataObject, won: int, kind: str) -> None:
        """An open bet ends once."""
        bet = data.draw(st.sampled_from(sorted(self.open)))
        player, amount = self.open.pop(bet)
        endings: dict[str, Transfer] = {
            "lose": post(bet, taken=amount),
            "win": post(bet, won=won),
            "void": Void(hold_id=HoldId(bet), reason=Reason.INTERRUPTED),
        }
        transfer = endings[kind]
        assert self.send(command(f"{bet}-end", transfer, round_id="r1"))
        assert not self.send(command(f"{bet}-twice", transfer, round_id="r1"))
        self.stack[player] += {"lose": 0, "win": amount + won, "void": amount}[kind]
        self.closed[bet] = player

    @precondition(lambda self: self.closed)
    @rule(data=st.data(), amount=st.integers(-200, 200).filter(bool))
    def correct(self, data: st.DataObject, amount: int) -> None:
        """A correction only adds."""
        bet = data.draw(st.sampled_from(sorted(self.closed)))
        player = self.closed[bet]
        fix = Correct(hold_id=HoldId(bet), amount=amount, reason=Reason.DEALER_ERROR)
        taken = self.send(command(self.name() + "-fix", fix))
        assert taken == (self.stack[player] + amount >= 0)
        if taken:
            self.stack[player] += amount

    @precondition(lambda self: self.sent)
    @rule(data=st.data())
    def send_again(self, data: st.DataObject) -> None:
        """Any old command again gets its first answer and changes nothing."""
        commit, first = data.draw(st.sampled_from(self.sent))
        assert self.store.append(commit) == first

    @rule(stream=st.sampled_from(["table:T1", "house"]))
    def stale(self, stream: str) -> None:
        """A command decided on another version is refused."""
        for tip in (Tip(), start("table:T9"), Tip("00" * 32)):
            assert not self.send(command("late", stream=stream, expected=tip))

    @rule()
    def restart(self) -> None:
        """Everything is on disk."""
        self.store.close()
        self.store = opened(self.where, is_threaded=False)

    @invariant()
    def stacks_agree(self) -> None:
        """Every stack is what the model says."""
        for player, amount in self.stack.items():
            if amount or self.store.balance(f"player:{player}") is not None:
                assert credits_of(self.store, player) == amount


TestStoreAgainstModel = StoreAgainstModel.TestCase
TestStoreAgainstModel.settings = examples(25, stateful_step_count=30)

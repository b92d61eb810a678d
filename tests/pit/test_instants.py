"""Two messages at one instant: one decision counts, and no bet slips in after the close."""

from __future__ import annotations

import asyncio

from pitboss.pit.requests import Request
from pitboss.pit.ticks import tick
from pitboss.refusals import Refusal
from pitboss.store.records import Committed
from pitboss.table import commands as cmd
from pitboss.table.commands import Act, Actor, Command, Role
from pitboss.table.state import Phase
from tests.pit.kit import Floor, floor

ALICE = Actor(Role.PLAYER, "alice")
TABS = 6
ROUNDS = 12


async def at_once(house: Floor, *acts: tuple[str, Act]) -> list[Committed | Refusal]:
    requests = [Request("T1", client_id, Command(ALICE, act)) for client_id, act in acts]
    return list(await asyncio.gather(*map(house.pit.submit, requests)))


def test_fold_and_play_from_two_tabs_at_one_instant() -> None:
    """Exactly one decision; every other tab is told why it came too late."""
    house = floor()
    house.open("gin-and-win", mode="sealed", pace=(2_000, 2_000, 1_000))
    house.sit("alice")
    loop = asyncio.Runner()
    for number in range(ROUNDS):
        house.run_until(Phase.BETTING)
        house.do("alice", cmd.PlaceBet(1, "ante", 1000))
        house.run_until(Phase.DECISIONS)
        options = ("fold", "play") if number % 2 else ("play", "fold")
        tabs = [(f"{number}-{tab}", cmd.MakeDecision(1, options[tab % 2])) for tab in range(TABS)]
        answers = loop.run(at_once(house, *tabs))
        taken = [answer for answer in answers if isinstance(answer, Committed)]
        late = [answer for answer in answers if isinstance(answer, Refusal)]
        assert (len(taken), len(late)) == (1, TABS - 1)
        assert {answer.code.value for answer in late} == {"not-now"}
        assert isinstance(answers[0], Committed), "the first to come is the one that counts"
    loop.close()
    house.audit()


def test_bets_around_the_close_lie_before_it_or_nowhere() -> None:
    """Bets sent from 5 ms before the close to 5 ms after it, the close in their midst."""
    house = floor()
    house.open("spin-n-win", mode="sealed", pace=(2_000, 2_000, 1_000))
    house.sit("alice")
    for number in range(ROUNDS):
        house.run_until(Phase.BETTING)
        house.do("alice", cmd.PlaceBet(1, "single:red", 1000))
        deadline = house.pit.desks["T1"].deadline_ms()
        assert deadline is not None

        async def rush(deadline: int, number: int) -> None:
            for ms in range(-5, 6):
                house.clock.now_ms = deadline + ms
                act = cmd.PlaceBet(1, "single:blue", 1000 + 100 * (ms + 5))
                bet = at_once(house, (f"{number}:{ms}".replace(":", "."), act))
                answers, _ = await asyncio.gather(bet, tick(house.pit))
                is_open = house.state().phase is Phase.BETTING
                assert isinstance(answers[0], Committed) or not is_open

        asyncio.run(rush(deadline, number))
        assert house.state().phase is not Phase.BETTING
        house.run_until(Phase.WAITING)
        for stake in ("single:red", "single:blue"):
            # What stays up after a win would hide a bet that came too late.
            if any(one.spot == stake for one in house.state().stakes):
                house.run_until(Phase.BETTING)
                house.do("alice", cmd.TakeDownBet(1, stake))
    is_closed = False
    for record in house.store.replay("table:T1"):
        assert not isinstance(record, Refusal)
        for event in record.events:
            if event.kind in ("bets.closed", "round.opened"):
                is_closed = event.kind == "bets.closed"
            assert not (is_closed and event.kind in ("bet.placed", "bet.taken-down"))
    house.audit()

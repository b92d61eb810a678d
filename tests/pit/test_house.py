"""The pit: decide, commit, show. Money follows play; ids make commands count once."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from pitboss.ledger.limits import DAY_MS
from pitboss.pit.requests import Request
from pitboss.pit.ticks import tick
from pitboss.refusals import Refusal
from pitboss.store.records import Committed
from pitboss.store.store import Store
from pitboss.table import commands as cmd
from pitboss.table.commands import HOUSE, Actor, Command, Role
from pitboss.table.state import Phase
from pitboss.units import Credits
from tests.deadlines import PATIENCE_S
from tests.pit.kit import Floor, floor, floor_on, on_loop
from tests.table.kit import DEALER, GAMES, SUPERVISOR, setup

PACE = (10_000, 5_000, 1_000)
ALICE = Actor(Role.PLAYER, "alice")


def betting(game: str = "spin-n-win", **options: object) -> Floor:
    house = floor()
    house.open(game, mode="sealed", pace=PACE, **options)
    house.sit("alice", "bob")
    house.run_until(Phase.BETTING)
    return house


@pytest.mark.parametrize("game", GAMES)
def test_rounds_by_the_clock_alone_settle_to_the_credit(game: str) -> None:
    house = betting(game)
    for _ in range(8):
        house.run_until(Phase.BETTING)
        before = house.credits("alice") + sum(
            stake.amount for stake in house.state().stakes if stake.player == "alice"
        )
        if not house.state().has_stake(1):
            house.do("alice", cmd.PlaceBet(1, house.spot(), 1000))
        house.run_until(Phase.WAITING)
        last = house.state().last
        assert last is not None
        net = sum(line.net for line in last.played.lines() if line.seat == 1)
        up = sum(stake.amount for stake in house.state().stakes if stake.player == "alice")
        assert house.credits("alice") + up == before + net
    house.audit()


def test_some_tables_are_looked_after_without_the_others() -> None:
    house = floor()
    for table in ("T1", "T2"):
        house.open("spin-n-win", table=table)
        house.sit(f"p{table}", table=table)
    assert on_loop(tick(house.pit, {"T2", "gone"})) == 1
    assert [house.state(one).phase for one in ("T1", "T2")] == [Phase.WAITING, Phase.BETTING]
    assert house.tick() == 1
    assert house.state("T1").phase is Phase.BETTING


def test_a_stake_is_held_with_the_bet_and_changed_with_the_same_credits() -> None:
    house = betting()
    house.do("alice", cmd.PlaceBet(1, "single:red", 300_00))
    assert house.credits("alice") == 700_00
    house.do("alice", cmd.PlaceBet(1, "single:red", 100_00))
    assert house.credits("alice") == 900_00
    house.do("alice", cmd.TakeDownBet(1, "single:red"))
    assert house.credits("alice") == 1000_00
    for spot in ("single:red", "single:green", "single:blue"):
        house.do("alice", cmd.PlaceBet(1, spot, 300_00))
    assert house.refused("alice", cmd.PlaceBet(1, "single:joker", 200_00)) == "not-enough-credits"
    assert house.credits("alice") == 100_00
    house.audit()


def test_a_play_bet_needs_its_credits_and_a_player_without_them_folds_in_time() -> None:
    house = betting("gin-and-win", payout_table_max=100_000_00)
    for _ in range(2):
        house.run_until(Phase.BETTING)
        house.do("alice", cmd.PlaceBet(1, "ante", 300_00))
        house.run_until(Phase.DECISIONS)
        house.run_until(Phase.WAITING)
    assert house.credits("alice") == 400_00
    house.run_until(Phase.BETTING)
    house.do("alice", cmd.PlaceBet(1, "ante", 300_00))
    house.run_until(Phase.DECISIONS)
    assert house.refused("alice", cmd.MakeDecision(1, "play")) == "not-enough-credits"
    assert house.state().awaited == {1}
    house.run_until(Phase.WAITING)
    assert house.credits("alice") == 100_00
    house.audit()


def test_one_message_replayed_a_hundred_times_has_one_effect_and_one_answer() -> None:
    house = betting()
    request = Request("T1", "the-one", Command(ALICE, cmd.PlaceBet(1, "single:red", 1000)))
    answers = {house.submit(request) for _ in range(50)}
    house.run_until(Phase.WAITING)
    house.pit.desks["T1"].answers.clear()
    answers |= {house.submit(request) for _ in range(50)}
    (answer,) = answers
    assert isinstance(answer, Committed)
    other = Request("T1", "the-one", Command(ALICE, cmd.PlaceBet(1, "single:red", 2000)))
    refused = house.submit(other)
    assert isinstance(refused, Refusal) and refused.code.value == "id-reused"
    house.pit.desks["T1"].answers.clear()
    refused = house.submit(other)
    assert isinstance(refused, Refusal) and refused.code.value == "id-reused"
    holds = [e for e in house.store.statement("alice") if e.kind == "hold"]  # type: ignore[union-attr]
    assert len([one for one in holds if one.hold_id == "T1.1.1"]) == 1
    house.audit()


@pytest.mark.parametrize("turn", range(3))
def test_200_parallel_bets_with_credits_for_one(tmp_path: Path, turn: int) -> None:
    house = floor(str(tmp_path / "house.db"), is_threaded=True, seed=b"%d" % turn)
    house.open("spin-n-win", mode="sealed", pace=PACE)
    house.sit("alice")
    house.run_until(Phase.BETTING)
    for spot in ("single:red", "single:green", "single:blue"):
        house.do("alice", cmd.PlaceBet(1, spot, 300_00))
    spots = [str(s.key) for s in house.state().rules.game.all_spots(house.state().rules.edition)]

    async def all_at_once() -> list[Committed | Refusal]:
        requests = [
            Request("T1", f"p{n}", Command(ALICE, cmd.PlaceBet(1, spots[3 + n % 9], 100_00)))
            for n in range(200)
        ]
        return await asyncio.gather(*map(house.pit.submit, requests))

    answers = asyncio.run(all_at_once())
    taken = [answer for answer in answers if isinstance(answer, Committed)]
    # The same spot may be bet again by changing its stake, which needs no more credits.
    assert house.credits("alice") == 0
    first = taken[0]
    assert first.balances == (("alice", 0),)
    assert sum(stake.amount for stake in house.state().stakes) == 1000_00
    assert len({stake.spot for stake in house.state().stakes}) == 4
    codes = {answer.code.value for answer in answers if isinstance(answer, Refusal)}
    assert codes == {"not-enough-credits"}
    house.audit()
    house.store.close()


def test_players_who_never_stop_cannot_keep_the_house_from_closing_bets(tmp_path: Path) -> None:
    house = floor(str(tmp_path / "house.db"), is_threaded=True)
    house.open("spin-n-win", mode="sealed", pace=(50, 50, 10))
    house.sit("alice", "bob", "cat")
    bets = 3_000

    async def flood(name: str, seat: int) -> None:
        for number in range(bets):
            if house.state().number > 3:
                return
            act = cmd.PlaceBet(seat, "single:red", 1000 + 100 * (number % 9))
            who = Actor(Role.PLAYER, name)
            request = Request("T1", f"{name}{number}", Command(who, act))
            if isinstance(await house.pit.submit(request), Refusal):
                await asyncio.sleep(0)

    async def clock() -> None:
        for _ in range(bets):
            if house.state().number > 3:
                return
            house.clock.now_ms += 10
            await tick(house.pit)
            await asyncio.sleep(0)

    async def all_of_it() -> None:
        names = enumerate(("alice", "bob", "cat"), 1)
        await asyncio.gather(clock(), *(flood(name, seat) for seat, name in names))

    asyncio.run(all_of_it())
    assert house.state().number > 3
    house.audit()
    house.store.close()


@pytest.mark.parametrize("after", range(6))
def test_an_asker_who_goes_away_leaves_no_table_waiting(tmp_path: Path, after: int) -> None:
    house = floor(str(tmp_path / "house.db"), is_threaded=True)
    house.open("spin-n-win", mode="sealed", pace=PACE)
    house.sit("alice", "bob")
    house.run_until(Phase.BETTING)
    bet = Request("T1", "gone", Command(ALICE, cmd.PlaceBet(1, "single:red", 10_00)))
    other = Command(Actor(Role.PLAYER, "bob"), cmd.PlaceBet(2, "single:blue", 10_00))

    async def gone_and_others() -> Committed | Refusal:
        asking = asyncio.create_task(house.pit.submit(bet))
        for _ in range(after):
            await asyncio.sleep(0)
        asking.cancel()
        async with asyncio.timeout(PATIENCE_S):
            return await house.pit.submit(Request("T1", "stays", other))

    assert isinstance(asyncio.run(gone_and_others()), Committed)
    assert house.pit.desks["T1"].in_flight == 0
    again = house.submit(bet)
    assert isinstance(again, Committed) and len(house.state().stakes) == 2
    house.audit()
    house.store.close()


@pytest.mark.parametrize("turn", range(3))
def test_200_players_tabs_at_20_tables_with_credits_for_one_bet(store: Store, turn: int) -> None:
    house = floor_on(store, seed=b"%d" % turn)
    tables = [f"T{n}" for n in range(1, 21)]
    house.fund("alice")
    for table in tables:
        house.open("spin-n-win", mode="sealed", pace=PACE, table=table)
        house.do("alice", cmd.TakeSeat(1), table=table)
    house.clock.now_ms += 1_000
    house.tick()
    for table, spot in zip(tables[:3], ("single:red",) * 3, strict=True):
        house.do("alice", cmd.PlaceBet(1, spot, 300_00), table=table)

    async def all_at_once() -> list[Committed | Refusal]:
        requests = [
            Request(table, f"{table}-{n}", Command(ALICE, cmd.PlaceBet(1, spot, 100_00)))
            for n, spot in enumerate(("single:green", "single:blue", "single:joker"))
            for table in tables[3:]
        ]
        requests = (requests * 4)[:200]
        return await asyncio.gather(*map(house.pit.submit, requests))

    answers = asyncio.run(all_at_once())
    taken = {answer for answer in answers if isinstance(answer, Committed)}
    assert len(taken) == 1, "exactly one bet, whatever its repeats were answered"
    assert house.credits("alice") == 0
    house.audit()


def test_a_retry_after_every_lost_answer_has_one_effect() -> None:
    house = betting()
    for number in range(20):
        request = Request(
            "T1", f"r{number}", Command(ALICE, cmd.PlaceBet(1, "single:red", 1000 + 100 * number))
        )
        plan = house.pit.desks["T1"].plan(request, now_ms=house.clock())
        house.store.append(plan.commit)  # type: ignore[union-attr]
        # The answer is lost: the desk knows nothing and hears of it only by asking again.
        answer = house.submit(request)
        assert isinstance(answer, Committed) and answer.is_repeat
        assert house.credits("alice") == 1000_00 - (1000 + 100 * number)
    house.audit()


def test_limits_lower_at_once_and_rise_after_a_day() -> None:
    house = betting()
    limit = house.wallet.set_limit("alice", "stake", 500, client_id="l1")
    assert isinstance(limit, Committed)
    assert house.refused("alice", cmd.PlaceBet(1, "single:red", 600)) == "player-limit"
    house.do("alice", cmd.PlaceBet(1, "single:red", 500))
    assert isinstance(house.wallet.set_limit("alice", "stake", 1000, client_id="l2"), Committed)
    house.clock.now_ms += DAY_MS - 1
    assert house.refused("alice", cmd.PlaceBet(1, "single:blue", 600)) == "player-limit"
    house.clock.now_ms += 1
    house.do("alice", cmd.PlaceBet(1, "single:blue", 600))
    house.audit()


def test_a_cool_off_ends_bets_but_not_the_round() -> None:
    house = betting()
    house.do("alice", cmd.PlaceBet(1, "single:red", 1000))
    receipt = house.wallet.set_limit("alice", "cool-off", 3_600_000, client_id="c")
    assert isinstance(receipt, Committed)
    assert house.refused("alice", cmd.PlaceBet(1, "single:blue", 1000)) == "player-limit"
    house.run_until(Phase.WAITING)
    house.run_until(Phase.BETTING)
    assert house.refused("alice", cmd.PlaceBet(1, "single:blue", 1000)) == "player-limit"
    house.clock.now_ms += 3_600_000
    house.do("alice", cmd.PlaceBet(1, "single:blue", 1000))
    house.audit()


@pytest.mark.parametrize("value", [-1, 2**60, 0.5, "5", True])
def test_limits_that_cannot_be(value: object) -> None:
    house = betting()
    refused = house.wallet.set_limit("alice", "stake", value, client_id="x")  # type: ignore[arg-type]
    assert isinstance(refused, Refusal)
    assert isinstance(house.wallet.set_limit("alice", "luck", 5, client_id="y"), Refusal)


def test_the_payout_limit_of_a_table_is_kept_inside_the_bet_s_own_commit() -> None:
    house = betting(payout_table_max=1_500_00, payout_player_max=900_00)
    house.do("alice", cmd.PlaceBet(1, "combo:joker-joker", 15_00))
    assert house.refused("alice", cmd.PlaceBet(1, "combo:red-green", 10_00)) == "payout-limit"
    assert house.refused("bob", cmd.PlaceBet(2, "combo:joker-joker", 15_00)) == "payout-limit"
    house.do("bob", cmd.PlaceBet(2, "combo:joker-joker", 10_00))
    house.audit()


def test_a_payout_limit_below_the_jurisdiction_s_floor_is_refused() -> None:
    house = floor()
    opening = setup("spin-n-win", profile="wa-commercial-2023", payout_table_max=100)
    refused = house.pit.open_table(opening)
    assert isinstance(refused, Refusal) and refused.code.value == "payout-limit"


def test_a_stake_that_comes_back_while_a_refill_reads_is_not_doubled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house = betting()
    house.do("alice", cmd.PlaceBet(1, "single:red", 300_00))
    read_stakes = Store.in_action

    def take_down_and_read(store: Store, player: str) -> int | Refusal:
        # The balance was read with the stake on the table, the stakes without it.
        if read_stakes(store, player):
            house.do("alice", cmd.TakeDownBet(1, "single:red"))
        return read_stakes(store, player)

    monkeypatch.setattr(Store, "in_action", take_down_and_read)
    refused = house.wallet.refill("alice", client_id="late")
    assert isinstance(refused, Refusal) and refused.code.value == "above-maximum"
    assert house.credits("alice") == 1000_00


def test_refills_fill_up_and_never_beyond() -> None:
    house = betting()
    assert house.wallet.refill("alice", client_id="again") == Refusal(
        house.wallet.refill("alice", client_id="x").code,  # type: ignore[union-attr]
        "Your credits are full; play some first.",
    )
    house.do("alice", cmd.PlaceBet(1, "single:red", 300_00))
    held = house.wallet.refill("alice", client_id="more")
    assert isinstance(held, Refusal) and "bets on the tables" in held.sentence
    # Where the stack is larger than what is owned, the rest is filled up, and once for an id.
    wider = replace(house.wallet, stack=Credits(1100_00))
    first = wider.refill("alice", client_id="more")
    assert isinstance(first, Committed)
    assert house.credits("alice") == 800_00
    assert wider.refill("alice", client_id="more") == first
    assert house.credits("alice") == 800_00


def test_views_come_from_the_disk_and_seats_are_their_owner_s() -> None:
    house = betting()
    mine = house.pit.view("T1", player="alice", seat=1)
    assert not isinstance(mine, Refusal) and mine.balance == 1000_00
    theirs = house.pit.view("T1", player="alice", seat=2)
    assert isinstance(theirs, Refusal) and theirs.code.value == "not-your-turn"
    assert isinstance(house.pit.view("T9"), Refusal)
    stranger = house.pit.view("T1")
    assert not isinstance(stranger, Refusal) and stranger.balance is None


@pytest.mark.parametrize("client_id", ["", "a:b", "x" * 65, "a b", "\n", None, 5])
def test_ids_that_cannot_be(client_id: object) -> None:
    house = betting()
    request = Request("T1", client_id, Command(ALICE, cmd.SayReady(1)))  # type: ignore[arg-type]
    refused = house.submit(request)
    assert isinstance(refused, Refusal) and refused.code.value == "bad-field"


def test_a_sealed_table_with_a_dealer_waits_for_the_dealer() -> None:
    house = floor()
    house.open("spin-n-win", mode="sealed", dealt_by="person")
    house.sit("alice")
    assert house.tick() == 0
    house.do(DEALER, cmd.OpenRound())
    house.do("alice", cmd.PlaceBet(1, "single:red", 1000))
    house.do(DEALER, cmd.CloseBetting())
    house.do(DEALER, cmd.MakeDecision(0, "start-left"))
    house.do("alice", cmd.MakeDecision(1, "spin-a"))
    house.do(DEALER, cmd.MakeCall("invalid-spin", "Too few turns."))
    house.do(DEALER, cmd.ShowDraw(()))
    assert house.refused(SUPERVISOR, cmd.VoidRound("Too late.")) == "not-now"
    house.do(DEALER, cmd.SettleRound())
    house.audit()


def test_a_round_whose_key_is_lost_is_given_back() -> None:
    house = betting()
    house.do("alice", cmd.PlaceBet(1, "single:red", 1000))
    other = floor_on(house.store, clock=house.clock, key=b"another key that cannot open it.")
    assert isinstance(other.pit.recover(), tuple)
    other.clock.now_ms += 10_000
    other.tick()
    other.tick()
    ended = other.state().last
    assert ended is not None and ended.is_void
    assert other.credits("alice") == 1000_00
    other.audit()


@pytest.mark.parametrize("game", GAMES)
def test_bots_fill_seats_and_never_run_dry(game: str) -> None:
    house = floor()
    house.open(game, mode="sealed", pace=PACE)
    house.do(HOUSE, cmd.TakeSeat(1, is_bot=True))
    house.do(HOUSE, cmd.TakeSeat(3, is_bot=True))
    for number in range(1, 7):
        house.clock.now_ms += 1_000
        house.tick()
        house.run_until(Phase.WAITING)
        assert house.state().number == number
        last = house.state().last
        assert last is not None and {line.seat for line in last.played.lines()} == {1, 3}
    house.audit()


def test_an_act_of_the_house_that_was_undone_is_not_repeated_for_ever() -> None:
    house = floor()
    house.open("spin-n-win", mode="sealed", pace=PACE)
    house.sit("alice")
    house.do(HOUSE, cmd.TakeSeat(2, is_bot=True))
    house.run_until(Phase.BETTING)
    for stake in [stake for stake in house.state().stakes if stake.seat == 2]:
        house.do(HOUSE, cmd.TakeDownBet(2, str(stake.spot)))
    assert not house.state().has_stake(2)
    desk = house.pit.desks["T1"]
    ready = next(one for one in house.state().occupants if one is not None and one.is_bot)
    assert ready.is_ready
    house.clock.now_ms += 10_000
    house.do("alice", cmd.PlaceBet(1, "single:red", 1000))
    house.run_until(Phase.WAITING)
    assert desk.version > 0
    house.audit()


def test_a_bot_makes_way_for_a_player() -> None:
    house = floor()
    house.open("spin-n-win", mode="sealed", pace=PACE)
    house.do(HOUSE, cmd.TakeSeat(1, is_bot=True))
    house.fund("alice")
    assert house.refused("alice", cmd.TakeSeat(1)) == "no-such-seat"
    house.do(HOUSE, cmd.LeaveSeat(1))
    house.do("alice", cmd.TakeSeat(1))
    house.audit()


@pytest.mark.parametrize("fault", ["short", "same", "error"])
def test_no_round_without_fresh_entropy(fault: str) -> None:
    house = floor()
    house.open("spin-n-win", mode="sealed", pace=PACE)
    house.sit("alice")

    def entropy(size: int) -> bytes:
        if fault == "error":
            raise OSError("no entropy")
        return b"\0" * size if fault == "same" else b"\x01\x02"

    house.pit.seals = type(house.pit.seals)(house.pit.seals.key, entropy)
    house.pit.desks["T1"].seals = house.pit.seals
    house.clock.now_ms += 10_000
    assert house.tick() == 0
    assert house.refused(HOUSE, cmd.OpenRound()) == "store-unavailable"
    assert house.state().current is None


def test_a_fresh_table_opens_with_its_first_player() -> None:
    house = floor()
    house.open("flip-it", mode="sealed", pace=(2_000, 2_000, 600_000))
    house.sit("alice")
    house.tick()
    assert house.state().phase is Phase.BETTING


def test_a_bet_that_stays_up_waits_for_a_player_who_is_away() -> None:
    """It is taken down when bets close; what was bet in this round is played."""
    house = betting()
    for _ in range(40):
        house.run_until(Phase.BETTING)
        if any(stake.carried_from for stake in house.state().stakes):
            break
        for seat, name in ((1, "alice"), (2, "bob")):
            for spot in ("single:red", "single:green", "single:blue", "single:yellow"):
                house.do(name, cmd.PlaceBet(seat, spot, 1000))
        house.run_until(Phase.WAITING)
    up = {str(one.spot) for one in house.state().stakes if one.seat == 1 and one.carried_from}
    fresh = next(spot for spot in ("single:red", "single:joker") if spot not in up)
    house.do("alice", cmd.PlaceBet(1, fresh, 1000))
    before = house.credits("alice")
    house.pit.desks["T1"].away = frozenset({1})
    house.run_until(Phase.WAITING)
    last = house.state().last
    assert up and last is not None
    played = [line for line in last.played.lines() if line.seat == 1]
    assert {line.spot for line in played} == {fresh}
    staying = sum(one.amount for one in house.state().stakes if one.seat == 1)
    assert house.credits("alice") + staying == before + 1000 * len(up) + 1000 + played[0].net
    assert {line.seat for line in last.played.lines()} == {1, 2}
    house.audit()

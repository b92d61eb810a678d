"""Half losses and raises at a live table: the ledger gives back what was not taken."""

from __future__ import annotations

import pytest

from pitboss.equipment.shown import Shown, read_shown
from pitboss.refusals import Refusal
from pitboss.table import commands as cmd
from pitboss.table.state import Phase
from pitboss.table.view_records import Viewer
from pitboss.table.views import view
from pitboss.units import SeatIndex
from tests.pit.kit import Floor, floor
from tests.table.kit import DEALER, SUPERVISOR

HALF_BACK = (("wheel.half_back", "true"),)


def shown(text: str) -> Shown:
    found = read_shown(text.split())
    assert not isinstance(found, Refusal), found
    return found


def entered(game: str, **options: object) -> Floor:
    """A table whose dealer types what showed, with one player at it."""
    house = floor()
    house.open(game, mode="entered", **options)
    house.sit("alice")
    house.do(DEALER, cmd.OpenRound())
    return house


def test_a_half_loss_gives_the_other_half_back() -> None:
    house = entered("roulette", changes=HALF_BACK)
    house.do("alice", cmd.PlaceBet(1, "red", 10_00))
    assert house.refused("alice", cmd.PlaceBet(1, "black", 3_00)) == "not-payable"
    house.do(DEALER, cmd.CloseBetting())
    assert house.refused(DEALER, cmd.ShowDraw(shown("wheel 37"))) == "bad-face"
    assert house.refused(DEALER, cmd.ShowDraw(shown("dice 6"))) == "bad-face"
    house.do(DEALER, cmd.ShowDraw(shown("wheel 0")))
    house.do(DEALER, cmd.SettleRound())
    assert house.credits("alice") == 1000_00 - 5_00
    last = view(house.state(), Viewer(SeatIndex(1), player="alice")).last
    assert last is not None
    assert [(line.taken, line.pays) for line in last.lines] == [(5_00, 0)]
    assert [(one.kind, one.items) for one in last.places] == [("wheel", ("0",))]
    house.audit()


@pytest.mark.parametrize(("decide", "net"), [("surrender", -5_00), ("war", 10_00)])
def test_a_tie_is_surrendered_for_half_or_fought_with_a_raise(decide: str, net: int) -> None:
    house = entered("casino-war")
    house.do("alice", cmd.PlaceBet(1, "ante", 10_00))
    house.do(DEALER, cmd.CloseBetting())
    for text in ("cards Qc", "cards Qd"):
        house.do(DEALER, cmd.ShowDraw(shown(text)))
    house.do("alice", cmd.MakeDecision(1, decide))
    if decide == "war":
        assert house.credits("alice") == 1000_00 - 20_00
        for text in ("cards 2c 3c 4c", "cards 9c", "cards 8c"):
            house.do(DEALER, cmd.ShowDraw(shown(text)))
    house.do(DEALER, cmd.SettleRound())
    assert house.credits("alice") == 1000_00 + net
    house.audit()


CARDS = ("cards Tc Td 4h", "cards 6s", "cards 5c")


@pytest.mark.parametrize(("decide", "left"), [(("ride", "back"), 2), (("back", "back"), 1)])
def test_a_stake_that_is_taken_back_leaves_the_ledger_at_once(
    decide: tuple[str, str], left: int
) -> None:
    house = entered("let-it-ride")
    house.do("alice", cmd.PlaceBet(1, "base", 20_00))
    house.do("alice", cmd.PlaceBet(1, "base", 10_00))
    assert house.credits("alice") == 1000_00 - 30_00
    assert house.refused("alice", cmd.PlaceBet(1, "first", 10_00)) == "spot-closed"
    house.do(DEALER, cmd.CloseBetting())
    lying = 3
    for option, card in zip(decide, CARDS[:2], strict=True):
        house.do(DEALER, cmd.ShowDraw(shown(card)))
        before = view(house.state(), Viewer(SeatIndex(1), player="alice"))
        adds = {one.option: one.adds for one in before.awaited[0].options}
        assert adds == {"ride": 0, "back": -10_00}
        house.do("alice", cmd.MakeDecision(1, option))
        lying -= option == "back"
        after = view(house.state(), Viewer(SeatIndex(1), player="alice"))
        assert [bet.stake for bet in after.bets] == [10_00] * lying
        assert house.credits("alice") == 1000_00 - lying * 10_00
        house.audit()
    house.do(DEALER, cmd.ShowDraw(shown(CARDS[2])))
    house.do(DEALER, cmd.SettleRound())
    assert lying == left
    assert house.credits("alice") == 1000_00 + left * 10_00
    house.audit()


def test_bets_that_were_laid_together_go_back_together() -> None:
    house = entered("let-it-ride")
    house.do("alice", cmd.PlaceBet(1, "base", 10_00))
    house.do("alice", cmd.TakeDownBet(1, "base"))
    assert house.credits("alice") == 1000_00
    house.do("alice", cmd.PlaceBet(1, "base", 10_00))
    house.do("alice", cmd.LeaveSeat(1))
    assert house.credits("alice") == 1000_00
    house.audit()


def test_three_bets_need_three_stakes_and_reserve_for_three() -> None:
    house = entered("let-it-ride", payout_table_max=2_999_00)
    assert house.refused("alice", cmd.PlaceBet(1, "base", 1_00)) == "payout-limit"
    house = entered("let-it-ride", payout_table_max=3_000_00)
    house.do("alice", cmd.PlaceBet(1, "base", 1_00))
    richer = entered("let-it-ride", changes=(("table.maximum", "400.00"),))
    assert richer.refused("alice", cmd.PlaceBet(1, "base", 334_00)) == "not-enough-credits"
    richer.do("alice", cmd.PlaceBet(1, "base", 333_00))


GAMES = ["sic-bo", "big-six", "roulette", "baccarat", "casino-war", "three-card", "let-it-ride"]


@pytest.mark.parametrize("game", GAMES)
def test_sealed_rounds_of_a_classic_settle_to_the_credit(game: str) -> None:
    house = floor()
    house.open(game, mode="sealed", pace=(10_000, 5_000, 1_000))
    house.sit("alice")
    for _ in range(3):
        house.run_until(Phase.BETTING)
        before = house.credits("alice")
        house.do("alice", cmd.PlaceBet(1, house.spot(), 10_00))
        house.run_until(Phase.WAITING)
        last = house.state().last
        assert last is not None
        assert house.credits("alice") == before + sum(line.net for line in last.played.lines())
    house.audit()


def rolled(house: Floor, dice: str) -> None:
    """Bets close, the dice show this, and the round is settled."""
    house.do(DEALER, cmd.CloseBetting())
    house.do(DEALER, cmd.ShowDraw(shown(f"dice {dice}")))
    house.do(DEALER, cmd.SettleRound())


def up(house: Floor) -> list[tuple[int, str, int]]:
    return [(int(s.seat), str(s.spot), int(s.amount)) for s in house.state().stakes]


def test_a_bet_stands_moves_and_is_paid_where_it_went() -> None:
    house = entered("craps")
    house.do("alice", cmd.PlaceBet(1, "pass", 10_00))
    rolled(house, "3 3")
    assert up(house) == [(1, "pass", 10_00)]
    assert house.credits("alice") == 1000_00 - 10_00
    house.do(DEALER, cmd.OpenRound())
    assert house.refused("alice", cmd.TakeDownBet(1, "pass")) == "spot-closed"
    assert house.refused("alice", cmd.PlaceBet(1, "pass-odds", 60_00)) == "above-maximum"
    house.do("alice", cmd.PlaceBet(1, "pass-odds", 50_00))
    house.do("alice", cmd.PlaceBet(1, "come", 5_00))
    rolled(house, "4 5")
    assert sorted(up(house)) == [(1, "come:9", 5_00), (1, "pass", 10_00), (1, "pass-odds", 50_00)]
    last = view(house.state(), Viewer(SeatIndex(1), player="alice")).last
    assert last is not None and "Come moves to Come 9" in last.explained
    assert {line.moves_to for line in last.lines} == {None, "come:9"}
    house.do(DEALER, cmd.OpenRound())
    rolled(house, "2 4")
    # Pass 10 and odds 60 are paid, and Come on the nine goes on.
    assert up(house) == [(1, "come:9", 5_00)]
    assert house.credits("alice") == 1000_00 + 70_00 - 5_00
    house.do(DEALER, cmd.OpenRound())
    rolled(house, "3 4")
    assert up(house) == [] and house.credits("alice") == 1000_00 + 65_00
    house.audit()


@pytest.mark.parametrize("later", [5_00, 6_00])
def test_a_bet_that_wins_makes_room_for_the_one_that_moves_there(later: int) -> None:
    house = entered("craps")
    house.do("alice", cmd.PlaceBet(1, "pass", 10_00))
    rolled(house, "3 3")
    for come, dice in ((5_00, "1 3"), (later, "2 2")):
        house.do(DEALER, cmd.OpenRound())
        house.do("alice", cmd.PlaceBet(1, "come", come))
        rolled(house, dice)
    # The first Come won its even money on the second four, where the next one lies now.
    assert sorted(up(house)) == [(1, "come:4", later), (1, "pass", 10_00)]
    assert house.credits("alice") == 1000_00 - 10_00 + 5_00 - later
    house.do(DEALER, cmd.OpenRound())
    rolled(house, "3 4")
    assert up(house) == [] and house.credits("alice") == 1000_00 - 10_00 + 5_00 - later
    house.audit()


def test_who_leaves_takes_all_but_contract_bets() -> None:
    house = entered("craps", seats=3)
    house.do("alice", cmd.PlaceBet(1, "dont-pass", 6_00))
    house.do("alice", cmd.PlaceBet(1, "pass", 10_00))
    rolled(house, "2 3")
    house.do(DEALER, cmd.OpenRound())
    house.do("alice", cmd.PlaceBet(1, "dont-pass-odds", 36_00))
    house.do("alice", cmd.PlaceBet(1, "place:6", 6_00))
    house.do("alice", cmd.LeaveSeat(1))
    # The other stakes went back, odds before the bet they lay behind; the seat is kept.
    assert up(house) == [(1, "pass", 10_00)]
    assert house.credits("alice") == 1000_00 - 10_00
    left = house.state().occupants[0]
    assert left is not None and left.is_leaving
    assert house.refused("alice", cmd.PlaceBet(1, "field", 5_00)) == "not-now"
    rolled(house, "1 2")
    assert up(house) == [(1, "pass", 10_00)] and house.state().occupants[0] is not None
    house.do(DEALER, cmd.OpenRound())
    rolled(house, "1 4")
    assert house.state().occupants[0] is None
    assert house.credits("alice") == 1000_00 + 10_00
    house.audit()


def test_who_leaves_during_a_roll_is_left_with_contract_bets() -> None:
    house = entered("craps", seats=3)
    house.do("alice", cmd.PlaceBet(1, "pass", 10_00))
    rolled(house, "2 3")
    house.do(DEALER, cmd.OpenRound())
    house.do("alice", cmd.PlaceBet(1, "place:6", 6_00))
    house.do("alice", cmd.PlaceBet(1, "pass-odds", 20_00))
    house.do(DEALER, cmd.CloseBetting())
    house.do("alice", cmd.LeaveSeat(1))
    house.do(DEALER, cmd.ShowDraw(shown("dice 1 2")))
    house.do(DEALER, cmd.SettleRound())
    # Nothing was decided: all but the contract bet went back, and no later roll knows of it.
    assert up(house) == [(1, "pass", 10_00)]
    assert house.credits("alice") == 1000_00 - 10_00
    house.do(DEALER, cmd.OpenRound())
    rolled(house, "3 3")
    assert up(house) == [(1, "pass", 10_00)] and house.credits("alice") == 1000_00 - 10_00
    house.do(DEALER, cmd.OpenRound())
    rolled(house, "1 4")
    assert house.state().occupants[0] is None and house.credits("alice") == 1000_00 + 10_00
    house.audit()


def test_who_leaves_between_rounds_leaves_a_contract_bet_too() -> None:
    house = entered("craps", seats=2)
    house.do("alice", cmd.PlaceBet(1, "pass", 10_00))
    rolled(house, "2 3")
    house.do("alice", cmd.LeaveSeat(1))
    left = house.state().occupants[0]
    assert up(house) == [(1, "pass", 10_00)] and left is not None and left.is_leaving
    house.do(DEALER, cmd.OpenRound())
    rolled(house, "3 4")
    assert house.state().occupants[0] is None and house.credits("alice") == 1000_00 - 10_00
    house.audit()


@pytest.mark.parametrize("mode", ["entered", "sealed"])
def test_bets_that_stood_go_back_to_the_away_and_contract_bets_are_played(mode: str) -> None:
    house = floor()
    house.open("craps", mode=mode, pace=(10_000, 5_000, 1_000))
    house.sit("alice", "bob")
    desk = house.pit.desks["T1"]
    # A point is on once Pass stands.
    while "pass" not in (spots := [spot for seat, spot, _ in up(house) if seat == 1]):
        if mode == "entered":
            house.do(DEALER, cmd.OpenRound())
        house.run_until(Phase.BETTING)
        house.do("alice", cmd.PlaceBet(1, "pass", 10_00))
        house.do("alice", cmd.PlaceBet(1, "dont-pass", 6_00))
        if mode == "entered":
            rolled(house, "2 3")
        else:
            house.run_until(Phase.WAITING)
    assert spots == ["pass", "dont-pass"]
    if mode == "entered":
        house.do(DEALER, cmd.OpenRound())
    house.run_until(Phase.BETTING)
    house.do("bob", cmd.PlaceBet(2, "field", 5_00))
    before = house.credits("alice")
    desk.away = frozenset({1})
    if mode == "entered":
        # The dealer may say "No more bets" at any moment.
        for _ in range(5):
            house.tick()
        rolled(house, "1 2")
    else:
        house.run_until(Phase.WAITING)
    last = house.state().last
    assert last is not None
    played = [line for line in last.played.lines() if line.seat == 1]
    assert [str(line.spot) for line in played] == ["pass"]
    staying = sum(one.amount for one in house.state().stakes if one.seat == 1)
    assert house.credits("alice") + staying == before + 6_00 + 10_00 + played[0].net
    house.audit()


def test_a_void_round_gives_contract_bets_back_and_no_roll_does_not() -> None:
    house = entered("craps")
    house.do("alice", cmd.PlaceBet(1, "pass", 10_00))
    rolled(house, "2 2")
    house.do(DEALER, cmd.OpenRound())
    house.do("alice", cmd.PlaceBet(1, "field", 5_00))
    house.do(DEALER, cmd.CloseBetting())
    house.do(DEALER, cmd.MakeCall("misdeal", "A die fell.", is_readable=False))
    house.do(DEALER, cmd.SettleRound())
    assert sorted(up(house)) == [(1, "field", 5_00), (1, "pass", 10_00)]
    last = view(house.state(), Viewer(SeatIndex(1), player="alice")).last
    assert last is not None and last.trouble.endswith("Your bets stay as they were.")
    house.do(DEALER, cmd.OpenRound())
    house.do(SUPERVISOR, cmd.VoidRound("The dice were changed."))
    assert up(house) == [] and house.credits("alice") == 1000_00
    house.audit()


def test_an_award_is_paid_beside_a_lost_ante() -> None:
    house = entered("three-card")
    house.do("alice", cmd.PlaceBet(1, "ante", 10_00))
    house.do(DEALER, cmd.CloseBetting())
    for text in ("cards 4c 4d 4h", "cards 5h 5c 5d"):
        house.do(DEALER, cmd.ShowDraw(shown(text)))
    house.do("alice", cmd.MakeDecision(1, "play"))
    house.do(DEALER, cmd.SettleRound())
    last = view(house.state(), Viewer(SeatIndex(1), player="alice")).last
    assert last is not None
    assert [(one.spot, one.stake, one.result, one.pays, one.clause) for one in last.lines] == [
        ("ante", 10_00, "lose", 0, "TCA-2.5"),
        ("play", 10_00, "lose", 0, "TCA-2.5"),
        ("ante", 0, "award", 40_00, "TCA-2.6"),
    ]
    assert "Ante award pays 40" in last.explained
    assert house.credits("alice") == 1000_00 - 20_00 + 40_00
    house.audit()


def test_twenty_seats_bet_and_are_paid() -> None:
    house = floor()
    house.open("craps", mode="entered", seats=20, changes=(("table.seats", "20"),))
    house.sit(*(f"player{seat}" for seat in range(1, 21)))
    house.do(DEALER, cmd.OpenRound())
    for seat in range(1, 21):
        house.do(f"player{seat}", cmd.PlaceBet(seat, "field", 5_00))
    rolled(house, "1 2")
    assert {house.credits(f"player{seat}") for seat in range(1, 21)} == {1000_00 + 5_00}
    house.audit()

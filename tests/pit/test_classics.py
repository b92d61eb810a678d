"""Half losses and raises at a live table: the ledger gives back what was not taken."""

from __future__ import annotations

import pytest

from pitboss.equipment.shown import Shown, read_shown
from pitboss.games.registry import GAMES_FOLDER, Registry
from pitboss.refusals import Refusal
from pitboss.table import commands as cmd
from pitboss.table.state import Phase
from pitboss.table.views import Viewer, view
from pitboss.units import SeatIndex
from tests.contract.conftest import CLASSICS
from tests.pit import kit as pit_kit
from tests.pit.kit import Floor, floor
from tests.table import kit as table_kit
from tests.table.kit import DEALER

HALF_BACK = (("wheel.half_back", "true"),)


@pytest.fixture(autouse=True)
def _with_classics(monkeypatch: pytest.MonkeyPatch) -> None:
    games = Registry((GAMES_FOLDER, CLASSICS))
    for kit in (table_kit, pit_kit):
        monkeypatch.setattr(kit, "registry", lambda: games)


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


@pytest.mark.parametrize("game", ["sic-bo", "roulette", "baccarat", "casino-war", "three-card"])
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

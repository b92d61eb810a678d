"""Growing credits by refills: stakes on a table are still the player's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import pytest

from pitboss.pit.wallet import STACK, Wallet
from pitboss.refusals import Refusal, RefusalCode
from tests.server.kit import Guest, Json, Running, Viewer, house_at

TABLES = ("flip-it", "spin-n-win")
VOLLEYS = 6
REFILLS = 6


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with house_at(tmp_path_factory.mktemp("refill") / "house.db") as found:
        yield found


def spots_of(at: Viewer) -> list[Json]:
    """The three largest bets that may lie alone."""
    at.see(lambda view: bool(at.offered("place-bet")))
    names = at.offered("place-bet") or []
    found = [one for one in at.view["spots"] if one["spot"] in names]
    return sorted(found, key=lambda one: -one["maximum"])[:3]


def lay(at: Viewer) -> list[str]:
    """Bet as much as the spots take; where the stakes lie."""
    laid = []
    for one in spots_of(at):
        stake = min(one["maximum"], 10_000)
        act = {"kind": "place-bet", "seat": at.seat, "spot": one["spot"], "stake": stake}
        if at.ask(act) is None:
            laid.append(str(one["spot"]))
    assert laid
    return laid


def take_down(at: Viewer, laid: list[str]) -> None:
    for spot in laid:
        at.do("take-down", seat=at.seat, spot=spot)


def refill(guest: Guest, number: str) -> tuple[int, str]:
    answer = guest.http.post("/api/refill", json={"id": f"refill-{number}"})
    return answer.status_code, str(answer.json().get("code", ""))


def test_betting_refilling_and_taking_down_gives_nothing(house: Running) -> None:
    guest = house.guest("Rita")
    with ExitStack() as open_sockets:
        seats = [
            open_sockets.enter_context(guest.at(house.open(game, f"refill-{game}")))
            for game in TABLES
        ]
        for at in seats:
            at.sit(1)
        for volley in range(3):
            laid = [lay(at) for at in seats]
            assert refill(guest, f"one-{volley}") == (409, "above-maximum")
            for at, spots in zip(seats, laid, strict=True):
                take_down(at, spots)
            assert guest.balance() == STACK


def test_a_refill_cannot_race_a_stake_that_comes_back(house: Running) -> None:
    guest = house.guest("Ralf")
    with guest.at(house.open("flip-it", "race")) as at, ThreadPoolExecutor(REFILLS) as pool:
        at.sit(1)
        for volley in range(VOLLEYS):
            laid = lay(at)
            tries = [pool.submit(refill, guest, f"{volley}-{one}") for one in range(REFILLS)]
            take_down(at, laid)
            # Whatever lies on the table or is on its way back is still theirs.
            assert {one.result() for one in tries} == {(409, "above-maximum")}
            assert guest.balance() <= STACK, volley


class Between:
    """The house's store; something happens before and after a refill reads what is in action."""

    def __init__(self, store: Any, *happens: Callable[[], object]) -> None:
        self.store, self.happens = store, [*happens]

    def in_action(self, player: str) -> Any:
        self._happen()
        found = self.store.in_action(player)
        self._happen()
        return found

    def _happen(self) -> None:
        if self.happens:
            self.happens.pop(0)()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)


@pytest.mark.parametrize("is_laid_again", [False, True])
def test_a_stake_that_moves_while_a_refill_reads_is_counted(
    house: Running, is_laid_again: bool
) -> None:
    guest = house.guest("Rolf")
    pit = house.house.tables.pit
    with guest.at(house.open("flip-it", f"between-{int(is_laid_again)}")) as at:
        at.sit(1)
        laid = lay(at)
        later = [lambda: lay(at)] if is_laid_again else []
        store: Any = Between(pit.store, lambda: take_down(at, laid), *later)
        refused = Wallet(store, pit.clock).refill(guest.id, client_id="between")
        # The refill found less than was there, was refused by the ledger, and looked again.
        assert not store.happens and isinstance(refused, Refusal)
        assert refused.code is RefusalCode.ABOVE_MAXIMUM
        if is_laid_again:
            take_down(at, laid)
        assert guest.balance() == STACK


def test_a_bot_is_filled_up_like_anybody(house: Running) -> None:
    wallet: Wallet = house.house.tables.wallet
    assert house.on_loop(lambda: wallet.refill("bot~somewhere~1", client_id="first")).version == 1
    again = house.on_loop(lambda: wallet.refill("bot~somewhere~1", client_id="second"))
    assert again.code.value == "above-maximum"

"""Players' seeds when the server goes away between the hash and the reveal."""

from __future__ import annotations

from contextlib import AbstractContextManager, ExitStack

from pitboss.table.fairness import player_hash
from tests.attacks.places import Place
from tests.attacks.test_lost_key import check_round, see_offer
from tests.server.kit import Guest, Running, Viewer
from tests.store.house import assert_sound, opened

TABLE = "flip-it-1"
LONG_MS = 3_600_000
"""A reveal that is awaited so long is not given up within a test."""


def server_at(place: Place, *, reveal_ms: int) -> AbstractContextManager[Running]:
    return place.serving(more={"PITBOSS_REVEAL_MS": str(reveal_ms)})


def seat_and_commit(one: Viewer, two: Viewer) -> str:
    """Both bet in one round and send the hashes of their seeds; bets are closed then."""
    two.sit(2)
    one.sit(1)
    one.see(lambda view: view["round_id"] is not None and view["seats"][0]["in_round"])
    round_id: str = one.view["round_id"]
    for viewer in (one, two):
        viewer.bet()
        text = seed_of(viewer)
        viewer.do("commit-seed", seat=viewer.seat, hash=player_hash(round_id, viewer.seat, text))
    for viewer in (one, two):
        viewer.ready()
    for viewer in (one, two):
        see_offer(viewer, "reveal-seed")
    return round_id


def seed_of(viewer: Viewer) -> str:
    return f"luck-{viewer.seat}"


def reveal(viewer: Viewer) -> None:
    see_offer(viewer, "reveal-seed")
    viewer.do("reveal-seed", seat=viewer.seat, text=seed_of(viewer))


def check_seeds(viewer: Viewer, guest: Guest, round_id: str, *, missing: list[int]) -> None:
    """The round is over, its file verifies and says who revealed and who did not."""
    viewer.finish(round_id)
    file = check_round(guest, round_id)
    revealed = [seat for seat in (1, 2) if seat not in missing]
    assert file["player_seeds"] == [[seat, f"luck-{seat}"] for seat in revealed]
    assert [seat for seat, _ in file["player_hashes"]] == [1, 2]
    assert file["missing_reveals"] == missing and not file["is_void"]
    assert viewer.view["counts"]["missing_reveals"] == len(missing)


def test_seeds_are_revealed_after_a_restart(place: Place) -> None:
    with server_at(place, reveal_ms=LONG_MS) as house:
        ana, bo = house.guest("Ana"), house.guest("Bo")
        with ana.at(TABLE) as one, bo.at(TABLE) as two:
            round_id = seat_and_commit(one, two)
            # One of them is in time before the server is killed.
            reveal(one)
        house.kill()
    with (
        server_at(place, reveal_ms=LONG_MS) as house,
        house.knows(ana).at(TABLE) as one,
        house.knows(bo).at(TABLE) as two,
    ):
        assert one.offered("reveal-seed") is None
        reveal(two)
        check_seeds(two, house.knows(bo), round_id, missing=[])
        check_seeds(one, house.knows(ana), round_id, missing=[])
    with opened(place.where) as store:
        assert_sound(store)


def test_who_does_not_reveal_after_a_restart_is_named(place: Place) -> None:
    with server_at(place, reveal_ms=LONG_MS) as house:
        ana, bo = house.guest("Ana"), house.guest("Bo")
        with ana.at(TABLE) as one, bo.at(TABLE) as two:
            round_id = seat_and_commit(one, two)
            reveal(one)
    # The other browser never comes back, and this server does not wait long.
    with server_at(place, reveal_ms=1) as house:
        with house.knows(ana).at(TABLE) as one:
            check_seeds(one, house.knows(ana), round_id, missing=[2])
        lobby = house.knows(ana).http.get("/api/lobby").json()
        cards = [card for game in lobby["games"] for card in game["tables"]]
        assert [card["missing_reveals"] for card in cards if card["table"] == TABLE] == [1]
    with opened(place.where) as store:
        assert_sound(store)


def test_seeds_are_revealed_at_the_other_process(shared: Place) -> None:
    with ExitStack() as stack:
        first = stack.enter_context(server_at(shared, reveal_ms=LONG_MS))
        second = stack.enter_context(server_at(shared, reveal_ms=LONG_MS))
        ana, bo = first.guest("Ana"), second.guest("Bo")
        two = stack.enter_context(bo.at(TABLE))
        with ana.at(TABLE) as one:
            round_id = seat_and_commit(one, two)
            first.kill()
        reveal(two)
        with second.knows(ana).at(TABLE) as one:
            reveal(one)
            check_seeds(one, second.knows(ana), round_id, missing=[])
        check_seeds(two, bo, round_id, missing=[])
    with opened(shared.where) as store:
        assert_sound(store)

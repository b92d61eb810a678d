"""Play over the socket: every game from sitting down to a paid bet, and who sees what."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from pitboss.pit.verify import RoundVerdict, verify_text
from pitboss.refusals import Refusal
from pitboss.table.fairness import player_hash
from tests.server.kit import GAMES, Json, Running, Viewer, in_action, net_of, seat_both, viewer
from tests.store.house import assert_sound
from tests.table.kit import registry

ROUNDS = 4


@pytest.mark.parametrize("game", GAMES)
def test_a_guest_sits_down_and_is_paid_what_the_lines_say(running: Running, game: str) -> None:
    table = running.open(game, f"{game}-paid")
    guest = running.guest("Ana")
    before = guest.balance()
    with guest.at(table) as ana:
        assert ana.welcome["viewer_name"] == "Ana"
        assert ana.offered("take-seat") == ["1", "2", "3"]
        ana.sit(2)
        view, round_id = ana.view, ""
        for _ in range(ROUNDS):
            ana.bet()
            round_id = ana.view["round_id"]
            ana.ready()
            view = ana.finish(round_id)
            assert not view["last"]["is_void"]
            before += net_of(view, 2)
            assert view["balance"] + in_action(view, 2) == before
    told = guest.http.get(f"/api/rounds/{round_id}").json()
    assert told["file"]["settlement"]
    assert told["file"]["seed"] == view["last"]["fairness"]["seed"]
    assert guest.http.get("/api/rounds").json()[0] == told


@pytest.mark.parametrize("game", GAMES)
def test_a_stranger_sits_down_with_a_name_over_the_socket(running: Running, game: str) -> None:
    table = running.open(game, f"{game}-stranger")
    with running.client() as client:
        client.get("/api/lobby")
        cookie = f"pitboss={client.cookies['pitboss']}"
        with viewer(running, table, cookie=cookie) as bruno:
            bruno.hello()
            refused = bruno.ask({"kind": "take-seat", "seat": 1})
            assert refused is not None and refused["code"] == "sign-in-first"
            bruno.sit(1, name="Bruno")
            assert bruno.view["seats"][0]["name"] == "Bruno"
            assert bruno.view["balance"] == 100_000
        assert client.get("/api/me").json()["name"] == "Bruno"


def test_two_viewers_at_one_table_see_each_others_bets(running: Running) -> None:
    table = running.open("spin-n-win", "two")
    with running.guest("Ana").at(table) as ana, running.guest("Bob").at(table) as bob:
        seat_both(ana, bob)
        stake = {"seat": 1, "spot": "combo:red-blue", "stake": 700}
        ana.do("place-bet", **stake)
        bob.see(lambda view: {**stake, "is_taken": False} in view["bets"])
        bob.bet()
        round_id = bob.view["round_id"]
        ana.ready()
        bob.ready()
        bob.finish(round_id)
        ana.finish(round_id)
        assert ana.view["last"]["lines"] == bob.view["last"]["lines"]
        assert ana.view["last"]["game"]["tops"] == bob.view["last"]["game"]["tops"]


def test_repeated_asks_have_one_effect(running: Running) -> None:
    table = running.open("flip-it", "repeat")
    guest = running.guest("Rita")
    with guest.at(table) as rita:
        rita.sit(1)
        rita.see(lambda view: bool(rita.offered("place-bet")))
        act = {"kind": "place-bet", "seat": 1, "spot": "inside:red", "stake": 500}
        assert rita.ask(act, ask_id="same") is None
        for _ in range(5):
            assert rita.ask(act, ask_id="same") is None
        refused = rita.ask({**act, "stake": 600}, ask_id="same")
        assert refused is not None and refused["code"] == "id-reused"
        assert rita.view["balance"] == 100_000 - 500


# --- hidden cards -----------------------------------------------------------------------------


def _cards(view: Json, seat: int) -> list[str]:
    hand = next(h for h in view["felt"]["hands"] if h["seat"] == seat)
    return list(hand["cards"] or ())


def _mentions(frame: str, card: str) -> bool:
    return re.search(rf"(?<![A-Za-z0-9]){card}(?![A-Za-z0-9])", frame) is not None


def _play_hidden_round(ana: Viewer, bob: Viewer, eve: Viewer, seed_of: Any) -> None:
    for one in (ana, bob):
        one.bet()
    round_id = ana.view["round_id"]
    starts = [len(one.pictures) for one in (ana, bob, eve)]
    ana.ready()
    bob.ready()
    for one in (ana, bob, eve):
        one.see(lambda view: bool(view["round_id"] == round_id and view["awaited"]))
    seed = seed_of()
    hands = _cards(ana.view, 1), _cards(bob.view, 2)
    assert len(hands[0]) == len(hands[1]) == 7 and not set(hands[0]) & set(hands[1])
    for one, start, hidden in zip(
        (ana, bob, eve), starts, (hands[1], hands[0], hands[0] + hands[1]), strict=True
    ):
        for frame, message in one.pictures[start:]:
            if message["view"]["round_id"] != round_id:
                continue
            # The round before is public; only what belongs to this one is hidden.
            view = {**message["view"], "last": None}
            text = json.dumps(view)
            assert not [card for card in hidden if _mentions(text, card)]
            assert seed not in frame
            if view["felt"] is not None:
                assert view["felt"]["dealer"]["cards"] is None
    for one in (ana, bob):
        one.do("decide", seat=one.seat, option="fold")
    for one in (ana, bob, eve):
        one.see(lambda view: bool(view["last"] and view["last"]["round_id"] == round_id))
    assert ana.view["last"]["fairness"]["seed"] == seed


def test_hidden_cards_and_seeds_are_in_no_frame(running: Running) -> None:
    table = running.open("gin-and-win", "hidden")
    pit = running.house.tables.pit

    def seed_of() -> str:
        def inside() -> str:
            state = pit.state(table)
            assert not isinstance(state, Refusal)
            seed = pit.seals.seed_of(state)
            assert isinstance(seed, bytes)
            return seed.hex()

        return str(running.on_loop(inside))

    with (
        running.guest("Ana").at(table) as ana,
        running.guest("Bob").at(table) as bob,
        viewer(running, table) as eve,
    ):
        eve.hello()
        seat_both(ana, bob)
        for _ in range(ROUNDS):
            _play_hidden_round(ana, bob, eve, seed_of)


def test_a_setting_is_checked_for_its_owner_alone(running: Running) -> None:
    table = running.open("gin-and-win", "setting")
    with running.guest("Ana").at(table) as ana, running.guest("Bob").at(table) as bob:
        ana.sit(1)
        ana.bet()
        ana.ready()
        ana.see(lambda view: bool(view["awaited"]))
        ana.send({"kind": "check-setting", "id": "s1", "seat": 1, "setting": None})
        way = ana.until(lambda m: m["kind"] == "checked")
        assert way["refused"] is None
        laid = [card for one in way["combinations"] for card in one] + way["left_over"]
        assert sorted(laid) == sorted(_cards(ana.view, 1))
        again = {"kind": "check-setting", "id": "s2", "seat": 1, "setting": way["combinations"]}
        ana.send(again)
        assert ana.until(lambda m: m["kind"] == "checked")["score"] == way["score"]
        bob.send({"kind": "check-setting", "id": "s3", "seat": 1, "setting": None})
        assert bob.until(lambda m: m["kind"] == "checked")["refused"]["code"] == "not-your-turn"


# --- bots, links, history ---------------------------------------------------------------------


def test_a_private_table_with_bots_plays_and_is_not_listed(running: Running) -> None:
    host, friend = running.guest("Hana"), running.guest("Finn")
    form = {"game": "flip-it", "bots": 2}
    opened = host.http.post("/api/tables", json=form).json()
    table = opened["table"]
    assert opened["link"] == f"/table/{table}"
    assert table not in running.client().get("/api/lobby").text
    with host.at(table) as hana, friend.at(table) as finn:
        kinds = [seat["kind"] for seat in hana.view["seats"]]
        assert kinds.count("bot") == 2
        hana.sit(1)
        finn.sit(2)
        hana.bet()
        round_id = hana.view["round_id"]
        hana.ready()
        finn.ready()
        hana.finish(round_id)
        finn.finish(round_id)
    with friend.at(table) as finn:
        history = finn.welcome["history"]
        assert history[-1]["round_id"] == round_id
        assert all(len(one["shown"]) == 1 for one in history)


def test_what_was_played_verifies_and_the_books_are_sound(running: Running) -> None:
    table = running.open("spin-n-win", "verified")
    guest = running.guest("Vera")
    with guest.at(table) as vera:
        vera.sit(1)
        vera.bet()
        round_id = vera.view["round_id"]
        vera.do("commit-seed", seat=1, hash=player_hash(round_id, 1, "my-own-luck"))
        vera.ready()
        vera.do("reveal-seed", seat=1, text="my-own-luck")
        vera.finish(round_id)
    file = guest.http.get(f"/api/rounds/{round_id}").json()["file"]
    assert file["player_seeds"] == [[1, "my-own-luck"]]
    verdict = verify_text(json.dumps(file), registry())
    assert isinstance(verdict, RoundVerdict) and verdict.is_sound
    assert_sound(running.house.tables.pit.store)

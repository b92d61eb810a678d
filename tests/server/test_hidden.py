"""No frame tells a viewer what that viewer may not know, over many rounds of every game."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from pitboss.pit.recall import recall_round
from pitboss.refusals import Refusal
from pitboss.server.accounts.people import HouseRole
from pitboss.table import view_parts, views
from pitboss.table.last_round import FairnessView, view_fairness
from pitboss.table.state import EndedRound, TableState
from pitboss.units import SeatIndex
from tests.server.hidden import Json, Reader, Secret, beside, leaks
from tests.server.kit import GAMES, Running, Viewer, house_at, viewer

ROUNDS = 6
MANY, AT_ONCE = 350, 10
"""Rounds of a table and tables side by side: they wait for their clocks more than they work."""


@dataclass
class Watched:
    """A table with two players, a spectator and somebody of the staff, all of whom are watched."""

    running: Running
    reader: Reader
    players: tuple[Viewer, Viewer]
    lookers: tuple[Viewer, ...]
    people: ThreadPoolExecutor
    before: Secret | None = None
    frames: int = 0
    found: list[str] = field(default_factory=list)

    def play(self) -> None:
        """One round, in which each player takes another option from round to round."""
        one, two = self.players
        one.see(lambda view: view["phase"] == "betting")
        round_id = one.view["round_id"]
        two.see(lambda view: view["round_id"] == round_id and view["phase"] == "betting")
        for player in self.players:
            if not any(bet["seat"] == player.seat for bet in player.view["bets"]):
                player.bet()
        for player in self.players:
            player.ready()
        done = [self.people.submit(self._finish, player, round_id) for player in self.players]
        for future in done:
            future.result()
        for looker in self.lookers:
            looker.see(lambda view: _is_over(view, round_id))
        self._search(round_id)

    def _finish(self, player: Viewer, round_id: str) -> None:
        """Decide whatever is asked, each option in its turn, until the round is over."""
        turn = int(round_id.rpartition(".")[2]) + player.seat
        while True:
            player.see(lambda v: player.offered("decide") is not None or _is_over(v, round_id))
            if _is_over(player.view, round_id):
                return
            mine = next(one for one in player.view["awaited"] if one["actor"] == player.seat)
            option = mine["options"][turn % len(mine["options"])]["option"]
            version = player.shown["version"]
            refused = player.ask({"kind": "decide", "seat": player.seat, "option": option})
            # A view may be older than one's own last decision; then there is nothing to decide.
            assert refused is None or refused["code"] in ("not-now", "not-your-turn"), refused
            while refused is None and player.shown["version"] <= version:
                player.until(lambda m: m["kind"] == "shown")

    def _search(self, round_id: str) -> None:
        pit = self.running.house.tables.pit
        recalled = recall_round(pit.store, pit.registry, round_id)
        assert not isinstance(recalled, Refusal), recalled
        secret = self.reader.read(recalled.file)
        for who in (*self.players, *self.lookers):
            for text, frame in who.pictures:
                self.frames += 1
                self.found += leaks(frame, secret, self.before)
                self.found += beside(text, frame)
            for text in who.frames:
                assert '"kind":"changed"' in text or secret.seed not in text
            who.frames.clear()
            who.pictures.clear()
        self.before = secret


def _is_over(view: Json, round_id: str) -> bool:
    return view["last"] is not None and bool(view["last"]["round_id"] == round_id)


def watch(running: Running, game: str, table: str, *, rounds: int) -> Watched:
    """Play so many rounds at a table and search every frame."""
    running.open(game, table, seats=2)
    with ExitStack() as stack:
        one = stack.enter_context(running.guest("One").at(table))
        two = stack.enter_context(running.guest("Two").at(table))
        boss = stack.enter_context(running.staff(f"Boss {table}", HouseRole.PIT_BOSS).at(table))
        looker = stack.enter_context(viewer(running, table))
        looker.hello()
        one.sit(1)
        two.sit(2)
        people = stack.enter_context(ThreadPoolExecutor(2))
        found = Watched(running, Reader(game), (one, two), (boss, looker), people)
        for _ in range(rounds):
            found.play()
            if found.found:
                break
    return found


@pytest.mark.parametrize("game", GAMES)
def test_no_frame_tells_what_its_viewer_may_not_know(running: Running, game: str) -> None:
    seen = watch(running, game, f"hidden-{game}", rounds=ROUNDS)
    assert not seen.found, seen.found
    assert seen.frames > ROUNDS * 4


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_no_frame_of_many_rounds_tells_it(tmp_path: Path, game: str) -> None:
    """More than ten thousand rounds over the three games."""
    # Nobody is cut for being silent: whoever looks on reads once a round, however long that takes.
    house = house_at(tmp_path / "h.db", ping_ms=3_600_000)
    with house as running, ThreadPoolExecutor(AT_ONCE) as pool:
        tables = [f"many-{number}" for number in range(AT_ONCE)]
        all_seen = list(pool.map(lambda one: watch(running, game, one, rounds=MANY), tables))
    assert not [leak for seen in all_seen for leak in seen.found]
    assert sum(seen.frames for seen in all_seen) > MANY * AT_ONCE * 4


# --- what leaks is found ----------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_that_is_shown_too_early_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    right = view_fairness

    def leaking(of: TableState | EndedRound, *, seed: str | None) -> FairnessView | None:
        return right(of, seed=seed or of.commitment[::-1])

    monkeypatch.setattr(view_parts, "view_fairness", leaking)
    with house_at(tmp_path / "h.db") as running:
        assert any("number" in one for one in watch(running, game, "seed", rounds=2).found)


def test_somebody_else_s_eyes_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "eyes_of", lambda state, seat: SeatIndex(2))
    with house_at(tmp_path / "h.db") as running:
        found = watch(running, "gin-and-win", "eyes", rounds=3).found
    assert any(one.startswith("card ") for one in found)


@pytest.mark.parametrize(
    ("game", "where"), [("flip-it", "fifth"), ("gin-and-win", "dealer"), ("spin-n-win", "tops")]
)
def test_an_outcome_that_is_shown_too_early_is_found(
    running: Running, game: str, where: str
) -> None:
    """The end of a round put into its beginning."""
    table = f"early-{game}"
    running.open(game, table, seats=1)
    found: list[str] = []
    reader = Reader(game)
    with running.guest("Early").at(table) as one:
        one.sit(1)
        for _ in range(4):
            one.see(lambda view: view["phase"] == "betting")
            if not one.view["bets"]:
                one.bet()
            begun = json.loads(json.dumps(one.shown))
            round_id = one.view["round_id"]
            one.ready()
            one.finish(round_id)
            pit = running.house.tables.pit
            recalled = recall_round(pit.store, pit.registry, round_id)
            assert not isinstance(recalled, Refusal)
            secret = reader.read(recalled.file)
            clean = leaks(begun, secret, None)
            assert not [text for text in clean if not text.startswith("number")], clean
            begun["view"]["felt"][where] = one.view["last"]["game"][where]
            found += leaks(begun, secret, None)
    assert any(text.split()[0] in ("card", "face") for text in found)

"""The draws of a house under test, and its trainers' questions, follow from its seed alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.kit import GAMES, Json, house_at


def played(folder: Path, game: str, seed: str) -> Json:
    """What the first round of a house shows when it is over."""
    folder.mkdir()
    with house_at(folder / "house.db", seed=seed) as running:
        table = running.open(game, "seeded")
        with running.guest("Ann").at(table) as ann:
            ann.sit(1)
            ann.bet()
            round_id = ann.view["round_id"]
            ann.ready()
            last: Json = ann.finish(round_id)["last"]
            return {name: last[name] for name in ("result", "lines", "fairness")}


@pytest.mark.parametrize("game", GAMES)
def test_one_seed_deals_one_round_and_another_another(tmp_path: Path, game: str) -> None:
    first = played(tmp_path / "a", game, "one")
    assert played(tmp_path / "b", game, "one") == first
    assert played(tmp_path / "c", game, "two")["fairness"] != first["fairness"]


def asked(database: Path, seed: str) -> list[Json]:
    """The first layouts and the first hand that a trainer asks for."""
    with house_at(database, seed=seed) as running:
        ann = running.guest("Ann").http
        layouts = [ann.post("/api/trainers/payouts", json={"game": one}).json() for one in GAMES]
        hand = ann.post("/api/trainers/hands", json={}).json()
        return [{**one, "question": ""} for one in (*layouts, hand)]


def test_trainers_ask_what_the_seed_says(tmp_path: Path) -> None:
    first = asked(tmp_path / "a.db", "one")
    assert asked(tmp_path / "b.db", "one") == first
    assert asked(tmp_path / "c.db", "two") != first

"""What the commands print: JSON alone on standard output, keys as documented."""

from __future__ import annotations

import subprocess
import sys

import pytest

from pitboss.cli.felt import REFILL, Felt
from pitboss.cli.lookup import choose
from pitboss.cli.output import console
from pitboss.cli.play import sit_down
from pitboss.equipment.draws import SeededBits
from pitboss.games.game_folder import GameEdition
from pitboss.units import Credits, SeatIndex
from tests.cli.conftest import Pitboss
from tests.contract.conftest import KIT

GIN = "Ac Ah 7d 8d Jd 3s 2c / Kc Qd 9h 8s 6c 4d 2h"


def test_games_lists_every_edition(pitboss: Pitboss) -> None:
    ran = pitboss("games", "--format", "json")
    assert ran.err == ""
    games = ran.json["games"]
    assert {(g["game"], g["edition"], g["bets"], g["seats"]) for g in games} == {
        ("spin-n-win", "standard", 12, 7),
        ("gin-and-win", "wsgc-2017", 3, 6),
        ("gin-and-win", "ten", 3, 6),
        ("flip-it", "call12-pay1", 19, 7),
        ("flip-it", "call12-pay2", 19, 7),
        ("flip-it", "call10-pay1", 19, 7),
        ("flip-it", "call10-pay2", 19, 7),
    }
    assert len({g["edition_hash"] for g in games}) == 7
    assert all(len(g["edition_hash"]) == 64 for g in games)
    shown = pitboss("games").out
    assert all(g["edition_hash"][:12] in shown for g in games)


def test_a_hand_as_in_the_document(pitboss: Pitboss) -> None:
    expected = {
        "edition": "wsgc-2017",
        "score": 2,
        "left_over": ["3s", "2c"],
        "combinations": [["Ac", "Ah"], ["7d", "8d", "Jd"]],
        "bonus": {"line": "two-low", "pays": "1/1"},
    }
    for words in (("Ac Ah 7d 8d Jd 3s 2c",), ("Ac", "Ah", "7d", "8d", "Jd", "3s", "2c")):
        document = pitboss("hand", *words, "--format", "json").json
        assert {key: document[key] for key in expected} == expected
    table = pitboss("hand", "Ac Ah 7d 8d Jd 3s 2c").out
    assert "Score 2" in table
    assert "both cards low, pays 1 to 1" in table


def test_a_hand_that_wins_no_bonus(pitboss: Pitboss) -> None:
    cards = "Ac 3d 5h 7s 9c Jd Kh"
    document = pitboss("hand", cards, "--format", "json").json
    assert document["score"] == 7
    assert document["combinations"] == []
    assert document["bonus"] == {"line": None, "pays": None}
    assert "pays nothing" in pitboss("hand", cards).out


def test_a_setting_is_weighed(pitboss: Pitboss) -> None:
    words = ("hand", "Ac Ah 7d 8d Jd 3s 2c", "--setting")
    worse = pitboss(*words, "7d 8d Jd", "--format", "json").json["setting"]
    assert worse["score"] == 4
    assert not worse["as_good_as_house_way"]
    best = pitboss(*words, "Ac Ah | 7d 8d Jd", "--format", "json").json["setting"]
    assert best["as_good_as_house_way"]
    assert "Setting:" in pitboss(*words, "Ac Ah").out


def test_settle_spin_n_win(pitboss: Pitboss) -> None:
    ran = pitboss(
        *("settle", "spin-n-win", "--draw", "R,J", "--bet", "single:red=10"),
        *("--bet", "combo:joker-joker=2", "--format", "json"),
    )
    document = ran.json
    assert document["edition"] == "standard"
    assert document["net"] == "8.00"
    lost, won = document["lines"]
    assert (lost["spot"], lost["result"], lost["odds"]) == ("combo:joker-joker", "lose", None)
    assert won.pop("clause").startswith("SNW-")
    assert won == {
        "spot": "single:red",
        "stake": "10.00",
        "result": "win",
        "odds": "1/1",
        "pays": "10.00",
    }


@pytest.mark.parametrize(
    ("decide", "net"), [(("--decide", "play"), "10.00"), (("--decide", "fold"), "-10.00")]
)
def test_settle_gin_and_win(pitboss: Pitboss, decide: tuple[str, ...], net: str) -> None:
    ran = pitboss(
        "settle", "gin-and-win", "--draw", *GIN.split(), "--bet", "ante=10", *decide,
        "--format", "json",
    )  # fmt: skip
    assert ran.json["net"] == net


def test_settle_flip_it(pitboss: Pitboss) -> None:
    words = ("settle", "flip-it", "--draw", "7c 7d 2h Ks / 7h", "--bet", "bonus=1")
    assert pitboss(*words, "--format", "json").json["net"] == "6.00"
    shown = pitboss(*words).out
    assert "flip~it" in shown
    assert "net 6.00" in shown


def test_rules_print_clauses_and_their_trace(pitboss: Pitboss) -> None:
    for game, prefix in (("spin-n-win", "SNW"), ("gin-and-win", "GNW"), ("flip-it", "FLP")):
        plain = pitboss("rules", game).out
        assert f"{prefix}-1.1" in plain
        traced = pitboss("rules", game, "--trace").out
        assert f"pitboss/games/{game.replace('-', '_')}/" in traced
        document = pitboss("rules", game, "--trace", "--format", "json").json
        assert all(clause["source"] and clause["tests"] for clause in document["clauses"])
        assert "code" not in pitboss("rules", game, "--format", "json").json["clauses"][0]


def test_rules_post_every_pay_with_its_hand(pitboss: Pitboss) -> None:
    shown = " ".join(pitboss("rules", "spin-n-win").out.split())
    assert "One Top shows Red 1 to 2 SNW-3.2 Both Tops show Red 1 to 1 SNW-3.3" in shown
    bets = pitboss("rules", "gin-and-win", "--format", "json").json["bets"]
    bonus = next(bet for bet in bets if bet["bet"] == "gin-bonus")
    assert bonus["paytable"] == "Gin Bonus paytable"
    first = {"name": "Four of a kind and three of a kind", "odds": "1000/1", "clause": "GNW-7.4"}
    assert bonus["pays"][0] == first


def test_rules_print_the_conditions_of_the_regulator(pitboss: Pitboss) -> None:
    shown = pitboss("rules", "gin-and-win").out
    assert "[ ] " in shown
    assert "uncertain" in shown
    profiles = pitboss("rules", "gin-and-win", "--format", "json").json["profiles"]
    wanted = ["wa-commercial-2023", "wa-commercial-2017", "wa-tribal-2017"]
    assert [p["profile"] for p in profiles] == wanted
    assert [p["max_single_wager"] for p in profiles] == ["400.00", "300.00", "300.00"]
    assert profiles[1]["standing"].endswith("2017, from 18 December 2017 to 19 July 2023")
    assert pitboss("rules", "gin-and-win", "--format", "json").json["approval"] == "as documented"
    assert pitboss("rules", "flip-it", "--format", "json").json["profiles"] == []


def test_the_script_starts_as_a_process() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", "from pitboss.cli import main; raise SystemExit(main())", "games"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0
    assert "gin-and-win" in ran.stdout


def table_for(game: str) -> GameEdition:
    return choose(game, None)


def play_lines(chosen: GameEdition, typed: list[str], seats: int = 3) -> None:
    lines = iter(typed)

    def ask(_prompt: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    assert sit_down(chosen, seats=seats, seed="test", ask=ask) == 0


def test_playing_spin_n_win(capsys: pytest.CaptureFixture[str]) -> None:
    typed = ["spots", "single:red 10", "double", "undo", "single:pink 1", "single:red ten", "deal"]
    typed += ["spin-a", "why SNW-1.1", "why X", "single:blue 5", "single:blue off", "clear", "help"]
    typed += ["repeat", "single:red 2000", "deal", "what", "spin-b", "quit"]
    play_lines(table_for("spin-n-win"), typed)
    shown = capsys.readouterr().out
    assert "PRACTICE CREDITS ONLY" in shown
    assert "round 2" in shown
    assert "Both Tops show Red" in shown
    assert "SNW-" in shown
    assert "You leave with" in shown


def test_playing_gin_and_win(capsys: pytest.CaptureFixture[str]) -> None:
    typed = ["ante 10", "deal", "play Ac", "double", "play", "ante 5", "deal", "fold"]
    play_lines(table_for("gin-and-win"), typed)
    shown = capsys.readouterr().out
    assert shown.count("Your cards") == 2
    assert "GNW-" in shown


def test_a_play_bet_must_be_affordable(capsys: pytest.CaptureFixture[str]) -> None:
    lines = iter(["ante 10", "deal", "play", "fold"])
    felt = Felt(
        chosen=table_for("gin-and-win"),
        seats=(SeatIndex(1),),
        source=SeededBits(b"short"),
        out=console(),
        ask=lambda _prompt: next(lines),
        balance=Credits(1500),
    )
    felt.play_round()
    assert "That needs 20; you have 15." in capsys.readouterr().out
    assert felt.balance == 500


def test_playing_flip_it(capsys: pytest.CaptureFixture[str]) -> None:
    play_lines(table_for("flip-it"), ["inside:red 10", "call:T 1", "", "repeat", "deal"])
    shown = capsys.readouterr().out
    assert "FLP-" in shown
    assert "after 2 rounds" in shown


def test_practice_credits_are_refilled(capsys: pytest.CaptureFixture[str]) -> None:
    chosen = table_for("flip-it")
    lines = iter(["call:2 5", "deal"])
    felt = Felt(
        chosen=chosen,
        seats=(SeatIndex(1),),
        source=SeededBits(b"refill"),
        out=console(),
        ask=lambda _prompt: next(lines),
        balance=Credits(500),
    )
    felt.play_round()
    shown = capsys.readouterr().out
    # This seed flips no 2, so the last credits are lost; the refill is no win.
    assert "Round −5.00 · balance 0.00" in shown
    assert "Here are 1,000 more practice credits." in shown
    assert (felt.balance, felt.issued) == (REFILL, 500 + REFILL)
    felt.goodbye()
    assert "You leave with 1,000 credits (−5) after 1 round." in capsys.readouterr().out


def test_a_game_in_a_folder_of_ones_own_is_found(
    pitboss: Pitboss, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert pitboss("rules", "red-or-black").code == 2
    monkeypatch.setenv("PITBOSS_GAMES_PATH", str(KIT))
    assert "Red or Black" in pitboss("rules", "red-or-black").out

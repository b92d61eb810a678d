"""The trainer's answers beside `pitboss settle`, on 1,000 random layouts over all editions."""

from __future__ import annotations

import json
from io import StringIO

import pytest

from pitboss.cli import main
from pitboss.equipment.draws import SeededBits
from pitboss.games.registry import Registry
from pitboss.games.rounds import Round
from pitboss.refusals import unwrap
from pitboss.trainers.dealer_view import DealerView, view_round
from pitboss.trainers.layouts import Level
from pitboss.trainers.payouts import PayoutQuestion, ask_payout, mark_payout
from pitboss.units import show_credits
from tests.trainers.test_payouts import right_answers

FEW_LAYOUTS, LAYOUTS = 140, 1_000
EDITIONS = [
    (key, edition) for key, folder in Registry().games.items() for edition in folder.edition_keys()
]
LEVELS = tuple(Level)


def typed_draw(shown: DealerView, seat: int) -> str:
    """What `--draw` takes, from what the trainer shows."""
    places = {group.place: " ".join(group.items) for group in shown.shown}
    if "dish" in places:
        return places["dish"]
    if "row" in places:
        return f"{places['row']} / {places['fifth']}"
    return f"{places[f'seat {seat}']} / {places['dealer']}"


def settled_by_command(
    question: PayoutQuestion, seat: int, edition: str, capsys: pytest.CaptureFixture[str]
) -> dict[str, tuple[str, str, str]]:
    played: Round = question.played
    shown = view_round(played)
    bets = [bet for bet in played.game.bets(played.state) if bet.seat == seat]
    words = ["settle", played.game.key, "--edition", edition, "--format", "json"]
    words += ["--draw", typed_draw(shown, seat)]
    for bet in bets:
        words += ["--bet", f"{bet.spot}={show_credits(bet.stake)}"]
    for note in shown.decisions:
        if note.seat == seat:
            words += ["--decide", "fold" if note.words.startswith("Fold") else "play"]
    code = main(words)
    printed = capsys.readouterr()
    assert code == 0, (words, printed.err)
    lines = json.load(StringIO(printed.out))["lines"]
    return {one["spot"]: (one["result"], one["pays"], one["clause"]) for one in lines}


@pytest.mark.untraced
@pytest.mark.parametrize("layouts", [FEW_LAYOUTS, pytest.param(LAYOUTS, marks=pytest.mark.slow)])
@pytest.mark.parametrize("edition", EDITIONS, ids=":".join)
def test_layouts_are_settled_as_the_command_settles_them(
    edition: tuple[str, str], layouts: int, capsys: pytest.CaptureFixture[str]
) -> None:
    game, key = edition
    folder = Registry().games[game]
    record = unwrap(folder.edition(key))
    source = SeededBits(f"settle {game} {key}".encode())
    # Rounded up, so that the editions together make at least so many.
    for number in range(-(-layouts // len(EDITIONS))):
        question = ask_payout(folder.game, record, source, LEVELS[number % len(LEVELS)], {})
        seat = question.asked[-1].seat
        told = settled_by_command(question, seat, key, capsys)
        asked = [line for line in question.asked if line.seat == seat]
        for line in asked:
            assert told[line.spot] == (line.result, show_credits(line.pays), line.clause)
        marked = unwrap(mark_payout(question, right_answers(question)))
        assert marked.is_right

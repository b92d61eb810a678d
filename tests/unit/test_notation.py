"""The round notation: what cannot be read is refused with the line, what was altered is found."""

from __future__ import annotations

import pytest

from pitboss.equipment.cards import Card
from pitboss.equipment.tops import Face
from pitboss.games.game_folder import GameFolder
from pitboss.games.notation import read_round, show_setting, show_step, write_round
from pitboss.games.registry import Registry
from pitboss.games.round_text import RoundText, parse_round, parse_setting
from pitboss.games.rounds import Round, begin, take
from pitboss.games.steps import DEALER, Bet, Call, CloseBets, Decide, Draw, Step, TakeDown
from pitboss.refusals import Refusal, RefusalCode, unwrap
from pitboss.units import Credits, SeatIndex, SpotKey
from tests.contract.conftest import KIT

ONE = SeatIndex(1)
ACE = Card(rank=1, suit=0)

STEPS: list[tuple[Step, str]] = [
    (Bet(ONE, SpotKey("single:red"), Credits(1050)), "bet 1 single:red 10.50"),
    (TakeDown(ONE, SpotKey("ante")), "takedown 1 ante"),
    (CloseBets(), "close"),
    (Draw((ACE, ACE)), "draw cards Ac Ac"),
    (Draw((Face.RED, Face.JOKER)), "draw tops R J"),
    (Decide(ONE, "play"), "decide 1 play"),
    (Decide(DEALER, "spin-both"), "decide dealer spin-both"),
    (Decide(ONE, "play", ((ACE, ACE), (ACE,))), "decide 1 play [Ac Ac | Ac]"),
    (Decide(ONE, "play", ()), "decide 1 play []"),
    (Call("supervisor", "A reason."), "call supervisor A reason."),
    (Call("void", "It fell.", (Face.RED,)), "call void [tops R] It fell."),
]


@pytest.mark.parametrize(("step", "text"), STEPS, ids=[text for _, text in STEPS])
def test_every_step_is_one_line_that_reads_back(step: Step, text: str) -> None:
    assert show_step(step) == text
    parts = parse_round(f"pitboss-round 1\n{text}\n")
    assert isinstance(parts, RoundText), parts
    assert parts.steps == [step]


@pytest.mark.parametrize(
    "line",
    [
        "jump",
        "edition standard",
        "seats one",
        "seats",
        "start nothing",
        "bet 1 single:red",
        "bet x single:red 1",
        "bet 1 single:red x",
        "takedown 1",
        "takedown x ante",
        "close now",
        "draw coins 1",
        "draw dice §",
        "draw cards Zz",
        "draw tops Q",
        "decide",
        "decide x play",
        "decide 1",
        "decide 1 play [Zz]",
        "call void [coins 1] Why.",
        "end",
    ],
)
def test_a_line_that_cannot_be_read_is_named(line: str) -> None:
    refused = parse_round(f"pitboss-round 1\n# words\n\n{line}\n")
    assert isinstance(refused, Refusal)
    assert refused.code is RefusalCode.BAD_TEXT
    assert line in refused.sentence


@pytest.mark.parametrize("text", ["", "a letter", "pitboss-round 2\n"])
def test_what_is_no_round_file_is_refused(text: str) -> None:
    refused = parse_round(text)
    assert isinstance(refused, Refusal)
    assert refused.code is RefusalCode.BAD_FILE


def test_settings_read_back() -> None:
    setting = ((ACE, Card(rank=1, suit=1)), (Card(rank=5, suit=2),))
    assert parse_setting(show_setting(setting)) == setting
    assert parse_setting("Ac | | 2d") == ((ACE,), (Card(rank=2, suit=1),))
    assert isinstance(parse_setting("Zz"), Refusal)


@pytest.fixture
def kit() -> GameFolder:
    return unwrap(Registry((KIT,)).find("red-or-black"))


@pytest.fixture
def played(kit: GameFolder) -> Round:
    current = unwrap(begin(kit.game, unwrap(kit.edition()), seats=(ONE,)))
    red = Card(rank=2, suit=1)
    for step in (Bet(ONE, SpotKey("red"), Credits(100)), CloseBets(), Draw((red,))):
        current = unwrap(take(current, step))
    return current


def refusal_of(text: str, played: Round) -> Refusal:
    refused = read_round(text, played.game, played.edition)
    assert isinstance(refused, Refusal), refused
    return refused


def test_a_round_reads_back_and_its_alterations_do_not(played: Round) -> None:
    text = write_round(played)
    assert read_round(text, played.game, played.edition) == played
    for old, new, code in (
        ("pitboss-round", "round", RefusalCode.BAD_FILE),
        (played.edition.head.hash, "0" * 64, RefusalCode.UNKNOWN_EDITION),
        ("start round=1", "start round=x", RefusalCode.BAD_TEXT),
        ("draw cards 2d", "draw cards 2d 3d", RefusalCode.WRONG_COUNT),
        ("draw cards 2d", "draw cards 2s", RefusalCode.TAMPERED),
        ("draw cards 2d\n", "", RefusalCode.TAMPERED),
        ("win 1/1 1.00", "win 2/1 2.00", RefusalCode.TAMPERED),
        ("seats 1\n", "seats 9\n", RefusalCode.NO_SUCH_SEAT),
    ):
        assert old in text
        assert refusal_of(text.replace(old, new), played).code is code


def test_a_round_in_play_is_written_without_an_end(kit: GameFolder) -> None:
    current = unwrap(begin(kit.game, unwrap(kit.edition()), seats=(ONE,)))
    text = write_round(current)
    assert "end" not in text
    assert read_round(text, current.game, current.edition) == current


def test_a_refused_start_is_told(kit: GameFolder) -> None:
    class Refusing(type(kit.game)):  # type: ignore[misc]
        def open(self, edition: object, *, seats: object, carry: object) -> Refusal:
            return Refusal(RefusalCode.BAD_TEXT, "No such start.")

    refused = begin(Refusing(), unwrap(kit.edition()), seats=(ONE,))
    assert isinstance(refused, Refusal)
    assert refused.sentence == "No such start."

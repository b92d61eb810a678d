"""A golden round: a title, why it is kept, and the whole round in notation.

The text begins with `#!` lines that say what the round shows; the rest is the notation. Used by
the golden tests and by scripts/regold.
"""

from __future__ import annotations

from pitboss.games.contract import RoundScript
from pitboss.games.game_folder import GameFolder
from pitboss.games.notation import write_round
from pitboss.games.registry import Registry
from pitboss.games.round_text import RoundText, parse_round
from pitboss.games.rounds import Round, replay
from pitboss.refusals import Refusal

TITLE = "#!"


def titles(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith(TITLE)]


def parts_of(text: str) -> RoundText:
    parts = parse_round(text)
    assert not isinstance(parts, Refusal), parts
    return parts


def play(text: str) -> Round:
    """The steps of the text, played through the rules as they are now."""
    parts = parts_of(text)
    folder = Registry().find(parts.game)
    assert isinstance(folder, GameFolder), folder
    edition = folder.edition(parts.edition)
    assert not isinstance(edition, Refusal), edition
    carry = folder.game.read_carry(edition, parts.start)
    assert not isinstance(carry, Refusal), carry
    script = RoundScript(parts.seats, carry, tuple(parts.steps))
    played = replay(folder.game, edition, script)
    assert isinstance(played, Round), played
    return played


def derive(text: str, reason: str) -> str:
    """The same steps with words and settlement derived anew."""
    kept = [line for line in titles(text) if not line.startswith(f"{TITLE} derived:")]
    return "\n".join([*kept, f"{TITLE} derived: {reason}", write_round(play(text))])

"""Games to simulate in tests."""

from __future__ import annotations

from pathlib import Path

from pitboss.games.registry import GAMES_FOLDER, Registry
from pitboss.refusals import Refusal
from pitboss.simulate.model import SimulatedGame

KIT = Path(__file__).resolve().parents[2] / "src" / "pitboss" / "gamekit" / "sample" / "src"


def subject(
    game: str, edition: str | None = None, *, strategy: str = "best", **changes: str
) -> SimulatedGame:
    """A shipped game, or the small one of the kit; a change is `pays__inside="2/1"`."""
    folder = Registry((GAMES_FOLDER, KIT)).find(game)
    assert not isinstance(folder, Refusal)
    dotted = {name.replace("__", "."): value for name, value in changes.items()}
    record = folder.edition(edition, changes=dotted)
    assert not isinstance(record, Refusal), record
    return SimulatedGame(folder.game, record, strategy)


SPIN = "spin-n-win"
GIN = "gin-and-win"
FLIP = "flip-it"
KIT_GAME = "red-or-black"
EDITIONS = (
    (SPIN, "standard"),
    (GIN, "wsgc-2017"),
    (GIN, "ten"),
    (FLIP, "call12-pay1"),
    (FLIP, "call12-pay2"),
    (FLIP, "call10-pay1"),
    (FLIP, "call10-pay2"),
)

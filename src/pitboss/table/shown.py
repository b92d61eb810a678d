"""What equipment showed and what players laid out, as the texts that events carry, and back."""

from __future__ import annotations

from pitboss.equipment.cards import parse_cards
from pitboss.equipment.tops import Face
from pitboss.games.contract import CallOption
from pitboss.games.rounds import Round
from pitboss.games.steps import Setting
from pitboss.refusals import Refusal, RefusalCode
from pitboss.table.commands import Shown

_FACES = {face.value: face for face in Face}


def show_shown(shown: Shown) -> tuple[str, ...]:
    """What equipment showed, as texts: `tops R J` or `cards Ac 7d`."""
    if not shown:
        return ()
    return ("tops" if isinstance(shown[0], Face) else "cards", *map(str, shown))


def read_shown(texts: tuple[str, ...]) -> Shown | Refusal:
    """What equipment showed, back from its texts."""
    if not texts:
        return ()
    if texts[0] == "cards":
        return parse_cards(" ".join(texts[1:]))
    faces = tuple(_FACES[text] for text in texts[1:] if text in _FACES)
    if texts[0] != "tops" or len(faces) != len(texts) - 1:
        return Refusal(RefusalCode.BAD_FACE, "A Top shows R, G, B, Y or J.")
    return faces


def show_setting(setting: Setting | None) -> tuple[tuple[str, ...], ...]:
    """A player's combinations as texts."""
    return tuple(tuple(map(str, cards)) for cards in setting or ())


def read_setting(texts: tuple[tuple[str, ...], ...]) -> Setting | Refusal:
    """A player's combinations, back from their texts."""
    combinations = []
    for words in texts:
        cards = parse_cards(" ".join(words))
        if isinstance(cards, Refusal):
            return cards
        combinations.append(cards)
    return tuple(combinations)


def call_option(current: Round, what: str) -> CallOption | None:
    """The dealer's call of that name, if it may be made now."""
    calls = current.game.calls(current.state)
    return next((option for option in calls if option.key == what), None)

"""Draws and settings as the texts that the journal and requests carry, and back."""

from __future__ import annotations

from pitboss.equipment.cards import parse_cards
from pitboss.equipment.shown import Shown, read_shown, write_shown
from pitboss.games.steps import Setting
from pitboss.refusals import Refusal

Texts = tuple[str, ...]
DrawTexts = tuple[tuple[int, Texts, Texts], ...]
DrawChanges = tuple[tuple[int, Shown, Shown], ...]
"""Corrected draws: the number, what it said, what it says now."""


def encode_shown(shown: Shown) -> Texts:
    """Such as `tops R J` or `cards Ac 7d`."""
    return write_shown(shown) if shown else ()


def decode_shown(texts: Texts) -> Shown | Refusal:
    return read_shown(texts) if texts else ()


def encode_setting(setting: Setting | None) -> tuple[Texts, ...]:
    return tuple(tuple(map(str, cards)) for cards in setting or ())


def decode_setting(texts: tuple[Texts, ...]) -> Setting | Refusal:
    combinations = []
    for words in texts:
        cards = parse_cards(" ".join(words))
        if isinstance(cards, Refusal):
            return cards
        combinations.append(cards)
    return tuple(combinations)


def encode_changes(changes: DrawChanges) -> DrawTexts:
    return tuple((n, encode_shown(was), encode_shown(now)) for n, was, now in changes)


def decode_changes(texts: DrawTexts) -> DrawChanges | Refusal:
    changes = []
    for number, before, after in texts:
        was, now = decode_shown(before), decode_shown(after)
        if isinstance(was, Refusal):
            return was
        if isinstance(now, Refusal):
            return now
        changes.append((number, was, now))
    return tuple(changes)

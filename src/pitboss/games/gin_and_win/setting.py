"""A player's own setting: checked one combination at a time, then compared with the house way."""

from __future__ import annotations

from collections import Counter

import msgspec

from pitboss.equipment.cards import Card, show_cards
from pitboss.games.gin_and_win.combinations import (
    Arrangement,
    highest_first,
    in_show_order,
    is_combination,
    left_over_heights,
)
from pitboss.games.gin_and_win.edition import GinEdition, SettingRule
from pitboss.games.gin_and_win.house_way import house_way
from pitboss.games.steps import Setting
from pitboss.refusals import Refusal, RefusalCode, first_of
from pitboss.units import ClauseId

STANDS = ClauseId("GNW-3.1")
CARDS_SPEAK = ClauseId("GNW-3.4")
AS_SET = ClauseId("GNW-3.5")
SET_RIGHT = ClauseId("GNW-3.7")


class Weighed(msgspec.Struct, frozen=True):
    own: Arrangement
    house: Arrangement
    is_worse: bool


def weigh(cards: tuple[Card, ...], setting: Setting, edition: GinEdition) -> Weighed | Refusal:
    """What the setting is worth, or the false combination that is in it (GNW-3.2, GNW-3.3)."""
    refusal = first_of((_foreign_card(cards, setting), _false_combination(setting)))
    if refusal is not None:
        return refusal
    laid_out = {card for combination in setting for card in combination}
    rest = tuple(card for card in cards if card not in laid_out)
    own = Arrangement(in_show_order(setting), highest_first(rest, edition.heights))
    house = house_way(cards, edition.heights)
    return Weighed(own, house, is_worse=_worth(own, edition) > _worth(house, edition))


def set_right(
    cards: tuple[Card, ...], setting: Setting | None, edition: GinEdition
) -> tuple[Arrangement, str] | Refusal:
    """A hand after the dealer found it laid out wrongly, and what the dealer says (GNW-3.7)."""
    is_as_set = edition.setting is SettingRule.AS_SET
    if setting is None and is_as_set:
        return Refusal(
            RefusalCode.MISSING_FIELD, "Hands stand as set here; show how it was laid out."
        )
    refusal = _foreign_card(cards, setting or ())
    if refusal is not None:
        return refusal
    false = tuple(one for one in setting or () if not is_combination(one))
    named = ", ".join(show_cards(one) or "nothing" for one in false)
    found = f"{named} is no combination ({SET_RIGHT})." if false else f"By {SET_RIGHT}:"
    if is_as_set:
        true = tuple(one for one in setting or () if is_combination(one))
        laid_out = {card for one in true for card in one}
        rest = tuple(card for card in cards if card not in laid_out)
        own = Arrangement(in_show_order(true), highest_first(rest, edition.heights))
        return own, f"{found} The rest stands as set: score {own.score}{_holding(own)}."
    if setting is not None and not false:
        return Refusal(
            RefusalCode.UNKNOWN_OPTION, "Every combination of that setting is right; verify it."
        )
    house = house_way(cards, edition.heights)
    return house, f"{found} Cards speak: the hand is set the house way, score {house.score}."


def sentence_for(weighed: Weighed, rule: SettingRule) -> str:
    """What becomes of the setting, and what it costs, in the dealer's words."""
    own, house = weighed.own, weighed.house
    if not weighed.is_worse:
        return f"The setting stands: score {own.score}{_holding(own)}."
    cost = (
        f"The setting scores {own.score}{_holding(own)};"
        f" the house way scores {house.score}{_holding(house)}"
    )
    if rule is SettingRule.CARDS_SPEAK:
        return f"{cost}. Cards speak: the hand is corrected to the house way."
    return f"{cost}. It stands as set, and may lose what the house way would win."


def clause_of(weighed: Weighed, rule: SettingRule) -> ClauseId:
    if not weighed.is_worse:
        return STANDS
    return CARDS_SPEAK if rule is SettingRule.CARDS_SPEAK else AS_SET


def _worth(arrangement: Arrangement, edition: GinEdition) -> tuple[int, tuple[int, ...]]:
    """What decides a hand: score, then left-over cards from the highest down (GNW-3.6)."""
    return arrangement.score, left_over_heights(arrangement, edition.heights)


def _holding(arrangement: Arrangement) -> str:
    return f", left over {show_cards(arrangement.left_over)}" if arrangement.left_over else ""


def _foreign_card(cards: tuple[Card, ...], setting: Setting) -> Refusal | None:
    used = Counter(card for combination in setting for card in combination)
    for card, times in used.items():
        if card not in cards:
            return Refusal(
                RefusalCode.IMPOSSIBLE_CARD,
                f"{card} is not in the hand; lay out only {show_cards(cards)}.",
            )
        if times > 1:
            return Refusal(
                RefusalCode.IMPOSSIBLE_CARD,
                f"{card} is used {times} times; a card belongs to one combination.",
            )
    return None


def _false_combination(setting: Setting) -> Refusal | None:
    for combination in setting:
        if not is_combination(combination):
            name = show_cards(combination) or "nothing"
            return Refusal(
                RefusalCode.FALSE_COMBINATION,
                f"{name} is no combination; lay out two to four cards of one rank, or three or"
                " more of one suit.",
            )
    return None

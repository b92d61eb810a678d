"""The edition of Gin & Win: cards, qualifier, pays, bonus paytable, options and readings."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from pitboss.equipment.cards import RANKS, SUITS
from pitboss.equipment.decks import Deck
from pitboss.games.editions import EditionHead
from pitboss.games.fields import Fields
from pitboss.games.gin_and_win.bonus import BonusLine, LowPair
from pitboss.games.gin_and_win.combinations import ACE_HIGH, ACE_LOW, Heights
from pitboss.games.gin_and_win.compare import Qualifier
from pitboss.units import Odds

HAND_MIN, HAND_MAX = 1, 7


class SettingRule(StrEnum):
    """What becomes of a legal setting that is worse than the house way."""

    CARDS_SPEAK = "cards-speak"
    AS_SET = "as-set"


class Pays(msgspec.Struct, frozen=True):
    """The pays of Ante and Play."""

    ante: Odds
    ante_no_qualify: Odds
    play: Odds
    play_zero: Odds


class Readings(msgspec.Struct, frozen=True):
    """Rulings that could have gone the other way; the defaults are the rulings."""

    ace_high: bool
    bonus_lost_on_fold: bool
    seven_or_higher: bool


class GinEdition(msgspec.Struct, frozen=True, cache_hash=True):
    head: EditionHead
    deck: Deck
    hand: int
    """Cards in a hand."""
    heights: Heights
    qualifier: Qualifier
    pays: Pays
    bonus: tuple[tuple[BonusLine, Odds], ...]
    """Every paid line, highest first."""
    low: LowPair
    setting: SettingRule
    readings: Readings

    def __hash__(self) -> int:
        return hash(self.head.hash)

    def bonus_odds(self, line: BonusLine) -> Odds:
        return dict(self.bonus)[line]


def read_edition(head: EditionHead, fields: Fields) -> GinEdition:
    setting = SettingRule(fields.table("options").choice("setting", tuple(SettingRule)))
    readings = _read_readings(fields.table("readings"))
    heights = ACE_HIGH if readings.ace_high else ACE_LOW
    cards = fields.table("cards")
    deck = Deck(
        ranks=tuple(at + 1 for at in _positions(cards, "ranks", RANKS)),
        suits=_positions(cards, "suits", SUITS),
    )
    hand = cards.integer("hand", low=HAND_MIN, high=HAND_MAX)
    if (head.seats_max + 1) * hand > deck.size:  # GNW-1.2
        cards.report("hand", f"{deck.size} cards are too few for {head.seats_max} seats and the"
                     " dealer; take fewer seats or a larger deck.")  # fmt: skip
    qualifier = fields.table("qualifier")
    bonus = fields.table("bonus")
    return GinEdition(
        head=head,
        deck=deck,
        hand=hand,
        heights=heights,
        qualifier=Qualifier(
            score=qualifier.integer("score", low=0, high=HAND_MAX),
            height=heights[_rank(qualifier, "rank")],
        ),
        pays=_read_pays(fields.table("pays")),
        bonus=tuple((line, _odds(bonus, line.field)) for line in BonusLine),
        low=LowPair(
            height=heights[_rank(bonus, "two_low_rank")], or_higher=readings.seven_or_higher
        ),
        setting=setting,
        readings=readings,
    )


def _read_readings(fields: Fields) -> Readings:
    return Readings(
        ace_high=fields.choice("ace", ("low", "high")) == "high",
        bonus_lost_on_fold=fields.choice("bonus_on_fold", ("stays", "loses")) == "loses",
        seven_or_higher=fields.choice("seven_or_better", ("lower", "higher")) == "higher",
    )


def _read_pays(fields: Fields) -> Pays:
    return Pays(
        ante=_odds(fields, "ante"),
        ante_no_qualify=_odds(fields, "ante_no_qualify"),
        play=_odds(fields, "play"),
        play_zero=_odds(fields, "play_zero"),
    )


def _odds(fields: Fields, name: str) -> Odds:
    odds = fields.odds(name)
    if odds.to_one == 0:
        fields.report(name, "a winning bet pays more than nothing; write odds such as '1/1'.")
    return odds


def _rank(fields: Fields, name: str) -> int:
    return RANKS.index(fields.choice(name, tuple(RANKS))) + 1


def _positions(fields: Fields, name: str, alphabet: str) -> tuple[int, ...]:
    """Which letters of the alphabet the field holds, each once; the whole when it is wrong."""
    letters = fields.text(name)
    if letters and len(set(letters)) == len(letters) and set(letters) <= set(alphabet):
        return tuple(sorted(map(alphabet.index, letters)))
    if letters:
        fields.report(name, f"it must hold letters of {alphabet}, each at most once.")
    return tuple(range(len(alphabet)))

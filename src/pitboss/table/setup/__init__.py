"""The set-up of a table: game, edition, profile, limits, pace, and the source of outcomes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType

import msgspec
from msgspec import structs

from pitboss.games.bets import laid_spots
from pitboss.games.contract import AnyGame
from pitboss.games.editions import SEATS_MAX, HasHead, Limits
from pitboss.games.game_folder import GameFolder
from pitboss.games.profiles import Profile, aggregate_floor, load_profile, wager_groups
from pitboss.games.registry import Registry
from pitboss.games.spots import Spot
from pitboss.games.standing import Standing, describe_standing, list_unseen
from pitboss.refusals import Refusal, RefusalCode
from pitboss.table.events import Pairs, TableOpened
from pitboss.units import Credits, Odds, SeatIndex, SpotKey, WordedEnum, say_credits

_TABLE_ID = re.compile(r"[A-Za-z0-9_-]{1,32}", re.ASCII)

WAIT_MS_MAX = 24 * 60 * 60 * 1000


class OutcomeMode(WordedEnum):
    """The source of a table's outcomes."""

    SEALED = "sealed", "Sealed: drawn from a seed committed to before the bets"
    ENTERED = "entered", "Entered: a dealer types what the equipment showed"
    SCRIPTED = "scripted", "SCRIPTED: training or test, the outcomes were chosen beforehand"


class DealtBy(StrEnum):
    """Who runs the round: a dealer at a screen, or the house by the clock."""

    PERSON = "person"
    HOUSE = "house"


class Pace(msgspec.Struct, frozen=True):
    """The waits of a table, in milliseconds; zero waits until somebody acts."""

    bets_ms: int
    decision_ms: int
    between_ms: int


@dataclass(frozen=True, slots=True)
class TableRules:
    """Everything about a table that never changes while it is open; all of it follows from
    `opened`, so two tables opened alike are equal."""

    opened: TableOpened
    game: AnyGame = field(compare=False)
    edition: HasHead = field(compare=False)
    profile: Profile | None = field(compare=False)
    mode: OutcomeMode = field(compare=False)
    dealt_by: DealtBy = field(compare=False)
    pace: Pace = field(compare=False)
    seats: tuple[SeatIndex, ...] = field(compare=False)
    groups: Mapping[SpotKey, str] = field(compare=False)
    best_odds: Mapping[SpotKey, Fraction] = field(compare=False)
    """The most a stake on a spot, and what may be added to it later, can win to one."""
    unseen: tuple[str, ...] = field(compare=False, default=())
    """What the approval of the table's profile never saw."""

    @property
    def table(self) -> str:
        return self.opened.table

    @property
    def is_by_hand(self) -> bool:
        """Whether a dealer deals it; else the house does."""
        return self.dealt_by is DealtBy.PERSON

    @property
    def limits(self) -> Limits:
        """The widest limits that this table may post: the edition's, within the profile's."""
        own = self.edition.head.limits
        if self.profile is None or own.maximum <= self.profile.max_single_wager:
            return own
        return structs.replace(own, maximum=self.profile.max_single_wager)

    def standing(self, on: date | None) -> Standing:
        """What this table may say of an approval on this day."""
        return describe_standing(self.edition.head, self.profile, on=on, unseen=self.unseen)

    def round_id(self, number: int) -> str:
        return f"{self.opened.table}.{number}"

    def could_win(self, spot: SpotKey, stake: int) -> Credits:
        """The most this stake can bring, rounded up."""
        most = self.best_odds[spot] * stake
        return Credits(-(-most.numerator // most.denominator))


def load_rules(opened: TableOpened, registry: Registry) -> TableRules | Refusal:
    """The table that an opening describes, or why there can be no such table."""
    refusal = _shape_refusal(opened)
    if refusal is not None:
        return refusal
    folder = registry.find(opened.game)
    if isinstance(folder, Refusal):
        return folder
    edition = _edition(folder, opened.edition, opened.changes, opened.edition_hash)
    if isinstance(edition, Refusal):
        return edition
    profile = load_profile(opened.profile) if opened.profile else None
    if isinstance(profile, Refusal):
        return profile
    unseen = () if profile is None else _list_unseen(folder, opened.edition, opened.changes)
    return _check_rules(replace(_rules(opened, folder.game, edition, profile), unseen=unseen))


@lru_cache(maxsize=256)
def _edition(folder: GameFolder, key: str, changes: Pairs, hash_: str) -> HasHead | Refusal:
    # Tables are rebuilt often and editions change with the program only.
    return folder.edition(key, changes=dict(changes), expected_hash=hash_)


@lru_cache(maxsize=256)
def _list_unseen(folder: GameFolder, key: str, changes: Pairs) -> tuple[str, ...]:
    return list_unseen(folder, key, dict(changes))


def _rules(
    opened: TableOpened, game: AnyGame, edition: HasHead, profile: Profile | None
) -> TableRules:
    spots = game.all_spots(edition)
    return TableRules(
        opened=opened,
        game=game,
        edition=edition,
        profile=profile,
        mode=OutcomeMode(opened.mode),
        dealt_by=DealtBy(opened.dealt_by),
        pace=Pace(opened.bets_ms, opened.decision_ms, opened.between_ms),
        seats=tuple(SeatIndex(number) for number in range(1, opened.seats + 1)),
        groups=MappingProxyType(wager_groups(spots)),
        best_odds=MappingProxyType({spot.key: _best(spot, spots) for spot in spots}),
    )


def _best(spot: Spot, spots: tuple[Spot, ...]) -> Fraction:
    # A bet that is matched later (a Play after an Ante) is reserved for with the first one; bets
    # that are laid together are reserved for each by itself.
    laid = laid_spots(spots)
    if spot.key in laid:
        return spot.top_odds.to_one
    together = [one for one in spots if one.wager == spot.wager and one.key not in laid]
    return sum((one.top_odds.to_one for one in together), Fraction(0))


def _shape_refusal(opened: TableOpened) -> Refusal | None:
    if not _TABLE_ID.fullmatch(opened.table):
        return _bad("A table's id is 1 to 32 letters, digits, lines or underscores.")
    if opened.mode not in tuple(OutcomeMode) or opened.dealt_by not in tuple(DealtBy):
        return _bad("A table is sealed, entered or scripted, and dealt by a person or the house.")
    waits = (opened.bets_ms, opened.decision_ms, opened.between_ms)
    if not all(0 <= wait <= WAIT_MS_MAX for wait in waits):
        return _bad("A wait is 0 to 86400000 milliseconds.")
    if not 1 <= opened.seats <= SEATS_MAX or not 1 <= opened.seats_per_player <= opened.seats:
        return _bad(f"A table has 1 to {SEATS_MAX} seats, and a player holds at least one.")
    if opened.payout_table_max < 0 or opened.payout_player_max < 0:
        return _bad("A payout limit is more than zero, or zero for none.")
    if opened.mode == OutcomeMode.ENTERED and opened.dealt_by != DealtBy.PERSON:
        return _bad("Outcomes are entered by a dealer: let the table be dealt by a person.")
    return None


def _check_rules(rules: TableRules) -> TableRules | Refusal:
    head, opened, profile = rules.edition.head, rules.opened, rules.profile
    most = head.seats_max if profile is None else profile.seats_for(head.seats_max)
    if opened.seats > most:
        return Refusal(
            RefusalCode.NO_SUCH_SEAT, f"This table may have {most} seats, not {opened.seats}."
        )
    if profile is None or not opened.payout_table_max or profile.aggregate is None:
        return rules
    spots = rules.game.all_spots(rules.edition)
    top = max((spot.top_odds for spot in spots), default=Odds.of(0))
    floor = aggregate_floor(profile.aggregate, head.limits, top)
    if isinstance(floor, Refusal):
        return floor
    least = floor.player if floor.table is None else floor.table
    if opened.payout_table_max < least:
        return Refusal(
            RefusalCode.PAYOUT_LIMIT,
            f"{profile.title} asks for a payout limit of at least {say_credits(least)}.",
        )
    return rules


def _bad(sentence: str) -> Refusal:
    return Refusal(RefusalCode.BAD_FIELD, sentence)

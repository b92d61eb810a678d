"""Jurisdiction profiles: a regulator's limits and conditions as dated records.

A profile says what it is sure of, where that comes from, and what is uncertain. Nothing here is
legal advice.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from pathlib import Path

import msgspec

from pitboss.games.bet_names import BetNames
from pitboss.games.editions import SEATS_MAX, Approval, EditionHead, Limits, parse_toml
from pitboss.games.fields import Fields
from pitboss.games.spots import PlacedBet, Spot
from pitboss.refusals import Refusal, RefusalCode, first_of
from pitboss.units import Credits, Odds, SeatIndex, SpotKey, say_credits

GAMES_FOLDER = Path(__file__).parent
JURISDICTIONS = "jurisdictions"
"""The folder of a game that holds what regulators say of it."""

HELPLINE = "1-800-GAMBLER"
RESPONSIBLE_GAMBLING = (
    "Play for fun and within your means. If gambling is a problem for you or for someone you"
    f" know, help is free: call {HELPLINE}."
)
NOT_LEGAL_ADVICE = (
    "A profile records what its sources say and what is uncertain; it is not legal advice."
)
# --- the record --------------------------------------------------------------------------


class Condition(msgspec.Struct, frozen=True):
    id: str
    text: str
    who: str
    source: str


class AggregateRule(msgspec.Struct, frozen=True):
    """The least an operator's limit on the sum of payouts of a round may be."""

    odds_cap: int
    """Odds above this count as this."""
    top_odds_least: int
    """No such limit is allowed where the highest odds are lower; zero when not stated."""
    counts_minimum_wager: bool
    """Whether the least wager at the highest odds, uncapped, is a floor as well."""
    table_multiple: int
    """A table's limit is at least this many times a player's; zero when not stated."""
    source: str


class Profile(msgspec.Struct, frozen=True):
    """The requirements of a jurisdiction between two dates."""

    key: str
    title: str
    authority: str
    kind: str
    effective_from: date
    effective_to: date | None
    max_single_wager: Credits
    wager_source: str
    max_games: int
    """Separately decided wagers one player may make in a round."""
    max_games_over_small: int
    """How many of those may be more than the small wager."""
    small_wager: Credits
    games_source: str
    side_bets_between_players: bool
    seats_max: int
    seats_source: str
    placard: str
    approved_game: str
    approved_editions: tuple[str, ...]
    """Editions of that game whose rules the regulator's letter approved."""
    approval_source: str
    precedence: tuple[str, ...]
    """What rules when two texts disagree, first to last."""
    conditions: tuple[Condition, ...]
    aggregate: AggregateRule | None
    uncertain: tuple[str, ...]
    dates_uncertain: str
    """What is uncertain about the two dates."""

    def covers(self, head: EditionHead) -> bool:
        """Whether the approval is about this edition, its rules and pays unchanged."""
        named = head.game == self.approved_game and head.key in self.approved_editions
        return named and head.approval is not Approval.MODIFIED

    def in_force(self, on: date) -> bool:
        """Whether the profile covers this day, both ends included."""
        return self.effective_from <= on and (self.effective_to is None or on <= self.effective_to)

    def seats_for(self, game_seats: int) -> int:
        """The seats of a table: the game's or the jurisdiction's, whichever are fewer."""
        return min(game_seats, self.seats_max)


# --- reading -----------------------------------------------------------------------------


def _files(folder: Path) -> dict[str, Path]:
    return {path.stem: path for path in sorted(folder.glob(f"*/{JURISDICTIONS}/*.toml"))}


def profile_keys(folder: Path = GAMES_FOLDER) -> tuple[str, ...]:
    return tuple(sorted(_files(folder)))


def load_profile(key: str, folder: Path = GAMES_FOLDER) -> Profile | Refusal:
    path = _files(folder).get(key)
    if path is None:
        keys = ", ".join(profile_keys(folder))
        return Refusal(
            RefusalCode.UNKNOWN_PROFILE,
            f"There is no jurisdiction profile '{key}'; the profiles are {keys}.",
        )
    data = parse_toml(path.read_text("utf-8"))
    game = path.parent.parent.name.replace("_", "-")
    return data if isinstance(data, Refusal) else read_profile(key, data, game=game)


def read_profile(key: str, data: Mapping[str, object], *, game: str) -> Profile | Refusal:
    """A profile from its data; a missing, unknown or wrong field is refused by name."""
    fields = Fields(data)
    wagers, games, table = (fields.table(name) for name in ("wagers", "games", "table"))
    approval = fields.table("approval")
    since = _date(fields, "effective_from")
    until = _date(fields, "effective_to") if fields.has("effective_to") else None
    if until is not None and until < since:
        fields.report("effective_to", "it is before effective_from; a profile ends after it began.")
    profile = Profile(
        key=key,
        title=fields.text("title"),
        authority=fields.text("authority"),
        kind=fields.choice("kind", ("commercial", "tribal")),
        effective_from=since,
        effective_to=until,
        max_single_wager=wagers.credits("max_single_wager"),
        wager_source=wagers.text("source"),
        max_games=games.integer("max_games", low=1, high=99),
        max_games_over_small=games.integer("max_games_over_small", low=0, high=99),
        small_wager=games.credits("small_wager"),
        games_source=games.text("source"),
        side_bets_between_players=table.flag("side_bets_between_players"),
        seats_max=table.integer("seats_max", low=1, high=SEATS_MAX),
        seats_source=table.text("source"),
        placard=table.text("placard"),
        approved_game=game,
        approved_editions=approval.texts("editions"),
        approval_source=approval.text("source"),
        precedence=approval.texts("precedence"),
        conditions=tuple(_read_condition(one) for one in fields.tables("conditions")),
        aggregate=_read_aggregate(fields.table("aggregate")) if fields.has("aggregate") else None,
        uncertain=fields.texts("uncertain"),
        dates_uncertain=fields.text("dates_uncertain"),
    )
    return fields.finish() or profile


def _date(fields: Fields, name: str) -> date:
    text = fields.text(name)
    try:
        return date.fromisoformat(text)
    except ValueError:
        fields.report(name, f"'{text}' is not a day; write it like '2017-12-18'.")
        return date.min


def _read_condition(fields: Fields) -> Condition:
    return Condition(
        id=fields.text("id"),
        text=fields.text("text"),
        who=fields.text("who"),
        source=fields.text("source"),
    )


def _read_aggregate(fields: Fields) -> AggregateRule:
    return AggregateRule(
        odds_cap=fields.integer("odds_cap", low=1, high=10_000),
        top_odds_least=fields.integer("top_odds_least", low=0, high=10_000),
        counts_minimum_wager=fields.flag("counts_minimum_wager"),
        table_multiple=fields.integer("table_multiple", low=0, high=99),
        source=fields.text("source"),
    )


# --- what a profile allows ---------------------------------------------------------------


def wager_groups(spots: tuple[Spot, ...]) -> dict[SpotKey, str]:
    """The separately decided wager of each spot: spots that share one are one game."""
    return {spot.key: spot.wager for spot in spots}


def refusal_for(
    profile: Profile, bets: tuple[PlacedBet, ...], groups: Mapping[SpotKey, str]
) -> Refusal | None:
    """Why one player's bets, over all the seats that player holds, are not allowed; or None."""
    return first_of((_wager_refusal(profile, bets), _games_refusal(profile, bets, groups)))


def _wager_refusal(profile: Profile, bets: tuple[PlacedBet, ...]) -> Refusal | None:
    limit = profile.max_single_wager
    for bet in bets:
        if bet.stake > limit:
            return Refusal(
                RefusalCode.ABOVE_MAXIMUM,
                f"{say_credits(bet.stake)} on {BetNames({})(bet.spot)} is over the {profile.title}"
                f" limit; bet at most {say_credits(limit)} on one wager.",
            )
    return None


def _games_refusal(
    profile: Profile, bets: tuple[PlacedBet, ...], groups: Mapping[SpotKey, str]
) -> Refusal | None:
    largest: dict[tuple[SeatIndex, str], int] = {}
    for bet in bets:
        game = (bet.seat, groups[bet.spot])
        largest[game] = max(bet.stake, largest.get(game, 0))
    if len(largest) > profile.max_games:
        return Refusal(
            RefusalCode.TOO_MANY_GAMES,
            f"{len(largest)} games are more than {profile.title} allows a player; wager on at most"
            f" {profile.max_games}.",
        )
    small = say_credits(profile.small_wager)
    over = sum(stake > profile.small_wager for stake in largest.values())
    if over > profile.max_games_over_small:
        return Refusal(
            RefusalCode.TOO_MANY_GAMES,
            f"{over} games of more than {small} are too many under {profile.title}; wager more than"
            f" {small} on at most {profile.max_games_over_small}.",
        )
    return None


class AggregateFloor(msgspec.Struct, frozen=True):
    """The least a limit on the sum of payouts may be: for one player, and for the table."""

    player: Credits
    table: Credits | None


def aggregate_floor(rule: AggregateRule, limits: Limits, top: Odds) -> AggregateFloor | Refusal:
    """The floor for a game whose highest odds are `top`, or why it may have no such limit."""
    if top.to_one < rule.top_odds_least:
        return Refusal(
            RefusalCode.PAYOUT_LIMIT,
            f"A game whose highest odds are {top.spoken()} may not limit the sum of its payouts;"
            f" that needs odds of {rule.top_odds_least} to 1 or more.",
        )
    floors = [limits.maximum * min(top.to_one, Fraction(rule.odds_cap))]
    if rule.counts_minimum_wager:
        floors.append(limits.minimum * top.to_one)
    player = _rounded_up(max(floors))
    table = Credits(player * rule.table_multiple) if rule.table_multiple else None
    return AggregateFloor(player, table)


def _rounded_up(amount: Fraction) -> Credits:
    return Credits(-(-amount.numerator // amount.denominator))

"""GNW-9: jurisdiction profiles, their limits to the cent, their dates and their files."""

from __future__ import annotations

import tomllib
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.games.contract import AnyGame
from pitboss.games.editions import Limits
from pitboss.games.profiles import (
    AggregateRule,
    aggregate_floor,
    load_profile,
    profile_keys,
    read_profile,
    refusal_for,
    wager_groups,
)
from pitboss.games.spots import PlacedBet
from pitboss.games.standing import (
    day_of,
    list_unseen,
)
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import Credits, Odds, SeatIndex, SpotKey
from tests.rules.profiles.kit import KEYS, edition, folder, profile, profile_file


def groups() -> dict[SpotKey, str]:
    game: AnyGame = folder().game
    return wager_groups(game.all_spots(edition()))


def bets(*stakes: tuple[int, str, int]) -> tuple[PlacedBet, ...]:
    return tuple(
        PlacedBet(SeatIndex(seat), SpotKey(spot), Credits(stake)) for seat, spot, stake in stakes
    )


def answer(key: str, *stakes: tuple[int, str, int]) -> RefusalCode | None:
    refusal = refusal_for(profile(key), bets(*stakes), groups())
    return None if refusal is None else refusal.code


# --- wagers ------------------------------------------------------------------------------


@pytest.mark.clause("GNW-9.1")
@pytest.mark.parametrize("spot", ["ante", "play", "gin-bonus"])
@pytest.mark.parametrize(
    ("key", "limit"),
    [("wa-commercial-2017", 300_00), ("wa-tribal-2017", 300_00), ("wa-commercial-2023", 400_00)],
)
def test_the_limit_to_the_cent(key: str, limit: int, spot: str) -> None:
    assert profile(key).max_single_wager == limit
    assert answer(key, (1, spot, limit - 1)) is None
    assert answer(key, (1, spot, limit)) is None
    assert answer(key, (1, spot, limit + 1)) is RefusalCode.ABOVE_MAXIMUM
    refusal = refusal_for(profile(key), bets((1, spot, limit + 1)), groups())
    assert refusal is not None
    assert f"at most {limit // 100} on one wager" in refusal.sentence


@pytest.mark.clause("GNW-9.1")
def test_the_edition_stays_within_the_profiles_it_names() -> None:
    head = edition().head
    assert head.profiles == ("wa-commercial-2017", "wa-tribal-2017")
    for key in head.profiles:
        assert head.limits.maximum <= profile(key).max_single_wager
    assert edition("ten").head.profiles == ()


# --- games -------------------------------------------------------------------------------


@pytest.mark.clause("GNW-9.2")
def test_ante_with_play_is_one_game_and_the_bonus_another() -> None:
    assert groups() == {"ante": "base", "play": "base", "gin-bonus": "bonus"}


@pytest.mark.clause("GNW-9.2")
@pytest.mark.parametrize("key", KEYS)
def test_four_games_and_no_more(key: str) -> None:
    two_seats = [(seat, spot, 500) for seat in (1, 2) for spot in ("ante", "play", "gin-bonus")]
    assert answer(key, *two_seats) is None
    for fifth in ((3, "ante", 500), (3, "gin-bonus", 500)):
        assert answer(key, *two_seats, fifth) is RefusalCode.TOO_MANY_GAMES
    six = [*two_seats, (3, "ante", 500), (3, "gin-bonus", 500)]
    refusal = refusal_for(profile(key), bets(*six), groups())
    assert refusal is not None
    assert refusal.sentence.startswith("6 games are more than Washington")
    assert refusal.sentence.endswith("wager on at most 4.")


@pytest.mark.clause("GNW-9.2")
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("fourth", "refused"), [(499, False), (500, False), (501, True), (300_00, True)]
)
def test_the_fourth_game_is_at_most_five(key: str, fourth: int, refused: bool) -> None:
    three = [(1, "ante", 1000), (1, "gin-bonus", 501), (2, "ante", 501)]
    assert answer(key, *three) is None
    found = answer(key, *three, (2, "gin-bonus", fourth))
    assert found is (RefusalCode.TOO_MANY_GAMES if refused else None)


@pytest.mark.clause("GNW-9.2")
def test_a_play_bet_over_five_counts_for_its_game() -> None:
    small = [(seat, "ante", 500) for seat in (1, 2, 3, 4)]
    played = [(seat, "play", 501) for seat in (1, 2, 3, 4)]
    assert answer("wa-commercial-2017", *small, *played[:3]) is None
    assert answer("wa-commercial-2017", *small, *played) is RefusalCode.TOO_MANY_GAMES
    assert answer("wa-commercial-2017", *played, *small) is RefusalCode.TOO_MANY_GAMES


@pytest.mark.clause("GNW-9.2")
def test_games_are_counted_by_player_not_by_table() -> None:
    laid = bets(*((seat, spot, 500) for seat in (1, 2, 3) for spot in ("ante", "gin-bonus")))
    one = profile("wa-commercial-2017")
    for seat in (1, 2, 3):
        own = tuple(bet for bet in laid if bet.seat == seat)
        assert refusal_for(one, own, groups()) is None
    refusal = refusal_for(one, laid, groups())
    assert refusal is not None
    assert refusal.code is RefusalCode.TOO_MANY_GAMES
    assert refusal_for(one, (), groups()) is None


def test_the_wager_limit_is_reported_before_the_number_of_games() -> None:
    many = [(seat, "ante", 400_01) for seat in range(1, 6)]
    assert answer("wa-commercial-2023", *many) is RefusalCode.ABOVE_MAXIMUM


# --- dates, seats, payouts ---------------------------------------------------------------


def test_profiles_are_dated() -> None:
    old, new = profile("wa-commercial-2017"), profile("wa-commercial-2023")
    assert [old.in_force(day) for day in (date(2017, 12, 17), date(2017, 12, 18))] == [False, True]
    assert [old.in_force(day) for day in (date(2023, 7, 19), date(2023, 7, 20))] == [True, False]
    assert [new.in_force(day) for day in (date(2023, 7, 19), date(2023, 7, 20))] == [False, True]
    assert new.in_force(date(2099, 1, 1))
    assert any("order itself was not seen" in sentence for sentence in new.uncertain)


def test_seats_are_the_fewer_of_game_and_jurisdiction() -> None:
    assert [profile("wa-commercial-2017").seats_for(seats) for seats in (6, 7, 9)] == [6, 7, 7]
    assert [profile("wa-tribal-2017").seats_for(seats) for seats in (6, 9)] == [6, 9]


@pytest.mark.parametrize(
    ("key", "limits", "top", "player", "table"),
    [
        # 300 at 1000 to 1 counts as 50 to 1; 1 at the full 1000 to 1 is less.
        ("wa-commercial-2017", (1_00, 300_00), Odds.of(1000), 15_000_00, 30_000_00),
        # A least wager of 20 at 1000 to 1 is more than 300 at 50 to 1.
        ("wa-commercial-2017", (20_00, 300_00), Odds.of(1000), 20_000_00, 40_000_00),
        ("wa-commercial-2017", (1_00, 300_00), Odds.of(12), 3_600_00, 7_200_00),
        ("wa-commercial-2023", (1_00, 400_00), Odds.of(1000), 20_000_00, None),
        ("wa-commercial-2023", (1_00, 400_00), Odds.of(50), 20_000_00, None),
    ],
)
def test_the_floor_of_an_aggregate_payout_limit(
    key: str, limits: tuple[int, int], top: Odds, player: int, table: int | None
) -> None:
    rule = profile(key).aggregate
    assert rule is not None
    bounds = Limits(Credits(limits[0]), Credits(limits[1]), Credits(1))
    floor = aggregate_floor(rule, bounds, top)
    assert not isinstance(floor, Refusal)
    assert (floor.player, floor.table) == (player, table)


def test_low_odds_allow_no_aggregate_payout_limit() -> None:
    rule = profile("wa-commercial-2023").aggregate
    assert rule is not None
    bounds = Limits(Credits(100), Credits(40_000), Credits(1))
    refusal = aggregate_floor(rule, bounds, Odds(Fraction(99, 2)))
    assert isinstance(refusal, Refusal)
    assert refusal.code is RefusalCode.PAYOUT_LIMIT
    assert profile("wa-tribal-2017").aggregate is None


def test_a_floor_is_rounded_up_to_the_minor_unit() -> None:
    rule = AggregateRule(50, 0, counts_minimum_wager=False, table_multiple=0, source="test")
    floor = aggregate_floor(rule, Limits(Credits(1), Credits(3), Credits(1)), Odds.of(1, 2))
    assert not isinstance(floor, Refusal)
    assert floor.player == 2


# --- files -------------------------------------------------------------------------------


def test_the_profiles_that_ship() -> None:
    assert profile_keys() == KEYS
    for key in KEYS:
        assert profile(key).key == key
        assert profile(key).precedence


def test_an_unknown_profile_is_refused_by_name() -> None:
    refusal = load_profile("wa-commercial-1999")
    assert isinstance(refusal, Refusal)
    assert refusal.code is RefusalCode.UNKNOWN_PROFILE
    assert "wa-commercial-2017" in refusal.sentence


def test_a_profile_that_is_no_toml_is_refused(tmp_path: Path) -> None:
    (tmp_path / "some_game" / "jurisdictions").mkdir(parents=True)
    (tmp_path / "some_game" / "jurisdictions" / "broken.toml").write_text("title = ", "utf-8")
    refusal = load_profile("broken", tmp_path)
    assert isinstance(refusal, Refusal)
    assert refusal.code is RefusalCode.BAD_FILE


@pytest.mark.parametrize(
    ("name", "value", "wanted"),
    [
        ("title", None, "title is missing"),
        ("kind", "private", "kind is 'private'"),
        ("effective_from", "18.12.2017", "effective_from: '18.12.2017' is not a day"),
        ("effective_from", "2024-01-01", "effective_to: it is before effective_from"),
        ("colour", "green", "colour is not a field"),
        ("uncertain", "nothing", "uncertain is 'nothing'"),
    ],
)
def test_a_wrong_field_is_named(name: str, value: str | None, wanted: str) -> None:
    text = profile_file("wa-commercial-2017").read_text("utf-8")
    data: dict[str, object] = {**tomllib.loads(text), name: value}
    if value is None:
        del data[name]
    refusal = read_profile("changed", data, game="gin-and-win")
    assert isinstance(refusal, Refusal)
    assert refusal.sentence.startswith(wanted)


def test_the_day_is_that_of_the_houses_clock() -> None:
    assert day_of(1_700_000_000_000) == date(2023, 11, 14)


def test_an_edition_as_it_is_has_the_options_of_its_file() -> None:
    unchanged = list_unseen(folder(), "wsgc-2017", {})
    assert unchanged[0] == list_unseen(folder(), "wsgc-2017", {"options.setting": "as-set"})[0]


def test_older_round_files_call_a_profiled_edition_approved() -> None:
    assert edition().head.words_on_file == ("as documented", "as approved")

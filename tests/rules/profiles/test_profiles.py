"""GNW-9, GNW-10: jurisdiction profiles, their limits to the cent, their checklists and doubts."""

from __future__ import annotations

import tomllib
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss.games.conditions import (
    ConditionMark,
    check_conditions,
    mark_refusal,
    open_refusal,
)
from pitboss.games.contract import AnyGame, PlacedBet
from pitboss.games.editions import Approval, HasHead, Limits
from pitboss.games.profiles import (
    HELPLINE,
    NOT_LEGAL_ADVICE,
    RESPONSIBLE_GAMBLING,
    AggregateRule,
    Profile,
    aggregate_floor,
    load_profile,
    profile_keys,
    read_profile,
    refusal_for,
    wager_groups,
)
from pitboss.games.registry import GameFolder, Registry
from pitboss.games.rounds import Round, begin
from pitboss.games.standing import (
    day_of,
    describe_standing,
    list_unseen,
    opening_refusal,
    profile_in_force,
    profiles_for,
)
from pitboss.games.steps import SPECTATOR
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import Credits, Odds, SeatIndex, SpotKey

KEYS = ("wa-commercial-2017", "wa-commercial-2023", "wa-tribal-2017")


def profile(key: str) -> Profile:
    found = load_profile(key)
    assert isinstance(found, Profile), found
    return found


def profile_file(key: str) -> Path:
    return folder().folder / "jurisdictions" / f"{key}.toml"


def folder() -> GameFolder:
    found = Registry().find("gin-and-win")
    assert isinstance(found, GameFolder)
    return found


def edition(key: str = "wsgc-2017", changes: dict[str, str] | None = None) -> HasHead:
    found = folder().edition(key, changes=changes)
    assert not isinstance(found, Refusal), found
    return found


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
    assert f"at most {limit // 100}.00 on one wager" in refusal.sentence


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


# --- what is posted, and the checklists --------------------------------------------------


@pytest.mark.clause("GNW-9.3", "GNW-9.4")
@pytest.mark.parametrize("key", KEYS)
def test_the_placard_says_four_games_and_no_side_bets(key: str) -> None:
    placard = profile(key).placard
    assert "at most four games" in placard
    assert "No side bets between players" in placard
    assert profile(key).side_bets_between_players is False
    ids = {condition.id for condition in profile(key).conditions}
    assert {"wager-limits", "four-games-placard", "no-side-bets", "modifications"} <= ids


@pytest.mark.clause("GNW-9.5")
def test_the_commercial_checklist() -> None:
    conditions = {one.id: one for one in profile("wa-commercial-2017").conditions}
    assert {"approved-rules", "internal-controls", "licensed-equipment"} <= set(conditions)
    assert conditions["internal-controls"].who == "operator"
    assert "licensed" in conditions["licensed-equipment"].text
    assert all("letter" in one.source for one in conditions.values())


@pytest.mark.clause("GNW-9.6")
def test_the_tribal_checklist() -> None:
    tribal = profile("wa-tribal-2017")
    conditions = {one.id: one for one in tribal.conditions}
    assert tribal.kind == "tribal"
    assert conditions["agency-approval"].who == "Tribal gaming operation"
    assert conditions["state-concurrence"].who == "Tribal Gaming Agency"
    assert "Appendix A, Section 18" in conditions["compact-submission"].text
    assert "certified" in conditions["certified-equipment"].text


LATER = date(2026, 11, 17)
APPROVED = "as approved for Washington commercial card rooms, 2023"


@pytest.mark.clause("GNW-9.7", "GNW-9.10")
@pytest.mark.parametrize(
    ("key", "changes", "words"),
    [
        ("wsgc-2017", {}, APPROVED),
        ("wsgc-2017", {"table.maximum": "400.00"}, APPROVED),
        ("wsgc-2017", {"options.setting": "as-set"}, APPROVED),
        ("wsgc-2017", {"bonus.zero": "5/1"}, "modified, not approved"),
        ("wsgc-2017", {"qualifier.rank": "T"}, "modified, not approved"),
        ("wsgc-2017", {"readings.bonus_on_fold": "loses"}, "modified, not approved"),
        ("ten", {}, "as documented"),
        ("ten", {"qualifier.rank": "J"}, "modified, not approved"),
    ],
)
def test_only_an_unchanged_edition_is_as_approved(
    key: str, changes: dict[str, str], words: str
) -> None:
    head = edition(key, changes).head
    found = describe_standing(head, profile("wa-commercial-2023"), on=LATER)
    assert found.words == words
    assert found.is_approved is (words == APPROVED)
    assert describe_standing(head, None, on=LATER).words == head.approval.value
    assert head.approval is not Approval.AS_APPROVED


@pytest.mark.clause("GNW-9.10")
@pytest.mark.parametrize(
    ("key", "on", "words"),
    [
        ("wa-commercial-2017", date(2017, 12, 17), "from 2017-12-18: not in force"),
        ("wa-commercial-2017", date(2017, 12, 18), ""),
        ("wa-commercial-2017", date(2023, 7, 19), ""),
        ("wa-commercial-2017", date(2023, 7, 20), "until 2023-07-19: not in force"),
        ("wa-commercial-2023", date(2023, 7, 19), "from 2023-07-20: not in force"),
        ("wa-commercial-2023", date(2023, 7, 20), ""),
    ],
)
def test_the_day_decides(key: str, on: date, words: str) -> None:
    found = describe_standing(edition().head, profile(key), on=on, unseen=("x",))
    name = f"as approved for {profile(key).title}"
    assert found.words == (f"{name} {words}" if words else name)
    assert found.is_approved is not bool(words)
    assert found.beside == (() if words else (profile(key).dates_uncertain, "x"))


@pytest.mark.clause("GNW-9.10")
def test_what_the_approval_never_saw_is_listed() -> None:
    rulings, option = list_unseen(folder(), "wsgc-2017", {"options.setting": "as-set"})
    ours = [one.number for one in folder().clauses() if one.is_ruling]
    assert rulings.startswith(f"{len(ours)} house rulings: ")
    assert all(number in rulings for number in ours)
    assert option.endswith("house way: as-set.")


@pytest.mark.clause("GNW-9.10")
def test_profiles_name_the_editions_they_are_about() -> None:
    newest = ["wa-commercial-2023", "wa-commercial-2017", "wa-tribal-2017"]
    assert [one.key for one in profiles_for("gin-and-win", "wsgc-2017")] == newest
    assert profiles_for("gin-and-win", "ten") == ()
    assert profiles_for("flip-it", "wsgc-2017") == ()
    in_force = profile_in_force(edition().head, LATER)
    assert in_force is not None and in_force.key == "wa-commercial-2023"
    before = profile_in_force(edition().head, date(2020, 1, 1))
    assert before is not None and before.key == "wa-commercial-2017"
    assert profile_in_force(edition("ten").head, LATER) is None


@pytest.mark.clause("GNW-9.1", "GNW-9.10")
@pytest.mark.parametrize(
    ("key", "changes", "at", "code", "says"),
    [
        ("wsgc-2017", {}, "wa-commercial-2017", RefusalCode.NOT_NOW, "card rooms, 2023"),
        ("ten", {}, "wa-commercial-2023", RefusalCode.BAD_FIELD, "edition wsgc-2017"),
        ("wsgc-2017", {"bonus.zero": "5/1"}, "wa-commercial-2023", RefusalCode.BAD_FIELD, "un"),
        (
            *("wsgc-2017", {"table.maximum": "400.01"}, "wa-commercial-2023"),
            *(RefusalCode.ABOVE_MAXIMUM, "at most 400.00"),
        ),
    ],
)
def test_no_table_opens_under_a_profile_that_does_not_hold(
    key: str, changes: dict[str, str], at: str, code: RefusalCode, says: str
) -> None:
    refusal = opening_refusal(edition(key, changes).head, profile(at), on=LATER)
    assert refusal is not None
    assert refusal.code is code
    assert says in refusal.sentence
    most = edition("wsgc-2017", {"table.maximum": "400.00"}).head
    assert opening_refusal(most, profile("wa-commercial-2023"), on=LATER) is None


@pytest.mark.clause("GNW-9.7")
def test_rules_of_another_edition_are_not_approved() -> None:
    """Turning one edition into the other by hand does not carry the approval over."""
    turned = {
        "qualifier.rank": "T",
        "bonus.quads_trips": "500/1",
        "bonus.flush5_pair": "20/1",
        "bonus.quads_flush3": "8/1",
    }
    assert edition("wsgc-2017", turned).head.approval is Approval.MODIFIED
    data = folder().edition_data("ten")
    assert isinstance(data, dict)
    table: Any = data["table"]
    table["profiles"] = ["wa-commercial-2017"]
    claimed = folder().read("ten", data)
    assert not isinstance(claimed, Refusal)
    assert claimed.head.approval is not Approval.AS_APPROVED


def mark(condition: str, *, is_met: bool = True, note: str = "letter of May") -> ConditionMark:
    return ConditionMark(
        profile="wa-commercial-2023", condition=condition, is_met=is_met, note=note, name="Ana"
    )


@pytest.mark.clause("GNW-9.11")
def test_conditions_are_met_one_by_one_and_open_again() -> None:
    found = profile("wa-commercial-2023")
    ids = [one.id for one in found.conditions]
    assert "interest-holders" in ids
    assert any("(509) 886-6231" in one.text for one in found.conditions)
    assert any("(206) 423-4260" in one.text for one in profile("wa-tribal-2017").conditions)
    marks = tuple(mark(condition) for condition in ids[:-1])
    refusal = open_refusal(found, marks)
    assert refusal is not None and ids[-1] in refusal.sentence and ids[0] not in refusal.sentence
    marks += (mark(ids[-1]),)
    assert open_refusal(found, marks) is None
    # Of two marks on one condition the last counts, and another profile's marks count for nothing.
    assert open_refusal(found, (*marks, mark(ids[0], is_met=False))) is not None
    others = check_conditions(profile("wa-tribal-2017"), marks)
    assert not any(one.is_met for one in others)


@pytest.mark.clause("GNW-9.11")
def test_what_cannot_be_signed_is_refused() -> None:
    found = profile("wa-commercial-2023")
    assert mark_refusal(found, mark("modifications")) is None
    for wrong, says in (
        (mark("no-such"), "it has approved-rules"),
        (mark("modifications", note=" "), "what shows it"),
        (mark("modifications", note="x" * 401), "1 to 400"),
    ):
        refusal = mark_refusal(found, wrong)
        assert refusal is not None and says in refusal.sentence


@pytest.mark.clause("GNW-9.8")
def test_the_helpline_is_on_every_table() -> None:
    assert HELPLINE == "1-800-GAMBLER"
    assert HELPLINE in RESPONSIBLE_GAMBLING
    for key in folder().edition_keys():
        current = begin(folder().game, edition(key), seats=(SeatIndex(1),))
        assert isinstance(current, Round)
        seen: Any = folder().game.view(current.state, SPECTATOR)
        assert seen.responsible_gambling == RESPONSIBLE_GAMBLING


@pytest.mark.clause("GNW-9.9")
@pytest.mark.parametrize("key", KEYS)
def test_every_profile_says_what_is_uncertain(key: str) -> None:
    found = profile(key)
    assert len(found.uncertain) >= 5
    assert any("Ante" in sentence for sentence in found.uncertain)
    assert all(source for source in (found.wager_source, found.games_source, found.seats_source))
    assert "not legal advice" in NOT_LEGAL_ADVICE
    assert "Not legal advice" in profile_file(key).read_text("utf-8")


@pytest.mark.clause("GNW-10.1")
def test_the_percent_list_is_no_wager() -> None:
    keys = [spot.key for spot in folder().game.all_spots(edition())]
    assert keys == ["ante", "play", "gin-bonus"]
    clause = next(one for one in folder().clauses() if one.number == "GNW-10.1")
    assert clause.is_ruling
    assert "not implemented" in clause.text


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

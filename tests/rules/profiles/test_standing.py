"""GNW-9, GNW-10: what is posted, checklists, approvals and the doubts of every profile."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from pitboss.games.conditions import (
    ConditionMark,
    check_conditions,
    mark_refusal,
    open_refusal,
)
from pitboss.games.editions import Approval
from pitboss.games.profiles import (
    HELPLINE,
    NOT_LEGAL_ADVICE,
    RESPONSIBLE_GAMBLING,
)
from pitboss.games.rounds import Round, begin
from pitboss.games.standing import (
    describe_standing,
    list_unseen,
    opening_refusal,
    profile_in_force,
    profiles_for,
)
from pitboss.games.steps import SPECTATOR
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import SeatIndex
from tests.rules.profiles.kit import KEYS, edition, folder, profile, profile_file

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
        ("wa-commercial-2017", date(2017, 12, 17), "from 18 December 2017: not in force"),
        ("wa-commercial-2017", date(2017, 12, 18), ""),
        ("wa-commercial-2017", date(2023, 7, 19), ""),
        ("wa-commercial-2017", date(2023, 7, 20), "until 19 July 2023: not in force"),
        ("wa-commercial-2023", date(2023, 7, 19), "from 20 July 2023: not in force"),
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
    assert option.endswith("house way': as set.")


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
            *(RefusalCode.ABOVE_MAXIMUM, "at most 400 on"),
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

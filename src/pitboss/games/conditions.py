"""The conditions of an approval as a checklist: what is met or open, who signed it, and when."""

from __future__ import annotations

import msgspec

from pitboss.games.profiles import Condition, Profile
from pitboss.refusals import Refusal, RefusalCode

NOTE_MAX = 400


class ConditionMark(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody signed that a condition is met, or that it is open again."""

    profile: str
    condition: str
    is_met: bool
    note: str
    """What shows it: a letter, a licence number, a date."""
    name: str
    """Who signed, by the account's name."""
    at_ms: int = 0


class CheckedCondition(msgspec.Struct, frozen=True):
    """A condition and the last that was signed about it."""

    condition: Condition
    mark: ConditionMark | None

    @property
    def is_met(self) -> bool:
        return self.mark is not None and self.mark.is_met


def check_conditions(
    profile: Profile, marks: tuple[ConditionMark, ...]
) -> tuple[CheckedCondition, ...]:
    """Every condition of a profile, in its order, with the last mark."""
    last = {mark.condition: mark for mark in marks if mark.profile == profile.key}
    return tuple(CheckedCondition(one, last.get(one.id)) for one in profile.conditions)


def mark_refusal(profile: Profile, mark: ConditionMark) -> Refusal | None:
    """Why this cannot be signed."""
    known = [one.id for one in profile.conditions]
    if mark.condition not in known:
        return Refusal(
            RefusalCode.BAD_FIELD,
            f"{profile.title} has no condition '{mark.condition}'; it has {', '.join(known)}.",
        )
    if not mark.note.strip() or len(mark.note) > NOTE_MAX:
        return Refusal(
            RefusalCode.BAD_TEXT,
            f"Say what shows it, such as the letter and its date, in 1 to {NOTE_MAX} letters.",
        )
    return None


def open_refusal(profile: Profile, marks: tuple[ConditionMark, ...]) -> Refusal | None:
    """Why a table that needs every condition met cannot open; None when all are."""
    missing = [one.condition.id for one in check_conditions(profile, marks) if not one.is_met]
    if not missing:
        return None
    return Refusal(
        RefusalCode.NOT_NOW,
        f"Open conditions of {profile.title}: {', '.join(missing)}. A pit boss signs them at the"
        " desk.",
    )

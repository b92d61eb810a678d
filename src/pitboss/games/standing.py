"""Approvals in words: the one place that states them, for table, page and paper.

"As approved" is a claim about a table: a jurisdiction profile is attached, covers the edition and
is in force on that day. An edition alone is "as documented", a changed one "modified".
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import cache

import msgspec

from pitboss.games.editions import Approval, EditionData, EditionHead, apply_changes
from pitboss.games.game_folder import GameFolder
from pitboss.games.profiles import Profile, load_profile, profile_keys
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import say_credits

NOT_IN_FORCE = "not in force"
DAY = "%-d %B %Y"
"""A day as a person writes it."""
_FIRST_DAY, _DAY_MS = date(1970, 1, 1).toordinal(), 86_400_000


class Standing(msgspec.Struct, frozen=True):
    """An approval in words, and what that approval never saw."""

    words: str
    is_approved: bool
    beside: tuple[str, ...] = ()


def describe_standing(
    head: EditionHead, profile: Profile | None, *, on: date | None, unseen: tuple[str, ...] = ()
) -> Standing:
    """The claim on this day; without a day, the claim with the days between which it holds."""
    if profile is None or not profile.covers(head):
        return Standing(head.approval.value, is_approved=False)
    name = f"{Approval.AS_APPROVED.value} for {profile.title}"
    if on is not None and on < profile.effective_from:
        name = f"{name} from {profile.effective_from:{DAY}}"
        return Standing(f"{name}: {NOT_IN_FORCE}", is_approved=False)
    if on is not None and not profile.in_force(on):
        name = f"{name} until {profile.effective_to:{DAY}}"
        return Standing(f"{name}: {NOT_IN_FORCE}", is_approved=False)
    beside = (profile.dates_uncertain, *unseen)
    return Standing(name if on is not None else f"{name}, {days(profile)}", True, beside)


def day_of(at_ms: int) -> date:
    """The day of the house's clock, in Universal Time."""
    return date.fromordinal(_FIRST_DAY + at_ms // _DAY_MS)


def days(profile: Profile) -> str:
    """`from 18 December 2017 to 19 July 2023`."""
    until = "" if profile.effective_to is None else f" to {profile.effective_to:{DAY}}"
    return f"from {profile.effective_from:{DAY}}{until}"


def list_unseen(folder: GameFolder, key: str, changes: Mapping[str, str]) -> tuple[str, ...]:
    """What a letter about the document cannot have seen: house rulings and operator's options."""
    rulings = [clause.number for clause in folder.clauses() if clause.is_ruling]
    data = folder.edition_data(key)
    if isinstance(data, dict) and changes:
        data = apply_changes(data, changes)
    options = _options(data, folder.field_words()) if isinstance(data, dict) else ()
    ours = f"{len(rulings)} house rulings: {', '.join(rulings)}."
    return (ours, *options) if rulings else options


def _options(data: EditionData, words: Mapping[str, str]) -> tuple[str, ...]:
    found = data.get("options")
    fields = found if isinstance(found, dict) else {}
    return tuple(
        f"The operator's option '{words.get(f'options.{name}', name)}':"
        f" {str(value).replace('-', ' ')}."
        for name, value in fields.items()
    )


@cache
def _every_profile() -> tuple[Profile, ...]:
    found = map(load_profile, profile_keys())
    return tuple(one for one in found if isinstance(one, Profile))


@cache
def profiles_for(game: str, key: str) -> tuple[Profile, ...]:
    """Every profile whose approval is about this edition, the newest first."""
    about = [
        one
        for one in _every_profile()
        if one.approved_game == game and key in one.approved_editions
    ]
    return tuple(sorted(about, key=lambda one: (-one.effective_from.toordinal(), one.key)))


def profile_in_force(head: EditionHead, on: date) -> Profile | None:
    """The newest profile that covers the edition and is in force on this day."""
    found = profiles_for(head.game, head.key)
    return next((one for one in found if one.covers(head) and one.in_force(on)), None)


def opening_refusal(head: EditionHead, profile: Profile, *, on: date) -> Refusal | None:
    """Why no table of this edition may be opened under the profile on this day; or None."""
    if not profile.covers(head):
        editions = ", ".join(profile.approved_editions)
        return Refusal(
            RefusalCode.BAD_FIELD,
            f"{profile.title} is about {profile.approved_game}, edition {editions}, unchanged; open"
            " that one, or open this one without a profile.",
        )
    if not profile.in_force(on):
        instead = profile_in_force(head, on)
        hint = "open the table without one" if instead is None else f"choose {instead.title}"
        return Refusal(
            RefusalCode.NOT_NOW,
            f"{profile.title} is in force {days(profile)}, not on {on:{DAY}}; {hint}.",
        )
    if head.limits.maximum > profile.max_single_wager:
        return Refusal(
            RefusalCode.ABOVE_MAXIMUM,
            f"{profile.title} allows at most {say_credits(profile.max_single_wager)} on one wager;"
            f" lower the largest bet of {say_credits(head.limits.maximum)}.",
        )
    return None

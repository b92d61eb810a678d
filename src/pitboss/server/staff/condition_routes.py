"""Routes of the conditions of approvals: what is met, what is open, and signing for it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from litestar.params import FromPath, JSONBody

from pitboss.games.conditions import ConditionMark, check_conditions
from pitboss.games.profiles import Profile, load_profile, profile_keys
from pitboss.games.standing import days
from pitboss.pit.conditions import read_marks, sign_condition
from pitboss.server.accounts.people import HouseRole
from pitboss.server.accounts.sign_in import Accounts
from pitboss.server.edge.responses import AnyRequest, unwrap_or_raise
from pitboss.server.edge.routing import get, post
from pitboss.server.edge.schemas import Done
from pitboss.server.floor.table_service import TableService
from pitboss.server.staff.schemas import ConditionForm, ConditionNote, ProfileNote

_READERS = (HouseRole.PIT_BOSS, HouseRole.DEALER, HouseRole.AUDITOR)


@dataclass(frozen=True, slots=True)
class ConditionRoutes:
    tables: TableService
    accounts: Accounts

    @get("/api/conditions")
    async def conditions(self, request: AnyRequest) -> list[ProfileNote]:
        """Every profile with its conditions, each met or open, with who signed it. Staff."""
        self.accounts.staff_in(request, *_READERS)
        marks = unwrap_or_raise(await asyncio.to_thread(read_marks, self.tables.pit.store))
        profiles = [unwrap_or_raise(load_profile(key)) for key in profile_keys()]
        newest_first = sorted(profiles, key=lambda one: one.effective_from, reverse=True)
        return [self._note(profile, marks) for profile in newest_first]

    @post("/api/conditions/{profile:str}")
    async def sign(
        self, request: AnyRequest, profile: FromPath[str], data: JSONBody[ConditionForm]
    ) -> Done:
        """Sign that a condition is met, or open again, with what shows it. Pit bosses."""
        person = self.accounts.staff_in(request, HouseRole.PIT_BOSS)
        mark = ConditionMark(
            profile=profile,
            condition=data.condition,
            is_met=data.is_met,
            note=data.note.strip(),
            name=person.name,
        )
        actor = f"supervisor:{person.id}"
        signing = asyncio.to_thread(sign_condition, self.tables.pit, mark, actor=actor)
        committed = unwrap_or_raise(await signing)
        self.tables.runtime.log.event(
            "condition.marked", who=person.id, profile=profile, condition=data.condition
        )
        return Done(version=committed.version)

    def _note(self, profile: Profile, marks: tuple[ConditionMark, ...]) -> ProfileNote:
        return ProfileNote(
            profile=profile.key,
            title=profile.title,
            days=days(profile),
            is_in_force=profile.in_force(self.tables.today()),
            conditions=tuple(
                ConditionNote.fill(
                    one.mark,
                    one.condition,
                    condition=one.condition.id,
                    is_met=one.is_met,
                    note="" if one.mark is None else one.mark.note,
                    name="" if one.mark is None else one.mark.name,
                    at_ms=None if one.mark is None else one.mark.at_ms,
                )
                for one in check_conditions(profile, marks)
            ),
        )

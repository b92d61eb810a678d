"""Records of the auditor's page."""

from __future__ import annotations

from pitboss.server.edge.schemas import Page
from pitboss.server.staff.schemas import HeadNote


class Verification(Page, frozen=True):
    """A check of the whole house: `never`, `working` or `done`, and what it found."""

    state: str
    is_sound: bool | None
    said: tuple[str, ...]
    at_ms: int | None
    who: str


class Permission(Page, frozen=True):
    """Something that can be done, and the roles that may."""

    what: str
    roles: tuple[str, ...]


class StaffNote(Page, frozen=True):
    """An account with a role."""

    name: str
    role: str


class RoleChangeNote(Page, frozen=True):
    """A role that was given, as the journal has it."""

    who: str
    whose: str
    role: str
    at_ms: int


class AuditPage(Page, frozen=True):
    """What an auditor looks at."""

    heads: tuple[HeadNote, ...]
    verification: Verification
    permissions: tuple[Permission, ...]
    staff: tuple[StaffNote, ...]
    changes: tuple[RoleChangeNote, ...]
    """Newest first."""

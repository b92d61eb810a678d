"""Migrations: the numbered .sql files beside this module, applied forward only.

Each step is remembered with the hash of its text, so a database never runs on steps other than the
ones it was made with.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from importlib import resources

import msgspec

from pitboss.refusals import Refusal, RefusalCode
from pitboss.store.session import Session

_NAME = re.compile(r"([0-9]{4})_([a-z_]+)\.sql")
_SQLITE_ONLY = re.compile(r"\) STRICT(, WITHOUT ROWID)?;")
_COMMENT = re.compile(r"--[^\n]*\n")
_ONLY = {
    is_sqlite: re.compile(rf"-- {other} {{\n.*?\n-- }}\n", re.DOTALL)
    for is_sqlite, other in ((True, "postgresql"), (False, "sqlite"))
}
"""What stands in a step for the other database alone."""

STEPS_TABLE = (
    "CREATE TABLE IF NOT EXISTS schema_steps"
    " (step INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, digest TEXT NOT NULL)"
)


class Step(msgspec.Struct, frozen=True):
    number: int
    name: str
    text: str

    def digest(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()

    def statements(self, *, is_sqlite: bool) -> list[str]:
        """The single statements, in the words of the database."""
        text = _COMMENT.sub("", _ONLY[is_sqlite].sub("", self.text))
        if not is_sqlite:
            text = re.sub(r"\bINTEGER\b", "BIGINT", _SQLITE_ONLY.sub(");", text))
        # The body of a trigger has statements of its own, all in one line.
        return [statement.strip() for statement in text.split(";\n") if statement.strip()]


def released_steps() -> tuple[Step, ...]:
    """All migrations that ship with this version, in order."""
    found = []
    for file in resources.files("pitboss.store").joinpath("migrations").iterdir():
        match = _NAME.fullmatch(file.name)
        if match is not None:
            text = file.read_text(encoding="utf-8")
            found.append(Step(int(match.group(1)), match.group(2), text))
    return tuple(sorted(found, key=lambda step: step.number))


def migrate(
    session: Session,
    execute: Callable[[str], object],
    *,
    is_sqlite: bool,
    steps: Sequence[Step] | None = None,
) -> Refusal | None:
    """Bring an open transaction's schema forward, or say why this program may not use it."""
    steps = released_steps() if steps is None else steps
    execute(STEPS_TABLE)
    done = {row[0]: row[1] for row in session.fetch("SELECT step, digest FROM schema_steps")}
    known = {step.number: step.digest() for step in steps}
    for number, digest in sorted(done.items()):
        if number not in known:
            return Refusal(
                RefusalCode.STORE_UNAVAILABLE,
                f"The database has schema step {number}; this version knows {max(known)}."
                " Use a newer version.",
            )
        if known[number] != digest:
            return Refusal(
                RefusalCode.STORE_UNAVAILABLE,
                f"Schema step {number} of the database differs from this version's. Use the"
                " version that made it, or put the last good backup back.",
            )
    for step in steps:
        if step.number not in done:
            for statement in step.statements(is_sqlite=is_sqlite):
                execute(statement)
            session.write(
                "INSERT INTO schema_steps (step, name, digest) VALUES (?, ?, ?)",
                [(step.number, step.name, step.digest())],
            )
    return None

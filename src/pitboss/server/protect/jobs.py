"""Studies as jobs: what a worker is handed and what it hands back, one JSON object a line."""

from __future__ import annotations

import msgspec

from pitboss.server.protect.pages import ReportNote

FILES = ("html", "pdf", "json", "csv", "xlsx")
"""The forms of a report, by the ends of their names."""


class StudyJob(msgspec.Struct, frozen=True, kw_only=True):
    """One study to be made."""

    game: str
    edition: str
    study: str
    options: dict[str, str]
    """As they were typed."""
    is_precise: bool = False
    """Whether it samples as long as on the command line."""
    records: str = ""
    """The record of tables, one JSON object a line; empty for studies without one."""


class Progress(msgspec.Struct, frozen=True, tag="progress"):
    """How far it is."""

    done: int
    total: int


class StudyMade(msgspec.Struct, frozen=True, tag="made"):
    """The report, and the same as files."""

    report: ReportNote
    files: dict[str, bytes]


class StudyRefused(msgspec.Struct, frozen=True, tag="refused"):
    """Why there is none."""

    sentence: str


Told = Progress | StudyMade | StudyRefused

"""Options that several commands share, with their help."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from cyclopts import Parameter

from pitboss.report.formats import ReportFormat


class Format(StrEnum):
    """How a result is shown."""

    TABLE = "table"
    JSON = "json"


FormatOption = Annotated[Format, Parameter(name="--format", help="table or json.")]
DocumentOption = Annotated[
    ReportFormat, Parameter(name="--format", help="table, json, csv, html, pdf or xlsx.")
]
GameArgument = Annotated[str, Parameter(help="A game from `pitboss games`.")]
EditionOption = Annotated[
    str | None, Parameter(help="An edition of the game; otherwise its default edition.")
]
SetOption = Annotated[
    list[str] | None,
    Parameter(
        name="--set",
        consume_multiple=True,
        help="KEY=VALUE for each field of the edition to change, such as table.chip=1.00.",
    ),
]

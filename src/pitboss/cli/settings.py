"""`pitboss settings`: every setting with its value here, its default and its help."""

from __future__ import annotations

import os

from rich.markup import escape
from rich.table import Column, Table

from pitboss.cli.options import Format, FormatOption
from pitboss.cli.output import console, print_json
from pitboss.settings import SETTINGS, value_of


def settings(*, form: FormatOption = Format.TABLE) -> int:
    """Print every setting: an environment variable, its value here, its default and its help.

    Example: pitboss settings --format json

    """
    rows = [
        {
            "name": one.name,
            "type": one.type.__name__,
            "value": value_of(one.name, os.environ),
            "default": one.default,
            "help": one.help,
        }
        for one in SETTINGS
    ]
    if form is Format.JSON:
        print_json({"settings": rows})
        return 0
    # A name is typed as it stands here: it is never cut, however narrow the screen is.
    name = Column("setting", no_wrap=True, min_width=max(len(one.name) for one in SETTINGS))
    table = Table(name, "value", "what it does", box=None, header_style="bold")
    for row in rows:
        value = row["value"]
        if value != row["default"]:
            value += f" (default {row['default'] or 'none'})"
        table.add_row(row["name"], escape(value), escape(row["help"]))
    console().print(table)
    return 0

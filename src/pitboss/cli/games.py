"""`pitboss games`: which games there are, in which editions."""

from __future__ import annotations

from typing import Any

from rich.table import Table

from pitboss.cli.lookup import registry
from pitboss.cli.options import Format, FormatOption
from pitboss.cli.output import console, print_json
from pitboss.games.editions import HasHead
from pitboss.games.game_folder import GameFolder
from pitboss.refusals import unwrap_or_raise


def games(*, form: FormatOption = Format.TABLE) -> int:
    """List the games, their editions with content hash, number of bets and seats.

    Example: pitboss games --format json

    """
    rows: list[tuple[GameFolder, HasHead]] = []
    for folder in registry().games.values():
        for key in folder.edition_keys():
            edition = unwrap_or_raise(folder.edition(key))
            rows.append((folder, edition))
    if form is Format.JSON:
        print_json({"games": [_entry(folder, edition) for folder, edition in rows]})
    else:
        out = console()
        out.print(_table(rows))
        out.print("[dim]* the default edition[/]")
    return 0


def _entry(folder: GameFolder, edition: HasHead) -> dict[str, Any]:
    head = edition.head
    return {
        "game": head.game,
        "title": folder.game.title,
        "edition": head.key,
        "default": head.key == folder.game.default_edition,
        "edition_title": head.title,
        "edition_hash": head.hash,
        "bets": len(folder.game.all_spots(edition)),
        "seats": head.seats_max,
        "approval": str(head.approval),
    }


def _table(rows: list[tuple[GameFolder, HasHead]]) -> Table:
    table = Table("game", "edition", "what it is", "hash", box=None, header_style="bold")
    table.add_column("bets", justify="right")
    table.add_column("seats", justify="right")
    for folder, edition in rows:
        entry = _entry(folder, edition)
        mark = " *" if entry["default"] else ""
        table.add_row(
            entry["game"],
            entry["edition"] + mark,
            entry["edition_title"],
            edition.head.short_hash,
            str(entry["bets"]),
            str(entry["seats"]),
        )
    return table

"""Settlement lines and paytables as tables on the screen."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table

from pitboss.games.paytables import pay_lines
from pitboss.games.settlement import Line, Result
from pitboss.games.spots import Spot
from pitboss.units import column_credits

RESULT_STYLE = {Result.WIN: "green", Result.LOSE: "red"}


def lines_table(lines: Sequence[Line]) -> Table:
    table = Table(box=None, header_style="bold")
    for name in ("bet", "stake", "result", "odds", "pays", "clause"):
        table.add_column(name, justify="right" if name in ("stake", "odds", "pays") else "left")
    for line in lines:
        table.add_row(
            line.spot,
            column_credits(line.stake),
            f"[{RESULT_STYLE.get(line.result, 'yellow')}]{line.result}[/]",
            "" if line.odds is None else line.odds.spoken(),
            column_credits(line.pays),
            line.clause,
        )
    return table


def pays_table(spots: Sequence[Spot]) -> Table:
    """Every pay with the hand that earns it; a spot that is closed now says so."""
    now = ("now",) if any(spot.closed is not None for spot in spots) else ()
    headings = ("bet", "what it is", "wins with", "pays", "clause", *now)
    table = Table(*headings, box=None, header_style="bold")
    for spot in spots:
        for at, line in enumerate(pay_lines(spot)):
            key, label = (spot.key, spot.paytable or spot.label) if at == 0 else ("", "")
            state = "closed" if at == 0 and spot.closed is not None else ""
            cells = (key, label, line.name, line.odds.spoken(), line.clause, state)
            table.add_row(*cells[: len(headings)])
    return table

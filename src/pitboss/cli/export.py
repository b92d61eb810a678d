"""`pitboss export`: rounds of a store, outcomes of a game and sheets as tidy tables."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from pitboss import __version__
from pitboss.cli.files import check_targets
from pitboss.cli.lookup import find_game
from pitboss.cli.options import EditionOption, SetOption
from pitboss.cli.output import say
from pitboss.cli.recall import open_existing
from pitboss.extras import missing_extra
from pitboss.par.choices import Choice, choose, parse_changes
from pitboss.par.document import sheet_document
from pitboss.par.sheet import make_sheet
from pitboss.par.terms import terms_of
from pitboss.pit.round_lines import COLUMNS, round_lines
from pitboss.refusals import Refusal, RefusalCode, raise_first, refuse, unwrap_or_raise
from pitboss.report.delimited import list_tables, table_csv
from pitboss.report.files import stream_file, write_file
from pitboss.report.rows import ByteStream, Columns, RowFormat, write_rows
from pitboss.store.store import Store

ROUNDS = Columns(COLUMNS, whole=frozenset({"seat"}), amounts=frozenset({"stake", "paid"}))
# Counts are texts: those of Gin & Win do not fit into 64 bits under every edition.
OUTCOMES = Columns(("game", "edition", "edition_hash", "bet", "net", "count", "of"))
FormatOption = Annotated[RowFormat, Parameter(name="--format", help="csv, jsonl or parquet.")]
Write = Callable[[ByteStream], int | Refusal]


def export(
    what: Literal["rounds", "outcomes", "sheet"],
    game: str | None = None,
    *,
    edition: EditionOption = None,
    changes: SetOption = None,
    database: str | None = None,
    table: str | None = None,
    form: FormatOption = RowFormat.CSV,
    out: Path | None = None,
) -> int:
    """Write tidy tables for other programs: one row a settled bet, or one row an outcome.

    Example: pitboss export rounds --database house.db --out rounds.csv

    Example: pitboss export outcomes gin-and-win --format jsonl

    Example: pitboss export sheet flip-it --out tables

    Parameters
    ----------
    what
        rounds of a store, outcomes of a game's bets, or sheet: every table a file.
    game
        The game of outcomes and sheet.
    database
        The store of rounds: a file, or a URL that begins with postgresql://.
    table
        Only the rounds of this table.
    out
        The file to write, or for a sheet the folder; rows go to standard output without it.
    """
    if form is RowFormat.PARQUET:
        raise_first(missing_extra("parquet", "Parquet"))
    if what == "rounds":
        if database is None:
            refuse(RefusalCode.MISSING_FIELD, "Name the store of the rounds with --database.")
        check_targets(out)
        with open_existing(database) as store:
            return _write(partial(write_rounds, store, form=form, table=table), form, out)
    if game is None:
        refuse(RefusalCode.MISSING_FIELD, f"Name a game: pitboss export {what} GAME.")
    folder = find_game(game)
    choice = unwrap_or_raise(choose(folder, edition, unwrap_or_raise(parse_changes(changes or []))))
    if what == "sheet":
        return _write_sheet(choice, out)
    check_targets(out)
    return _write(partial(_write_outcomes, choice, form=form), form, out)


def write_rounds(
    store: Store, stream: ByteStream, form: RowFormat, table: str | None = None
) -> int | Refusal:
    """Every settled bet of a store into a stream; how many there were."""
    return write_rows(round_lines(store, table), form, stream, ROUNDS)


def _write_outcomes(choice: Choice, stream: ByteStream, form: RowFormat) -> int | Refusal:
    head = choice.edition.head
    rows = [
        (head.game, head.key, head.hash, bet.bet, str(one.net), str(one.count), str(counted.total))
        for bet in choice.figures().bets
        for counted in (bet.distribution,)
        for one in counted.outcomes
    ]
    return write_rows([rows], form, stream, OUTCOMES)


def _write(write: Write, form: RowFormat, out: Path | None) -> int:
    if out is not None:
        say(f"Wrote {unwrap_or_raise(stream_file(out, write)):,} rows to {out}.")
        return 0
    if form is RowFormat.PARQUET:
        refuse(RefusalCode.CANNOT_WRITE, "Parquet output needs `--out FILE`.")
    unwrap_or_raise(write(_Screen()))
    return 0


class _Screen:
    """Standard output, which takes text."""

    def write(self, data: bytes) -> None:
        sys.stdout.write(data.decode())


def _write_sheet(choice: Choice, out: Path | None) -> int:
    """Every table of the PAR sheet as a CSV file of its own."""
    if out is None or not out.is_dir():
        refuse(RefusalCode.CANNOT_WRITE, "Name a folder that exists for the tables: --out FOLDER.")
    terms = unwrap_or_raise(terms_of(choice.edition.head))
    sheet = make_sheet(choice, choice.figures(), terms, version=__version__)
    tables = list_tables(sheet_document(sheet, charts=False))
    for number, (title, one) in enumerate(tables, 1):
        words = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
        name = f"{number:02}-{words[:60].strip('-')}.csv"
        raise_first(write_file(out / name, table_csv(one).encode()))
    say(f"Wrote {len(tables)} tables to {out}.")
    return 0

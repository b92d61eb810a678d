"""`pitboss protect`: how a game can be beaten, and how to see it happening."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from io import StringIO
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console

from pitboss.cli.lookup import registry
from pitboss.cli.output import console, refuse
from pitboss.cli.protect_store import follow, store_refusal, watched_edition
from pitboss.cli.recall import open_existing
from pitboss.cli.simulate_progress import bar
from pitboss.cli.targets import target_refusal
from pitboss.games.contract import AnyGame
from pitboss.games.editions import HasHead
from pitboss.par.choices import parse_changes
from pitboss.protect.monitor.journal import JournalReader
from pitboss.protect.monitor.records import WatchedRound
from pitboss.protect.runs import Amount, amount_refusal
from pitboss.protect.studies import Answer, Request, Study, find_study, option_refusal
from pitboss.refusals import Refusal, RefusalCode
from pitboss.report.files import write_file
from pitboss.report.terminal import render_terminal
from pitboss.simulate.engines import LOCAL, engine_refusal, open_engine

FIXED_DATE = datetime(2000, 1, 1, tzinfo=UTC)
_PAGE_WIDTH = 120
_RECORD_BYTES_MOST = 1 << 30


class ProtectFormat(StrEnum):
    """How a study is shown."""

    TABLE = "table"
    JSON = "json"
    HTML = "html"
    PDF = "pdf"
    CSV = "csv"
    XLSX = "xlsx"

    @property
    def is_binary(self) -> bool:
        return self in (ProtectFormat.PDF, ProtectFormat.XLSX)


FormatOption = Annotated[
    ProtectFormat, Parameter(name="--format", help="table, json, html, pdf, csv or xlsx.")
]
SetOption = Annotated[list[str] | None, Parameter(name="--set", consume_multiple=True)]
FaceOption = Annotated[list[str] | None, Parameter(name="--face", consume_multiple=True)]


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class AboutOptions:
    """What a study is about.

    Parameters
    ----------
    undealt
        Cards left behind the cut card.
    continuous
        Study a continuous shuffler in place of a cut card.
    players
        How many players share their hands.
    flashed
        How many of the dealer's cards are seen.
    signal
        What partners tell each other in place of their whole hands.
    face
        NAME=PROBABILITY for each face that is not fair, such as joker=1/7 or a.red=0.3.
    records
        A file of recorded rounds or spins, one JSON object a line.
    database
        A store to watch: a file, or a URL that begins with postgresql://.
    table
        Only this table of the store.
    follow
        Keep watching the store and tell every new alert; Ctrl-C ends it.
    alarm
        The chance of a false alarm that is taken over the whole record, such as 0.001.
    """

    undealt: int | None = None
    continuous: bool = False
    players: int | None = None
    flashed: int | None = None
    signal: str | None = None
    face: FaceOption = None
    records: Path | None = None
    database: str | None = None
    table: str | None = None
    follow: bool = False
    alarm: float | None = None

    def given(self) -> dict[str, Any]:
        """The options that were typed."""
        named = {
            "undealt": self.undealt,
            "continuous": self.continuous or None,
            "players": self.players,
            "flashed": self.flashed,
            "signal": self.signal,
            "face": tuple(self.face) if self.face else None,
            "records": self.records,
            "database": self.database,
            "table": self.table,
            "follow": self.follow or None,
            "alarm": self.alarm,
        }
        return {name: value for name, value in named.items() if value is not None}


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class SampleOptions:
    """How long a study samples, and where.

    Parameters
    ----------
    error
        Sample until the standard error is this small.
    samples
        Sample at most so many times.
    seed
        A whole number; the same seed gives the same result.
    engine
        local, or dask://HOST:PORT for the workers of a Dask scheduler.
    workers
        Threads, or tasks at a time on a cluster; all cores without it.
    """

    error: float | None = None
    samples: int | None = None
    seed: int = 0
    engine: str = LOCAL
    workers: int | None = None

    def amount(self, study: Study) -> Amount:
        """What the study would take, as far as nothing else was typed."""
        return Amount(
            samples=study.samples if self.samples is None else self.samples,
            error=study.error if self.error is None and self.samples is None else self.error,
            seed=self.seed,
            first=study.first,
            full=study.full,
            is_usual=self.samples is None,
        )


ABOUT_NOTHING, USUAL_SAMPLE = AboutOptions(), SampleOptions()


def protect(
    game: str,
    study: str,
    *,
    edition: str | None = None,
    changes: SetOption = None,
    about: AboutOptions = ABOUT_NOTHING,
    sample: SampleOptions = USUAL_SAMPLE,
    form: FormatOption = ProtectFormat.TABLE,
    out: Path | None = None,
) -> int:
    """Study how a game can be beaten, or watch the record of a table.

    Examples:

    pitboss protect flip-it counting --undealt 104

    pitboss protect gin-and-win collusion --players 6 --format json

    pitboss protect spin-n-win bias --face joker=1/7

    Parameters
    ----------
    game
        A game from `pitboss games`.
    study
        counting, collusion, exposure, bias, mistakes or monitor, as far as the game has it.
    edition
        An edition of the game; otherwise its default edition.
    changes
        KEY=VALUE for each field of the edition to change.
    out
        A file to write instead of standard output.
    """
    chosen = _chosen(game, edition, changes or [], study)
    if isinstance(chosen, Refusal):
        return refuse(chosen)
    options, amount = about.given(), sample.amount(chosen.study)
    refusal = (
        option_refusal(chosen.study, options)
        or amount_refusal(amount)
        or engine_refusal(sample.engine, sample.workers)
        or _out_refusal(form, out)
        or target_refusal(out)
        or store_refusal(options)
    )
    if refusal is not None:
        return refuse(refusal)
    if about.database is not None:
        typed = edition is not None or bool(changes)
        return _on_store(chosen, options, _Told(form, out, amount, sample), is_edition_typed=typed)
    if about.records is not None:
        text = _read(about.records)
        if isinstance(text, Refusal):
            return refuse(text)
        options["records"] = text
    answer = _made(chosen, options, amount, sample, whole=form is not ProtectFormat.JSON)
    return refuse(answer) if isinstance(answer, Refusal) else _show(answer, form, out)


@dataclass(frozen=True, slots=True)
class _Chosen:
    game: AnyGame
    edition: HasHead
    study: Study


@dataclass(frozen=True, slots=True)
class _Told:
    """How a study is made and shown."""

    form: ProtectFormat
    out: Path | None
    amount: Amount
    sample: SampleOptions


def _on_store(
    chosen: _Chosen, options: dict[str, Any], told: _Told, *, is_edition_typed: bool
) -> int:
    """The monitor on the journal of a store, once or until it is interrupted."""
    name, table = options.pop("database"), options.pop("table", None)
    is_followed = options.pop("follow", False)
    store = open_existing(name)
    if isinstance(store, Refusal):
        return refuse(store)
    with store:
        known = None if not is_edition_typed else chosen.edition
        edition = watched_edition(store, chosen.game.key, table=table, typed=known)
        if isinstance(edition, Refusal):
            return refuse(edition)
        chosen = replace(chosen, edition=edition)
        head = edition.head
        reader = JournalReader(store, head.game, head.hash, table)
        options |= {"store": name}

        def made(rounds: tuple[WatchedRound, ...], *, whole: bool) -> Answer | Refusal:
            given = options | {"records": rounds, "running": is_followed}
            return _made(chosen, given, told.amount, told.sample, whole=whole)

        if is_followed:
            is_json = told.form is ProtectFormat.JSON
            return follow(reader, lambda rounds: made(rounds, whole=False), is_json=is_json)
        found = reader.read()
        if isinstance(found, Refusal):
            return refuse(found)
        answer = made(tuple(reader.rounds), whole=told.form is not ProtectFormat.JSON)
    return refuse(answer) if isinstance(answer, Refusal) else _show(answer, told.form, told.out)


def _made(
    chosen: _Chosen, options: dict[str, Any], amount: Amount, sample: SampleOptions, *, whole: bool
) -> Answer | Refusal:
    with open_engine(sample.engine, sample.workers) as engine:
        if isinstance(engine, Refusal):
            return engine
        with bar() as shown:
            request = Request(
                chosen.game,
                chosen.edition,
                engine,
                amount,
                options,
                whole=whole,
                on_progress=shown.rounds,
            )
            return chosen.study.make(request)


def _chosen(game: str, edition: str | None, texts: list[str], name: str) -> _Chosen | Refusal:
    folder = registry().find(game)
    if isinstance(folder, Refusal):
        return folder
    changes = parse_changes(texts)
    if isinstance(changes, Refusal):
        return changes
    record = folder.edition(edition, changes=changes)
    if isinstance(record, Refusal):
        return record
    study = find_study(folder.game, name)
    return study if isinstance(study, Refusal) else _Chosen(folder.game, record, study)


def _read(path: Path) -> str | Refusal:
    try:
        if path.stat().st_size > _RECORD_BYTES_MOST:
            return Refusal(RefusalCode.BAD_FILE, f"'{path}' is too large; cut it into parts.")
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or "it is not UTF-8 text"
        return Refusal(RefusalCode.BAD_FILE, f"Cannot read '{path}': {why}.")


def _out_refusal(form: ProtectFormat, out: Path | None) -> Refusal | None:
    if out is None and form.is_binary:
        return Refusal(
            RefusalCode.CANNOT_WRITE,
            f"A {form} report is no text for a screen; name a file with --out.",
        )
    return None


def _show(answer: Answer, form: ProtectFormat, out: Path | None) -> int:
    content = _content(answer, form, on_screen=out is None)
    if out is None:
        sys.stdout.write(content.decode())
        return 0
    refusal = write_file(out, content)
    return 0 if refusal is None else refuse(refusal)


def _content(answer: Answer, form: ProtectFormat, *, on_screen: bool) -> bytes:
    document = answer.document
    if form is ProtectFormat.JSON or document is None:
        text = json.dumps(answer.keys, indent=2, ensure_ascii=False, allow_nan=False)
        return text.encode() + b"\n"
    match form:
        case ProtectFormat.HTML:
            from pitboss.report.html import render_html

            return render_html(document)
        case ProtectFormat.PDF:
            from pitboss.report.pdf import render_pdf

            return render_pdf(document, timestamp=FIXED_DATE)
        case ProtectFormat.CSV:
            from pitboss.report.delimited import render_csv

            return render_csv(document)
        case ProtectFormat.XLSX:
            from pitboss.report.xlsx import render_xlsx

            return render_xlsx(document, created=FIXED_DATE)
        case _:
            screen = console() if on_screen else Console(width=_PAGE_WIDTH, file=StringIO())
            with screen.capture() as page:
                render_terminal(document, console=screen)
            return str(page.get()).encode()

"""`pitboss protect`: how a game can be beaten, and how to see it happening."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from pitboss.cli.lookup import Chosen, choose
from pitboss.cli.options import DocumentOption, EditionOption, GameArgument, SetOption
from pitboss.cli.output import page_console, require_file, write_result
from pitboss.cli.protect_store import follow, store_refusal, watched_edition
from pitboss.cli.recall import open_existing
from pitboss.cli.simulate_progress import bar
from pitboss.cli.targets import target_refusal
from pitboss.par.choices import parse_changes
from pitboss.protect.monitor.journal import JournalReader
from pitboss.protect.monitor.records import WatchedRound
from pitboss.protect.runs import Amount, amount_refusal
from pitboss.protect.studies import Request, Study, StudyResult, find_study, option_refusal
from pitboss.refusals import Refusal, RefusalCode, Refused, raise_first, unwrap_or_raise
from pitboss.report.formats import ReportFormat, json_bytes, render_document
from pitboss.simulate.engines import LOCAL, engine_refusal, open_engine

_RECORD_BYTES_MOST = 1 << 30


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

    def typed(self) -> dict[str, Any]:
        """The options that were typed."""
        named = {one.name: getattr(self, one.name) for one in fields(self)}
        return {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in named.items()
            if value is not None and value is not False and value != []
        }


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
    game: GameArgument,
    study: str,
    *,
    edition: EditionOption = None,
    changes: SetOption = None,
    about: AboutOptions = ABOUT_NOTHING,
    sample: SampleOptions = USUAL_SAMPLE,
    form: DocumentOption = ReportFormat.TABLE,
    out: Path | None = None,
) -> int:
    """Study how a game can be beaten, or watch the record of a table.

    Examples:

    pitboss protect flip-it counting --undealt 104

    pitboss protect gin-and-win collusion --players 6 --format json

    pitboss protect spin-n-win bias --face joker=1/7

    Parameters
    ----------
    study
        counting, collusion, exposure, bias, mistakes or monitor, as far as the game has it.
    out
        A file to write instead of standard output.
    """
    chosen = choose(game, edition, changes=unwrap_or_raise(parse_changes(changes or [])))
    job = _Job(chosen, unwrap_or_raise(find_study(chosen.game, study)), sample, form, out)
    options = about.typed()
    raise_first(
        option_refusal(job.study, options),
        amount_refusal(job.amount),
        engine_refusal(sample.engine, sample.workers),
    )
    require_file(form, out)
    raise_first(target_refusal(out), store_refusal(options))
    if about.database is not None:
        return _watch_store(job, options, is_edition_typed=edition is not None or bool(changes))
    if about.records is not None:
        options["records"] = _read(about.records)
    job.show(job.make(options, whole=form is not ReportFormat.JSON))
    return 0


@dataclass(frozen=True, slots=True)
class _Job:
    """A study of an edition: how it is made and where it is shown."""

    chosen: Chosen
    study: Study
    sample: SampleOptions
    form: ReportFormat
    out: Path | None

    @property
    def amount(self) -> Amount:
        return self.sample.amount(self.study)

    def make(self, options: dict[str, Any], *, whole: bool) -> StudyResult:
        game, edition = self.chosen.game, self.chosen.edition
        with open_engine(self.sample.engine, self.sample.workers) as opened, bar() as shown:
            engine = unwrap_or_raise(opened)
            request = Request(
                game,
                edition,
                engine,
                self.amount,
                options,
                whole=whole,
                on_progress=shown.rounds,
            )
            return unwrap_or_raise(self.study.make(request))

    def show(self, answer: StudyResult) -> None:
        if self.form is ReportFormat.JSON or answer.document is None:
            content = json_bytes(answer.keys)
        else:
            screen = page_console(self.out)
            content = render_document(answer.document, self.form, console=screen)
        write_result(content, self.out)


def _watch_store(job: _Job, options: dict[str, Any], *, is_edition_typed: bool) -> int:
    """The monitor on the journal of a store, once or until it is interrupted."""
    name, table = options.pop("database"), options.pop("table", None)
    is_followed = options.pop("follow", False)
    is_json = job.form is ReportFormat.JSON
    with open_existing(name) as store:
        known = job.chosen.edition if is_edition_typed else None
        edition = watched_edition(store, job.chosen.game.key, table=table, typed=known)
        job = replace(job, chosen=replace(job.chosen, edition=edition))
        reader = JournalReader(store, edition.head.game, edition.head.hash, table)

        def make(rounds: tuple[WatchedRound, ...], *, whole: bool) -> StudyResult:
            further = {"store": name, "records": rounds, "running": is_followed}
            return job.make(options | further, whole=whole)

        if is_followed:
            return follow(reader, lambda rounds: make(rounds, whole=False), is_json=is_json)
        unwrap_or_raise(reader.read())
        answer = make(tuple(reader.rounds), whole=not is_json)
    job.show(answer)
    return 0


def _read(path: Path) -> str:
    try:
        if path.stat().st_size > _RECORD_BYTES_MOST:
            sentence = f"'{path}' is too large; cut it into parts."
            raise Refused(Refusal(RefusalCode.BAD_FILE, sentence))
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        why = getattr(problem, "strerror", None) or "it is not UTF-8 text"
        raise Refused(Refusal(RefusalCode.BAD_FILE, f"Cannot read '{path}': {why}.")) from problem

"""`pitboss protect`: how a game can be beaten, and how to see it happening."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from pitboss.cli.files import (
    DocumentOption,
    check_binary,
    check_targets,
    page_console,
    read_text,
    write_result,
)
from pitboss.cli.lookup import choose
from pitboss.cli.options import EditionOption, GameArgument, SetOption
from pitboss.cli.progress import count_bar
from pitboss.cli.protect_store import follow, store_refusal, watched_edition
from pitboss.cli.recall import open_existing
from pitboss.extras import missing_extra
from pitboss.games.game_folder import GameEdition
from pitboss.par.choices import parse_changes
from pitboss.protect.monitor.journal import JournalReader
from pitboss.protect.monitor.records import WatchedRound
from pitboss.protect.runs import Amount, amount_refusal
from pitboss.protect.studies import Study, StudyRequest, StudyResult, find_study, option_refusal
from pitboss.refusals import raise_first, unwrap_or_raise
from pitboss.report.formats import ReportFormat, json_bytes, render_document
from pitboss.simulate.engines import LOCAL, engine_refusal, open_engine

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
        Study a continuous shuffler instead of a cut card.
    players
        How many players share their hands.
    flashed
        How many of the dealer's cards are seen.
    signal
        What partners tell each other instead of their whole hands.
    face
        NAME=PROBABILITY for each face that is not fair, such as joker=1/7 or a.red=0.3.
    records
        A file of recorded rounds or spins, one JSON object a line.
    database
        A store to watch: a file, or a URL that begins with postgresql://.
    table
        Only this table of the store.
    follow
        Keep watching the store and report every new alert; Ctrl-C stops.
    alarm
        The accepted chance of a false alarm over the whole record, such as 0.001.
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
        counting, collusion, exposure, bias, mistakes or monitor, if the game has it.
    out
        A file to write instead of standard output.
    """
    raise_first(missing_extra("sim", "pitboss protect"))
    chosen = choose(game, edition, changes=unwrap_or_raise(parse_changes(changes or [])))
    job = _Job(chosen, unwrap_or_raise(find_study(chosen.game, study)), sample, form, out)
    options = about.typed()
    raise_first(
        option_refusal(job.study, options),
        amount_refusal(job.amount),
        engine_refusal(sample.engine, sample.workers),
    )
    check_binary(form, out)
    check_targets(out)
    raise_first(store_refusal(options))
    if about.database is not None:
        return _watch_store(job, options, is_edition_typed=edition is not None or bool(changes))
    if about.records is not None:
        options["records"] = read_text(about.records)
    job.show(job.make(options, whole=form is not ReportFormat.JSON))
    return 0


@dataclass(frozen=True, slots=True)
class _Job:
    """A study of an edition: how it is made and where it is shown."""

    chosen: GameEdition
    study: Study
    sample: SampleOptions
    form: ReportFormat
    out: Path | None

    @property
    def amount(self) -> Amount:
        return self.sample.amount(self.study)

    def make(self, options: dict[str, Any], *, whole: bool) -> StudyResult:
        game, edition = self.chosen.game, self.chosen.edition
        with open_engine(self.sample.engine, self.sample.workers) as opened, count_bar() as show:
            engine = unwrap_or_raise(opened)
            request = StudyRequest(
                game,
                edition,
                engine,
                self.amount,
                options,
                whole=whole,
                on_progress=lambda done, total: show("rounds", done, total),
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
        job = replace(job, chosen=job.chosen._replace(edition=edition))
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

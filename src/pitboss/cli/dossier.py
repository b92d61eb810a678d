"""`pitboss dossier`: everything a submission needs, in one archive with the same bytes each run."""

from __future__ import annotations

from pathlib import Path

from pitboss import __version__
from pitboss.cli.files import PaperOption, check_targets
from pitboss.cli.lookup import find_game
from pitboss.cli.options import EditionOption, GameArgument
from pitboss.cli.output import console
from pitboss.cli.progress import step_bar
from pitboss.cli.recall import open_existing
from pitboss.extras import missing_extra
from pitboss.par.choices import choose
from pitboss.par.dossier import CONTENTS, RENDERING, Marks
from pitboss.par.dossier import dossier as make_dossier
from pitboss.par.terms import terms_of
from pitboss.pit.conditions import read_marks
from pitboss.refusals import raise_first, unwrap_or_raise
from pitboss.report.files import write_file
from pitboss.report.formats import Paper, ReportFormat


def dossier(
    game: GameArgument,
    *,
    out: Path,
    edition: EditionOption = None,
    database: str | None = None,
    paper: PaperOption = Paper.A4,
) -> int:
    """Write the submission dossier of an edition: rules, sheet, certificate, conditions.

    Example: pitboss dossier gin-and-win --edition wsgc-2017 --out dossier.zip

    Parameters
    ----------
    out
        The archive to write, such as dossier.zip.
    database
        The store of a house: its signatures on the approval's conditions go into the dossier.
    """
    folder = find_game(game)
    choice = unwrap_or_raise(choose(folder, edition))
    terms = unwrap_or_raise(terms_of(choice.edition.head))
    check_targets(out)
    for form in (ReportFormat.PDF, ReportFormat.XLSX):
        raise_first(missing_extra(form, "A dossier"))
    toml = (folder.folder / "editions" / f"{choice.key}.toml").read_bytes()
    marks = _read_marks(database)
    weights = [1, *(1 for _ in choice.study.readings), 1, *RENDERING]
    with step_bar(weights) as tell:
        content = make_dossier(
            choice, terms, toml=toml, version=__version__, marks=marks, paper=paper, tell=tell
        )
    raise_first(write_file(out, content))
    console().print(f"{out}: {len(CONTENTS)} files, edition {choice.edition.head.short_hash}")
    return 0


def _read_marks(database: str | None) -> Marks:
    """What was signed in a house; nothing where no house is named."""
    if database is None:
        return ()
    with open_existing(database) as store:
        return unwrap_or_raise(read_marks(store))

"""`pitboss dossier`: everything a submission needs, in one archive with the same bytes each run."""

from __future__ import annotations

from pathlib import Path

from pitboss import __version__
from pitboss.cli.lookup import registry
from pitboss.cli.output import console, refuse
from pitboss.cli.progress import progress
from pitboss.cli.targets import target_refusal
from pitboss.par.choices import choose
from pitboss.par.dossier import CONTENTS, RENDERING
from pitboss.par.dossier import dossier as make_dossier
from pitboss.par.terms import terms_of
from pitboss.refusals import Refusal
from pitboss.report.files import write_file


def dossier(game: str, *, out: Path, edition: str | None = None) -> int:
    """Write the submission dossier of an edition: rules, sheet, certificate, conditions.

    Example: pitboss dossier gin-and-win --edition wsgc-2017 --out dossier.zip

    Parameters
    ----------
    game
        A game from `pitboss games`.
    out
        The archive to write, such as dossier.zip.
    edition
        An edition of the game; otherwise its default edition.
    """
    folder = registry().find(game)
    if isinstance(folder, Refusal):
        return refuse(folder)
    choice = choose(folder, edition)
    if isinstance(choice, Refusal):
        return refuse(choice)
    terms = terms_of(choice.edition.head)
    if isinstance(terms, Refusal):
        return refuse(terms)
    refusal = target_refusal(out)
    if refusal is not None:
        return refuse(refusal)
    toml = (folder.folder / "editions" / f"{choice.key}.toml").read_bytes()
    weights = [1, *(1 for _ in choice.study.readings), 1, *RENDERING]
    with progress(weights) as tell:
        content = make_dossier(choice, terms, toml=toml, version=__version__, tell=tell)
    refusal = write_file(out, content)
    if refusal is not None:
        return refuse(refusal)
    console().print(f"{out}: {len(CONTENTS)} files, edition {choice.edition.head.short_hash}")
    return 0

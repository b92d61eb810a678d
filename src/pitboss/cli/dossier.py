"""`pitboss dossier`: everything a submission needs, in one archive with the same bytes each run."""

from __future__ import annotations

from pathlib import Path

from pitboss import __version__
from pitboss.cli.lookup import registry
from pitboss.cli.output import console
from pitboss.cli.progress import progress
from pitboss.cli.targets import target_refusal
from pitboss.par.choices import choose
from pitboss.par.dossier import CONTENTS, RENDERING
from pitboss.par.dossier import dossier as make_dossier
from pitboss.par.terms import terms_of
from pitboss.refusals import raise_first, unwrap_or_raise
from pitboss.report.files import write_file


def dossier(game: str, *, out: Path, edition: str | None = None) -> int:
    """Write the submission dossier of an edition: rules, sheet, certificate, conditions.

    Example: pitboss dossier gin-and-win --edition wsgc-2017 --out dossier.zip

    Parameters
    ----------
    out
        The archive to write, such as dossier.zip.
    """
    folder = unwrap_or_raise(registry().find(game))
    choice = unwrap_or_raise(choose(folder, edition))
    terms = unwrap_or_raise(terms_of(choice.edition.head))
    raise_first(target_refusal(out))
    toml = (folder.folder / "editions" / f"{choice.key}.toml").read_bytes()
    weights = [1, *(1 for _ in choice.study.readings), 1, *RENDERING]
    with progress(weights) as tell:
        content = make_dossier(choice, terms, toml=toml, version=__version__, tell=tell)
    raise_first(write_file(out, content))
    console().print(f"{out}: {len(CONTENTS)} files, edition {choice.edition.head.short_hash}")
    return 0

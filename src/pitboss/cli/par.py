"""`pitboss par`: the PAR sheet of an edition, in every format, with its certificate."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from pitboss import __version__
from pitboss.cli.files import DocumentOption, PaperOption, check_binary, check_targets, write_result
from pitboss.cli.lookup import find_game
from pitboss.cli.options import EditionOption, GameArgument, SetOption
from pitboss.cli.output import console
from pitboss.cli.progress import step_bar
from pitboss.exact.figures import GameFigures
from pitboss.extras import missing_extra
from pitboss.par.certificate import certificate, certificate_bytes
from pitboss.par.choices import Choice, choose, find_reading, parse_changes
from pitboss.par.difference import Difference, difference
from pitboss.par.document import sheet_document
from pitboss.par.sheet import Tell, exposure_of, make_sheet
from pitboss.par.terms import Terms, terms_of
from pitboss.par.to_json import sheet_json
from pitboss.refusals import raise_first, unwrap_or_raise
from pitboss.report.files import write_file
from pitboss.report.formats import Paper, ReportFormat, json_bytes, render_document

CertificateOption = Annotated[Path | None, Parameter(name="--certificate")]


def par(
    game: GameArgument,
    *,
    edition: EditionOption = None,
    changes: SetOption = None,
    against: str | None = None,
    ruling: str | None = None,
    pace: int | None = None,
    seats: int | None = None,
    average_bet: str | None = None,
    payout_limit: str | None = None,
    form: DocumentOption = ReportFormat.TABLE,
    paper: PaperOption = Paper.A4,
    out: Path | None = None,
    certificate_file: CertificateOption = None,
) -> int:
    """Print or write the PAR sheet: every bet's exact edge, counts, deviation and more.

    Examples:

    pitboss par spin-n-win

    pitboss par gin-and-win --edition wsgc-2017 --against ten

    pitboss par flip-it --set pays.call_it=11/1 --format pdf --out sheet.pdf

    pitboss par flip-it --ruling shoe=continuous --format json

    Parameters
    ----------
    against
        Another edition to compare with.
    ruling
        NAME=ALTERNATIVE for another reading of a ruling; the sheet lists them.
    pace
        Rounds an hour for the theoretical win; otherwise the edition's.
    seats
        Seats that play; otherwise all that the edition has.
    average_bet
        Credits on each bet for the theoretical win; otherwise ten times the least stake.
    payout_limit
        The most that one round pays in winnings, all seats together.
    out
        A file to write instead of standard output.
    certificate_file
        A file for the integer counts behind the sheet.
    """
    folder = find_game(game)
    reading = None if ruling is None else unwrap_or_raise(find_reading(folder, ruling))
    typed = unwrap_or_raise(parse_changes(changes or []))
    choice = unwrap_or_raise(choose(folder, edition, typed, reading=reading))
    other = None if against is None else unwrap_or_raise(choose(folder, against))
    terms = unwrap_or_raise(
        terms_of(
            choice.edition.head,
            pace=pace,
            seats=seats,
            average_bet=average_bet,
            payout_limit=payout_limit,
        )
    )
    if other is not None and choice.study.decisions is not None:
        raise_first(missing_extra("sim", "Comparing best play on every hand"))
    check_binary(form, out)
    check_targets(out, certificate_file)
    _make(choice, other, terms, form=form, paper=paper, out=out, proof=certificate_file)
    return 0


def _make(
    choice: Choice,
    other: Choice | None,
    terms: Terms,
    *,
    form: ReportFormat,
    paper: Paper,
    out: Path | None,
    proof: Path | None,
) -> None:
    """Solve, render, and write or print; nothing is written before everything is rendered."""
    with step_bar(_weights(choice, other, form)) as tell:
        tell(f"solving {choice.name}")
        figures = choice.figures()
        change = None if other is None else _difference(choice, other, figures, tell)
        if form is ReportFormat.JSON:
            is_limited = terms.payout_limit is not None
            worst = exposure_of(choice, figures, terms) if is_limited else ()
            keys = sheet_json(choice, figures, version=__version__, against=change, exposure=worst)
            content = json_bytes(keys)
        else:
            sheet = make_sheet(
                choice,
                figures,
                terms,
                version=__version__,
                against=change,
                certificate="" if proof is None else proof.name,
                tell=tell,
            )
            tell(f"rendering {form}")
            document = sheet_document(sheet, charts=form is not ReportFormat.TABLE)
            screen = console() if out is None else None
            content = render_document(document, form, console=screen, paper=paper)
    if proof is not None:
        counts = certificate(choice, figures, version=__version__)
        raise_first(write_file(proof, certificate_bytes(counts)))
    write_result(content, out)


def _weights(choice: Choice, other: Choice | None, form: ReportFormat) -> list[int]:
    """How long each step takes, in solutions of one edition."""
    weights = [1]
    if other is not None:
        # Where decisions are compared, every hand is looked at in both editions.
        weights += [1, 1 if choice.study.decisions is None else 12]
    if form is not ReportFormat.JSON:
        weights += [1 for _ in choice.study.readings] + [1, 2]
    return weights


def _difference(choice: Choice, other: Choice, figures: GameFigures, tell: Tell) -> Difference:
    tell(f"solving {other.name}")
    others = other.figures()
    tell("comparing")
    return difference(choice, other, old_figures=figures, new_figures=others)

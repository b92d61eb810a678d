"""`pitboss par`: the PAR sheet of an edition, in every format, with its certificate."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from pitboss import __version__
from pitboss.cli.lookup import registry
from pitboss.cli.output import console, refuse
from pitboss.cli.progress import progress
from pitboss.cli.targets import target_refusal
from pitboss.exact.figures import GameFigures
from pitboss.par.certificate import certificate, certificate_bytes
from pitboss.par.choices import Choice, choose, find_reading, parse_changes
from pitboss.par.difference import Difference, difference
from pitboss.par.document import sheet_document
from pitboss.par.keys import sheet_keys
from pitboss.par.render import SheetFormat, json_bytes, render_sheet
from pitboss.par.sheet import Sheet, Tell, exposure_of, make_sheet
from pitboss.par.terms import Terms, terms_of
from pitboss.refusals import Refusal, RefusalCode
from pitboss.report.files import write_file
from pitboss.report.terminal import render_terminal

FormatOption = Annotated[
    SheetFormat, Parameter(name="--format", help="table, json, csv, html, pdf or xlsx.")
]
SetOption = Annotated[list[str] | None, Parameter(name="--set", consume_multiple=True)]
CertificateOption = Annotated[Path | None, Parameter(name="--certificate")]


def par(
    game: str,
    *,
    edition: str | None = None,
    changes: SetOption = None,
    against: str | None = None,
    ruling: str | None = None,
    pace: int | None = None,
    seats: int | None = None,
    average_bet: str | None = None,
    payout_limit: str | None = None,
    form: FormatOption = SheetFormat.TABLE,
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
    game
        A game from `pitboss games`.
    edition
        An edition of the game; otherwise its default edition.
    changes
        KEY=VALUE for each field of the edition to change, such as table.chip=1.00.
    against
        Another edition to compare with.
    ruling
        NAME=ALTERNATIVE to read one ruling otherwise; the sheet lists them.
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
    asked = _asked(game, edition, changes or [], ruling, against)
    if isinstance(asked, Refusal):
        return refuse(asked)
    head = asked.choice.edition.head
    terms = terms_of(
        head, pace=pace, seats=seats, average_bet=average_bet, payout_limit=payout_limit
    )
    if isinstance(terms, Refusal):
        return refuse(terms)
    refusal = _out_refusal(form, out) or target_refusal(out, certificate_file)
    if refusal is not None:
        return refuse(refusal)
    refusal = _make(asked, terms, form=form, out=out, proof=certificate_file)
    return 0 if refusal is None else refuse(refusal)


@dataclass(frozen=True, slots=True)
class Asked:
    """The edition asked for and the one to compare it with."""

    choice: Choice
    other: Choice | None


def _asked(
    game: str, edition: str | None, texts: list[str], ruling: str | None, against: str | None
) -> Asked | Refusal:
    folder = registry().find(game)
    if isinstance(folder, Refusal):
        return folder
    changes = parse_changes(texts)
    if isinstance(changes, Refusal):
        return changes
    reading = None if ruling is None else find_reading(folder, ruling)
    if isinstance(reading, Refusal):
        return reading
    choice = choose(folder, edition, changes, reading=reading)
    if isinstance(choice, Refusal):
        return choice
    other = None if against is None else choose(folder, against)
    return other if isinstance(other, Refusal) else Asked(choice, other)


def _out_refusal(form: SheetFormat, out: Path | None) -> Refusal | None:
    if out is None and form.is_binary:
        return Refusal(
            RefusalCode.CANNOT_WRITE,
            f"A {form} sheet is no text for a screen; name a file with --out.",
        )
    return None


def _make(
    asked: Asked, terms: Terms, *, form: SheetFormat, out: Path | None, proof: Path | None
) -> Refusal | None:
    """Solve, render, and write or print; nothing is written before everything is rendered."""
    choice = asked.choice
    with progress(_weights(asked, form)) as tell:
        tell(f"solving {choice.name}")
        figures = choice.figures()
        change = _difference(asked, figures, tell)
        if form is SheetFormat.JSON:
            is_limited = terms.payout_limit is not None
            worst = exposure_of(choice, figures, terms) if is_limited else ()
            keys = sheet_keys(choice, figures, version=__version__, against=change, exposure=worst)
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
            content = _rendered(sheet, form, on_screen=out is None)
    if proof is not None:
        counts = certificate(choice, figures, version=__version__)
        refusal = write_file(proof, certificate_bytes(counts))
        if refusal is not None:
            return refusal
    if out is not None:
        return write_file(out, content)
    sys.stdout.write(content.decode())
    return None


def _weights(asked: Asked, form: SheetFormat) -> list[int]:
    """How long each step told of takes, in solutions of one edition."""
    study = asked.choice.study
    weights = [1]
    if asked.other is not None:
        # Where decisions are compared, every hand is looked at in both editions.
        weights += [1, 1 if study.decisions is None else 12]
    if form is not SheetFormat.JSON:
        weights += [1 for _ in study.readings] + [1, 2]
    return weights


def _difference(asked: Asked, figures: GameFigures, tell: Tell) -> Difference | None:
    if asked.other is None:
        return None
    tell(f"solving {asked.other.name}")
    others = asked.other.figures()
    tell("comparing")
    return difference(asked.choice, asked.other, old_figures=figures, new_figures=others)


def _rendered(sheet: Sheet, form: SheetFormat, *, on_screen: bool) -> bytes:
    """The sheet as a file, or as this terminal shows it, in its width and colours."""
    if form is not SheetFormat.TABLE or not on_screen:
        return render_sheet(sheet, form)
    screen = console()
    with screen.capture() as page:
        render_terminal(sheet_document(sheet, charts=False), console=screen)
    return str(page.get()).encode()

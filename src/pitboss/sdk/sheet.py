"""PAR sheets for Python users: shown in a notebook, saved in any format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pitboss import __version__
from pitboss.extras import missing_extra
from pitboss.games.game_folder import GameFolder
from pitboss.par.choices import Choice, choose
from pitboss.par.document import sheet_document
from pitboss.par.sheet import Sheet as SheetFigures
from pitboss.par.sheet import make_sheet
from pitboss.par.terms import terms_of
from pitboss.par.to_json import sheet_json
from pitboss.refusals import Refusal, RefusalCode, Refused, raise_first, unwrap_or_raise
from pitboss.report.files import write_file
from pitboss.report.formats import ReportFormat, json_bytes, render_document

SUFFIXES = {f".{form}": form for form in ReportFormat if form is not ReportFormat.TABLE}


@dataclass(frozen=True, slots=True)
class Sheet:
    """The PAR sheet of an edition."""

    _choice: Choice
    _figures: SheetFigures

    def to_dict(self) -> dict[str, Any]:
        """Every figure, as `pitboss par --format json` gives it."""
        return sheet_json(self._choice, self._figures.figures, version=__version__)

    def save(self, path: str | Path) -> None:
        """Write the sheet; the file's ending chooses: .pdf, .xlsx, .html, .csv or .json."""
        form = SUFFIXES.get(Path(path).suffix)
        if form is None:
            sentence = f"'{path}' does not say its format; end it in {', '.join(SUFFIXES)}."
            raise Refused(Refusal(RefusalCode.BAD_FILE, sentence))
        if form.is_binary:
            raise_first(missing_extra(form, form.upper()))
        is_json = form is ReportFormat.JSON
        content = json_bytes(self.to_dict()) if is_json else self._render(form)
        raise_first(write_file(Path(path), content))

    def _render(self, form: ReportFormat) -> bytes:
        has_charts = form is not ReportFormat.TABLE
        return render_document(sheet_document(self._figures, charts=has_charts), form)

    def _repr_html_(self) -> str:
        return self._render(ReportFormat.HTML).decode()

    def __str__(self) -> str:
        return self._render(ReportFormat.TABLE).decode()


def make_game_sheet(folder: GameFolder, edition: str, changes: Mapping[str, str]) -> Sheet:
    """The sheet of an edition with the usual terms."""
    choice = unwrap_or_raise(choose(folder, edition, changes))
    terms = unwrap_or_raise(terms_of(choice.edition.head))
    return Sheet(choice, make_sheet(choice, choice.figures(), terms, version=__version__))

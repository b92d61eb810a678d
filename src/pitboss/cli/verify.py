"""`pitboss verify`: check a round file without trusting whoever wrote it."""

from __future__ import annotations

from pathlib import Path

from rich.markup import escape

from pitboss.cli.files import read_text
from pitboss.cli.lookup import registry
from pitboss.cli.options import Format, FormatOption
from pitboss.cli.output import console, print_json, say
from pitboss.pit.offline_page import offline_page
from pitboss.pit.verify import RoundVerdict, verify_text
from pitboss.refusals import RefusalCode, raise_first, refuse, unwrap_or_raise
from pitboss.report.files import write_file

EXIT_FALSE = 1
WORDS = {True: "[green]sound[/]", False: "[bold red]FALSE[/]", None: "[yellow]no claim[/]"}


def verify(
    round_file: Path | None = None, *, page: Path | None = None, form: FormatOption = Format.TABLE
) -> int:
    """Check commitment, draws, rules and settlement of a round file.

    The exit code is 0 when nothing is false and 1 when something is.

    Example: pitboss verify round.json

    Example: pitboss verify --page verify.html

    Parameters
    ----------
    round_file
        A file written by `pitboss recall`.
    page
        Write a web page that checks round files offline to this file.
    """
    if (round_file is None) == (page is None):
        refuse(RefusalCode.MISSING_FIELD, "Name either a round file or --page FILE.")
    if page is not None:
        raise_first(write_file(page, offline_page(registry()).encode()))
        say(f"Wrote {page}. Open it in any browser to check round files.")
    if round_file is None:
        return 0
    verdict = unwrap_or_raise(verify_text(read_text(round_file), registry()))
    if form is Format.JSON:
        print_json(_document(verdict))
    else:
        _print(verdict)
    return 0 if verdict.is_sound else EXIT_FALSE


def _document(verdict: RoundVerdict) -> dict[str, object]:
    return {
        "round": verdict.round_id,
        "sound": verdict.is_sound,
        "checks": [
            {"check": one.name, "sound": one.is_sound, "sentence": one.sentence}
            for one in verdict.checks
        ],
    }


def _print(verdict: RoundVerdict) -> None:
    out = console()
    out.print(f"[bold]Round {escape(verdict.round_id)}[/]")
    for one in verdict.checks:
        out.print(f"  {one.name:<11} {WORDS[one.is_sound]}  {escape(one.sentence)}")
    out.print("[bold green]SOUND.[/]" if verdict.is_sound else "[bold red]FALSE.[/]")

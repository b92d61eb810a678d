"""`pitboss verify`: check a round file without trusting whoever wrote it."""

from __future__ import annotations

from pathlib import Path

from rich.markup import escape

from pitboss.cli.lookup import registry
from pitboss.cli.options import Format, FormatOption
from pitboss.cli.output import console, print_json
from pitboss.pit.verify import Verdict, verify_text
from pitboss.refusals import Refusal, RefusalCode, Refused, unwrap_or_raise

EXIT_FALSE = 1
WORDS = {True: "[green]sound[/]", False: "[bold red]FALSE[/]", None: "[yellow]no claim[/]"}


def verify(round_file: Path, *, form: FormatOption = Format.TABLE) -> int:
    """Check commitment, draws, rules and settlement of a round file.

    The exit code is 0 when nothing is false and 1 when something is.

    Example: pitboss verify round.json

    Parameters
    ----------
    round_file
        A file written by `pitboss recall`.
    """
    try:
        text = round_file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        sentence = f"{round_file} cannot be read as text."
        raise Refused(Refusal(RefusalCode.BAD_FILE, sentence)) from problem
    verdict = unwrap_or_raise(verify_text(text, registry()))
    if form is Format.JSON:
        print_json(_document(verdict))
    else:
        _print(verdict)
    return 0 if verdict.is_sound else EXIT_FALSE


def _document(verdict: Verdict) -> dict[str, object]:
    return {
        "round": verdict.round_id,
        "sound": verdict.is_sound,
        "checks": [
            {"check": one.name, "sound": one.is_sound, "sentence": one.sentence}
            for one in verdict.checks
        ],
    }


def _print(verdict: Verdict) -> None:
    out = console()
    out.print(f"[bold]Round {escape(verdict.round_id)}[/]")
    for one in verdict.checks:
        out.print(f"  {one.name:<11} {WORDS[one.is_sound]}  {escape(one.sentence)}")
    out.print("[bold green]SOUND.[/]" if verdict.is_sound else "[bold red]FALSE.[/]")

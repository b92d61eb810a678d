"""`pitboss check-game`: whether a game does what every game must do."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from time import perf_counter

from rich.markup import escape

from pitboss.cli.lookup import find_game
from pitboss.cli.options import Format, FormatOption
from pitboss.cli.output import console, print_json
from pitboss.cli.progress import step_bar
from pitboss.gamekit import conformance
from pitboss.gamekit.conformance import Finding, Standing
from pitboss.games.game_folder import GameFolder
from pitboss.refusals import Refusal, RefusalCode, refuse

STYLES = {Standing.PASSED: "green", Standing.NOTE: "yellow", Standing.FAILED: "bold red"}

Timed = list[tuple[Finding, float]]
"""Findings, each with the seconds that it took."""


def check_game(game: str, /, *, form: FormatOption = Format.TABLE) -> int:
    """Check that a game does what every game must do: one line for each check, and what to do.

    Rules, words and tests; editions and spots; random rounds with settlement, replay, notation,
    typed rounds, refused steps and hidden cards; exact figures by solver and oracle, and printed
    ones. Exits with 1 when a check fails. A note is something to look at.

    Example: pitboss check-game ./lucky-seven

    Example: pitboss check-game flip-it --format json

    Parameters
    ----------
    game
        A game from `pitboss games`, or a folder that holds one.
    """
    entries, broken = _find(game)
    checked = {entry.game.key: _check(entry) for entry in entries}
    if form is Format.JSON:
        print_json(
            {
                "games": [
                    {"game": key, "checks": [asdict(one) | {"seconds": s} for one, s in found]}
                    for key, found in checked.items()
                ],
                "left_out": [refusal.sentence for refusal in broken],
            }
        )
    else:
        for entry in entries:
            _print(entry, checked[entry.game.key], path=Path(game) if Path(game).is_dir() else None)
        for refusal in broken:
            console().print(f"[bold red]fail[/]  {escape(refusal.sentence)}", soft_wrap=True)
    return 1 if broken or any(map(_failures, checked.values())) else 0


def _find(game: str) -> tuple[list[GameFolder], list[Refusal]]:
    path = Path(game)
    if not path.is_dir():
        return [find_game(game)], []
    found = conformance.find_games(path)
    if not any(found):
        what = "a game is a folder with RULES.md and __init__.py"
        refuse(RefusalCode.BAD_FILE, f"There is no game in '{game}': {what}. Try pitboss new-game.")
    return found


def _check(entry: GameFolder) -> Timed:
    found: Timed = []
    with step_bar([1] * conformance.count_checks(entry)) as tell:
        begun = perf_counter()
        for finding in conformance.check_entry(entry, tell=tell):
            now = perf_counter()
            found.append((finding, round(now - begun, 3)))
            begun = now
    return found


def _failures(found: Timed) -> int:
    return sum(finding.standing is Standing.FAILED for finding, _ in found)


def _print(entry: GameFolder, found: Timed, *, path: Path | None) -> None:
    out = console()
    edition = ""
    out.print(f"[bold]{escape(entry.game.title)}[/] ({entry.game.key})")
    for finding, _ in found:
        if finding.edition != edition:
            edition = finding.edition
            out.print(f"[bold]edition {edition}[/]")
        style = STYLES[finding.standing]
        words = f"[{style}]{finding.standing:<4}[/]  {finding.check:<9} {escape(finding.sentence)}"
        out.print(words, soft_wrap=True)
        if finding.advice:
            out.print(f"      {'':<9} [dim]{escape(finding.advice)}[/]", soft_wrap=True)
    failures, seconds = _failures(found), sum(seconds for _, seconds in found)
    playing = next((took for finding, took in found if finding.check == "play"), 0.0)
    speed = int(conformance.ROUNDS / playing) if playing else 0
    out.print(f"\n{len(found)} checks in {seconds:.1f} s, {speed:,} rounds a second.")
    if failures:
        out.print(f"{failures} failed. Fix them from the top, then check again.")
    else:
        where = "" if path is None else f"PITBOSS_GAMES_PATH={_nearest(entry.folder.parent)} "
        out.print(f"Next: {where}pitboss play {entry.game.key}", soft_wrap=True)


def _nearest(path: Path) -> Path:
    """A path as one would type it here."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path

"""Conformance: what every game must do, whatever its rules, as checks that say what they found.

The same checks serve `pitboss check-game`, an author's own tests (`check_game`) and the tests of
the games that ship.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pitboss.exact.solver_trial import load_refusal
from pitboss.gamekit.conformance.documents import (
    check_edition,
    check_rules,
    check_spots,
    check_tests,
    check_words,
)
from pitboss.gamekit.conformance.figures import check_figures, check_printed
from pitboss.gamekit.conformance.findings import Failed, Finding, Noted, Standing
from pitboss.gamekit.conformance.refused import check_refusals
from pitboss.gamekit.conformance.rounds import (
    ROUNDS,
    check_notation,
    check_play,
    check_replay,
    check_typed,
)
from pitboss.gamekit.conformance.views import check_views
from pitboss.games.game_folder import GameEdition, GameFolder
from pitboss.games.registry import FAULTS, GAMES_FOLDER, Registry, describe_fault
from pitboss.refusals import Refusal, unwrap

__all__ = [
    "ROUNDS",
    "Finding",
    "GameEdition",
    "Standing",
    "check_entry",
    "check_game",
    "count_checks",
    "find_games",
]


LOAD_FIRST = "Fix what is named first; nothing else can be checked before."
Tell = Callable[[str], None]


def tell_no_one(_what: str) -> None:
    """For callers that show no progress."""


@dataclass(frozen=True, slots=True)
class Check:
    """One check: its name, what it does, and what to do when it does not pass."""

    name: str
    run: Callable[[GameEdition], str]
    advice: str

    def find(self, subject: GameEdition, *, edition: str = "") -> Finding:
        """Run the check; whatever the author's code raises is a failure with its line."""
        try:
            return Finding(self.name, edition, Standing.PASSED, self.run(subject))
        except Noted as noted:
            advice = noted.advice or self.advice
            return Finding(self.name, edition, Standing.NOTE, str(noted), advice)
        except Failed as failed:
            return Finding(self.name, edition, Standing.FAILED, str(failed), self.advice)
        except FAULTS as problem:
            said = describe_fault(problem)
            return Finding(self.name, edition, Standing.FAILED, said, self.advice)


GAME_CHECKS = (
    Check("rules", check_rules, "Number clauses as **ABC-1.2** and cite only those."),
    Check("words", check_words, "Write the file beside RULES.md."),
    Check("tests", check_tests, "Mark a test with @pytest.mark.clause and the clause's number."),
)
"""Checks of a game, whatever its edition."""

EDITION_CHECKS = (
    Check("edition", check_edition, "Read every number with `fields` in read_edition."),
    Check("spots", check_spots, "Mend all_spots, or the limits in the edition's [table]."),
    Check("play", check_play, "Mend next_need, and what judge or verdict answers."),
    Check("replay", check_replay, "Keep rules pure: no clock, no chance, no memory of their own."),
    Check("notation", check_notation, "Mend write_carry and read_carry."),
    Check("typed", check_typed, "Mend typed_round; `pitboss settle` and the desk use it."),
    Check("refusals", check_refusals, "Return a Refusal with a sentence from apply."),
    Check("views", check_views, "Deal face down with face_up=False, and show only what is seen."),
    Check("figures", check_figures, "Change the pays, or mend the solver exact.py."),
    Check("printed", check_printed, "Correct [[about.claims]], or tell whoever printed them."),
)
"""Checks of each edition."""


def count_checks(entry: GameFolder) -> int:
    """How many findings `check_entry` gives."""
    return len(GAME_CHECKS) + len(entry.edition_keys()) * len(EDITION_CHECKS)


def check_entry(entry: GameFolder, *, tell: Tell = tell_no_one) -> Iterator[Finding]:
    """Every check of a game that was loaded, of each edition; `tell` is told what comes next."""
    for key in ("", *entry.edition_keys()):
        subject = GameEdition(entry, unwrap(entry.edition(key or None)))
        for check in EDITION_CHECKS if key else GAME_CHECKS:
            tell(f"{key} {check.name}".lstrip())
            yield check.find(subject, edition=key)


def check_game(path: Path | str) -> list[Finding]:
    """Every check of the games in a folder; one that cannot be loaded is a failure."""
    games, broken = find_games(Path(path))
    left_out = [Finding("load", "", Standing.FAILED, one.sentence, LOAD_FIRST) for one in broken]
    return [*left_out, *(finding for entry in games for finding in check_entry(entry))]


def find_games(path: Path) -> tuple[list[GameFolder], list[Refusal]]:
    """Games in a game's own folder, in a folder of games or in a package; and broken ones."""
    patterns = ("RULES.md", "*/RULES.md", "*/*/RULES.md", "*/*/*/RULES.md")
    found = (one.parent.resolve() for pattern in patterns for one in sorted(path.glob(pattern)))
    folders = [one for one in dict.fromkeys(found) if (one / "__init__.py").is_file()]
    registry = Registry((GAMES_FOLDER, *folders), tries=False, examine=load_refusal)
    games = [entry for entry in registry.games.values() if entry.folder.resolve() in folders]
    return games, registry.broken

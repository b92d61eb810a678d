"""Checks of a game's papers: rules, editions, posted pays, words for players, and its tests."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path

from pitboss.gamekit.conformance.findings import Noted, expect
from pitboss.gamekit.trace import find_citations, tests_of
from pitboss.games.bets import least_stake, most_on
from pitboss.games.editions import EditionData
from pitboss.games.game_folder import GameEdition
from pitboss.games.paytables import pay_lines
from pitboss.refusals import Refusal
from pitboss.units import say_credits

WORDS = {"LOBBY.txt": "one line for the lobby", "PLAY.txt": "how the game is played, in some lines"}


def check_rules(subject: GameEdition) -> str:
    """Clauses are numbered with the game's prefix, and code and tests cite no other number."""
    clauses, prefix = subject.folder.clauses(), subject.game.clause_prefix
    wrong = [clause.number for clause in clauses if not clause.number.startswith(f"{prefix}-")]
    expect(not wrong, f"{', '.join(wrong)} does not begin with {prefix}, the game's clause_prefix.")
    numbers = {str(clause.number) for clause in clauses}
    found = find_citations(subject.folder)
    for number, places in {**found.tests, **found.code}.items():
        expect(number in numbers, f"{places[0]} cites {number}, which is not in RULES.md.")
    return f"RULES.md has {len(clauses)} clauses, each with its source."


def check_tests(subject: GameEdition) -> str:
    """Every clause is proved by a test that is marked with its number."""
    folder = tests_of(subject.folder)
    if folder is None:
        raise Noted("No folder of tests lies beside a pyproject.toml above the game.")
    proved = marked_clauses(folder)
    numbers = [str(clause.number) for clause in subject.folder.clauses()]
    missing = [number for number in numbers if number not in proved]
    if missing:
        raise Noted(f"No test is marked with {', '.join(missing)}.")
    return f"Each of {len(numbers)} clauses has a test."


def marked_clauses(folder: Path) -> set[str]:
    """Clause numbers in `@pytest.mark.clause(...)` on a test function or in `pytestmark`."""
    found: set[str] = set()
    texts = (path.read_text("utf-8") for path in folder.rglob("test_*.py"))
    for text in (text for text in texts if "mark.clause(" in text):
        for node in ast.walk(ast.parse(text)):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                continue
            if node.func.attr == "clause" and ast.unparse(node.func) == "pytest.mark.clause":
                found |= {str(a.value) for a in node.args if isinstance(a, ast.Constant)}
    return found


def check_words(subject: GameEdition) -> str:
    """The lobby and the guide have words of the game's own."""
    missing = [
        f"{name} ({what})"
        for name, what in WORDS.items()
        if not (subject.folder.folder / name).is_file()
    ]
    if missing:
        raise Noted(f"{' and '.join(missing)} is not there.")
    return "Lobby and guide have their words."


def check_edition(subject: GameEdition) -> str:
    """The edition has a hash of its own, and a typo in any of its fields is refused."""
    head, folder = subject.edition.head, subject.folder
    for key in folder.edition_keys():
        other = folder.edition(key)
        is_same = not isinstance(other, Refusal) and other.head.hash == head.hash
        expect(key == head.key or not is_same, f"Editions {key} and {head.key} are the same rules.")
    data = folder.edition_data(head.key)
    fields = 0
    for name, misspelt, without in _spoilt(data if isinstance(data, dict) else {}):
        refused = folder.read(head.key, misspelt)
        expect(isinstance(refused, Refusal), f"{name}_ instead of {name} is not noticed.")
        folder.read(head.key, without)
        fields += 1
    return f"Hash {head.short_hash}; a typo in any of {fields} fields is refused."


def _spoilt(data: EditionData) -> Iterator[tuple[str, EditionData, EditionData]]:
    """For each field: the edition with its name misspelt, and with nonsense for a value."""
    for title, table in data.items():
        for name in table if isinstance(table, dict) else ():
            misspelt, nonsense = deepcopy(data), deepcopy(data)
            fields, values = misspelt[title], nonsense[title]
            if isinstance(fields, dict) and isinstance(values, dict):
                fields[f"{name}_"] = fields.pop(name)
                values[name] = "?"
                yield f"{title}.{name}", misspelt, nonsense


def check_spots(subject: GameEdition) -> str:
    """Every spot can be bet on and paid, and posts each of its pays with what earns it."""
    clauses = {clause.number for clause in subject.folder.clauses()}
    spots, limits = subject.game.all_spots(subject.edition), subject.edition.head.limits
    for spot in spots:
        least, most = least_stake(spot, limits), most_on(spot, limits)
        expect(
            least <= most,
            f"{spot.key} needs {say_credits(least)} to be paid exactly, over the maximum of"
            f" {say_credits(most)}.",
        )
        lines = pay_lines(spot)
        own = lines[: len(lines) - len(spot.awards)]
        posted, odds = (dict.fromkeys(x) for x in ((one.odds for one in own), spot.odds))
        expect(list(posted) == list(odds), f"{spot.key} posts other odds than it pays.")
        names = [line.name for line in lines]
        is_told_apart = all(names) and len(set(names)) == len(names)
        expect(is_told_apart, f"{spot.key} posts two pays under one name: {', '.join(names)}.")
        unknown = [str(one.clause) for one in lines if spot.pays and one.clause not in clauses]
        expect(not unknown, f"{spot.key} cites {', '.join(unknown)}, not in RULES.md.")
    return f"{len(spots)} spots can be bet on and paid exactly."

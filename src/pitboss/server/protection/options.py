"""The options of studies as fields of a page, and what was typed there as the studies take it.

Known by their names, not by games: a study that takes an option shows its field.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitboss.equipment.tops import Face
from pitboss.protect.studies import Study
from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.protection.schemas import OptionNote

RECORDS = "records"

NOTES = (
    OptionNote(
        option="undealt",
        label="Cards behind the cut card",
        help="How many cards are never dealt. More of them leave a counter less to go on.",
        kind="number",
        least=0,
    ),
    OptionNote(
        option="continuous",
        label="Continuous shuffler",
        help="Cards go back after every round, instead of a cut card.",
        kind="flag",
    ),
    OptionNote(
        option="players",
        label="Players who share their hands",
        help="One to six. With one, nothing is shared.",
        kind="number",
        least=1,
        most=6,
    ),
    OptionNote(
        option="flashed",
        label="Dealer's cards in sight",
        help="How many of the dealer's cards a player gets to see.",
        kind="number",
        least=0,
        most=7,
    ),
    OptionNote(
        option="signal",
        label="Signal",
        help="What partners tell each other instead of whole hands, such as suit; empty for all.",
        kind="text",
    ),
    OptionNote(
        option="face",
        label="Chances of the faces",
        help="A fraction such as 1/7 or a number such as 0.3. Faces left empty share the rest.",
        kind="faces",
        choices=tuple(face.word for face in Face),
    ),
    OptionNote(
        option="alarm",
        label="Accepted false alarms",
        help="The chance that an honest record ever gives an alarm, such as 0.001.",
        kind="share",
    ),
)


def notes_for(study: Study) -> tuple[OptionNote, ...]:
    return tuple(note for note in NOTES if note.option in study.options)


def typed_options(study: Study, typed: Mapping[str, str]) -> dict[str, Any] | Refusal:
    """What was typed, parsed; empty fields are left out."""
    found: dict[str, Any] = {}
    notes = {note.option: note for note in notes_for(study)}
    for name, text in typed.items():
        if name not in notes:
            return Refusal(
                RefusalCode.UNKNOWN_OPTION, f"This study has no field called '{name[:40]}'."
            )
        value = _read(notes[name], text.strip()) if text.strip() else None
        if isinstance(value, Refusal):
            return value
        if value is not None:
            found[name] = value
    return found


def _read(note: OptionNote, text: str) -> Any:
    """What a field says; None for a flag that is not set."""
    match note.kind:
        case "number":
            digits = text.removeprefix("-")
            if digits.isascii() and digits.isdigit():
                return int(text[:12])
            return Refusal(
                RefusalCode.BAD_AMOUNT, f"{note.label}: type a whole number, not '{text[:40]}'."
            )
        case "share":
            try:
                return float(text)
            except ValueError:
                return Refusal(
                    RefusalCode.BAD_AMOUNT,
                    f"A chance is a number such as 0.001, not '{text[:40]}'.",
                )
        case "flag":
            return True if text == "yes" else None
        case "faces":
            return tuple(text.split())
        case _:
            return text

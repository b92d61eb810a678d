"""Writes the round files that both verifiers must judge alike: `python -m tests.pit.write_vectors`.

Run it only when the format of round files or a shipped edition changes; what it writes is kept.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pitboss.pit.roundfile import digest_of
from tests.pit.offline_kit import CHANGED, Design, by_program, files_of, shipped
from tests.table.kit import registry

VECTORS = Path("tests/pit/round_vectors.json")
ROUNDS = 12

File = dict[str, Any]


def settled(design: Design, mode: str) -> File:
    """The shortest file of a round that was settled with something paid and something drawn."""
    files = [
        file
        for file in files_of(design, mode, ROUNDS, "vectors")
        if any(" win " in line for line in file["settlement"])
    ]
    return min(files, key=lambda file: len(json.dumps(file)))


def signed(file: File) -> File:
    return {**file, "digest": digest_of(file)}


def told(file: File, old: str, new: str) -> File:
    """The same file with something else in its notation and its settlement."""
    lines = [line.replace(old, new) for line in file["settlement"]]
    return signed({**file, "notation": file["notation"].replace(old, new), "settlement": lines})


def false_ones(file: File) -> Iterator[tuple[str, File]]:
    """One round made false in every way that a check must see."""
    line = next(one for one in file["settlement"] if " win " in one)
    words = line.split(" ")
    richer = " ".join((*words[:6], "9999.00", words[7]))
    yield "a payment raised in file and notation", told(file, line, richer)
    other = " ".join((*words[:7], words[7].split("-")[0] + "-1.1"))
    yield "another clause", told(file, line, other)
    yield "a payment left out of the list", signed({**file, "settlement": file["settlement"][1:]})
    yield "bets never closed", told(file, "\nclose\n", "\n")
    yield "a stake beyond the limit", told(file, f" {words[3]}", " 99999.00")
    drawn = copy.deepcopy(file)
    entry = drawn["draws"][-1]["from"][0]
    entry.pop() if isinstance(entry[-1], str) else entry.insert(1, entry.pop() + 1)
    yield "a draw from other equipment", signed(drawn)
    yield "another hash", signed({**file, "edition_hash": "0" * 64})
    yield "a change that was not played", signed({**file, "changes": [["table.minimum", "2.00"]]})
    yield "an altered sentence", {**file, "sentence": "You win."}


def vectors() -> Iterator[tuple[str, File]]:
    for game in registry().games:
        design = next(one for one in shipped() if one.game == game)
        changed = next(one for one in CHANGED if one.game == game)
        sealed = settled(design, "sealed")
        yield "sealed and sound", sealed
        yield "entered and sound", settled(design, "entered")
        yield "changed and sound", settled(changed, "scripted")
        void = next(file for file in files_of(design, "sealed", 40, "void") if file["is_void"])
        yield "void", void
        yield from false_ones(sealed)


def main() -> None:
    found = [
        {"what": what, "checks": dict(by_program(json.dumps(file))), "file": file}  # type: ignore[arg-type]
        for what, file in vectors()
    ]
    lines = ",\n".join(json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in found)
    VECTORS.write_text(f"[\n{lines}\n]\n", "utf-8")


if __name__ == "__main__":
    main()

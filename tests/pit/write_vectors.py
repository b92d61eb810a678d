"""Writes the round files that both verifiers must judge alike: `python -m tests.pit.write_vectors`.

Run it only when the format of round files or a shipped edition changes; what it writes is kept,
and the files of rounds that older versions wrote stay as they are.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pitboss.pit.roundfile import FORMAT, digest_of
from pitboss.table.fairness import previous_seed
from tests.pit.offline_kit import Design, by_program, files_of, shipped
from tests.table.kit import GAMES

VECTORS = Path("tests/pit/round_vectors.json")
ROUNDS = 40
SEARCH_MAX = 200

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


def on_chain(design: Design) -> File:
    """A round on a chain in which somebody revealed a seed and somebody did not."""
    for name in range(SEARCH_MAX):
        for file in files_of(design, "sealed", ROUNDS, f"vectors {name}"):
            if file["player_seeds"] and file["missing_reveals"] and not file["is_void"]:
                return file
    raise AssertionError("chance never shows it")


def false_seeds(file: File) -> Iterator[tuple[str, File]]:
    """A round on a chain with seeds that are not those committed to."""
    chain = file["chain"]
    yield "another end", signed({**file, "chain": {**chain, "end": "0" * 64}})
    yield "another link", signed({**file, "chain": {**chain, "link": chain["link"] + 1}})
    moved = {**chain, "link": chain["link"] + 1, "first": chain["first"] - 1}
    yield "another place on the chain", signed({**file, "chain": moved})
    other = previous_seed(bytes.fromhex(file["seed"])).hex()
    yield "the seed before", signed({**file, "seed": other, "commitment": file["seed"]})
    seat, text = file["player_seeds"][0]
    changed = [[seat, text + "x"], *file["player_seeds"][1:]]
    yield "a player's seed changed", signed({**file, "player_seeds": changed})
    yield "a player's seed left out", signed({**file, "player_seeds": file["player_seeds"][1:]})
    yield "a missing reveal hidden", signed({**file, "missing_reveals": []})
    both = sorted([*file["missing_reveals"], seat])
    yield "a reveal denied", signed({**file, "missing_reveals": both})


def vectors() -> Iterator[tuple[str, File]]:
    for game in sorted(GAMES):
        design = next(one for one in shipped() if one.game == game)
        sealed = on_chain(design)
        yield "on a chain, a seed missing", sealed
        yield from false_seeds(sealed)
        yield from false_ones(settled(design, "sealed"))
        void = next(file for file in files_of(design, "sealed", 40, "void") if file["is_void"])
        yield "void on a chain", void


def main() -> None:
    kept = [one for one in json.loads(VECTORS.read_text("utf-8")) if is_old(one["file"])]
    found = kept + [
        {"what": what, "checks": dict(by_program(json.dumps(file))), "file": file}  # type: ignore[arg-type]
        for what, file in vectors()
    ]
    lines = ",\n".join(json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in found)
    VECTORS.write_text(f"[\n{lines}\n]\n", "utf-8")


def is_old(file: File) -> bool:
    return bool(file["format"] == FORMAT)


if __name__ == "__main__":
    main()

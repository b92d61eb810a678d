"""A verifier written from docs/reference/fairness.md alone, with hashlib, hmac and json only.

It recomputes the page's example, finds real round files sound, and finds falsified ones.
"""

from __future__ import annotations

import copy
import hashlib
import hmac
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "reference" / "fairness.md"
VECTORS = ROOT / "tests" / "pit" / "round_vectors.json"

File = dict[str, Any]


# --- the verifier ----------------------------------------------------------------------------


def previous(seed: bytes) -> bytes:
    return hashlib.sha256(b"pitboss/chain/1\0" + seed).digest()


def end_of(seed: bytes, link: int) -> str:
    for _ in range(link):
        seed = previous(seed)
    return seed.hex()


def hash_of(round_id: str, seat: int, seed: str) -> str:
    text = f"pitboss/player-seed/1\0{round_id}\0{seat}\0{seed}"
    return hashlib.sha256(text.encode()).hexdigest()


def message(block: int, counter: int, players: list[Any], round_id: str, table: str) -> str:
    body = {"block": block, "counter": counter, "domain": "pitboss/draw/1"}
    body |= {"players": players, "round": round_id, "table": table}
    return json.dumps(body, separators=(",", ":"), ensure_ascii=False)


def bits(seed: bytes, counter: int, players: list[Any], round_id: str, table: str) -> Iterator[int]:
    block = 0
    while True:
        text = message(block, counter, players, round_id, table)
        for byte in hmac.new(seed, text.encode(), hashlib.sha256).digest():
            yield from ((byte >> place) & 1 for place in range(7, -1, -1))
        block += 1


def below(source: Iterator[int], limit: int) -> int:
    while True:
        value = 0
        for _ in range((limit - 1).bit_length()):
            value = 2 * value + next(source)
        if value < limit:
            return value


def turned(source: Iterator[int], tops: list[list[str]]) -> list[str]:
    return [faces[below(source, len(faces))] for faces in tops]


def dealt(source: Iterator[int], left: list[list[Any]], count: int) -> list[str]:
    left, found = [list(entry) for entry in left], []
    for _ in range(count):
        number = below(source, sum(entry[1] for entry in left))
        for entry in left:
            if number < entry[1]:
                entry[1] -= 1
                found.append(entry[0])
                break
            number -= entry[1]
    return found


def faults(file: File) -> list[str]:
    """What is false in a file of format 2."""
    found, chain, seed = [], file["chain"], bytes.fromhex(file["seed"])
    if file["round"] != f"{file['table']}.{chain['first'] + chain['link'] - 1}":
        found.append("round")
    if chain["link"] > chain["length"] or end_of(seed, chain["link"]) != chain["end"]:
        found.append("chain")
    if previous(seed).hex() != file["commitment"]:
        found.append("commitment")
    hashes, seeds = dict(file["player_hashes"]), dict(file["player_seeds"])
    if any(hashes.get(seat) != hash_of(file["round"], seat, text) for seat, text in seeds.items()):
        found.append("player seeds")
    after = any(draw["after_bets_closed"] for draw in file["draws"])
    if after and set(hashes) - set(seeds) != set(file["missing_reveals"]):
        found.append("missing reveals")
    counters = [draw["counter"] for draw in file["draws"]] + file["voided_draws"]
    if sorted(counters) != list(range(len(counters))):
        found.append("counters")
    for draw in file["draws"]:
        players = file["player_seeds"] if draw["after_bets_closed"] else []
        source = bits(seed, draw["counter"], players, file["round"], file["table"])
        if draw["kind"] == "tops":
            shown = turned(source, draw["from"])
        else:
            shown = dealt(source, draw["from"], len(draw["shown"]))
        if shown != draw["shown"]:
            found.append("draws")
    return found


# --- what it finds ---------------------------------------------------------------------------


def example() -> File:
    text = PAGE.read_text("utf-8").split("```json\n")[1].split("```")[0]
    found: File = json.loads(text)
    return found


def test_the_example_of_the_page_can_be_recomputed() -> None:
    page = example()
    seeds = [bytes.fromhex(page["last"])]
    for _ in range(page["length"]):
        seeds.insert(0, previous(seeds[0]))
    assert [seeds[at].hex() for at in (0, 1, 2)] == [page[n] for n in ("end", "commitment", "seed")]
    assert hash_of("T1.2", 1, page["player_seed"]) == page["player_hash"]
    players = [[1, page["player_seed"]]]
    assert message(0, 0, players, "T1.2", "T1") == page["message"]
    for counter, name in enumerate(("block", "next_block")):
        text = message(0, counter, players, "T1.2", "T1").encode()
        assert hmac.new(seeds[2], text, hashlib.sha256).hexdigest() == page[name]
    assert turned(bits(seeds[2], 0, players, "T1.2", "T1"), page["tops"]) == page["faces"]
    assert dealt(bits(seeds[2], 1, players, "T1.2", "T1"), page["cards"], 3) == page["dealt"]


def vectors(*, sound: bool) -> list[File]:
    """Round files of the shared vectors, by what their seeds, hashes and draws are worth."""
    fair = ("commitment", "chain", "player seeds", "draws")
    return [
        one["file"]
        for one in json.loads(VECTORS.read_text("utf-8"))
        if one["file"]["format"].endswith(" 2") and one["file"]["seed"]
        if all(one["checks"][name] is not False for name in fair) is sound
    ]


def test_real_rounds_are_sound_and_false_ones_are_not() -> None:
    sound, false = vectors(sound=True), vectors(sound=False)
    assert len(sound) > 20 and len(false) > 20
    assert {file["game"] for file in sound} == {"spin-n-win", "gin-and-win", "flip-it"}
    assert [faults(file) for file in sound] == [[] for _ in sound]
    assert all(map(faults, false))


@pytest.mark.parametrize("name", ["seed", "commitment", "end", "link", "first", "hash", "missing"])
def test_each_thing_that_is_changed_is_found(name: str) -> None:
    file = copy.deepcopy(next(one for one in vectors(sound=True) if one["missing_reveals"]))
    if name in ("seed", "commitment"):
        file[name] = "0" * 64
    elif name in ("end", "link", "first"):
        file["chain"][name] = "0" * 64 if name == "end" else file["chain"][name] + 1
    elif name == "hash":
        file["player_hashes"][0][1] = "0" * 64
    else:
        file["missing_reveals"] = []
    assert faults(file)

"""Power and false alarms of the monitors over many seeded houses; a program, not a test.

`python -m tests.protect.soak PART HOUSES FOLDER` measures one part and leaves its numbers in the
folder; `python -m tests.protect.soak report FOLDER FILE` writes the page of evidence.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pitboss.protect.flip_it.monitor import watch_shoes
from pitboss.protect.gin_and_win.monitor import watch_decisions
from pitboss.protect.monitor.alerts import Watch
from pitboss.protect.spin_n_win.monitor import watch_tops, watch_voids
from tests.protect.houses import FAIR, edition_of, flip_house, flip_setting, gin_house, spin_house

RATES = (0.05, 0.01, 0.001)
SHOES, SPINS, ROUNDS = 6, 500, 500
LONG_SPINS, LONG_ROUNDS, SIX_ROUNDS, LONG_SHOES = 2000, 1000, 200, 8
KEEP_EVERY = 50
LOADED = (0.22, 0.22, 0.22, 0.12, 0.22)

Counts = dict[str, int]


def count(watches: tuple[Watch, ...], guilty: Callable[[Watch], bool], into: Counts) -> None:
    """A house counts once as found, and once as falsely alarmed, at each rate."""
    for rate in RATES:
        alarms = [watch for watch in watches if watch.is_alarm(rate)]
        into[f"found {rate}"] = into.get(f"found {rate}", 0) + any(map(guilty, alarms))
        false = any(not guilty(watch) for watch in alarms)
        into[f"false {rate}"] = into.get(f"false {rate}", 0) + false
    into["houses"] = into.get("houses", 0) + 1


def flips(seed: int, cheat: str, into: Counts, shoes: int = SHOES) -> None:
    edition, bets, others = flip_setting()
    dealt = flip_house(seed=seed, shoes=shoes, cheat=cheat)
    count(watch_shoes(edition, bets, dealt, others), lambda watch: watch.who == "cheat", into)


def spins(seed: int, kind: str, into: Counts) -> None:
    edition = edition_of("spin-n-win")
    top_a = LOADED if kind == "loaded" else FAIR
    if kind == "subtle":
        rounds = spin_house(seed=seed, spins=LONG_SPINS, crooked=True, times=3, dear=4000)
    else:
        rounds = spin_house(seed=seed, spins=SPINS, crooked=kind == "crooked", top_a=top_a)
    watches = (*watch_tops(edition, rounds), watch_voids(edition, rounds))
    guilty = {"loaded": "Top A", "honest": ""}.get(kind, "dealer")
    count(watches, lambda watch: watch.who == guilty, into)


def decisions(seed: int, into: Counts, **extent: Any) -> None:
    edition = edition_of("gin-and-win")
    house = {"rounds": ROUNDS, "players": 3, "partners": 0} | extent
    made = gin_house(seed=seed, **house)
    partners = {f"player {seat}" for seat in range(house["partners"])}

    def guilty(watch: Watch) -> bool:
        one, other = watch.who.split(" with ")
        return one in partners and (other in partners or "table" in other)

    count(watch_decisions(edition, made, seed=seed), guilty, into)


PARTS: dict[str, tuple[str, Callable[[int, Counts], None]]] = {
    "counter": (
        f"A counter on Call It, stakes 1 to 5, among six honest players; {SHOES} shoes.",
        lambda seed, into: flips(seed, "call spread", into),
    ),
    "bonus counter": (
        f"A counter on the bonus, stakes 1 to 5, among six honest players; {LONG_SHOES} shoes.",
        lambda seed, into: flips(seed, "bonus spread", into, shoes=LONG_SHOES),
    ),
    "red counter": (
        f"A counter on Red, stakes 1 to 10, among six honest players; {LONG_SHOES} shoes.",
        lambda seed, into: flips(seed, "red spread", into, shoes=LONG_SHOES),
    ),
    "honest bettors": (
        f"Six honest players, two with progressions, one by the row; {SHOES} shoes.",
        lambda seed, into: flips(seed, "", into),
    ),
    "loaded Top": (
        f"Top A shows a joker with 0.22 in place of 0.125; {SPINS} spins.",
        lambda seed, into: spins(seed, "loaded", into),
    ),
    "crooked dealer": (
        f"A dealer who voids dear spins six times as often; {SPINS} spins.",
        lambda seed, into: spins(seed, "crooked", into),
    ),
    "subtle dealer": (
        f"A dealer who voids spins above 40 credits three times as often; {LONG_SPINS} spins.",
        lambda seed, into: spins(seed, "subtle", into),
    ),
    "honest spins": (
        f"Fair Tops, voids for any reason; {SPINS} spins.",
        lambda seed, into: spins(seed, "honest", into),
    ),
    "pair": (
        f"Two of three players show each other their hands; {ROUNDS} rounds.",
        lambda seed, into: decisions(seed, into, partners=2),
    ),
    "signalling pair": (
        f"Two of three players signal suits and decide by a plan of theirs; {LONG_ROUNDS} rounds.",
        lambda seed, into: decisions(seed, into, partners=2, signal="suits", rounds=LONG_ROUNDS),
    ),
    "signalling table": (
        f"Six players signal suits and decide by a plan of theirs; {SIX_ROUNDS} rounds.",
        lambda seed, into: decisions(
            seed, into, players=6, partners=6, signal="suits", rounds=SIX_ROUNDS
        ),
    ),
    "honest players": (
        f"Three players with slips of their own; {ROUNDS} rounds.",
        decisions,
    ),
}


def measure(part: str, houses: int, folder: Path) -> None:
    what, run = PARTS[part]
    into: Counts = {}
    for seed in range(houses):
        run(seed, into)
        if (seed + 1) % KEEP_EVERY == 0 or seed + 1 == houses:
            kept = {"part": part, "what": what, **into}
            (folder / f"{part.replace(' ', '-')}.json").write_text(json.dumps(kept))


def report(folder: Path, page: Path) -> None:
    kept: list[dict[str, Any]] = []
    for part in PARTS:
        path = folder / f"{part.replace(' ', '-')}.json"
        if path.exists():
            kept.append(json.loads(path.read_text()))
    lines = [
        "# Monitors measured over seeded houses",
        "",
        "Every house is a seeded record of one table. *Found*: the planted cheat gave an alarm.",
        "*False*: someone honest did, at any time of the record. A monitor is set to a",
        "false-alarm rate for the whole record and all it watches together; the measured share of",
        "false alarms must not exceed it.",
        "",
        "| houses | planted | found at 5% | at 1% | at 0.1% | false at 5% | at 1% | at 0.1% |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for row in kept:
        houses = row["houses"]
        honest = row["part"].startswith("honest")
        cells = ["–" if honest else f"{row[f'found {rate}'] / houses:.1%}" for rate in RATES]
        cells += [f"{row[f'false {rate}'] / houses:.1%}" for rate in RATES]
        lines.append(f"| {houses} | {row['what']} | " + " | ".join(cells) + " |")
    lines += [
        "",
        "What these numbers do not say:",
        "",
        "- Power belongs to the cheat that was planted: subtler ones take longer records.",
        "- Partners who show each other whole hands decide by the line that the monitor judges",
        "  them by, which flatters its power. Those who signal tell one number each and decide by",
        "  a plan learned from deals of its own. Two who signal change few decisions, gain next",
        "  to nothing and cannot be told from honest players; six gain, and are found.",
        "- A counter on Red with stakes 1 to 10 moves too little money to be found in a few shoes.",
        "- False alarms of honest houses do not rest on any of this.",
        "",
        "Made by `python -m tests.protect.soak`; seeds count from 0, so every number comes out",
        "the same again.",
        "",
    ]
    page.write_text("\n".join(lines))


def main(words: list[str]) -> None:
    if words[0] == "report":
        report(Path(words[1]), Path(words[2]))
    else:
        measure(words[0], int(words[1]), Path(words[2]))


if __name__ == "__main__":
    main(sys.argv[1:])

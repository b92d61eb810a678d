"""Round files made to keep a checker busy."""

from __future__ import annotations

import json
from typing import Any

from pitboss.pit.round_bounds import LINES_MAX
from pitboss.pit.roundfile import FORMAT, FORMAT_CHAIN

SEED = "ab" * 32


def _file(**fields: Any) -> str:
    """The text of a round file that names a true edition and a seed."""
    return json.dumps(
        {
            "format": FORMAT,
            "table": "t",
            "round": "t.1",
            "game": "spin-n-win",
            "edition": "standard",
            "edition_hash": "",
            "changes": [],
            "mode": "sealed",
            "commitment": "",
            "seed": SEED,
            "player_seeds": [],
            "draws": [],
            "voided_draws": [],
            "is_void": 0,
            "settlement": [],
            "notation": "",
            **fields,
        }
    )


def wide_draw(size: int = 50_000) -> str:
    """850 kB: one draw of as many cards from as many kinds, which is quadratic work."""
    draw = {
        "counter": 0,
        "after_bets_closed": 0,
        "kind": "cards",
        "from": [["c", 1]] * size,
        "shown": ["c"] * size,
    }
    return _file(draws=[draw])


def long_notation(edition_hash: str, number: int, lines: int = LINES_MAX - 10) -> str:
    """As many changes of a bet as a file may tell, each a step through the rules."""
    head = f"pitboss-round 1\ngame spin-n-win\nedition standard {edition_hash}\nseats 1\n"
    bets = (f"bet 1 single:red {5 + one % 5}.00\n" for one in range(lines))
    return _file(table=f"t{number}", edition_hash=edition_hash, notation=head + "".join(bets))


def long_chain(length: int, **fields: Any) -> str:
    """A round at the last link of a chain: each link is a hash to work out."""
    chain = {"number": 1, "first": 1, "length": length, "end": "0" * 64, "link": length}
    on_chain = {"chain": chain, "player_hashes": [], "missing_reveals": [], **fields}
    return _file(format=FORMAT_CHAIN, round=f"t.{length}", **on_chain)

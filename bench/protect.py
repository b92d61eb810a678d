"""How long the protection studies take on this machine; prints numbers, judges nothing."""

from __future__ import annotations

import time

from pitboss.games.flip_it.edition import Edition
from pitboss.games.gin_and_win.edition import GinEdition
from pitboss.games.registry import GAMES_FOLDER, Registry
from pitboss.protect.flip_it.counting import count
from pitboss.protect.gin_and_win.sight import Sight, seen_value
from pitboss.protect.runs import Amount
from pitboss.refusals import Refusal
from pitboss.simulate.engines import cores, local_engine


def edition_of(game: str) -> object:
    folder = Registry((GAMES_FOLDER,)).find(game)
    if isinstance(folder, Refusal):
        raise SystemExit(folder.sentence)
    return folder.edition(None)


def main() -> None:
    flips, gin = edition_of("flip-it"), edition_of("gin-and-win")
    if not isinstance(flips, Edition) or not isinstance(gin, GinEdition):
        raise SystemExit("an edition cannot be read")
    with local_engine(cores()) as engine:
        # Once each for the compiler, which the disk remembers.
        count(flips, (52,), engine, Amount(64))
        seen_value(gin, Sight(6), engine, Amount(64))
        start, used = time.perf_counter(), time.process_time()
        tally = count(flips, (52,), engine, Amount(4_000_000, 0.0001, first=256, full=8192))
        call = next(one for one in tally.bets() if one.bet == "call-it")
        print(
            f"counting, 52 undealt, to 0.0001: {time.perf_counter() - start:.2f} s"
            f" ({time.process_time() - used:.2f} s of processor), {tally.shoes} shoes,"
            f" call-it {call.units_per_round:.5f} +- {call.standard_error:.5f}; target 10 s"
        )
        start, used = time.perf_counter(), time.process_time()
        six = seen_value(gin, Sight(6), engine, Amount(4_000_000, 0.0005, first=2048))
        print(
            f"six shared hands to 0.0005: {time.perf_counter() - start:.2f} s"
            f" ({time.process_time() - used:.2f} s of processor), {six.deals} deals,"
            f" {six.ev_per_ante:+.5f} +- {six.standard_error:.5f}; target 10 s"
        )


if __name__ == "__main__":
    main()

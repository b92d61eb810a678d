"""Models: one game in one edition as simulation sees it, found by the name of its module.

A module `simulate/<game>` that defines `model(edition, strategy)` is the fast model
of that game; it answers None for an edition its kernels do not cover. Without one a game of one
draw has each result settled once; otherwise rounds run through the rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock
from typing import Protocol

from pitboss import __version__
from pitboss.games.bet_names import BetNames, bet_names
from pitboss.games.contract import AnyGame
from pitboss.games.editions import HasHead
from pitboss.games.parts import find_part
from pitboss.invariants import check
from pitboss.players.strategies import BEST
from pitboss.simulate.by_rules import RulesModel
from pitboss.simulate.cells import CellTable, Traced
from pitboss.simulate.generator import Words, chunk_state
from pitboss.simulate.one_draw import one_draw_model
from pitboss.simulate.tallies import RoundTally


class Model(Protocol):
    """A game as the runner needs it."""

    @property
    def table(self) -> CellTable: ...

    @property
    def full_chunk(self) -> int:
        """Rounds of a full chunk: some tenths of a second of work."""
        ...

    @property
    def is_independent(self) -> bool:
        """Whether rounds are independent of each other."""
        ...

    @property
    def method(self) -> str:
        """How rounds are drawn and settled, in a sentence."""
        ...

    def tally(self, state: Words, rounds: int) -> RoundTally:
        """Draw and settle rounds."""
        ...

    def trace(self, state: Words, *, trips: int, rounds: int) -> Traced:
        """Rounds one by one, for so many trips that begin afresh."""
        ...


@dataclass(frozen=True, slots=True)
class SimulatedGame:
    """The game to simulate; small enough to be sent with every task."""

    game: AnyGame
    edition: HasHead
    strategy: str = BEST
    version: str = __version__
    """Of the program that asks; one of another version might play otherwise."""
    seats: int = 1
    """How many seats make the same bets on the same draws."""

    @property
    def names(self) -> BetNames:
        return bet_names(self.game.all_spots(self.edition))

    @property
    def key(self) -> str:
        """Game, strategy, edition and seats, for seeds and checkpoints."""
        seats = "" if self.seats == 1 else f" {self.seats} seats"
        return f"{self.edition.head.hash} {self.strategy}{seats}"

    def state(self, *, seed: int, chunk: int, purpose: str = "rounds") -> Words:
        """Where a chunk's randomness starts: its own place in the seed tree."""
        name = f"{self.game.key} {purpose}"
        return chunk_state(seed=seed, game=name, edition=self.key, chunk=chunk)


_MODELS: dict[tuple[str, str], Model] = {}
_MAKING = Lock()


def model_of(subject: SimulatedGame) -> Model:
    """The fast model of the game where it covers the edition, else the rules themselves.

    Kept by content, not by object: a task from another process names the same model.
    """
    key = (subject.game.key, subject.key)
    with _MAKING:
        if key not in _MODELS:
            _MODELS[key] = _make_model(subject)
        return _MODELS[key]


def _make_model(subject: SimulatedGame) -> Model:
    game, edition, strategy = subject.game, subject.edition, subject.strategy
    if subject.seats > 1:
        return RulesModel.of(game, edition, strategy, seats=subject.seats)
    make = find_part("simulate", game, "model")
    found: Model | None = one_draw_model(game, edition) if make is None else make(edition, strategy)
    return RulesModel.of(game, edition, strategy) if found is None else found


def run_chunk(subject: SimulatedGame, seed: int, index: int, rounds: int) -> RoundTally:
    """One task: the same numbers on any machine."""
    check(subject.version == __version__, f"a worker of version {subject.version} was asked for")
    tally = model_of(subject).tally(subject.state(seed=seed, chunk=index), rounds)
    check(tally.rounds == rounds, "a chunk plays its rounds, no more and no fewer")
    return tally

"""Games for Python users: exact edges, settlement, scores, simulation and sheets of an edition."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.equipment.cards import parse_cards, show_cards
from pitboss.exact.solver_trial import solver_refusal
from pitboss.games.contract import TypedRound
from pitboss.games.editions import HasHead
from pitboss.games.game_folder import GameFolder
from pitboss.games.notation import read_round as read_notation
from pitboss.games.registry import Registry, find_registry
from pitboss.games.round_text import parse_round
from pitboss.games.rounds import begin, replay
from pitboss.refusals import Refusal, RefusalCode, Refused, unwrap_or_raise
from pitboss.sdk.rounds import Round
from pitboss.sdk.tables import Table
from pitboss.units import Credits, SeatIndex, SpotKey, parse_credits

if TYPE_CHECKING:
    from pitboss.exact.figures import BetFigures, GameFigures
    from pitboss.pit.verify import RoundVerdict
    from pitboss.sdk.sheet import Sheet
    from pitboss.sdk.simulation import SimulationResult

Amount = int | float | str | Decimal
"""Credits: 10, 0.5, "10.50" or a Decimal, with at most two decimals."""


@dataclass(frozen=True, slots=True)
class Bet:
    """One bet with its exact figures, per unit staked."""

    key: str
    figures: BetFigures

    @property
    def edge(self) -> Fraction:
        """What the house keeps on average."""
        return self.figures.house_edge

    @property
    def element_of_risk(self) -> Fraction:
        """The edge per unit wagered in the end, raises included."""
        return self.figures.element_of_risk

    @property
    def outcomes(self) -> dict[Fraction, Fraction]:
        """The chance of every net result per unit."""
        counted = self.figures.distribution
        return {one.net: Fraction(one.count, counted.total) for one in counted.outcomes}

    def __repr__(self) -> str:
        return f"<Bet {self.key}: edge {self.edge} = {float(self.edge):.4%}>"


@dataclass(frozen=True, slots=True)
class Score:
    """A hand set the house way, in text notation."""

    score: int
    left_over: str
    combinations: tuple[str, ...]
    bonus: str | None
    """The bonus line it makes, if any."""
    bonus_odds: Fraction | None


class Game:
    """One edition of one game; `pitboss.load` makes it."""

    def __init__(
        self, folder: GameFolder, edition: str | None = None, changes: Mapping[str, str] = {}
    ) -> None:
        self._folder = folder
        self._changes = dict(changes)
        self._edition: HasHead = unwrap_or_raise(folder.edition(edition, changes=self._changes))
        self._edition_key = folder.game.default_edition if edition is None else edition

    @property
    def key(self) -> str:
        return self._folder.game.key

    @property
    def title(self) -> str:
        return self._folder.game.title

    @property
    def edition(self) -> str:
        return self._edition.head.key

    @property
    def hash(self) -> str:
        """SHA-256 of the edition's rules: its identity."""
        return str(self._edition.head.hash)

    @property
    def editions(self) -> tuple[str, ...]:
        """Every edition that ships with this game."""
        return self._folder.edition_keys()

    @property
    def spots(self) -> dict[str, tuple[Fraction, ...]]:
        """Every bet that can be placed, with the odds it can win at, the posted ones first."""
        found = self._folder.game.all_spots(self._edition)
        return {str(spot.key): tuple(odds.to_one for odds in spot.odds) for spot in found}

    @cached_property
    def _figures(self) -> GameFigures:
        from pitboss.exact.solvers import game_figures

        return game_figures(self._folder.game, self._edition)

    @cached_property
    def bets(self) -> dict[str, Bet]:
        """Every bet with its exact figures, in the order of the felt."""
        return {one.bet: Bet(one.bet, one) for one in self._figures.bets}

    @property
    def strategy(self) -> tuple[str, ...]:
        """Best play in sentences; empty where nothing is decided."""
        return self._figures.strategy

    def edges(self) -> dict[str, Fraction]:
        """The house edge of every bet, exactly."""
        return {key: bet.edge for key, bet in self.bets.items()}

    def outcomes(self) -> Table:
        """Every outcome of every bet: net result per unit, and in how many of all cases."""
        return Table.of(
            [
                {"bet": one.bet, "net": case.net, "count": case.count, "of": counted.total}
                for one in self._figures.bets
                for counted in (one.distribution,)
                for case in counted.outcomes
            ]
        )

    def settle(
        self,
        draw: str,
        bets: Mapping[str, Amount],
        *,
        decide: str | None = None,
        setting: str | None = None,
    ) -> Round:
        """Settle a round for one player from the result that showed."""
        stakes = tuple((SpotKey(bet), to_credits(stake)) for bet, stake in bets.items())
        typed = TypedRound(draw=draw, bets=stakes, decide=decide, setting=setting)
        game = self._folder.game
        script = unwrap_or_raise(game.typed_round(self._edition, typed))
        return Round(unwrap_or_raise(replay(game, self._edition, script)))

    def score(self, cards: str) -> Score:
        """A hand set the house way, for games that are played with hands."""
        hand = unwrap_or_raise(parse_cards(cards))
        score = unwrap_or_raise(self._folder.game.score_hand(self._edition, hand))
        if score is None:
            sentence = f"{self.title} is not played with hands of cards."
            raise Refused(Refusal(RefusalCode.UNKNOWN_OPTION, sentence))
        return Score(
            score.score,
            show_cards(score.left_over),
            tuple(map(show_cards, score.combinations)),
            score.bonus_line,
            None if score.bonus_odds is None else score.bonus_odds.to_one,
        )

    def decision_values(self, cards: str) -> dict[str, Fraction]:
        """What each decision on a hand nets on average, per unit of the first stake."""
        from pitboss.exact.solvers import decision_values

        hand = unwrap_or_raise(parse_cards(cards))
        unwrap_or_raise(self._folder.game.score_hand(self._edition, hand))
        return decision_values(self._folder.game, self._edition, hand) or {}

    def changed(self, changes: Mapping[str, str]) -> Game:
        """A design: this edition with fields changed, by the keys that `--set` takes."""
        return Game(self._folder, self._edition_key, {**self._changes, **changes})

    def new_round(self, seats: int = 1) -> Round:
        """A fresh round for seats 1 to `seats`."""
        taken = tuple(map(SeatIndex, range(1, seats + 1)))
        return Round(unwrap_or_raise(begin(self._folder.game, self._edition, seats=taken)))

    def simulate(
        self, rounds: float, *, seed: int, strategy: str = "best", workers: int | None = None
    ) -> SimulationResult:
        """Play rounds on all cores and compare every bet with its exact value."""
        from pitboss.sdk.simulation import simulate

        return simulate(
            self._folder,
            self._edition_key,
            self._changes,
            rounds=rounds,
            seed=seed,
            strategy=strategy,
            workers=workers,
        )

    def sheet(self) -> Sheet:
        """The PAR sheet: shows itself in a notebook and saves itself as PDF, XLSX, HTML or CSV."""
        from pitboss.sdk.sheet import make_game_sheet

        return make_game_sheet(self._folder, self._edition_key, self._changes)

    def __repr__(self) -> str:
        changes = "".join(f", {name}={text}" for name, text in self._changes.items())
        return f"<Game {self.key} {self._edition_key}{changes} {self.hash[:12]}>"


def to_credits(amount: Amount) -> Credits:
    """Credits as a person writes them, in minor units."""
    if isinstance(amount, bool):
        raise Refused(Refusal(RefusalCode.BAD_AMOUNT, f"{amount} is not an amount."))
    return unwrap_or_raise(
        parse_credits(format(amount, "f") if isinstance(amount, Decimal) else str(amount))
    )


def _registry() -> Registry:
    return find_registry(os.environ, examine=solver_refusal)


def list_games() -> dict[str, str]:
    """Every game found, with its title."""
    return {key: folder.game.title for key, folder in _registry().games.items()}


def load(game: str, edition: str | None = None) -> Game:
    """A game in the named edition, or in its default one; `edition` may be a `.toml` file."""
    return Game(unwrap_or_raise(_registry().find(game)), edition)


def read_round(text: str) -> Round:
    """A round from its text, replayed through the rules; an altered one raises `Refused`."""
    parts = unwrap_or_raise(parse_round(text))
    folder = unwrap_or_raise(_registry().find(parts.game))
    edition = unwrap_or_raise(folder.edition(parts.edition))
    return Round(unwrap_or_raise(read_notation(text, folder.game, edition)))


def verify(path: str | Path) -> RoundVerdict:
    """Check a round file that `pitboss recall` or the browser wrote."""
    from pitboss.pit.verify import verify_text

    try:
        text = Path(path).read_text("utf-8")
    except FileNotFoundError:
        raise Refused(Refusal(RefusalCode.BAD_FILE, f"There is no file {path}.")) from None
    except (OSError, UnicodeDecodeError) as problem:
        sentence = f"{path} cannot be read as text."
        raise Refused(Refusal(RefusalCode.BAD_FILE, sentence)) from problem
    return unwrap_or_raise(verify_text(text, _registry()))

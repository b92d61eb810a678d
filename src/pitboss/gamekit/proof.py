"""What a game's own solver (`exact.py`), strategies (`players.py`) and study (`par.py`) import."""

from pitboss.exact.distributions import Distribution
from pitboss.exact.figures import BetFigures, GameFigures
from pitboss.exact.solvers import oracle_figures
from pitboss.games.rounds import Round as TableRound
from pitboss.par.studies import SheetStudy
from pitboss.players.strategies import Decider

__all__ = [
    "BetFigures",
    "Decider",
    "Distribution",
    "GameFigures",
    "SheetStudy",
    "TableRound",
    "oracle_figures",
]

"""What a game's own solver (`exact.py`) and sheet study (`par.py`) import."""

from pitboss.exact.distributions import Distribution
from pitboss.exact.figures import BetFigures, GameFigures
from pitboss.exact.solvers import oracle_figures
from pitboss.par.studies import SheetStudy

__all__ = ["BetFigures", "Distribution", "GameFigures", "SheetStudy", "oracle_figures"]

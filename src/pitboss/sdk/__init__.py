"""The public Python interface, re-exported by `pitboss`: documented and stable."""

from pitboss.refusals import Refused
from pitboss.sdk.environment import make_env
from pitboss.sdk.game import Game, list_games, load, read_round, verify
from pitboss.sdk.rounds import Round
from pitboss.sdk.tables import Table

__all__ = [
    "Game",
    "Refused",
    "Round",
    "Table",
    "list_games",
    "load",
    "make_env",
    "read_round",
    "verify",
]

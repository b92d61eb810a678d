"""Gin & Win: a seven-card hand against the dealer's, fewest cards left over wins.

RULES.md holds the numbered clauses.
"""

from pitboss.games.gin_and_win.game import GinAndWin

GAME = GinAndWin()

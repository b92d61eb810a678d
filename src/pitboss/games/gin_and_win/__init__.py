"""Gin & Win: a seven-card hand against the dealer's, fewest cards left over wins.

RULES.md holds the numbered clauses. May import games.contract and its neighbours, equipment and
layer 0; found by the registry through its folder, called through `GAME`.
"""

from pitboss.games.gin_and_win.game import GinAndWin

GAME = GinAndWin()

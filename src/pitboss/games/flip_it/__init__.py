"""flip~it: a row of four cards, a fifth card that decides, and a row that moves on.

May import games.contract and what it may import; found by the registry through `GAME`.
"""

from pitboss.games.flip_it.game import FlipIt

GAME = FlipIt()

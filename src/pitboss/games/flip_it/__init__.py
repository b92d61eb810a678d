"""flip~it: a row of four cards, a fifth card that decides, and a row that moves on."""

from pitboss.games.flip_it.game import FlipIt

GAME = FlipIt()

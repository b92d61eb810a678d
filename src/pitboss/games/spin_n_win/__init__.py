"""Spin N Win: two eight-faced Tops, five single bets, seven combos, a wild joker.

May import games' shared modules, equipment and layer 0; found by the registry through `GAME`.
"""

from pitboss.games.spin_n_win.game import SpinNWin

GAME = SpinNWin()

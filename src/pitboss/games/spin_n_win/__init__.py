"""Spin N Win: two eight-faced Tops, five single bets, seven combos, a wild joker."""

from pitboss.games.spin_n_win.game import SpinNWin

GAME = SpinNWin()

"""Exact mathematics: distributions, moments and strategies with no sampling error.

One folder per game. May import `games`, `equipment` and the ground floor; called by
`players`, `simulate`, `par`, `protect` and the command line.
"""

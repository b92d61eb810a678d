"""Exact mathematics: distributions, moments and strategies with no sampling error.

One folder per game.
"""

"""Simulation: seeded chunks, compiled kernels, runners and statistics with a verdict.

Every round is really drawn and settled. May import `players`, `exact`, `games` and below;
called by `par`, `protect` and `cli`.
"""

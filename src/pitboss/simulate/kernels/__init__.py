"""Compiled simulation: every round drawn, settled and tallied, one module for each game.

A kernel takes a generator state and plain numbers and adds integers to tallies; it knows no
edition. May import numpy, `exact.compiled`, the scoring of the own game in `exact` and
`simulate.generator`; called by the runners of `simulate`.
"""

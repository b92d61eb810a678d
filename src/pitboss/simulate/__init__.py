"""Simulation: seeded chunks, compiled kernels, runners and statistics with a verdict.

Every round is really drawn and settled.
"""

"""Compiled simulation: every round drawn, settled and tallied, one module for each game.

A kernel takes a generator state and plain numbers and adds integers to tallies; it knows no
edition.
"""

"""Monitors: what the record of a table tells about those who play and deal at it.

Plain records are handed in; they come from a journal, an export or a file of rounds.
"""

"""Monitors: what the record of a table shows about its players and dealers.

Plain records are handed in; they come from a journal, an export or a file of rounds.
"""

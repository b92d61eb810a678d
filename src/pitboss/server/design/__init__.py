"""Designs: editions that somebody changed at the workbench, kept by the hash of their rules.

May import games and the store of people; used by workbench, proof pages and tables.
"""

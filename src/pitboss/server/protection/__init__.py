"""Protection pages: how a game can be beaten, and the live monitor for pit bosses.

Studies run in processes of their own.
"""

"""The pit: the one entry for every command. Decide, commit, show.

Clock, entropy and the house's key are passed in.
"""

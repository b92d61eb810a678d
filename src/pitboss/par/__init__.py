"""PAR sheets: every exact figure of an edition, checked, compared and ready to be submitted.

A module named after a game holds what only that game knows (see `studies`).
"""

"""PAR sheets: every exact figure of an edition, checked, compared and ready to be submitted.

Layer 6. May import report, games, exact, players and simulate; called by the command line and
the server. A module named after a game holds what only that game knows (see `studies`).
"""

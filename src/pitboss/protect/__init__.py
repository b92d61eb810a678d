"""Protection: how each game can be beaten, what to change, and how to see it happening.

Layer 6: may import report, games, exact, table, players and simulate; called by the server and
the command line. What concerns one game lives in the folder of its name and is found by it.
"""

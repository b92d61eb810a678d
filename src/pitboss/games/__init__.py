"""Games: the rules, and nothing but the rules.

Pure and immutable: chance, money and time are handed in. May import equipment, units, refusals
and invariants; called by exact, table, players, simulate, pit, par, protect, server and cli.
A game is one folder here that defines `GAME`; the registry finds it by its folder alone.
"""

"""Equipment: cards, decks, shoes, Tops and unbiased draws.

Knows no game. May import units, refusals and invariants only; called by games, exact, table,
simulate and pit. Randomness enters only through a `BitSource` that the caller passes in.
"""

"""Equipment: cards, decks, shoes, Tops and unbiased draws.

Knows no game. Randomness enters only through a `BitSource` that the caller passes in.
"""

"""Games: the rules, and nothing but the rules.

Pure and immutable: chance, money and time are handed in. A game is one folder here that defines
`GAME`; the registry finds it by its folder alone.
"""

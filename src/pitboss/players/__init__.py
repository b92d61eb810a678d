"""Players: strategies that bet and decide through the contract of a game.

A player sees only what its seat may see.
"""

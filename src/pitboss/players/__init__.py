"""Players: strategies that bet and decide through the contract of a game.

May import games, exact and everything below; called by the terminal table, bots, simulation
checks and protection studies. A player sees only what its seat may see.
"""

"""The lobby: games to choose from, their rules and their best bets."""

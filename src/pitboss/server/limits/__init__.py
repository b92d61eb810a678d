"""A player's own limits, time and money, as the ledger keeps and the pit enforces them."""

"""The coach at a table: exact advice on open bets and decisions, and what play and luck brought.

Worked out in a process of its own.
"""

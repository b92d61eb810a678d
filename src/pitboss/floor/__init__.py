"""The floor: what happened at the tables beside what exact mathematics expects.

Tallies follow the journal, theory comes from the exact figures, and reports put them side by side.
"""

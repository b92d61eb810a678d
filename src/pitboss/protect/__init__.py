"""Protection: how each game can be beaten, what to change, and how to see it happening.

What concerns one game lives in the folder of its name and is found by it.
"""

"""Simulations from the page, each in a process of its own at the lowest priority."""

"""The coach: what every open bet and decision is worth to one viewer, and what luck brought.

Pure. Looks at a game's own view as it is sent to that viewer, and at what is public before a round;
it is never given a state.
"""

"""The live table: commands in, events out, state only by the replay of events.

Pure: no clock, no chance, no money, no I/O.
"""

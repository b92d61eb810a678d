"""The live table: commands in, events out, state only by the replay of events.

Pure: no clock, no chance, no money, no I/O. May import games and below (not the store); called by
`pit`, the server's views and tests.
"""

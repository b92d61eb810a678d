"""The server: pages, accounts and one socket for each viewer, on top of the pit.

No rule lives here: it proves who asks, passes the ask on and shows the table's own views. May
import everything below it but `par`, `protect` and `simulate`; called by the command line, which
passes in clock, randomness and where logs go.
"""

"""The server: pages, accounts and one socket for each viewer, on top of the pit.

No rule lives here: it proves who asks, passes the ask on and shows the table's own views. May
import everything below it, the heavy parts in worker processes; called by the command line, which
passes in clock, randomness and where logs go. Whatever has several files has a folder: `coach`,
`design`, `desk`, `limits`, `proof`, `protect`, `rounds`, `simulation`, `trainer`, `workbench`.
"""

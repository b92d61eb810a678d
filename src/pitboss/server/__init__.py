"""The server: pages, accounts and one socket for each viewer, on top of the pit.

No rule lives here: it proves who asks, passes the ask on and shows the table's own views. Whatever
has several files has a folder: `analysis`, `coach`, `desk`, `editions`, `jobs`, `limits`,
`protect`, `rounds`, `simulation`, `trainer`.
"""

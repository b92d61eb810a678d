"""The store: events, transfers and audit of one command, written together or not at all.

May import layer 0, `ledger` and `audit`; knows no game. SQLite by default, PostgreSQL by URL.
Called by `pit` and `cli`.
"""

"""The store: events, transfers and audit of one command, written together or not at all.

SQLite by default, PostgreSQL by URL.
"""

"""Stores for tests of the pit: SQLite and a real PostgreSQL server, as for the store's own."""

from __future__ import annotations

from tests.store.conftest import database, store, where

__all__ = ["database", "store", "where"]

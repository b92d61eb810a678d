"""The tables of a store: their columns, in the order that satisfies every foreign key."""

from __future__ import annotations

TABLES = {
    "streams": ("stream", "version", "head"),
    "journal": (
        *("stream", "version", "at_ms", "actor", "client_id", "fingerprint", "round_id"),
        *("record", "head"),
    ),
    "accounts": ("account", "kind", "balance", "moves"),
    "holds": (
        *("hold_id", "player_id", "table_id", "seat", "round_id", "spot", "amount"),
        *("could_win", "is_open", "stream", "version"),
    ),
    "settlements": ("hold_id", "outcome", "taken", "returned", "won", "stream", "version"),
    "transfers": (
        *("stream", "version", "leg", "kind", "source", "target", "amount", "at_ms"),
        *("player_id", "player_move", "balance_after", "round_id", "hold_id", "reason"),
    ),
    "limits": ("player_id", "kind", "in_force", "pending", "pending_from_ms"),
    "signed_heads": ("number", "line"),
    "tallies": ("scope", "period", "table_id", "who", "counts"),
    "tally_ends": ("table_id", "version", "carried"),
    "people": ("person", "name", "login", "folded", "password", "role", "since_ms", "checked_ms"),
    "sessions": ("token", "person", "csrf", "used_ms", "proved_ms"),
    "devices": ("token", "person", "at_ms"),
    "api_tokens": ("id", "digest", "person", "name", "scopes", "made_ms", "used_ms"),
    "sign_in_tries": ("login", "source", "count", "until_ms", "at_ms"),
    "keys": ("name", "value"),
    "own_tables": ("game_table", "host", "is_listed", "address"),
    "tables_without_coach": ("game_table",),
    "presence": ("person", "game_table", "at_ms"),
    "trainer_scores": (
        *("person", "trainer", "game", "level", "asked", "correct", "streak"),
        *("best_streak", "best_ms"),
    ),
    "trainer_kinds": ("person", "trainer", "game", "kind", "title", "asked", "wrong", "owed"),
    "designs": ("hash", "game", "base", "changes", "name", "person", "at_ms"),
}

RECORD_COLUMNS = ", ".join(TABLES["journal"])
HOLD_COLUMNS = ", ".join(TABLES["holds"][:9])
LIMITS = f"SELECT {', '.join(TABLES['limits'])} FROM limits"  # noqa: S608


def insert_into(table: str) -> str:
    """The statement that writes one row of a table."""
    names = TABLES[table]
    places = ", ".join("?" * len(names))
    return f"INSERT INTO {table} ({', '.join(names)}) VALUES ({places})"  # noqa: S608

-- Limits that players set for themselves; their history is in the journal.

CREATE TABLE limits (
    player_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    in_force INTEGER CHECK (in_force >= 0),
    pending INTEGER CHECK (pending >= 0),
    pending_from_ms INTEGER,
    PRIMARY KEY (player_id, kind)
) STRICT, WITHOUT ROWID;

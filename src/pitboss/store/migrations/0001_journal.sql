-- The journal: one row for each record, one row for each stream's end.
-- Portable: on PostgreSQL INTEGER is read as BIGINT and the words after the last bracket fall away.

CREATE TABLE streams (
    stream TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL CHECK (version >= 0),
    head TEXT NOT NULL CHECK (length(head) = 64)
) STRICT, WITHOUT ROWID;

CREATE TABLE journal (
    stream TEXT NOT NULL REFERENCES streams (stream),
    version INTEGER NOT NULL CHECK (version > 0),
    at_ms INTEGER NOT NULL CHECK (at_ms >= 0),
    actor TEXT NOT NULL,
    client_id TEXT NOT NULL,
    fingerprint TEXT NOT NULL CHECK (length(fingerprint) = 64),
    round_id TEXT,
    record TEXT NOT NULL,
    head TEXT NOT NULL CHECK (length(head) = 64),
    PRIMARY KEY (stream, version),
    UNIQUE (actor, client_id)
) STRICT;

CREATE INDEX journal_by_round ON journal (round_id, stream, version) WHERE round_id IS NOT NULL;

-- Tallies: sums of settled rounds by hour, shift and month of a table and its dealer, and by day of
-- a player. They follow from the journal, and `tally_ends` says how far it was read.

CREATE TABLE tallies (
    scope TEXT NOT NULL CHECK (scope IN ('hour', 'shift', 'month', 'player')),
    period INTEGER NOT NULL CHECK (period >= 0),
    table_id TEXT NOT NULL,
    who TEXT NOT NULL,
    counts TEXT NOT NULL,
    PRIMARY KEY (scope, period, table_id, who)
) STRICT, WITHOUT ROWID;

CREATE TABLE tally_ends (
    table_id TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL CHECK (version >= 0),
    carried TEXT NOT NULL
) STRICT, WITHOUT ROWID;

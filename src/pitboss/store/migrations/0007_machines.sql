-- Which process keeps the clock of a table: it acts for the house there until its time is over, by the
-- database's own clock. Every holder after the first has a higher epoch, so a late act is known by it.

CREATE TABLE clock_leases (
    table_id TEXT NOT NULL PRIMARY KEY,
    holder TEXT NOT NULL,
    epoch INTEGER NOT NULL CHECK (epoch > 0),
    until_ms INTEGER NOT NULL
) STRICT;

-- Machines that keep a file of the signed heads: one that had it and has lost it is told from a new one.
CREATE TABLE heads_copies (
    place TEXT NOT NULL PRIMARY KEY
) STRICT;

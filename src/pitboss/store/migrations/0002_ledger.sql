-- The ledger. A move is one row with one amount and two accounts, so its entries sum to zero
-- by shape; a player or a seat can never owe; no row leads from player to player.

CREATE TABLE accounts (
    account TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('player', 'stake', 'table', 'house', 'issuer')),
    balance INTEGER NOT NULL,
    moves INTEGER NOT NULL CHECK (moves >= 0),
    CHECK (balance >= 0 OR kind NOT IN ('player', 'stake'))
) STRICT, WITHOUT ROWID;

CREATE TABLE holds (
    hold_id TEXT NOT NULL PRIMARY KEY,
    player_id TEXT NOT NULL,
    table_id TEXT NOT NULL,
    seat INTEGER NOT NULL CHECK (seat > 0),
    round_id TEXT NOT NULL,
    spot TEXT NOT NULL,
    amount INTEGER NOT NULL CHECK (amount > 0),
    could_win INTEGER CHECK (could_win >= 0),
    is_open INTEGER NOT NULL CHECK (is_open IN (0, 1)),
    stream TEXT NOT NULL,
    version INTEGER NOT NULL,
    FOREIGN KEY (stream, version) REFERENCES journal (stream, version)
) STRICT, WITHOUT ROWID;

CREATE INDEX holds_open_by_player ON holds (player_id) WHERE is_open = 1;
CREATE INDEX holds_open_by_table ON holds (table_id, round_id) WHERE is_open = 1;

-- The key is what makes a second settlement of the same bet impossible.
CREATE TABLE settlements (
    hold_id TEXT NOT NULL PRIMARY KEY REFERENCES holds (hold_id),
    outcome TEXT NOT NULL CHECK (outcome IN ('post', 'void')),
    taken INTEGER NOT NULL CHECK (taken >= 0),
    returned INTEGER NOT NULL CHECK (returned >= 0),
    won INTEGER NOT NULL CHECK (won >= 0),
    stream TEXT NOT NULL,
    version INTEGER NOT NULL,
    FOREIGN KEY (stream, version) REFERENCES journal (stream, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE transfers (
    stream TEXT NOT NULL,
    version INTEGER NOT NULL,
    leg INTEGER NOT NULL CHECK (leg > 0),
    kind TEXT NOT NULL,
    source TEXT NOT NULL REFERENCES accounts (account),
    target TEXT NOT NULL REFERENCES accounts (account),
    amount INTEGER NOT NULL CHECK (amount > 0),
    at_ms INTEGER NOT NULL,
    player_id TEXT,
    player_move INTEGER CHECK (player_move > 0),
    balance_after INTEGER CHECK (balance_after >= 0),
    round_id TEXT,
    hold_id TEXT REFERENCES holds (hold_id),
    reason TEXT NOT NULL,
    PRIMARY KEY (stream, version, leg),
    UNIQUE (player_id, player_move),
    FOREIGN KEY (stream, version) REFERENCES journal (stream, version),
    CHECK (source <> target),
    CHECK (NOT (substr(source, 1, 7) = 'player:' AND substr(target, 1, 7) = 'player:'))
) STRICT, WITHOUT ROWID;

CREATE INDEX transfers_by_time ON transfers (player_id, at_ms);

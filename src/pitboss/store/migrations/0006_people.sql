-- What every process of a house shares beside the journal: people and how they come in, tables that
-- they opened, what they saved and learned. Unlike the journal it can be changed and forgotten.

CREATE TABLE people (
    person TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    login TEXT UNIQUE,
    folded TEXT,
    password TEXT,
    role TEXT NOT NULL,
    since_ms INTEGER NOT NULL,
    checked_ms INTEGER NOT NULL DEFAULT 0,
    CHECK ((login IS NULL) = (password IS NULL))
) STRICT;

CREATE INDEX people_by_folded ON people (folded);

-- Of tokens only hashes are kept, here and below.
CREATE TABLE sessions (
    token TEXT NOT NULL PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people (person),
    csrf TEXT NOT NULL,
    used_ms INTEGER NOT NULL,
    proved_ms INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX sessions_by_person ON sessions (person);

CREATE TABLE devices (
    token TEXT NOT NULL PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people (person),
    at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE api_tokens (
    id TEXT NOT NULL PRIMARY KEY,
    digest TEXT NOT NULL UNIQUE,
    person TEXT NOT NULL REFERENCES people (person),
    name TEXT NOT NULL,
    scopes TEXT NOT NULL,
    made_ms INTEGER NOT NULL,
    used_ms INTEGER
) STRICT;

CREATE INDEX api_tokens_by_person ON api_tokens (person);

CREATE TABLE sign_in_tries (
    login TEXT NOT NULL,
    source TEXT NOT NULL,
    count INTEGER NOT NULL,
    until_ms INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (login, source)
) STRICT;

-- Single values: what seals visits, the clock step that sessions follow, how often people changed.
CREATE TABLE keys (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

CREATE TABLE own_tables (
    game_table TEXT NOT NULL PRIMARY KEY,
    host TEXT NOT NULL,
    is_listed INTEGER NOT NULL CHECK (is_listed IN (0, 1)),
    address TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE tables_without_coach (
    game_table TEXT NOT NULL PRIMARY KEY
) STRICT;

CREATE TABLE presence (
    person TEXT NOT NULL,
    game_table TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (person, game_table)
) STRICT;

CREATE TABLE trainer_scores (
    person TEXT NOT NULL,
    trainer TEXT NOT NULL,
    game TEXT NOT NULL,
    level TEXT NOT NULL,
    asked INTEGER NOT NULL,
    correct INTEGER NOT NULL,
    streak INTEGER NOT NULL,
    best_streak INTEGER NOT NULL,
    best_ms INTEGER,
    PRIMARY KEY (person, trainer, game, level)
) STRICT;

CREATE TABLE trainer_kinds (
    person TEXT NOT NULL,
    trainer TEXT NOT NULL,
    game TEXT NOT NULL,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    asked INTEGER NOT NULL,
    wrong INTEGER NOT NULL,
    owed INTEGER NOT NULL,
    PRIMARY KEY (person, trainer, game, kind)
) STRICT;

CREATE TABLE designs (
    hash TEXT NOT NULL PRIMARY KEY,
    game TEXT NOT NULL,
    base TEXT NOT NULL,
    changes TEXT NOT NULL,
    name TEXT NOT NULL,
    person TEXT NOT NULL,
    at_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX designs_by_person ON designs (person, game, at_ms);

-- A design never changes, whoever asks the database to.
-- sqlite {
CREATE TRIGGER designs_stay BEFORE UPDATE ON designs
BEGIN SELECT RAISE(ABORT, 'a design never changes'); END;
-- }
-- postgresql {
CREATE FUNCTION designs_stay() RETURNS trigger LANGUAGE plpgsql
AS 'BEGIN RAISE EXCEPTION ''a design never changes''; END';
CREATE TRIGGER designs_stay BEFORE UPDATE ON designs EXECUTE FUNCTION designs_stay();
-- }

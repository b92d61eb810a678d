PRAGMA user_version = 4;
BEGIN TRANSACTION;
CREATE TABLE api_tokens (
        id TEXT NOT NULL PRIMARY KEY,
        digest TEXT NOT NULL UNIQUE,
        person TEXT NOT NULL REFERENCES people (person),
        name TEXT NOT NULL,
        scopes TEXT NOT NULL,
        made_ms INTEGER NOT NULL,
        used_ms INTEGER
    ) STRICT;
INSERT INTO "api_tokens" VALUES('cc062238','bd57be50c25a85eedba09c04ba971907f696a99160993c272dc7076375bf89c8','p6758bfa469e8913f','script','read',5,NULL);
CREATE TABLE devices (
        token TEXT NOT NULL PRIMARY KEY,
        person TEXT NOT NULL REFERENCES people (person),
        at_ms INTEGER NOT NULL
    ) STRICT;
INSERT INTO "devices" VALUES('4cce0ee9a9d176156ad9c65266e3750ef61035aa37d9015a35a07e682ea91d8a','p6758bfa469e8913f',1794937866647);
CREATE TABLE keys (
        name TEXT NOT NULL PRIMARY KEY,
        value TEXT NOT NULL
    ) STRICT;
INSERT INTO "keys" VALUES('visits','f297766b8f55091706c8d113250dcfd04bf382d07a6fa6c306fd77cd1847a051');
CREATE TABLE people (
        person TEXT NOT NULL PRIMARY KEY,
        name TEXT NOT NULL,
        login TEXT UNIQUE,
        password TEXT,
        role TEXT NOT NULL,
        since_ms INTEGER NOT NULL, folded TEXT, checked_ms INTEGER NOT NULL DEFAULT 0,
        CHECK ((login IS NULL) = (password IS NULL))
    ) STRICT;
INSERT INTO "people" VALUES('p6758bfa469e8913f','Bea','bea','$argon2id$v=19$m=64,t=1,p=1$6njydTtgxRWqeroyg0Zg0A$H0OPWXZinRfK/Xbdq6MDlcYePtDESDxzli82o08VMlk','pit-boss',1794937866603,'bea',0);
INSERT INTO "people" VALUES('p1b625b3252b00fa9','Gus',NULL,NULL,'player',1794937866875,NULL,11);
CREATE TABLE presence (
        person TEXT NOT NULL,
        game_table TEXT NOT NULL,
        at_ms INTEGER NOT NULL,
        PRIMARY KEY (person, game_table)
    ) STRICT;
INSERT INTO "presence" VALUES('p1b625b3252b00fa9','tf0b97fe6646917fe29b3cc9b',7);
CREATE TABLE sessions (
        token TEXT NOT NULL PRIMARY KEY,
        person TEXT NOT NULL REFERENCES people (person),
        csrf TEXT NOT NULL,
        used_ms INTEGER NOT NULL
    , proved_ms INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "sessions" VALUES('12d1abd022d34a2305fce5e830d6e61c7cce95c21c8a704cd05fa5966efd93b1','p6758bfa469e8913f','jlZziRcEwuJJj87EhvVuoD6SMZ5sJ-0r',1794937866646,1794937866646);
INSERT INTO "sessions" VALUES('2ca7fce5f10077f96a2697746bf831e89a163ab4151d7ed7c20c905ba83b38ef','p1b625b3252b00fa9','Ey_swz2QZuJnQ5BH-KnzWsWsg4DCNoU8',1794937866875,1794937866875);
CREATE TABLE sign_in_tries (
        login TEXT NOT NULL,
        source TEXT NOT NULL,
        count INTEGER NOT NULL,
        until_ms INTEGER NOT NULL,
        at_ms INTEGER NOT NULL,
        PRIMARY KEY (login, source)
    ) STRICT;
INSERT INTO "sign_in_tries" VALUES('bea','address:127.0.0.1',1,0,1794937867283);
INSERT INTO "sign_in_tries" VALUES('bea','',1,0,1794937867283);
CREATE TABLE tables (
        game_table TEXT NOT NULL PRIMARY KEY,
        host TEXT NOT NULL,
        is_listed INTEGER NOT NULL CHECK (is_listed IN (0, 1))
    , address TEXT NOT NULL DEFAULT '') STRICT;
INSERT INTO "tables" VALUES('tf0b97fe6646917fe29b3cc9b','p1b625b3252b00fa9',0,'127.0.0.1');
CREATE TABLE tables_without_coach (
        game_table TEXT NOT NULL PRIMARY KEY
    ) STRICT;
INSERT INTO "tables_without_coach" VALUES('tf0b97fe6646917fe29b3cc9b');
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
INSERT INTO "trainer_kinds" VALUES('p6758bfa469e8913f','payouts','flip-it','call-it','Call It',5,1,1);
CREATE TABLE trainer_scores (
    person TEXT NOT NULL,
    trainer TEXT NOT NULL,
    game TEXT NOT NULL,
    level TEXT NOT NULL,
    asked INTEGER NOT NULL,
    right INTEGER NOT NULL,
    streak INTEGER NOT NULL,
    best_streak INTEGER NOT NULL,
    best_ms INTEGER,
    PRIMARY KEY (person, trainer, game, level)
) STRICT;
INSERT INTO "trainer_scores" VALUES('p6758bfa469e8913f','payouts','flip-it','easy',5,4,2,3,900);
CREATE INDEX people_by_folded ON people (folded);
CREATE INDEX sessions_by_person ON sessions (person);
CREATE INDEX api_tokens_by_person ON api_tokens (person);
COMMIT;

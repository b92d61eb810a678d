PRAGMA user_version = 0;
BEGIN TRANSACTION;
CREATE TABLE designs (
    hash TEXT NOT NULL PRIMARY KEY,
    game TEXT NOT NULL,
    base TEXT NOT NULL,
    changes TEXT NOT NULL,
    name TEXT NOT NULL,
    person TEXT NOT NULL,
    at_ms INTEGER NOT NULL
) STRICT;
INSERT INTO "designs" VALUES('661f4f4227e5c5467e7b01665cbdf32df9f688bf6d755c84719a7c46f0c7b89e','flip-it','call12-pay1','[["pays.call_it", "1/7"]]','No 1','p6758bfa469e8913f',9);
CREATE INDEX designs_by_person ON designs (person, game, at_ms);
CREATE TRIGGER designs_stay BEFORE UPDATE ON designs
BEGIN SELECT RAISE(ABORT, 'a design never changes'); END;
COMMIT;

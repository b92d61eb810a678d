-- Lines of signed heads, each as it also stands in the file outside the database. A number is
-- taken once, so two processes cannot sign different lines after the same one.

CREATE TABLE signed_heads (
    number INTEGER NOT NULL PRIMARY KEY CHECK (number > 0),
    line TEXT NOT NULL
) STRICT;

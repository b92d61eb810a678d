-- A table's clock belongs where somebody looks at the table: elsewhere no round would be opened.

ALTER TABLE clock_leases ADD COLUMN is_watched INTEGER NOT NULL DEFAULT 0 CHECK (is_watched IN (0, 1));

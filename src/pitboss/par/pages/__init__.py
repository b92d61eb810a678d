"""The pages of a sheet: one module a section, each a function from a sheet to report blocks."""

"""The ledger: double entry in whole minor units of practice credits.

Pure: it judges transfers on facts that are handed in and says which credits move. May import
only layer 0; called by `store` (inside its transaction) and by `pit`.
"""

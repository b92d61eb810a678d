"""The ledger: double entry in whole minor units of practice credits.

Pure: it judges transfers on facts that are handed in and says which credits move.
"""

"""The audit trail: canonical bytes, hash chains, signed heads and a verifier that stands alone.

May import only layer 0 and `cryptography`; never the ledger. Called by `store`, `pit` and `cli`.
"""

"""The audit trail: canonical bytes, hash chains, signed heads and a verifier that stands alone."""

"""Conflicts on PostgreSQL: bounded tries, and for each command one effect or a definite refusal."""

from __future__ import annotations

from tests.store.servers import Server
from tests.store.storm import WRITERS, storm

SERIALIZATION_FAILURE, DEADLOCK = "40001", "40P01"


def test_eight_writers_on_one_account_of_a_serializable_database(
    server: Server, database: str
) -> None:
    """What the database would rather have does not matter: the store says what it needs."""
    seen = storm(server, database, commands=WRITERS * 25, is_strict=False)
    assert seen.taken + seen.refused == WRITERS * 25
    assert seen.causes <= {DEADLOCK}
    assert seen.taken > WRITERS * 20


def test_a_storm_of_conflicts_ends_in_one_effect_or_a_definite_refusal(
    server: Server, database: str
) -> None:
    seen = storm(server, database, commands=WRITERS * 25)
    assert seen.taken + seen.refused == WRITERS * 25
    assert SERIALIZATION_FAILURE in seen.causes, "there was a storm"
    assert seen.retries > 20
    assert seen.taken > WRITERS
    assert seen.causes <= {SERIALIZATION_FAILURE, DEADLOCK}

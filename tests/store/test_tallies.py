"""Tallies move with the place up to which a journal was counted, or not at all."""

from __future__ import annotations

from functools import partial

from pitboss.store.store import Store
from pitboss.store.tallies import HOUR, SHIFT, TallyEnd, TallyKey, write_tallies

KEY = TallyKey(HOUR, 495_000, "T1", "dana")


def count_on(
    store: Store, before: TallyEnd, after: TallyEnd, key: TallyKey = KEY, add: int = 1
) -> object:
    changes = {key: lambda text: str(int(text or 0) + add)}
    return store.backend.rewrite(
        partial(write_tallies, table="T1", before=before, after=after, changes=changes)
    )


def test_tallies_and_their_end_change_together(store: Store) -> None:
    one, two = TallyEnd(5, "{}"), TallyEnd(9, '{"ann":3}')
    assert store.tally_end("T1") == TallyEnd()
    assert count_on(store, TallyEnd(), one) is True
    assert count_on(store, TallyEnd(), two) is False  # somebody else was there
    assert count_on(store, one, two, add=4) is True
    assert store.tally_end("T1") == two
    assert store.read_tallies(HOUR, 0, 10**9) == [(KEY, "5")]


def test_tallies_are_found_by_scope_and_period(store: Store) -> None:
    other = KEY._replace(scope=SHIFT, period=7)
    count_on(store, TallyEnd(), TallyEnd(1, ""))
    count_on(store, TallyEnd(1, ""), TallyEnd(2, ""), key=other)
    assert store.read_tallies(SHIFT, 7, 7) == [(other, "1")]
    assert store.read_tallies(SHIFT, 0, 6) == []
    assert (store.latest_tally(SHIFT), store.latest_tally("player")) == (7, None)

"""Tallies follow the journal: every settled bet once, however it is read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from pitboss.floor import counting
from pitboss.floor.book import FloorBook, read_rows
from pitboss.floor.counting import count_house, count_table, dealer_of
from pitboss.floor.tally import Tally, write_tally
from pitboss.pit import round_lines
from pitboss.pit.round_lines import ChipMove, SettledRound, _Body
from pitboss.refusals import Refusal
from pitboss.store.store import Store
from pitboss.store.tallies import HOUR, MONTH, PLAYER, SHIFT, TallyKey, write_tallies
from tests.console.kit import copied
from tests.table.kit import registry

EVER = (0, 10**9)
WALKER = "walk~T1~1"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with copied(tmp_path_factory.mktemp("house") / "house.db") as store:
        yield store


def rows_of(store: Store, scope: str) -> list[tuple[str, Tally]]:
    rows = read_rows(store, scope, *EVER)
    assert not isinstance(rows, Refusal)
    return [(key.table, tally) for key, tally in rows]


def credits_of(text: str) -> int:
    return int(text.replace(".", ""))


def test_every_scope_adds_up_to_the_settled_bets(house: Store) -> None:
    handle: Counter[str] = Counter()
    win: Counter[str] = Counter()
    for page in round_lines.round_lines(house):
        assert not isinstance(page, Refusal)
        for row in page:
            table, stake, result, paid = row[0], row[9], row[10], row[12]
            handle[table] += credits_of(stake)
            win[table] += credits_of(stake) if result == "lose" else -credits_of(paid)
    assert len(handle) == 3
    for scope in (HOUR, SHIFT, MONTH, PLAYER):
        rows = rows_of(house, scope)
        for table in handle:
            whole = Tally()
            for name, tally in rows:
                if name == table:
                    whole.add(tally)
            assert (whole.handle, whole.win) == (handle[table], win[table]), scope


def test_a_journal_read_in_small_pages_gives_the_same_tallies(
    house: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = {scope: rows_of(house, scope) for scope in (HOUR, PLAYER)}
    house.backend.rewrite(lambda session: session.write("DELETE FROM tallies", [()]))
    house.backend.rewrite(lambda session: session.write("DELETE FROM tally_ends", [()]))
    monkeypatch.setattr(round_lines, "PAGE", 7)
    counted = count_house(house)
    assert isinstance(counted, int) and counted > 100
    assert {scope: rows_of(house, scope) for scope in whole} == whole
    assert count_house(house) == 0


def test_only_tallies_that_changed_are_added_up_again(house: Store) -> None:
    book = FloorBook(house, registry())
    first = book.follow(SHIFT, *EVER)
    assert first == book.read(SHIFT, *EVER) and not isinstance(first, Refusal)
    rows = read_rows(house, SHIFT, *EVER)
    assert not isinstance(rows, Refusal)
    key, other = rows[0][0], rows[1][0]
    for tally in (Tally(rounds=99), rows[0][1]):
        put(house, key, tally)
        again = book.follow(SHIFT, *EVER)
        assert again == book.read(SHIFT, *EVER) and not isinstance(again, Refusal)
        assert dict(again)[key].rounds == tally.rounds
        assert dict(again)[other] is dict(first)[other]


def put(store: Store, key: TallyKey, tally: Tally) -> None:
    """Another tally in the place of one that was counted."""
    end = store.tally_end(key.table)
    assert not isinstance(end, Refusal)
    changes = {key: lambda text: write_tally(tally)}
    assert store.backend.rewrite(lambda its: write_tallies(its, key.table, end, end, changes))


def test_a_table_that_was_counted_elsewhere_is_not_counted_twice(
    house: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = "spin-n-win-1"
    before = rows_of(house, HOUR)
    house.backend.rewrite(
        lambda session: session.write(
            "UPDATE tally_ends SET version = 0, carried = '' WHERE table_id = ?", [(table,)]
        )
    )
    stale = house.tally_end(table)
    house.backend.rewrite(
        lambda session: session.write(
            "UPDATE tally_ends SET version = 99999 WHERE table_id = ?", [(table,)]
        )
    )
    monkeypatch.setattr(Store, "tally_end", lambda *_: stale)
    assert count_table(house, table) == 0
    assert rows_of(house, HOUR) == before


def settled(*lines: str, players: tuple[tuple[int, str], ...] = ((1, "ann"),)) -> SettledRound:
    opening = _Body(round_id="T1.1", players=players)
    return SettledRound("T1", opening, 0, 60_000, "dealer:dana", lines, is_void=False)


def test_drop_is_what_a_stake_needs_beyond_chips_already_at_the_table() -> None:
    stacks: dict[str, int] = {}
    drops = []
    for one in (
        settled("= 1 single:red 10.00 win 1/1 10.00 X-1"),  # brings 10, has 20
        settled("= 1 single:red 15.00 lose - 0.00 X-1"),  # covered, has 5
        settled("= 1 single:red 15.00 push - 0.00 X-1"),  # brings 10, has 15
        settled("= 1 single:red 15.00 lose - 0.00 X-1"),  # covered, has 0
    ):
        sums: dict[TallyKey, Tally] = {}
        counting._count_round(one, stacks, sums)
        drops.append(next(tally.drop for key, tally in sums.items() if key.scope == HOUR))
    assert drops == [1000, 0, 1000, 0]
    counting._count_round(settled(players=((1, "ben"),)), stacks, {})
    assert stacks == {}  # whoever left takes the chips along


def test_chips_bought_at_the_table_are_drop_and_cover_stakes() -> None:
    stacks: dict[str, int] = {}
    sums: dict[TallyKey, Tally] = {}
    counting._count_chips(ChipMove("T1", 0, "dealer:dana", WALKER, 5000), stacks, sums)
    bet = settled("= 1 single:red 30.00 lose - 0.00 X-1", players=((1, WALKER),))
    counting._count_round(bet, stacks, sums)
    counting._count_round(settled(players=((1, "ben"),)), stacks, sums)
    assert [tally.drop for key, tally in sums.items() if key.scope == HOUR] == [5000]
    assert stacks == {WALKER: 2000}
    counting._count_chips(ChipMove("T1", 0, "dealer:dana", WALKER, 0), stacks, sums)
    assert stacks == {}


def test_a_stake_that_is_lost_in_part_is_won_in_part() -> None:
    sums: dict[TallyKey, Tally] = {}
    counting._count_round(settled("= 1 even 10.00 lose - 0.00 X-1 taken 5.00"), {}, sums)
    tally = next(tally for key, tally in sums.items() if key.scope == HOUR)
    assert (tally.handle, tally.win) == (1000, 500)


def test_a_void_round_is_no_round() -> None:
    sums: dict[TallyKey, Tally] = {}
    void = settled()
    void.is_void = True
    counting._count_round(void, {}, sums)
    tally = next(tally for key, tally in sums.items() if key.scope == SHIFT)
    assert (tally.rounds, tally.voids, tally.handle) == (0, 1, 0)


def test_the_dealer_is_whoever_settled() -> None:
    assert [dealer_of(one) for one in ("dealer:dana", "supervisor:sam", "house:house")] == [
        "dana",
        "sam",
        "house",
    ]

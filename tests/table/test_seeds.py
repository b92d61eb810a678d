"""Players' seeds: a hash while bets are open, the seed after, and nothing at any other time."""

from __future__ import annotations

from pitboss.equipment.draws import SeededBits
from pitboss.equipment.shown import Shown
from pitboss.games.rounds import draw_for
from pitboss.table import commands as cmd
from pitboss.table import events as ev
from pitboss.table.commands import HOUSE
from pitboss.table.fairness import player_hash
from pitboss.table.state import Phase
from tests.table.kit import DEALER, SUPERVISOR, Felt, felt, player


def is_waiting(table: Felt) -> bool:
    return table.state.is_revealing


def hash_of(table: Felt, seat: int, text: str) -> str:
    return player_hash(table.state.round_id or "", seat, text)


def betting(*seats: int, game: str = "spin-n-win") -> Felt:
    """Bets are open; these seats have bet and committed to a seed each."""
    table = felt(game, mode="sealed")
    table.sit(1, 2, 3)
    table.open_round()
    for seat in seats:
        table.do(player(seat), cmd.CommitSeed(seat, hash_of(table, seat, f"luck-{seat}")))
        table.bet(seat)
    return table


def closed(*seats: int, game: str = "spin-n-win") -> Felt:
    table = betting(*seats, game=game)
    table.do(HOUSE, cmd.CloseBetting())
    return table


def test_the_table_waits_until_all_have_revealed_and_no_longer() -> None:
    table = closed(1, 2)
    assert is_waiting(table) and table.state.phase is Phase.NO_MORE_BETS
    assert table.state.awaited == frozenset()
    table.do(player(2), cmd.RevealSeed(2, "luck-2"))
    assert is_waiting(table)
    assert table.refused(HOUSE, cmd.MakeDecision(0, "start-left")) == "not-now"
    table.do(player(1), cmd.RevealSeed(1, "luck-1"))
    assert not is_waiting(table)
    assert table.state.seeds == ((1, "luck-1"), (2, "luck-2"))
    assert table.state.missing == () and table.state.reveals_missed == 0


def test_nobody_waits_where_nobody_committed() -> None:
    table = betting()
    table.bet(1)
    table.do(HOUSE, cmd.CloseBetting())
    assert not is_waiting(table) and table.state.seeds == ()


def test_a_draw_waits_for_the_seeds() -> None:
    table = closed(1, game="gin-and-win")
    step = first_cards(table)
    assert table.refused(HOUSE, cmd.ShowDraw(step)) == "not-now"
    table.do(player(1), cmd.RevealSeed(1, "luck-1"))
    table.do(HOUSE, cmd.ShowDraw(step))


def first_cards(table: Felt) -> Shown:
    assert table.state.current is not None
    step = draw_for(table.state.current.need, SeededBits(b"cards"))
    assert step is not None
    return step.shown


def test_whoever_does_not_reveal_in_time_is_named() -> None:
    table = closed(1, 2)
    table.do(player(1), cmd.RevealSeed(1, "luck-1"))
    assert table.refused(HOUSE, cmd.Expire(table.state.mark - 1)) == "not-now"
    assert table.do(HOUSE, cmd.Expire(table.state.mark)) == (ev.RevealsClosed((2,)),)
    named = table.state
    assert named.missing == (2,) and named.reveals_missed == 1
    assert named.seeds == ((1, "luck-1"),)
    assert table.refused(player(2), cmd.RevealSeed(2, "luck-2")) == "not-now"
    table.decide_all()
    table.deal()
    table.settle()
    last = table.state.last
    assert last is not None and last.missing == (2,) and len(last.hashes) == 2
    table.open_round()
    fresh = table.state
    assert fresh.hashes == () and fresh.missing == ()
    assert table.state.reveals_missed == 1


def test_a_hash_can_be_replaced_until_bets_close_and_never_after() -> None:
    table = betting(1)
    table.do(player(1), cmd.CommitSeed(1, hash_of(table, 1, "second")))
    table.do(HOUSE, cmd.CloseBetting())
    assert table.refused(player(1), cmd.CommitSeed(1, hash_of(table, 1, "third"))) == "not-now"
    for text in ("luck-1", "third"):
        assert table.refused(player(1), cmd.RevealSeed(1, text)) == "tampered"
    table.do(player(1), cmd.RevealSeed(1, "second"))
    assert table.refused(player(1), cmd.RevealSeed(1, "second")) == "not-now"


def test_a_hash_serves_one_seat_of_one_round() -> None:
    table = betting(1)
    stolen = hash_of(table, 1, "luck-1")
    table.do(player(2), cmd.CommitSeed(2, stolen))
    table.bet(2)
    table.do(HOUSE, cmd.CloseBetting())
    table.do(player(1), cmd.RevealSeed(1, "luck-1"))
    assert table.refused(player(2), cmd.RevealSeed(2, "luck-1")) == "tampered"
    assert player_hash("T1.1", 1, "x") != player_hash("T1.2", 1, "x")


def test_no_seed_before_bets_close_nor_from_anybody_else() -> None:
    table = betting(1)
    assert table.refused(player(1), cmd.RevealSeed(1, "luck-1")) == "not-now"
    table.do(HOUSE, cmd.CloseBetting())
    for by in (player(2), DEALER, SUPERVISOR, HOUSE):
        assert table.refused(by, cmd.RevealSeed(1, "luck-1")) == "not-your-turn"
    assert table.refused(player(2), cmd.RevealSeed(2, "luck-1")) == "not-now"


def test_only_seats_with_a_bet_are_waited_for() -> None:
    table = betting(1)
    table.do(player(2), cmd.CommitSeed(2, hash_of(table, 2, "luck-2")))
    table.do(player(3), cmd.CommitSeed(3, hash_of(table, 3, "luck-3")))
    table.do(player(3), cmd.LeaveSeat(3))
    assert [seat for seat, _ in table.state.hashes] == [1, 2]
    table.do(HOUSE, cmd.CloseBetting())
    assert [seat for seat, _ in table.state.hashes] == [1]


def test_whoever_leaves_may_still_reveal() -> None:
    table = closed(1, 2)
    table.do(player(1), cmd.LeaveSeat(1))
    table.do(player(1), cmd.RevealSeed(1, "luck-1"))
    table.do(player(2), cmd.RevealSeed(2, "luck-2"))
    assert not is_waiting(table)


def test_no_seeds_where_nothing_is_sealed_or_no_round_is_open() -> None:
    table = felt(mode="entered")
    table.sit(1)
    assert table.refused(player(1), cmd.CommitSeed(1, "0" * 64)) == "not-now"
    table.open_round()
    assert table.refused(player(1), cmd.CommitSeed(1, "0" * 64)) == "not-now"
    for text in ("0" * 63, "G" * 64, "0" * 65):
        assert table.refused(player(1), cmd.CommitSeed(1, text)) == "bad-field"


def test_a_void_while_seeds_are_revealed_ends_the_round_and_shows() -> None:
    table = closed(1, 2)
    table.do(player(1), cmd.RevealSeed(1, "luck-1"))
    table.do(SUPERVISOR, cmd.VoidRound("The lights went out.", seed=table.seed))
    assert table.state.voids == 1 and not table.state.is_revealing
    last = table.state.last
    assert last is not None and last.seeds == ((1, "luck-1"),) and last.missing == ()

"""Views: what each viewer sees, and that what is hidden is nowhere in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

import msgspec
import pytest

from pitboss.equipment.cards import STANDARD_CARDS, Card
from pitboss.equipment.draws import SeededBits
from pitboss.games.needs import NeedCards, NeedDecisions
from pitboss.games.steps import SPECTATOR, Draw
from pitboss.table import commands as cmd
from pitboss.table.commands import HOUSE, Command
from pitboss.table.decide import Decision, decide
from pitboss.table.event_codec import decode, encode
from pitboss.table.events import kind_of
from pitboss.table.fairness import player_hash
from pitboss.table.state import Phase, TableState
from pitboss.table.view_records import TableView, Viewer
from pitboss.table.views import Memory, view
from pitboss.units import Credits, SeatIndex, say_credits
from tests.table.kit import DEALER, GAMES, SEED, SUPERVISOR, Felt, felt, player

VIEWERS = (-1, 0, 1, 2, 3)


def text_of(state: TableState, seat: int) -> str:
    """A view as the bytes that a socket would send."""
    return msgspec.json.encode(view(state, Viewer(SeatIndex(seat), balance=12345))).decode()


def positions(game: str, mode: str = "sealed", rounds: int = 2) -> Iterator[Felt]:
    """A table at every step of some rounds."""
    table = felt(game, mode=mode)
    yield table
    table.sit(1, 2)
    for number in range(rounds):
        table.open_round()
        yield table
        table.bet(*(seat for seat in (1, 2) if not table.state.has_stake(seat)))
        yield table
        table.do(HOUSE, cmd.CloseBetting())
        yield table
        while table.state.phase is not Phase.SETTLING:
            table.deal()
            yield table
            need = table.state.current.need if table.state.current else None
            if isinstance(need, NeedDecisions):
                one = need.pending[0]
                by = DEALER if one.actor == 0 else player(one.actor)
                option = str(one.options[number % len(one.options)].key)
                table.do(by, cmd.MakeDecision(int(one.actor), option))
            yield table
        table.settle()
        yield table


def hidden_from(state: TableState, seat: int) -> set[str]:
    """Cards that lie face down and are not this seat's, and every undealt card."""
    current = state.current
    if current is None or current.is_over:
        return set()
    seen: set[Card] = set()
    dealt: set[Card] = set()
    order = [int(s) for s in sorted({stake.seat for stake in state.stakes})]
    for at, made in enumerate(state.draws):
        step = current.steps[made.step]
        assert isinstance(step, Draw)
        cards = {card for card in step.shown if isinstance(card, Card)}
        dealt |= cards
        is_own = at < len(order) and order[at] == seat
        if current.edition.head.game != "gin-and-win" or is_own:
            seen |= cards
    return {f'"{card}"' for card in STANDARD_CARDS if card not in seen}


@pytest.mark.parametrize("game", GAMES)
def test_who_looks_makes_no_difference_where_nothing_is_hidden(game: str) -> None:
    is_hidden = False
    for table in positions(game):
        rules, current = table.state.rules, table.state.current
        if current is None:
            continue
        seen = [rules.game.view(current.state, SeatIndex(seat)) for seat in VIEWERS]
        is_hidden |= any(one != seen[0] for one in seen)
    assert is_hidden != felt(game).rules.game.is_open


@pytest.mark.parametrize("game", GAMES)
def test_everybody_sees_the_felt_with_their_own_eyes(game: str) -> None:
    """One memory for all viewers: what was drawn for one is not shown to another."""
    memory, looked = Memory(), set()
    for table in positions(game):
        state, current = table.state, table.state.current
        for seat in map(SeatIndex, VIEWERS):
            felt_seen = view(state, Viewer(seat), memory=memory).felt
            if current is not None:
                eyes = seat if seat <= 0 or state.occupant(seat) is not None else SPECTATOR
                assert felt_seen == state.rules.game.view(current.state, eyes), seat
                looked.add(
                    (int(seat), state.rules.game.view(current.state, SPECTATOR) == felt_seen)
                )
    assert ((1, False) in looked) != felt(game).rules.game.is_open


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("mode", ["sealed", "entered"])
def test_a_memory_changes_no_view_and_keeps_what_is_equal(game: str, mode: str) -> None:
    memory, seen = Memory(), dict[int, TableView]()
    for number, table in enumerate(positions(game, mode)):
        away = frozenset({2}) if number % 4 == 0 else frozenset()
        if number % 3 == 1:
            # The lobby asks for the dealer's words before anybody is shown the table.
            assert memory.common_of(table.state).says
        for seat in VIEWERS:
            viewer = Viewer(SeatIndex(seat), balance=number // 2, is_in_charge=seat == 0)
            look = partial(view, table.state, viewer, deadline_ms=10**6 + number // 3, away=away)
            found = look(memory=memory)
            assert found == look()
            before = seen.get(seat, found)
            for name in set(TableView.__struct_fields__) - {"last", "places", "draw"}:
                one, other = getattr(before, name), getattr(found, name)
                assert one is other or one != other, (seat, name)
            seen[seat] = found


@pytest.mark.parametrize("game", GAMES)
def test_hidden_cards_and_seeds_do_not_exist_in_a_view(game: str) -> None:
    looked = 0
    for table in positions(game):
        for seat in VIEWERS:
            text = text_of(table.state, seat)
            if table.state.current is not None:
                assert table.state.chain and table.state.chain.sealed not in text
                if table.state.last is None:
                    assert table.seed not in text
                    for name in hidden_from(table.state, seat):
                        assert name not in text, (seat, name)
                        looked += 1
    assert looked > 100


@pytest.mark.parametrize("game", GAMES)
def test_the_felt_is_always_shown_and_says_why_it_is_closed(game: str) -> None:
    layouts: set[tuple[str, ...]] = set()
    for table in positions(game):
        state = table.state
        offered = state.phase is Phase.BETTING
        for seat in VIEWERS:
            spots = view(state, Viewer(SeatIndex(seat))).spots
            layouts.add(tuple(spot.spot for spot in spots))
            may_bet = offered and seat in (1, 2)
            assert may_bet == any(spot.closed is None for spot in spots), (seat, state.phase)
            assert all(spot.closed is None or spot.closed.endswith(".") for spot in spots)
    (layout,) = layouts
    assert layout


@pytest.mark.parametrize("game", GAMES)
def test_views_before_the_end_do_not_depend_on_hidden_cards_in_size(game: str) -> None:
    """What a stranger gets while cards lie face down is byte for byte the same for other cards."""
    texts = set()
    for deal in range(6):
        table = felt(game, mode="scripted")
        table.sit(1, 2)
        table.open_round()
        table.bet(1, 2)
        table.do(HOUSE, cmd.CloseBetting())
        need = table.state.current.need if table.state.current else None
        if not isinstance(need, NeedCards) or need.face_up:
            assert game != "gin-and-win"
            return
        table.deal(SeededBits(b"%d" % deal))
        texts.add(text_of(table.state, -1))
    assert len(texts) == 1


def test_the_commitment_is_shown_before_any_bet_and_the_seed_only_at_the_end() -> None:
    table = felt(mode="sealed")
    table.sit(1)
    table.open_round()
    shown = view(table.state, Viewer())
    assert shown.fairness is not None
    assert shown.fairness.seed is None and len(shown.fairness.commitment) == 64
    assert shown.bets == ()
    committed = player_hash("T1.1", 1, "lucky-7")
    table.do(player(1), cmd.CommitSeed(1, committed))
    table.bet(1)
    table.do(HOUSE, cmd.CloseBetting())
    shown = view(table.state, Viewer(SeatIndex(1)))
    assert shown.fairness is not None and shown.fairness.hashes == ((1, committed),)
    assert [offer.act for offer in shown.offers] == ["reveal-seed", "leave-seat"]
    assert "lucky-7" not in text_of(table.state, 1)
    table.do(player(1), cmd.RevealSeed(1, "lucky-7"))
    table.decide_all()
    table.deal()
    assert SEED.hex() not in text_of(table.state, 1)
    table.settle()
    last = view(table.state, Viewer()).last
    assert last is not None and last.fairness is not None
    assert last.fairness.seed == SEED.hex()
    assert last.fairness.player_seeds == ((1, "lucky-7"),)


def test_balances_are_the_viewer_s_own_and_training_is_marked() -> None:
    table = felt()
    table.sit(1, 2)
    assert view(table.state, Viewer(SeatIndex(1), balance=777)).balance == 777
    assert view(table.state, Viewer(SeatIndex(2))).balance is None
    assert view(table.state, Viewer()).is_training
    assert "SCRIPTED" in view(table.state, Viewer()).mode_words
    assert not view(felt(mode="sealed").state, Viewer()).is_training


def test_the_settlement_shown_is_the_one_recorded() -> None:
    table = felt()
    table.sit(1, 2)
    table.play_round(1, 2)
    last = view(table.state, Viewer()).last
    assert last is not None and table.state.last is not None
    again = tuple(
        f"= {one.seat} {one.spot} {one.stake // 100}.{one.stake % 100:02d} {one.result}"
        for one in last.lines
    )
    recorded = tuple(" ".join(line.split()[:5]) for line in table.state.last.lines)
    assert again == recorded


def test_a_stranger_in_an_old_seat_sees_no_folded_hand() -> None:
    table = felt("gin-and-win")
    table.sit(1, 2)
    table.open_round()
    table.bet(1, 2)
    table.do(HOUSE, cmd.CloseBetting())
    table.deal()
    table.do(player(1), cmd.MakeDecision(1, "fold"))
    table.do(player(2), cmd.MakeDecision(2, "play"))
    table.settle()
    own = view(table.state, Viewer(SeatIndex(1), player="p1")).last
    assert own is not None and own.game.hands[0].cards is not None  # type: ignore[attr-defined]
    table.do(player(1), cmd.LeaveSeat(1))
    table.do(player(3), cmd.TakeSeat(1))
    strange = view(table.state, Viewer(SeatIndex(1), player="p3")).last
    assert strange is not None and strange.game.hands[0].cards is None  # type: ignore[attr-defined]


@pytest.mark.parametrize("game", GAMES)
def test_the_last_round_belongs_to_a_person_and_not_to_a_seat(game: str) -> None:
    table = felt(game)
    table.sit(1, 2)
    table.play_round(1, 2)

    def last_of(seat: int, who: str) -> int:
        last = view(table.state, Viewer(SeatIndex(seat), player=who)).last
        assert last is not None and {line.seat for line in last.lines} == {1, 2}
        return last.viewer

    assert last_of(1, "p1") == 1 and last_of(2, "p2") == 2
    assert view(table.state, Viewer()).seats[0].net is not None
    table.do(player(1), cmd.LeaveSeat(1))
    # It goes with whoever stood up, and stays with them at another seat.
    assert last_of(-1, "p1") == 1
    table.do(player(1), cmd.TakeSeat(3))
    assert last_of(3, "p1") == 1
    table.do(player(4), cmd.TakeSeat(1))
    assert last_of(1, "p4") == -1 and last_of(-1, "p5") == -1
    nets = [one.net for one in view(table.state, Viewer()).seats]
    assert nets[0] is None and nets[1] is not None and nets[2] is None


@pytest.mark.parametrize("game", GAMES)
def test_each_player_is_told_in_words_what_decided_and_what_each_bet_brought(game: str) -> None:
    table = felt(game)
    table.sit(1, 2)
    table.play_round(1)
    shown = view(table.state, Viewer(SeatIndex(1), player="p1")).last
    other = view(table.state, Viewer(SeatIndex(2), player="p2")).last
    assert shown is not None and other is not None and other.explained == ""
    line = [one for one in shown.lines if one.seat == 1][-1]
    decided, _, brought = shown.explained.partition(". ")
    words = {"lose": "loses", "push": "pushes", "win": f"pays {say_credits(Credits(line.pays))}"}
    assert brought.endswith(f" {words[line.result]}.") and decided
    assert line.spot not in brought


@pytest.mark.parametrize("game", GAMES)
def test_a_void_round_is_told_in_full(game: str) -> None:
    table = felt(game)
    table.sit(1, 2)
    table.open_round()
    table.bet(1)
    stake = sum(one.amount for one in table.state.stakes)
    table.do(SUPERVISOR, cmd.VoidRound("Cards fell off the table."))
    said = "The round is void: Cards fell off the table. Every bet goes back."
    for seat, more in ((1, f" Your {say_credits(Credits(stake))} went back to you."), (2, "")):
        shown = view(table.state, Viewer(SeatIndex(seat), player=f"p{seat}"))
        assert shown.last is not None and shown.last.trouble == said + more
        assert shown.says == shown.last.result.note == said
        assert shown.last.result.is_void and shown.last.result.shown == ()


def test_a_closed_table_says_so_and_what_became_of_the_bets() -> None:
    table = felt()
    table.sit(1)
    table.do(SUPERVISOR, cmd.CloseTable("The pit closes at four."))
    assert view(table.state, Viewer()).says == (
        "This table is closed: The pit closes at four. Bets that still lay here went back to their"
        " players."
    )


def test_a_result_is_what_decided_in_as_few_words_as_there_is_room_for() -> None:
    for game, shape in (
        ("spin-n-win", r"\w{3,6}, \w{3,6}"),
        ("gin-and-win", r"\d"),
        ("flip-it", r".."),
    ):
        table = felt(game)
        table.sit(1)
        table.play_round(1)
        last = view(table.state, Viewer()).last
        assert last is not None and last.trouble == ""
        assert re.fullmatch(shape, ", ".join(last.result.shown)), last.result


@pytest.mark.parametrize("game", GAMES)
def test_what_is_offered_is_taken(game: str) -> None:
    """Every offer, sent as it stands, is decided and not refused."""
    sent = 0
    for table in positions(game, mode="entered"):
        for seat, by in ((0, DEALER), (1, player(1)), (2, player(2)), (-1, player(7))):
            for offer in view(table.state, Viewer(SeatIndex(seat))).offers:
                for act in _acts(table, offer.act, offer.names, seat):
                    assert isinstance(decide(table.state, Command(by, act)), Decision), (offer, act)
                    sent += 1
        for offer in view(table.state, Viewer(is_in_charge=True)).offers:
            for act in _acts(table, offer.act, offer.names, -1):
                by = player(7) if isinstance(act, cmd.TakeSeat) else SUPERVISOR
                assert isinstance(decide(table.state, Command(by, act)), Decision), (offer, act)
    assert sent > 50


def _acts(table: Felt, act: str, names: tuple[str, ...], seat: int) -> list[cmd.Act]:
    simple: dict[str, cmd.Act] = {
        "leave-seat": cmd.LeaveSeat(seat),
        "commit-seed": cmd.CommitSeed(seat, "0" * 64),
        "ready": cmd.SayReady(seat),
        "open-round": cmd.OpenRound(),
        "close-bets": cmd.CloseBetting(),
        "settle": cmd.SettleRound(),
        "pause": cmd.Pause("Reason."),
        "resume": cmd.Resume(),
        "change-limits": cmd.ChangeLimits(500, 20_000),
        "void-round": cmd.VoidRound("Reason."),
        "close-table": cmd.CloseTable("Reason."),
        "call-supervisor": cmd.CallSupervisor("Reason."),
        "open-tray": cmd.OpenTray(1000),
        "close-tray": cmd.CloseTray(0, 0),
    }
    if act in simple:
        return [simple[act]]
    many: dict[str, Callable[[str], cmd.Act]] = {
        "take-seat": lambda name: cmd.TakeSeat(int(name)),
        "place-bet": lambda name: cmd.PlaceBet(seat, name, 1000),
        "take-down": lambda name: cmd.TakeDownBet(seat, name),
        "decide": lambda name: cmd.MakeDecision(seat, name),
        "acknowledge": lambda name: cmd.AcknowledgeCall(int(name)),
        "ask-transfer": lambda name: cmd.AskTransfer(name, 100),
        "sign-transfer": lambda name: cmd.SignTransfer(int(name)),
        "withdraw-transfer": lambda name: cmd.WithdrawTransfer(int(name)),
        "seat-walk-up": lambda name: cmd.SeatWalkUp(int(name), "", 1000),
        "buy-chips": lambda name: cmd.BuyChips(int(name), 1000),
        "colour-up": lambda name: cmd.LeaveSeat(int(name)),
        "call": lambda name: cmd.MakeCall(name, "Reason.", is_readable=False),
    }
    return [many[act](name) for name in names] if act in many else []


def test_events_are_read_strictly() -> None:
    table = felt()
    table.sit(1)
    table.play_round(1)
    for event in table.events:
        body = encode(event)
        assert decode(kind_of(event), body) == event
        bad: object
        for bad in ({**body, "more": 1}, {}, [], None):
            if bad != body:
                assert decode(kind_of(event), bad) != event
    assert not isinstance(decode("no.such", {}), tuple)

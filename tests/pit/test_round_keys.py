"""Sealed events: opened by the house's key or by the round's own, followed blindly without both."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import count

import pytest

from pitboss.equipment.cards import Card
from pitboss.equipment.tops import Face
from pitboss.games.needs import NeedCards, NeedDecisions, NeedSpin
from pitboss.games.rounds import draw_for
from pitboss.games.steps import Draw
from pitboss.pit import desk as desk_module
from pitboss.pit.audit import TableFindings, check_tables
from pitboss.pit.desk import CommitPlan
from pitboss.pit.house_acts import KEY_LOST, bits_for
from pitboss.pit.recall import Recalled, recall_round
from pitboss.pit.replay import Snapshot, begin_table, replay_records, stream_of
from pitboss.pit.requests import Request
from pitboss.pit.round_keys import BLOCK_BYTES, SEALED, encode_events, round_key, unseal_events
from pitboss.pit.verify import RoundVerdict, verify_text
from pitboss.protect.monitor.records import Journal
from pitboss.refusals import Refusal
from pitboss.store.records import Commit, Committed, Record
from pitboss.table import commands as cmd
from pitboss.table import event_codec
from pitboss.table import events as ev
from pitboss.table.commands import Actor, Command, Role
from pitboss.table.running import open_calls
from pitboss.table.state import Phase, TableState
from pitboss.table.view_records import Viewer
from pitboss.table.views import view
from pitboss.units import SeatIndex
from tests.pit.kit import KEY, Floor, floor, floor_on
from tests.table.kit import DEALER, GAMES, SUPERVISOR, registry

PACE = (2_000, 2_000, 500)
MODES = ("sealed", "scripted", "entered")
STEPS_MAX = 60


def table(game: str, mode: str) -> Floor:
    """A table with alice and bob."""
    house = floor(seed=f"{game} {mode}".encode())
    house.open(game, mode=mode, pace=PACE)
    house.sit("alice", "bob")
    return house


def make_due_calls(house: Floor) -> None:
    """The steps of physical equipment that come before an entry."""
    while due := [one for one in open_calls(house.state()) if one.is_due]:
        house.do(DEALER, cmd.MakeCall(due[0].key, "By hand."))


def step(house: Floor) -> None:
    """The next thing that a round needs: a bet, a draw, a decision or the clock."""
    state = house.state()
    current = state.current
    if current is None:
        if state.rules.mode.value == "entered":
            house.do(SUPERVISOR, cmd.OpenRound())
    elif state.phase is Phase.BETTING and not state.stakes:
        for seat, name in enumerate(("alice", "bob"), 1):
            house.do(name, cmd.PlaceBet(seat, house.spot(seat), 1000))
        return
    elif isinstance(current.need, NeedDecisions):
        one = current.need.pending[0]
        by = DEALER if one.actor == 0 else Actor(Role.PLAYER, ("alice", "bob")[one.actor - 1])
        house.do(by, cmd.MakeDecision(int(one.actor), str(one.options[0].key)))
        return
    elif isinstance(current.need, NeedCards | NeedSpin) and state.rules.mode.value == "entered":
        make_due_calls(house)
        state = house.state()
        assert state.current is not None
        current = state.current
        if not isinstance(current.need, NeedCards | NeedSpin):
            return
        found = draw_for(current.need, bits_for(state, "typed"))
        assert found is not None
        house.do(DEALER, cmd.ShowDraw(found.shown))
        return
    elif state.phase is Phase.SETTLING and state.rules.mode.value == "entered":
        house.do(DEALER, cmd.SettleRound())
        return
    house.clock.now_ms += 2_500
    house.tick()


def play(house: Floor, rounds: int = 1) -> None:
    """Whole rounds, the last one included."""
    goal = house.state().number + rounds
    for _ in range(STEPS_MAX * rounds):
        step(house)
        last = house.state().last
        if last is not None and last.round_id == f"T1.{goal}":
            return
    raise AssertionError("the round never ends")


def records(house: Floor) -> list[Record]:
    found = list(house.store.replay(stream_of("T1")))
    return [one for one in found if isinstance(one, Record)]


def replayed(some: list[Record], key: bytes | None = None) -> TableState:
    first = begin_table("T1", some[0], registry())
    assert isinstance(first, Snapshot)
    standing = replay_records(first, some[1:], key)
    assert isinstance(standing, Snapshot), standing
    return standing.state


def findings(house: Floor) -> TableFindings:
    found = check_tables(house.store, registry())
    assert isinstance(found, TableFindings), found
    return found


def verified(house: Floor, round_id: str) -> dict[str, object]:
    recalled = recall_round(house.store, registry(), round_id)
    assert isinstance(recalled, Recalled), recalled
    verdict = verify_text(json.dumps(recalled.file), registry())
    assert isinstance(verdict, RoundVerdict) and verdict.is_sound, verdict
    return recalled.file


def kinds(house: Floor) -> list[str]:
    return [one.kind for record in records(house) for one in record.events]


# --- reading with and without keys -----------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("game", GAMES)
def test_every_prefix_of_a_journal_replays_with_the_key_and_keeps_its_stakes_without(
    game: str, mode: str
) -> None:
    house = table(game, mode)
    play(house, 3)
    some = records(house)
    assert not {ev.kind_of(one) for one in SEALED} & set(kinds(house))
    blind = 0
    for end in range(1, len(some) + 1):
        whole, alone = replayed(some[:end], KEY), replayed(some[:end])
        assert not whole.is_blind
        assert set(alone.stakes) == set(whole.stakes), end
        assert (alone.occupants, alone.number) == (whole.occupants, whole.number)
        assert alone.is_blind or alone == whole
        blind += alone.is_blind
        for seat in (-1, 0, 1, 2):
            # Whoever looks before the round is voided sees a table, and no error.
            assert view(alone, Viewer(SeatIndex(seat))).table == "T1"
    assert blind >= 3 and replayed(some, KEY) == house.state()
    assert findings(house).faults == () and findings(house).sealed == ()
    assert kinds(house).count("round.key-revealed") == 3
    for number in (1, 2, 3):
        verified(house, f"T1.{number}")
    house.audit()


def test_another_house_key_reads_rounds_that_are_over() -> None:
    house = table("gin-and-win", "sealed")
    play(house, 2)
    assert replayed(records(house), b"x" * 32) == house.state()


@pytest.mark.parametrize("game", GAMES)
def test_monitors_read_sealed_rounds_once_they_are_over(game: str) -> None:
    house = table(game, "entered")
    while house.state().phase is not Phase.SETTLING:
        step(house)
    if game == "spin-n-win":
        shown = Face.JOKER, Face.JOKER
        house.do(DEALER, cmd.CorrectDraws(((0, shown),), "Read upside down."))
    for _ in range(3):
        step(house)
    journal = Journal()
    (watched,) = (one for record in records(house) for one in journal.take_all(record))
    last = house.state().last
    assert last is not None and watched.round_id == last.round_id == "T1.1"
    assert any(isinstance(one, Draw) for one in watched.steps)
    assert watched.steps == last.played.steps


def test_sealed_texts_tell_no_length_and_never_repeat() -> None:
    decided = ev.Decided(1, "play", "player")
    short, again, long = (
        one.body["text"]
        for one in encode_events(
            (decided, decided, ev.OutcomeDrawn(0, (Card(1, 0),), "sealed")), KEY
        )
    )
    assert isinstance(short, str) and isinstance(long, str)
    assert len(short) == len(long) == 2 * (BLOCK_BYTES + 12 + 16) and short != again
    assert unseal_events((ev.EventSealed(short),), KEY) == (decided,)
    assert unseal_events((ev.EventSealed(short),), b"x" * 32) == (ev.EventSealed(short),)
    assert unseal_events((ev.EventSealed("no hex"),), KEY) == (ev.EventSealed("no hex"),)


# --- a lost key ------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("game", GAMES)
def test_a_key_lost_at_any_moment_gives_the_stakes_back_and_play_goes_on(
    game: str, mode: str
) -> None:
    for steps in range(1, 9):
        house = table(game, mode)
        before = house.credits("alice"), house.credits("bob")
        for _ in range(steps):
            step(house)
        state = house.state()
        if state.last is not None:
            break
        again = floor_on(house.store, clock=house.clock, seed=b"again", key=b"x" * 32)
        again.ids = count(1_000)
        assert again.pit.recover() == ("T1",)
        assert set(again.state().stakes) == set(state.stakes)
        again.tick()
        if state.current is not None:
            last = again.state().last
            assert last is not None and last.is_void and last.sentence == KEY_LOST
            assert (again.credits("alice"), again.credits("bob")) == before
            verified(again, "T1.1")
            assert not again.state().is_blind and again.state().voids == 1
        play(again)
        again.audit()
        assert findings(again).faults == ()


def lost(mode: str) -> tuple[Floor, Floor]:
    """A round of Gin & Win that is dealt, and the house again with another key."""
    house = table("gin-and-win", mode)
    while house.state().phase is not Phase.DECISIONS:
        step(house)
    again = floor_on(house.store, clock=house.clock, seed=b"again", key=b"x" * 32)
    again.ids = count(1_000)
    assert again.pit.recover() == ("T1",)
    return house, again


# Only a sealed round would draw its own cards, with the key that is lost.
@pytest.mark.parametrize(
    ("mode", "code"),
    [("sealed", "store-unavailable"), ("scripted", "not-now"), ("entered", "not-now")],
)
def test_nothing_but_leaving_and_voiding_happens_in_a_blind_round(mode: str, code: str) -> None:
    _, again = lost(mode)
    assert again.state().is_blind
    assert again.refused("alice", cmd.MakeDecision(1, "play")) == "not-now"
    assert again.refused(SUPERVISOR, cmd.SettleRound()) == code
    again.do("bob", cmd.LeaveSeat(2))
    again.do(SUPERVISOR, cmd.Pause("The key is searched for."))
    assert again.state().is_blind
    again.tick()
    assert again.state().last is not None and again.state().stakes == ()
    assert again.state().occupant(2) is None and again.state().paused
    assert findings(again).sealed == ("T1.1",) and findings(again).faults == ()
    again.audit()


@pytest.mark.parametrize("game", ["spin-n-win", "gin-and-win"])
def test_no_bet_is_taken_in_a_blind_round(game: str) -> None:
    house = table(game, "entered")
    step(house)
    house.do(DEALER, cmd.MakeCall("supervisor", "A chip fell."))
    house.do("alice", cmd.PlaceBet(1, house.spot(1), 1000))
    again = floor_on(house.store, clock=house.clock, seed=b"again", key=b"x" * 32)
    again.ids = count(1_000)
    assert again.pit.recover() == ("T1",) and again.state().is_blind
    # The rules know nothing since the call, so they would take this as the first bet.
    assert again.refused("bob", cmd.PlaceBet(2, house.spot(2), 1000)) == "not-now"
    assert again.refused(SUPERVISOR, cmd.CloseBetting()) == "not-now"
    again.tick()
    assert again.state().voids == 1 and again.state().stakes == ()
    again.audit()


def test_a_draw_is_not_written_under_a_key_that_is_not_the_rounds() -> None:
    house = table("flip-it", "entered")
    step(house)
    again = floor_on(house.store, clock=house.clock, seed=b"again", key=b"x" * 32)
    assert again.pit.recover() == ("T1",) and not again.state().is_blind
    again.ids = count(1_000)
    # What is called is sealed as a draw is.
    assert again.refused(DEALER, cmd.MakeCall("cut-card", "By hand.")) == "store-unavailable"
    again.tick()
    assert again.state().voids == 1


def test_the_house_that_finds_its_key_again_goes_on() -> None:
    house, again = lost("sealed")
    back = floor_on(house.store, clock=house.clock, seed=b"back")
    assert back.pit.recover() == ("T1",) and back.state() == house.state()
    again.tick()
    # What was voided stays void, also for whoever can open it now.
    late = floor_on(house.store, clock=house.clock, seed=b"late")
    assert late.pit.recover() == ("T1",) and late.state().last.is_void  # type: ignore[union-attr]


# --- tampering -------------------------------------------------------------------------------


def append(house: Floor, name: str, *events: ev.Event, key: bytes | None = None) -> None:
    """Write events as the store would, whatever the rules say."""
    answer = house.store.append(
        Commit(
            stream=stream_of("T1"),
            expected=None,
            at_ms=house.clock(),
            actor="house:house",
            client_id=name,
            fingerprint="0" * 64,
            events=encode_events(events, key),
            round_id=house.state().round_id,
        )
    )
    assert isinstance(answer, Committed), answer


def test_a_sealed_event_that_its_own_key_does_not_open_puts_the_table_out_of_service() -> None:
    house = table("gin-and-win", "sealed")
    while house.state().phase is not Phase.DECISIONS:
        step(house)
    append(house, "false", ev.Decided(1, "play", "player"), key=b"x" * 32)
    again = floor_on(house.store, clock=house.clock)
    assert again.pit.recover() == () and set(again.pit.quarantined) == {"T1"}


@pytest.mark.parametrize("steps", [1, 2, 4])
@pytest.mark.parametrize("key", ["78" * 32, "no hex"])
def test_a_false_key_at_the_end_of_a_round_is_found(key: str, steps: int) -> None:
    house = table("flip-it", "entered")
    for _ in range(steps):
        step(house)
    void = Request("T1", "void", Command(SUPERVISOR, cmd.VoidRound("A card fell.")))
    plan = house.pit.desks["T1"].plan(void, now_ms=house.clock())
    assert isinstance(plan, CommitPlan) and plan.commit.events[0].kind == "round.key-revealed"
    false = (*encode_events((ev.KeyRevealed(key),)), *plan.commit.events[1:])
    assert isinstance(house.store.append(replace(plan.commit, events=false)), Committed)
    assert [one.table for one in findings(house).faults] == ["T1"]


def test_a_round_is_not_settled_while_its_draws_are_sealed() -> None:
    house = table("gin-and-win", "sealed")
    while house.state().phase is not Phase.SETTLING:
        step(house)
    end = house.pit.desks["T1"].plan(
        Request("T1", "end", Command(SUPERVISOR, cmd.SettleRound())), now_ms=house.clock()
    )
    hidden = end.commit.events[1:]  # type: ignore[union-attr]
    assert hidden[0].kind == "round.settled"
    events = [event_codec.decode(one.kind, one.body) for one in hidden]
    append(house, "false", *events)  # type: ignore[arg-type]
    assert [one.table for one in findings(house).faults] == ["T1"]


# --- older journals and repeats --------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
def test_a_journal_without_keys_goes_on_in_clear_and_the_next_round_is_sealed(
    mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = table("gin-and-win", mode)
    with monkeypatch.context() as older:
        older.setattr(desk_module, "add_key_events", lambda seals, state, it: (it.events, it.after))
        play(house)
        while house.state().phase is not Phase.DECISIONS:
            step(house)
    assert "outcome.drawn" in kinds(house) and "round.event-sealed" not in kinds(house)
    again = floor_on(house.store, clock=house.clock)
    again.ids = count(1_000)
    assert again.pit.recover() == ("T1",) and again.state() == house.state()
    while again.state().last.round_id != "T1.2":  # type: ignore[union-attr]
        step(again)
    assert "round.event-sealed" not in kinds(again)
    play(again)
    assert "round.event-sealed" in kinds(again)
    for number in (1, 2, 3):
        verified(again, f"T1.{number}")
    assert findings(again).faults == ()
    again.audit()


def test_a_repeated_decision_gets_its_first_answer_after_a_restart_as_well() -> None:
    house = table("gin-and-win", "sealed")
    while house.state().phase is not Phase.DECISIONS:
        step(house)
    alice = Actor(Role.PLAYER, "alice")
    first = Request("T1", "mine", Command(alice, cmd.MakeDecision(1, "play")))
    other = Request("T1", "mine", Command(alice, cmd.MakeDecision(1, "fold")))
    done = house.submit(first)
    assert isinstance(done, Committed)
    again = floor_on(house.store, clock=house.clock)
    assert again.pit.recover() == ("T1",)
    assert again.submit(first) == done
    refused = again.submit(other)
    assert isinstance(refused, Refusal) and refused.code.value == "id-reused"


def test_a_settings_cards_are_sealed() -> None:
    setting = ev.Decided(1, "play", "player", ((Card(1, 0), Card(1, 2)),))
    (kept,) = encode_events((setting,), round_key(KEY, "T1.1"))
    assert "Ac" not in json.dumps(dict(kept.body))

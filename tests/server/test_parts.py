"""The server's small parts by themselves: the machine, buckets, strict reading, keys, messages."""

from __future__ import annotations

import stat
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.games.designs import design_of
from pitboss.games.registry import Registry
from pitboss.refusals import Refusal, RefusalCode, Refused, unwrap
from pitboss.server.analysis.requests import ProofFile
from pitboss.server.edge.rate_limits import Bucket, RateLimits
from pitboss.server.edge.responses import attach
from pitboss.server.edge.strict_json import Unreadable, read_message
from pitboss.server.editions.lookup import load_subject
from pitboss.server.editions.schemas import Subject
from pitboss.server.floor.house_keys import house_keys
from pitboss.server.live import messages
from pitboss.server.live.connection_state import CLOSE_CODES, Action, ConnectionEvent, State, step
from pitboss.server.lobby.best_bets import BestBet
from pitboss.server.options import read_options
from pitboss.settings import SETTINGS

ENDS = {Action.CUT, Action.SAY_CLOSING, Action.SAY_REPLACED, Action.NOTHING}


@pytest.mark.parametrize("state", State)
def test_the_machine_knows_what_follows_from_everything(state: State) -> None:
    for event in ConnectionEvent:
        after, action = step(state, event)
        if state is State.ENDED:
            assert (after, action) == (State.ENDED, Action.NOTHING)
        if after is State.ENDED and state is not State.ENDED:
            assert action in ENDS and event in CLOSE_CODES
        if action in (Action.ACT, Action.CHECK):
            assert state is after is State.LIVE


@given(st.lists(st.sampled_from(ConnectionEvent), max_size=20))
def test_nothing_is_acted_on_before_hello(events: list[ConnectionEvent]) -> None:
    state, greeted = State.GREETING, False
    for event in events:
        greeted = greeted or (state is State.GREETING and event is ConnectionEvent.HELLO)
        state, action = step(state, event)
        assert action not in (Action.ACT, Action.CHECK, Action.PING) or greeted


@given(st.lists(st.integers(0, 5_000), max_size=60))
def test_a_bucket_never_gives_more_than_its_rate(waits: list[int]) -> None:
    bucket, now_ms, taken = Bucket(60, 3), 0, 0
    for wait in waits:
        now_ms += wait
        taken += bucket.take(now_ms)
    assert taken <= 3 + now_ms // 1_000


def test_buckets_forget_the_oldest_key_and_clocks_that_go_back() -> None:
    buckets = RateLimits(60, 1, keys_max=2)
    assert buckets.take("a", 0) and not buckets.take("a", 0)
    assert buckets.take("b", 0) and buckets.take("c", 0)
    assert buckets.take("a", 0)
    bucket = Bucket(60, 1)
    # After a step back of the house's time it fills from there, neither at once nor late.
    assert bucket.take(10_000) and not bucket.take(0) and not bucket.take(500)
    assert bucket.take(1_000)


@given(st.text(max_size=200) | st.binary(max_size=50).map(repr))
def test_any_text_is_a_message_or_unreadable(text: str) -> None:
    try:
        message = read_message(text, msgspec.json.Decoder(messages.FromBrowser))
    except Unreadable:
        return
    assert isinstance(message, messages.Incoming)


def test_an_edge_is_told_exactly() -> None:
    from fractions import Fraction

    assert BestBet("x", Fraction(1, 64)).percent == "1.5625%"
    assert BestBet("x", Fraction(-1, 30)).percent == "-3.3333%"
    assert BestBet("x", Fraction(3, 55)).fraction == "3/55"


def test_keys_are_made_once_and_for_their_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "house.key"
    first = house_keys(path, lambda size: bytes(range(size)))
    again = house_keys(path, bytes)
    assert not isinstance(first, Refusal) and first == again
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.write_text("abcd", encoding="ascii")
    assert isinstance(house_keys(path, bytes), Refusal)


def test_every_option_is_a_setting_and_bad_values_are_refused() -> None:
    plain = read_options({}, host="127.0.0.1", port=80)
    assert not isinstance(plain, Refusal)
    assert plain.origins == ("http://127.0.0.1:80", "http://localhost:80")
    assert plain.frame_bytes == 16 * 1024
    assert all(setting.help.endswith(".") for setting in SETTINGS)
    for name, value in (
        ("PITBOSS_FRAME_BYTES", "many"),
        ("PITBOSS_FRAME_BYTES", "-1"),
        ("PITBOSS_ORIGINS", "https://a.example/path"),
        ("PITBOSS_ORIGINS", "*"),
    ):
        assert isinstance(read_options({name: value}, host="127.0.0.1", port=80), Refusal)


@pytest.mark.parametrize("name", ProofFile)
def test_every_proof_can_be_taken_away_as_a_file(name: ProofFile) -> None:
    answer = attach(b"content", f"game-{name}")
    assert answer.headers["content-disposition"] == f'attachment; filename="game-{name}"'
    assert answer.media_type


def test_a_job_is_about_the_edition_it_names_and_no_other() -> None:
    registry = Registry()
    folder = registry.games["flip-it"]
    head = unwrap(folder.edition()).head
    shipped = Subject(game="flip-it", edition=head.key, hash=head.hash)
    assert load_subject(registry, shipped)[1].head == head
    with pytest.raises(Refused) as problem:
        load_subject(registry, Subject(game="flip-it", edition=head.key, hash="0" * 64))
    assert problem.value.code is RefusalCode.UNKNOWN_EDITION
    design = unwrap(design_of(folder, head.key, {"pays.call_it": "11/1"}, name="Eleven"))
    named = Subject(
        game="flip-it",
        edition=design.base,
        hash=design.hash,
        changes=design.changes,
        name=design.name,
    )
    assert named.design == design
    found = load_subject(registry, named)[1].head
    assert (found.hash, found.title) == (design.hash, "Eleven")

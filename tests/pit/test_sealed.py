"""The chain of a table's seeds: published by its end, encrypted in the journal, cheap to go on."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from itertools import count
from typing import TypeVar

import pytest
from msgspec.structs import replace

from pitboss.audit.canonical import Json
from pitboss.pit import sealed as sealed_module
from pitboss.pit.encryption import decrypt, encrypt
from pitboss.pit.house_acts import KEY_LOST
from pitboss.pit.replay import stream_of
from pitboss.pit.round_keys import encode_events
from pitboss.pit.sealed import CHAINS_CACHED, ChainSeeds, Seals
from pitboss.refusals import Refusal
from pitboss.store.records import Commit, Committed
from pitboss.table import commands as cmd
from pitboss.table import event_codec
from pitboss.table import events as ev
from pitboss.table.commands import HOUSE
from pitboss.table.fairness import CHAIN_LENGTH, chain_end, commitment_of, previous_seed
from pitboss.table.state import Phase
from tests.pit.kit import KEY, Floor, floor, floor_on
from tests.table.kit import SUPERVISOR, felt

PACE = (2_000, 2_000, 500)


Kind = TypeVar("Kind", ev.ChainPublished, ev.RoundOpened)


def events_at(house: Floor, kind: type[Kind]) -> list[Kind]:
    found: list[Kind] = []
    for record in house.store.replay(stream_of("T1")):
        assert not isinstance(record, Refusal)
        bodies = (event_codec.decode(one.kind, one.body) for one in record.events)
        found += [one for one in bodies if isinstance(one, kind)]
    return found


def play(house: Floor, rounds: int) -> list[str]:
    """Rounds in which alice bets; their seeds."""
    seeds = []
    for _ in range(rounds):
        house.run_until(Phase.BETTING)
        if not house.state().has_stake(1):
            house.do("alice", cmd.PlaceBet(1, house.spot(), 1000))
        house.run_until(Phase.WAITING)
        last = house.state().last
        assert last is not None
        seeds.append(last.seed)
    return seeds


def table(**options: object) -> Floor:
    house = floor(**options)  # type: ignore[arg-type]
    house.open("spin-n-win", mode="sealed", pace=PACE)
    house.sit("alice")
    return house


# --- encryption ------------------------------------------------------------------------------


def test_only_the_same_key_and_place_decrypt() -> None:
    key, nonce = b"k" * 32, b"n" * 12
    text = encrypt(key, b"secret", nonce=nonce, place="here")
    assert b"secret".hex() not in text
    assert decrypt(key, text, place="here") == b"secret"
    assert decrypt(b"x" * 32, text, place="here") is None
    assert decrypt(key, text, place="there") is None
    assert decrypt(key, text[:-2], place="here") is None
    assert decrypt(key, text[:-1] + ("0" if text[-1] != "0" else "1"), place="here") is None
    assert decrypt(key, "00", place="here") is None
    assert decrypt(key, "no hex", place="here") is None


# --- the chain -------------------------------------------------------------------------------


@pytest.mark.parametrize("length", [1, 2, 31, 32, 33, 64, 100])
def test_every_link_hashes_to_the_one_before(length: int) -> None:
    chain = ChainSeeds(bytes(range(32)), length)
    assert chain.seed(length) == bytes(range(32))
    for link in range(1, length + 1):
        assert previous_seed(chain.seed(link)) == chain.seed(link - 1)
        assert chain_end(chain.seed(link), link) == chain.seed(0).hex()


def test_a_seed_is_never_far_to_walk_to(monkeypatch: pytest.MonkeyPatch) -> None:
    chain, steps = ChainSeeds(bytes(32), CHAIN_LENGTH), []

    def counted(seed: bytes) -> bytes:
        steps.append(seed)
        return previous_seed(seed)

    monkeypatch.setattr(sealed_module, "previous_seed", counted)
    for link in range(CHAIN_LENGTH + 1):
        steps.clear()
        chain.seed(link)
        assert len(steps) < sealed_module.CHECKPOINT_EVERY


def test_seeds_of_rounds_are_the_links_of_the_published_chain() -> None:
    house = table()
    seeds = play(house, 4)
    (published,) = events_at(house, ev.ChainPublished)
    assert (published.number, published.first, published.length) == (1, 1, CHAIN_LENGTH)
    rounds = events_at(house, ev.RoundOpened)
    before = published.end
    for opened, seed in zip(rounds, seeds, strict=False):
        assert opened.commitment == before == commitment_of(bytes.fromhex(seed), link=1)
        assert opened.chain_end == published.end
        before = seed
    house.audit()


def test_a_chain_that_ran_out_is_followed_by_another() -> None:
    house = table()
    house.pit.desks["T1"].seals = replace_length(house.pit.seals, 2)
    seeds = play(house, 5)
    chains = events_at(house, ev.ChainPublished)
    assert [(one.number, one.first) for one in chains] == [(1, 1), (2, 3), (3, 5)]
    ends = [one.end for one in chains]
    assert chain_end(bytes.fromhex(seeds[1]), 2) == ends[0]
    assert chain_end(bytes.fromhex(seeds[2]), 1) == ends[1]
    assert house.pit.view("T1").counts.chains == 3  # type: ignore[union-attr]
    house.audit()


def replace_length(seals: Seals, length: int) -> Seals:
    return Seals(seals.key, seals.entropy, chain_length=length)


def test_another_process_and_a_restart_go_on_with_the_chain() -> None:
    one = table()
    play(one, 1)
    two = floor_on(one.store, clock=one.clock, seed=b"other process")
    assert isinstance(two.pit.recover(), tuple)
    play(two, 1)
    one.pit.note_version("table:T1", 10**6)
    play(one, 1)
    assert len(events_at(one, ev.ChainPublished)) == 1
    one.audit()


def test_a_table_needs_a_chain_and_takes_one_only_between_rounds() -> None:
    game = felt(mode="sealed")
    game.sit(1)
    assert game.refused(HOUSE, cmd.OpenRound()) == "missing-field"
    for bad in (cmd.NewChain("0" * 63, 8, "ab"), cmd.NewChain("0" * 64, 0, "ab")):
        assert game.refused(HOUSE, cmd.OpenRound(bad)) == "bad-field"
    assert game.refused(HOUSE, cmd.OpenRound(cmd.NewChain("0" * 64, 8, ""))) == "bad-field"
    game.open_round()
    assert game.refused(HOUSE, cmd.OpenRound(cmd.NewChain("0" * 64, 8, "ab"))) == "not-now"
    entered = felt(mode="entered")
    entered.sit(1)
    refused = entered.refused(HOUSE, cmd.OpenRound(cmd.NewChain("0" * 64, 8, "ab")))
    assert refused == "missing-field"


def test_a_void_round_shows_its_seed_and_uses_up_its_link() -> None:
    house = table()
    house.run_until(Phase.BETTING)
    house.do(SUPERVISOR, cmd.VoidRound("The lights went out."))
    last = house.state().last
    assert last is not None and last.is_void and house.state().tip == last.seed
    play(house, 1)
    assert house.state().chain.number == 1 and house.state().voids == 1  # type: ignore[union-attr]


def test_few_chains_are_kept_in_memory() -> None:
    house = table()
    seals, state = house.pit.seals, house.state()
    short = replace_length(seals, 1)
    for number in range(CHAINS_CACHED + 5):
        short.new_chain(replace(state, number=number))
    assert len(short.chains) == CHAINS_CACHED


# --- a lost key ------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", [Phase.BETTING, Phase.DECISIONS])
def test_a_lost_key_voids_the_round_returns_the_stakes_and_play_goes_on(phase: Phase) -> None:
    house = floor()
    house.open("gin-and-win", mode="sealed", pace=PACE)
    house.sit("alice")
    house.run_until(Phase.BETTING)
    house.do("alice", cmd.PlaceBet(1, "ante", 1000))
    house.run_until(phase)
    before = house.credits("alice")
    again = floor_on(house.store, clock=house.clock, seed=b"again", key=b"x" * 32)
    again.ids = count(1_000)
    assert isinstance(again.pit.recover(), tuple)
    assert again.refused(SUPERVISOR, cmd.SettleRound()) == "store-unavailable"
    again.tick()
    last = again.state().last
    assert last is not None and last.is_void and last.seed == ""
    assert last.sentence == KEY_LOST and again.credits("alice") == before + 1000
    assert again.state().stakes == () and again.state().voids == 1
    again.run_until(Phase.BETTING)
    assert again.state().chain.number == 2  # type: ignore[union-attr]
    again.do("alice", cmd.PlaceBet(1, "ante", 1000))
    again.run_until(Phase.WAITING)
    assert again.state().last.seed  # type: ignore[union-attr]
    again.audit()


def test_a_house_that_has_its_key_voids_nothing_that_is_dealt() -> None:
    house = floor()
    house.open("gin-and-win", mode="sealed", pace=PACE)
    house.sit("alice")
    house.run_until(Phase.BETTING)
    house.do("alice", cmd.PlaceBet(1, "ante", 1000))
    house.run_until(Phase.DECISIONS)
    for by in (HOUSE, SUPERVISOR):
        assert house.refused(by, cmd.VoidRound("We would lose.")) == "not-now"


# --- journals of older versions --------------------------------------------------------------


def padded(seed: bytes, round_id: str) -> str:
    """A seed as older versions sealed it."""
    nonce = b"n" * 16
    pad = hmac.digest(KEY, b"pitboss/seal/1\0" + nonce + round_id.encode(), "sha256")
    return (nonce + bytes(a ^ b for a, b in zip(seed, pad, strict=True))).hex()


def test_a_round_that_an_older_version_opened_goes_on_and_the_next_is_on_a_chain() -> None:
    house = table()
    seed = b"an old seed of exactly 32 bytes!"
    house.run_until(Phase.BETTING)
    rounds = events_at(house, ev.RoundOpened)
    house = table()
    opened = rounds[0]
    body = {
        **encode_events((opened,))[0].body,
        "commitment": hashlib.sha256(seed).hexdigest(),
        "sealed": padded(seed, "T1.1"),
    }
    old = {name: value for name, value in body.items() if not name.startswith(("chain", "link"))}
    seed_set = ev.PlayerSeedSet(1, "old-luck")
    append_old(house, "seat.seed-set", encode_events((seed_set,))[0].body)
    append_old(house, "round.opened", old)
    assert isinstance(house.pit.recover(), tuple)
    assert play(house, 2)[0] == seed.hex()
    (published,) = events_at(house, ev.ChainPublished)
    assert published.first == 2
    house.audit()


def append_old(house: Floor, kind: str, body: Mapping[str, Json]) -> None:
    event = encode_events((ev.TableResumed(),))[0]
    old = type(event)(kind, body)
    answer = house.store.append(
        Commit(
            stream=stream_of("T1"),
            expected=None,
            at_ms=house.clock(),
            actor="house:house",
            client_id=f"old-{kind}",
            fingerprint="0" * 64,
            events=(old,),
            round_id="T1.1" if kind == "round.opened" else None,
        )
    )
    assert isinstance(answer, Committed), answer

"""A dishonest house with its own key and a confederate at the table tries to choose the outcome.

The old scheme, in which players' seeds lay open before bets closed, is the negative control: the
same attacker gets what it wants there every time.
"""

from __future__ import annotations

import json

from msgspec.structs import replace

from pitboss.equipment.draws import SeededBits
from pitboss.pit.roundfile import round_file
from pitboss.pit.sealed import ChainSeeds, derive_draw
from pitboss.pit.verify import RoundVerdict, verify_text
from pitboss.table import commands as cmd
from pitboss.table import events as ev
from pitboss.table.commands import HOUSE
from pitboss.table.evolve import evolve
from pitboss.table.fairness import commitment_of, player_hash
from pitboss.table.state import TableState
from tests.table.kit import Felt, felt, player, registry

ROUNDS = 12
TRIES_MAX = 5_000
WANTED = ("J", "J")
"""Both Tops show the Joker: 1 in 64."""
HONEST, CONFEDERATE = 1, 2
LENGTH = 16

Seeds = tuple[tuple[int, str], ...]


def faces_for(
    state: TableState, seed: bytes, seeds: tuple[tuple[int, str], ...]
) -> tuple[str, ...]:
    """What the house works out that a round would show with these players' seeds."""
    shown = derive_draw(_ready(state, seeds), seed)
    assert shown is not None
    return tuple(map(str, shown))


def _ready(state: TableState, seeds: Seeds) -> TableState:
    """The table as it will stand at the draw: bets closed, nobody decided to spin by themselves."""
    table = Felt(evolve(state, ev.BetsClosed("dealer", seeds)))
    table.decide_all(-1)
    return table.state


def search(state: TableState, seed: bytes, honest: str) -> str:
    """The confederate's seed that gives what is wanted, if the honest one is `honest`."""
    for number in range(TRIES_MAX):
        text = f"c{number}"
        if faces_for(state, seed, ((HONEST, honest), (CONFEDERATE, text))) == WANTED:
            return text
    raise AssertionError("a search of thousands finds one in 64")


def sound(table: Felt, before: TableState) -> bool:
    assert table.state.last is not None
    text = json.dumps(round_file(before, table.state.last))
    verdict = verify_text(text, registry())
    assert isinstance(verdict, RoundVerdict), verdict
    return verdict.is_sound


def seated() -> Felt:
    table = felt(mode="sealed")
    table.sit(HONEST, CONFEDERATE)
    return table


def finish(table: Felt, seed: bytes) -> tuple[tuple[str, ...], bool]:
    """Deal, settle, verify: what showed, and whether the file is sound."""
    table.decide_all(-1)
    shown = derive_draw(table.state, seed)
    assert shown is not None
    table.do(HOUSE, cmd.ShowDraw(shown))
    before = table.state
    table.do(HOUSE, cmd.SettleRound(seed.hex()))
    return tuple(map(str, shown)), sound(table, before)


def bet(table: Felt) -> None:
    table.bet(*(seat for seat in (HONEST, CONFEDERATE) if not table.state.has_stake(seat)))


def test_the_old_scheme_gave_the_attacker_every_round() -> None:
    bits, table, hits = SeededBits(b"old scheme"), seated(), 0
    for number in range(1, ROUNDS + 1):
        seed = bits.bits(256).to_bytes(32, "big")
        opened = ev.RoundOpened(
            **{
                name: getattr(_opening(table.state), name)
                for name in ("game", "edition", "edition_hash", "start", "seats", "players", "mode")
            },
            round_id=f"T1.{number}",
            number=number,
            commitment=commitment_of(seed, link=0),
            sealed="ab",
        )
        table.state = evolve(table.state, opened)
        bet(table)
        honest = f"{bits.bits(128):032x}"
        chosen = search(table.state, seed, honest)
        seeds = ((HONEST, honest), (CONFEDERATE, chosen))
        table.state = evolve(table.state, ev.BetsClosed("dealer", seeds))
        shown, is_sound = finish(table, seed)
        assert is_sound
        hits += shown == WANTED
    assert hits == ROUNDS


def _opening(state: TableState) -> ev.RoundOpened:
    table = Felt(state)
    (*_, opened) = table.do(HOUSE, cmd.OpenRound(cmd.NewChain("0" * 64, LENGTH, "ab")))
    assert isinstance(opened, ev.RoundOpened)
    return opened


def rounds_on_chain(*, is_swapped: bool) -> tuple[int, list[bool]]:
    """The same attacker against hashes: it must commit before it knows the honest seed."""
    bits, table, hits, files = SeededBits(b"on a chain"), seated(), 0, []
    chain = ChainSeeds(bits.bits(256).to_bytes(32, "big"), LENGTH)
    for _ in range(ROUNDS):
        new = None if table.state.next_link else cmd.NewChain(chain.seed(0).hex(), LENGTH, "ab")
        table.do(HOUSE, cmd.OpenRound(new))
        seed, round_id = chain.seed(table.state.link), table.state.round_id or ""
        bet(table)
        honest = f"{bits.bits(128):032x}"
        table.do(player(HONEST), cmd.CommitSeed(HONEST, player_hash(round_id, HONEST, honest)))
        # All it has is the hash: it searches with a guess at the seed behind it.
        guess = search(table.state, seed, f"{bits.bits(128):032x}")
        hash_ = player_hash(round_id, CONFEDERATE, guess)
        table.do(player(CONFEDERATE), cmd.CommitSeed(CONFEDERATE, hash_))
        betting = table.state
        table.do(HOUSE, cmd.CloseBetting())
        table.do(player(HONEST), cmd.RevealSeed(HONEST, honest))
        if is_swapped:
            # Now it knows everything; the table refuses another seed, so it writes one in itself.
            best = search(betting, seed, honest)
            refused = table.refused(player(CONFEDERATE), cmd.RevealSeed(CONFEDERATE, best))
            assert refused == "tampered"
            table.do(player(CONFEDERATE), cmd.RevealSeed(CONFEDERATE, guess))
            table.state = forged(table.state, ((HONEST, honest), (CONFEDERATE, best)))
        else:
            table.do(player(CONFEDERATE), cmd.RevealSeed(CONFEDERATE, guess))
        shown, is_sound = finish(table, seed)
        hits += shown == WANTED
        files.append(is_sound)
    return hits, files


def forged(state: TableState, seeds: Seeds) -> TableState:
    """The table as a house that writes its own record would have it."""
    return replace(state, seeds=seeds)


def test_against_hashes_the_attacker_comes_out_at_chance() -> None:
    hits, files = rounds_on_chain(is_swapped=False)
    assert all(files)
    # One in 64 a round: three or more of twelve would happen once in some 1,300 runs.
    assert hits <= 2


def test_an_attacker_who_swaps_its_seed_afterwards_is_caught_in_every_file() -> None:
    hits, files = rounds_on_chain(is_swapped=True)
    assert hits == ROUNDS and not any(files)

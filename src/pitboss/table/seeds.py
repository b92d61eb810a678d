"""Seeds and keys: how chain, hashes, reveals and a round's key change a table's state."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.invariants import check
from pitboss.table import events as ev
from pitboss.table.fairness import commitment_of, key_hash, player_hash
from pitboss.table.state import EndedRound, Phase, TableState


def chain_published(state: TableState, event: ev.ChainPublished) -> TableState:
    check(state.current is None, "a chain is published between rounds")
    before = 0 if state.chain is None else state.chain.number
    check(event.number == before + 1, "chains are counted one by one")
    check(event.first == state.number + 1, "a chain begins with the next round")
    return replace(state, chain=event, tip=event.end)


def seed_committed(state: TableState, event: ev.SeedCommitted) -> TableState:
    check(state.phase is Phase.BETTING, "hashes are taken while bets are open")
    others = [one for one in state.hashes if one[0] != event.seat]
    return replace(state, hashes=tuple(sorted([*others, (event.seat, event.hash)])))


def seed_revealed(state: TableState, event: ev.SeedRevealed) -> TableState:
    found = player_hash(state.rules.round_id(state.number), event.seat, event.text)
    check(state.is_revealing and (event.seat, found) in state.hashes, "the seed committed to")
    seeds = tuple(sorted([*state.seeds, (event.seat, event.text)]))
    return replace(state, seeds=seeds, is_revealing=len(seeds) < len(state.hashes))


def reveals_closed(state: TableState, event: ev.RevealsClosed) -> TableState:
    check(state.is_revealing, "reveals close once")
    shown = {seat for seat, _ in state.seeds}
    missing = tuple(seat for seat, _ in state.hashes if seat not in shown)
    check(missing == event.missing, "whoever did not reveal is named")
    missed = state.reveals_missed + len(missing)
    return replace(state, is_revealing=False, missing=missing, reveals_missed=missed)


def key_committed(state: TableState, event: ev.KeyCommitted) -> TableState:
    """What happens in the round from now on is encrypted with this key."""
    check(state.current is not None and not state.key_hash, "a round has one key")
    return replace(state, key_hash=event.hash)


def key_revealed(state: TableState, event: ev.KeyRevealed) -> TableState:
    """The round ends: its key is shown, and has opened everything that was sealed."""
    found = key_hash(bytes.fromhex(event.key))
    check(found == state.key_hash, "the key is the one committed to")
    check(not state.is_blind, "the key opens every sealed event")
    return state


def event_sealed(state: TableState, event: ev.EventSealed) -> TableState:
    """Something happened that cannot be opened: the rules cannot follow the round any further."""
    check(bool(state.key_hash), "only a round with a key has sealed events")
    return replace(state, is_blind=True)


def advance_chain(state: TableState, ended: EndedRound) -> TableState:
    """The chain goes on from a seed that was shown; without it a new chain is needed."""
    state = replace(state, voids=state.voids + ended.is_void)
    if not ended.link:
        return state
    if ended.seed:
        found = commitment_of(bytes.fromhex(ended.seed), link=ended.link)
        check(found == ended.commitment, "the seed is the chain's next")
    return replace(state, tip=ended.seed)

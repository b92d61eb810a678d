"""Sealed rounds: a chain of seeds per table, published by its end, opened only by the house.

Entropy and the house's key are passed in. Everything else a process needs to go on with a table
is in the journal.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from types import UnionType

from msgspec.structs import replace

from pitboss.equipment.shown import Shown
from pitboss.games.rounds import draw_for
from pitboss.invariants import check
from pitboss.pit.encryption import NONCE_BYTES, decrypt, decrypt_padded, encrypt
from pitboss.pit.round_keys import Events, is_key_of, round_key
from pitboss.refusals import Refusal, RefusalCode
from pitboss.table import commands as cmd
from pitboss.table import events as ev
from pitboss.table.commands import HOUSE, Command, Role
from pitboss.table.decide import Decision
from pitboss.table.evolve import evolve
from pitboss.table.fairness import (
    CHAIN_LENGTH,
    SEED_BYTES,
    DrawPlace,
    SealedBits,
    commitment_of,
    key_hash,
    previous_seed,
)
from pitboss.table.state import TableState

Entropy = Callable[[int], bytes]

CHECKPOINT_EVERY = 32
CHAINS_CACHED = 512
REVEAL_MS = 1_500

NO_ENTROPY = Refusal(
    RefusalCode.STORE_UNAVAILABLE, "No fresh seed can be made now; no round is opened without one."
)
NO_KEY = Refusal(
    RefusalCode.STORE_UNAVAILABLE, "The round is sealed under another key; it can only be voided."
)


class ChainSeeds:
    """The seeds of a chain from its last one; some are kept, so that none is far to walk to."""

    def __init__(self, last: bytes, length: int) -> None:
        self._kept: dict[int, bytes] = {length: last}
        seed = last
        for link in range(length - 1, -1, -1):
            seed = previous_seed(seed)
            if link % CHECKPOINT_EVERY == 0:
                self._kept[link] = seed
        self._length = length

    def seed(self, link: int) -> bytes:
        """The seed of a link; link 0 is the chain's end."""
        above = -(-link // CHECKPOINT_EVERY) * CHECKPOINT_EVERY
        at = min(above, self._length)
        seed = self._kept[at]
        for _ in range(at - link):
            seed = previous_seed(seed)
        return seed


@dataclass(frozen=True, slots=True)
class Seals:
    """The house's key and where fresh randomness comes from."""

    key: bytes
    entropy: Entropy
    chain_length: int = CHAIN_LENGTH
    reveal_ms: int = REVEAL_MS
    """How long tables wait for players to reveal their seeds after bets close."""
    chains: OrderedDict[str, ChainSeeds] = field(default_factory=OrderedDict)
    """Chains in use, by their encrypted last seed; the oldest go when there are too many."""
    keys: OrderedDict[str, bytes] = field(default_factory=OrderedDict)
    """Keys of rounds in play, by their hash; the oldest go when there are too many."""

    def __post_init__(self) -> None:
        check(len(self.key) >= SEED_BYTES, "the house's key has at least 256 bits")

    def opening(self, state: TableState) -> cmd.OpenRound | Refusal:
        """Open a round on the table's chain, or on a new one where that cannot go on."""
        link, chain = state.next_link, state.chain
        if link and chain is not None and self._seeds(state.rules.table, chain) is not None:
            return cmd.OpenRound()
        made = self.new_chain(state)
        return made if isinstance(made, Refusal) else cmd.OpenRound(made)

    def new_chain(self, state: TableState) -> cmd.NewChain | Refusal:
        """A fresh chain for a table; none without fresh entropy."""
        size = SEED_BYTES + NONCE_BYTES
        try:
            fresh = self.entropy(size)
        except OSError:
            return NO_ENTROPY
        if len(fresh) != size or len(set(fresh)) == 1:
            return NO_ENTROPY
        last, nonce = fresh[:SEED_BYTES], fresh[SEED_BYTES:]
        place = _place(state.rules.table, state.number + 1)
        sealed = encrypt(self.key, last, nonce=nonce, place=place)
        seeds = self._keep(sealed, ChainSeeds(last, self.chain_length))
        return cmd.NewChain(seeds.seed(0).hex(), self.chain_length, sealed)

    def _seeds(self, table: str, chain: ev.ChainPublished) -> ChainSeeds | None:
        """The seeds of a published chain, or None under another key."""
        known = self.chains.get(chain.sealed)
        if known is not None:
            return known
        last = decrypt(self.key, chain.sealed, place=_place(table, chain.first))
        if last is None or len(last) != SEED_BYTES:
            return None
        return self._keep(chain.sealed, ChainSeeds(last, chain.length))

    def _keep(self, sealed: str, seeds: ChainSeeds) -> ChainSeeds:
        self.chains[sealed] = seeds
        if len(self.chains) > CHAINS_CACHED:
            self.chains.popitem(last=False)
        return seeds

    def can_open(self, state: TableState) -> bool:
        """Whether this key opens the round in play: what is encrypted of it, and its seed."""
        if state.key_hash and self.key_of(state) is None:
            return False
        if not state.is_sealed:
            return True
        if state.link and state.chain is not None and state.chain.sealed in self.chains:
            return True
        return not isinstance(self.seed_of(state), Refusal)

    def key_of(self, state: TableState) -> bytes | None:
        """The key of the round in play, or None under another key of the house."""
        known = self.keys.get(state.key_hash)
        if known is None and state.round_id is not None and is_key_of(self.key, state):
            known = self.keys[state.key_hash] = round_key(self.key, state.round_id)
            if len(self.keys) > CHAINS_CACHED:
                self.keys.popitem(last=False)
        return known

    def seed_of(self, state: TableState) -> bytes | Refusal:
        if state.round_id is None:
            return Refusal(RefusalCode.NOT_NOW, "No round is open.")
        if not state.link:
            old = decrypt_padded(
                self.key, state.sealed, round_id=state.round_id, commitment=state.commitment
            )
            return NO_KEY if old is None else old
        seeds = None if state.chain is None else self._seeds(state.rules.table, state.chain)
        return NO_KEY if seeds is None else seeds.seed(state.link)


def _place(table: str, first: int) -> str:
    """What an encrypted chain is bound to: the table, and the round it begins with."""
    return f"pitboss/chain/1 {table}.{first}"


def derive_draw(state: TableState, seed: bytes) -> Shown | None:
    """What the round's next draw shows by its seed, or None when no draw is awaited."""
    if state.current is None or state.round_id is None:
        return None
    place = DrawPlace(
        table=state.rules.table,
        round_id=state.round_id,
        players=state.seeds,
        counter=state.counter,
    )
    step = draw_for(state.current.need, SealedBits(seed, place))
    return None if step is None else step.shown


def complete_command(state: TableState, command: Command, seals: Seals) -> Command | Refusal:
    """A command on a sealed table with what only the house can add: seeds and draws."""
    act = command.act
    if isinstance(act, cmd.OpenRound):
        if command.by.role is Role.PLAYER:
            return command
        opening = seals.opening(state)
        return opening if isinstance(opening, Refusal) else replace(command, act=opening)
    if isinstance(act, cmd.ShowDraw) and not act.shown and command.by.role is not Role.PLAYER:
        seed = seals.seed_of(state)
        shown = seed if isinstance(seed, Refusal) else derive_draw(state, seed)
        if shown is None:
            return Refusal(RefusalCode.NOT_NOW, "No draw is awaited now.")
        # A dealer says when; what shows is the seed's.
        return shown if isinstance(shown, Refusal) else Command(HOUSE, cmd.ShowDraw(shown))
    if isinstance(act, cmd.SettleRound | cmd.VoidRound) and command.by.role is not Role.PLAYER:
        seed = seals.seed_of(state)
        if isinstance(seed, Refusal):
            # A round whose seed cannot be shown can still be given back.
            return command if isinstance(act, cmd.VoidRound) else seed
        found = commitment_of(seed, link=state.link)
        check(found == state.commitment, "the seed is the one committed to")
        return replace(command, act=replace(act, seed=seed.hex()))
    return command


def add_key_events(seals: Seals, state: TableState, decided: Decision) -> tuple[Events, TableState]:
    """A decision's events with the commitment to the round's key, or with the key at its end."""
    events, after = decided.events, decided.after
    ended = _find(events, ev.RoundSettled | ev.RoundVoided)
    if ended is not None:
        key = seals.key_of(state) if state.key_hash else None
        revealed = () if key is None else (ev.KeyRevealed(key.hex()),)
        return (*events[:ended], *revealed, *events[ended:]), after
    opened = _find(events, ev.RoundOpened)
    if opened is None:
        return events, after
    fresh = round_key(seals.key, after.rules.round_id(after.number))
    committed = ev.KeyCommitted(key_hash(fresh))
    return (*events[: opened + 1], committed, *events[opened + 1 :]), evolve(after, committed)


def _find(events: Events, kind: type[ev.Event] | UnionType) -> int | None:
    """Where the first event of a kind stands."""
    return next((at for at, one in enumerate(events) if isinstance(one, kind)), None)


Script = Callable[[TableState], Shown]
"""What a scripted table shows next; the same for the same state, so that a replay agrees."""

"""Sealed rounds: a fresh seed for each, committed to before bets, unsealed only by the house."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from pitboss.games.rounds import drawn
from pitboss.invariants import BrokenInvariant, check
from pitboss.refusals import Refusal, RefusalCode
from pitboss.table import commands as cmd
from pitboss.table.commands import HOUSE, Command, Role
from pitboss.table.fairness import (
    NONCE_BYTES,
    SEED_BYTES,
    DrawPlace,
    SealedBits,
    commitment_of,
    sealed_under,
    unsealed,
)
from pitboss.table.state import TableState

Entropy = Callable[[int], bytes]

NO_ENTROPY = Refusal(
    RefusalCode.STORE_UNAVAILABLE, "No fresh seed can be made now; no round is opened without one."
)
NO_KEY = Refusal(
    RefusalCode.STORE_UNAVAILABLE, "The round is sealed under another key; it can only be voided."
)


@dataclass(frozen=True, slots=True)
class Seals:
    """The house's key and where fresh randomness comes from."""

    key: bytes
    entropy: Entropy

    def __post_init__(self) -> None:
        check(len(self.key) >= SEED_BYTES, "the house's key has at least 256 bits")

    def opening(self, round_id: str) -> cmd.OpenRound | Refusal:
        """A commitment and the sealed seed for a new round; no round without fresh entropy."""
        try:
            fresh = self.entropy(SEED_BYTES + NONCE_BYTES)
        except OSError:
            return NO_ENTROPY
        if len(fresh) != SEED_BYTES + NONCE_BYTES or len(set(fresh)) == 1:
            return NO_ENTROPY
        seed, nonce = fresh[:SEED_BYTES], fresh[SEED_BYTES:]
        text = sealed_under(self.key, seed, nonce=nonce, round_id=round_id)
        return cmd.OpenRound(commitment=commitment_of(seed), sealed=text)

    def seed_of(self, state: TableState) -> bytes | Refusal:
        """The seed of the round in play."""
        if state.round_id is None:
            return Refusal(RefusalCode.NOT_NOW, "No round is open.")
        seed = unsealed(
            self.key, state.sealed, round_id=state.round_id, commitment=state.commitment
        )
        return NO_KEY if seed is None else seed


def derived(state: TableState, seed: bytes) -> cmd.Shown | None:
    """What the round's next draw shows by its seed, or None when no draw is awaited."""
    if state.current is None or state.round_id is None:
        return None
    place = DrawPlace(
        table=state.rules.table,
        round_id=state.round_id,
        players=state.seeds,
        counter=state.counter,
    )
    step = drawn(state.current.need, SealedBits(seed, place))
    return None if step is None else step.shown


def completed(state: TableState, command: Command, seals: Seals) -> Command | Refusal:
    """A command on a sealed table with what only the house can add: seeds and draws."""
    act = command.act
    if isinstance(act, cmd.OpenRound):
        opening = seals.opening(state.rules.round_id(state.number + 1))
        return opening if isinstance(opening, Refusal) else replace(command, act=opening)
    if isinstance(act, cmd.ShowDraw) and not act.shown and command.by.role is not Role.PLAYER:
        seed = seals.seed_of(state)
        shown = seed if isinstance(seed, Refusal) else derived(state, seed)
        if shown is None:
            return Refusal(RefusalCode.NOT_NOW, "No draw is awaited now.")
        # A dealer says when; what shows is the seed's.
        return shown if isinstance(shown, Refusal) else Command(HOUSE, cmd.ShowDraw(shown))
    if isinstance(act, cmd.SettleRound | cmd.VoidRound) and command.by.role is not Role.PLAYER:
        seed = seals.seed_of(state)
        if isinstance(seed, Refusal):
            # A round whose seed cannot be shown can still be given back.
            return command if isinstance(act, cmd.VoidRound) else seed
        check(commitment_of(seed) == state.commitment, "the seed is the one committed to")
        return replace(command, act=replace(act, seed=seed.hex()))
    return command


def scripted_draw(state: TableState, script: Script) -> cmd.Shown:
    """The next draw of a scripted table."""
    current = state.current
    if current is None:
        raise BrokenInvariant("a scripted draw belongs to a round")
    return script(state)


Script = Callable[[TableState], cmd.Shown]
"""What a scripted table shows next; the same for the same state, so that a replay agrees."""

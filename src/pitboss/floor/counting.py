"""Counting: the tallies of a house brought up to its journal, table by table.

Each reading goes on where the last one ended, in this process or another. What a player brings to
a table is counted as drop the way a cashier would sell it: only when a stake needs it.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial

import msgspec

from pitboss.floor.periods import day_number, hour_of, month_shift, shift_of
from pitboss.floor.tally import BetTally, Tally, read_tally, write_tally
from pitboss.pit.replay import STREAM, stream_of
from pitboss.pit.round_lines import ChipMove, LateCorrection, RoundReader, SettledRound
from pitboss.refusals import Refusal
from pitboss.store.store import Store
from pitboss.store.tallies import HOUR, MONTH, PLAYER, SHIFT, TallyEnd, TallyKey, write_tallies
from pitboss.units import parse_credits

HOUSE = "house"
WALK_UP = "walk~"
_STAFF = ("dealer", "supervisor")

Stacks = dict[str, int]
"""What each player at a table has of the credits brought there."""
_read_stacks = msgspec.json.Decoder(Stacks).decode


def count_house(store: Store, beat: Callable[[], object] = lambda: None) -> int | Refusal:
    """Count every round that is not counted yet; how many there were."""
    ends = store.heads()
    if isinstance(ends, Refusal):
        return ends
    counted = 0
    for end in ends:
        if end.stream.startswith(STREAM):
            beat()
            found = count_table(store, end.stream.removeprefix(STREAM))
            if isinstance(found, Refusal):
                return found
            counted += found
    return counted


def count_table(store: Store, table: str) -> int | Refusal:
    """Count the rounds of one table that are not counted yet; how many there were."""
    end = store.tally_end(table)
    if isinstance(end, Refusal):
        return end
    digest = store.digest_at(stream_of(table), end.version)
    if isinstance(digest, Refusal):
        return digest
    reader = RoundReader(stream_of(table), end.version, digest)
    stacks = _read_stacks(end.carried) if end.carried else {}
    counted = 0
    for page in reader.pages(store):
        if isinstance(page, Refusal):
            return page
        if reader.between == end.version:
            continue
        sums: dict[TallyKey, Tally] = {}
        for one in page:
            if isinstance(one, ChipMove):
                _count_chips(one, stacks, sums)
            elif isinstance(one, LateCorrection):
                _count_correction(one, stacks, sums)
            else:
                _count_round(one, stacks, sums)
        after = TallyEnd(reader.between, msgspec.json.encode(stacks).decode())
        changes = {key: partial(_added, tally) for key, tally in sums.items()}
        written = store.backend.rewrite(
            partial(write_tallies, table=table, before=end, after=after, changes=changes)
        )
        if isinstance(written, Refusal):
            return written
        if not written:
            # Another process was faster; it counted the same rounds.
            return counted
        end = after
        counted += sum(isinstance(one, SettledRound) for one in page)
    return counted


def _added(tally: Tally, text: str | None) -> str:
    if text is None:
        return write_tally(tally)
    found = read_tally(text)
    found.add(tally)
    return write_tally(found)


def _count_round(one: SettledRound, stacks: Stacks, sums: dict[TallyKey, Tally]) -> None:
    at_ms, table, dealer = one.ended_ms, one.table, dealer_of(one.actor)
    whole = Tally(voids=1) if one.is_void else Tally(rounds=1, ms=at_ms - one.opened_ms)
    players = _by_player(one)
    for gone in stacks.keys() - set(one.players.values()):
        # Walk-up players colour up when they go; one may have come while the round was open.
        if not gone.startswith(WALK_UP):
            del stacks[gone]
    day = _day_of(at_ms)
    for player, own in players.items():
        own.rounds, own.ms = 1, whole.ms
        own.drop = _bring(stacks, player, own)
        whole.drop += own.drop
        for spot, bet in own.bets.items():
            known = whole.bets.get(spot)
            if known is None:
                whole.bets[spot] = msgspec.structs.replace(bet)
            else:
                known.bets += bet.bets
                known.staked += bet.staked
                known.won += bet.won
        _sum(sums, TallyKey(PLAYER, day, table, player), own)
    whole.multiply()
    _sum_table(sums, whole, at_ms, table, dealer)


def _count_chips(move: ChipMove, stacks: Stacks, sums: dict[TallyKey, Tally]) -> None:
    """A walk-up player's chips are dropped when they are bought, and gone when coloured up."""
    if not move.bought:
        stacks.pop(move.player, None)
        return
    stacks[move.player] = stacks.get(move.player, 0) + move.bought
    bought = Tally(drop=move.bought)
    _sum_table(sums, bought, move.at_ms, move.table, dealer_of(move.actor))


def _count_correction(late: LateCorrection, stacks: Stacks, sums: dict[TallyKey, Tally]) -> None:
    """The win changes when the correction is signed; the bets stay those that were made."""
    whole = Tally(corrections=1)
    for seat, spot, amount in late.moves:
        player = late.players.get(seat, f"seat {seat}")
        own = Tally(corrected=amount, bets={spot: BetTally(won=-amount)})
        whole.add(own)
        if player in stacks:
            stacks[player] += amount
        _sum(sums, TallyKey(PLAYER, _day_of(late.at_ms), late.table, player), own)
    _sum_table(sums, whole, late.at_ms, late.table, dealer_of(late.actor))


def _day_of(at_ms: int) -> int:
    return day_number(datetime.fromtimestamp(at_ms / 1000, UTC).date())


def _sum_table(
    sums: dict[TallyKey, Tally], tally: Tally, at_ms: int, table: str, dealer: str
) -> None:
    for scope, period in (
        (HOUR, hour_of(at_ms)),
        (SHIFT, shift_of(at_ms)),
        (MONTH, month_shift(at_ms)),
    ):
        _sum(sums, TallyKey(scope, period, table, dealer), tally)


def _sum(sums: dict[TallyKey, Tally], key: TallyKey, tally: Tally) -> None:
    sums.setdefault(key, Tally()).add(tally)


def _by_player(one: SettledRound) -> dict[str, Tally]:
    found: dict[str, Tally] = {}
    players = one.players
    for line in one.lines:
        _, seat, spot, stake, result, _, paid, _, *part = line.split(" ")
        if result == "stands":
            # A bet is counted once: in the round that decides it.
            continue
        amount, pays = _credits(stake), _credits(paid)
        # A stake that is lost in part says at the end how much was taken.
        taken = _credits(part[1]) if part else amount
        won = taken if result == "lose" else -pays
        own = found.setdefault(players.get(seat, f"seat {seat}"), Tally())
        own.bet(spot, amount, won)
    return found


def _credits(text: str) -> int:
    """Minor units; what is not paid reads 0.00, which is no amount that could be typed."""
    found = parse_credits(text)
    return 0 if isinstance(found, Refusal) else int(found)


def _bring(stacks: Stacks, player: str, own: Tally) -> int:
    """What a player has to bring for these stakes; what is won stays on the table."""
    stack = stacks.get(player, 0)
    brought = max(0, own.handle - stack)
    stacks[player] = stack + brought - own.win
    return brought


def dealer_of(actor: str) -> str:
    """Who dealt, by the actor of a record; the house where nobody did."""
    role, _, name = actor.partition(":")
    return name if role in _STAFF else HOUSE

"""Running a round: opening, closing, draws, corrections, calls, time-outs, settlement."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.games.calls import CallOption
from pitboss.games.needs import NeedDecisions, NeedDraw
from pitboss.games.steps import Setting
from pitboss.invariants import BrokenInvariant
from pitboss.refusals import Refusal, RefusalCode
from pitboss.table import commands as cmd
from pitboss.table import events as ev
from pitboss.table.commands import Actor, Role
from pitboss.table.corrections import find_changes
from pitboss.table.evolve import attempt, evolve
from pitboss.table.fairness import commitment_of
from pitboss.table.setup import OutcomeMode
from pitboss.table.state import Phase, TableState
from pitboss.table.take_downs import list_take_downs

FOLLOW_UPS_MAX = 64


# --- opening and closing -----------------------------------------------------------------


def open_round(state: TableState, by: Actor, act: cmd.OpenRound) -> ev.Wanted:
    """Bets open: on a sealed table only with a commitment that everybody sees first."""
    if state.current is not None:
        return Refusal(RefusalCode.NOT_NOW, "A round is open already.")
    if not any(state.occupants):
        return Refusal(RefusalCode.NOT_NOW, "Nobody sits at the table.")
    if (act.chain is not None and not state.is_sealed) or (
        act.chain is None and state.is_sealed and not state.next_link
    ):
        return Refusal(
            RefusalCode.MISSING_FIELD,
            "A sealed round opens on a published chain of seeds, any other without one.",
        )
    published = () if act.chain is None else (_publish_chain(state, act.chain),)
    on_chain = evolve(state, published[0]) if published else state
    start, seats = _start(state)
    head = state.rules.edition.head
    players = tuple(
        (seat, one.player) for seat, one in enumerate(state.occupants, 1) if one is not None
    )
    chain, link = on_chain.chain, on_chain.next_link
    return (
        *published,
        ev.RoundOpened(
            round_id=state.rules.round_id(state.number + 1),
            number=state.number + 1,
            game=head.game,
            edition=head.key,
            edition_hash=head.hash,
            start=start,
            seats=seats,
            players=players,
            mode=state.rules.mode.value,
            commitment=on_chain.tip if link else "",
            link=link,
            chain_number=chain.number if chain else 0,
            chain_first=chain.first if chain else 0,
            chain_length=chain.length if chain else 0,
            chain_end=chain.end if chain else "",
        ),
    )


def _publish_chain(state: TableState, chain: cmd.NewChain) -> ev.ChainPublished:
    before = 0 if state.chain is None else state.chain.number
    return ev.ChainPublished(
        number=before + 1,
        first=state.number + 1,
        length=chain.length,
        end=chain.end,
        sealed=chain.sealed,
    )


def _start(state: TableState) -> tuple[ev.Pairs, tuple[int, ...]]:
    """What the round starts from, and every seat but those whose old bets were given back."""
    rules = state.rules
    game = rules.game
    held = {(stake.seat, stake.spot) for stake in state.stakes}
    gone = {bet.seat for bet in game.bets(state.upcoming.state) if (bet.seat, bet.spot) not in held}
    seats = tuple(int(seat) for seat in rules.seats if seat not in gone)
    # A player alone at a table whose bets were given back is dealt in: no other bets lie there.
    if any(state.occupants[seat - 1] for seat in seats):
        return tuple(game.write_carry(state.carry).items()), seats
    fresh = game.write_carry(game.first_carry(rules.edition))
    return tuple(fresh.items()), tuple(map(int, rules.seats))


def close_bets(state: TableState, by: Actor, act: cmd.CloseBetting) -> ev.Wanted:
    """The dealer, or the house, calls no more bets."""
    return (close_event(state, ev.BY_DEALER),)


def close_event(state: TableState, by: str) -> ev.BetsClosed:
    """Bets close; the hashes of seeds of those who bet are fixed with it."""
    return ev.BetsClosed(by, hashes=tuple(one for one in state.hashes if state.has_stake(one[0])))


# --- draws -------------------------------------------------------------------------------


def show_draw(state: TableState, by: Actor, act: cmd.ShowDraw) -> ev.Wanted:
    """A draw: by the house where it is derived or scripted, by a dealer where it is typed."""
    mode = state.rules.mode
    typed = by.role is not Role.HOUSE
    if typed != (mode is OutcomeMode.ENTERED):
        return Refusal(
            RefusalCode.NOT_YOUR_TURN,
            f"Outcomes of this table are {mode.value}; nobody else may enter them.",
        )
    current = state.current
    if current is None or not isinstance(current.need, NeedDraw):
        return Refusal(RefusalCode.NOT_NOW, "No draw is awaited now.")
    if state.is_revealing:
        return Refusal(RefusalCode.NOT_NOW, "Players may still reveal their seeds.")
    due = next((one for one in open_calls(state) if one.is_due), None)
    if due is not None:
        return Refusal(RefusalCode.NOT_NOW, f"One step comes before this entry: {due.label}.")
    return (ev.OutcomeDrawn(state.counter, act.shown, mode.value),)


def correct_draws(state: TableState, by: Actor, act: cmd.CorrectDraws) -> ev.Wanted:
    """Entries put right before settlement; the old and the new stay on record."""
    current = state.current
    if state.rules.mode is not OutcomeMode.ENTERED or by.role is Role.HOUSE:
        return Refusal(RefusalCode.NOT_NOW, "Only entries that a dealer typed can be corrected.")
    if current is None or not state.draws:
        return Refusal(RefusalCode.NOT_NOW, "There is no entry to correct before settlement.")
    changes = find_changes(current.steps, act.draws)
    return changes if isinstance(changes, Refusal) else (ev.DrawsCorrected(changes, act.reason),)


# --- decisions and calls -----------------------------------------------------------------


def decide_event(actor: int, option: str, *, by: str, setting: Setting | None = None) -> ev.Decided:
    return ev.Decided(int(actor), str(option), by, setting)


def open_calls(state: TableState) -> tuple[CallOption, ...]:
    """What the dealer may call now: steps of physical equipment only where it is dealt by hand."""
    if state.current is None:
        return ()
    by_hand = state.rules.mode is OutcomeMode.ENTERED
    found = state.rules.game.calls(state.current.state)
    return tuple(one for one in found if by_hand or not one.by_hand)


def call(state: TableState, by: Actor, act: cmd.MakeCall) -> ev.Wanted:
    """The dealer's calls; a void must say what showed, or came before anything could."""
    own = None if state.current is None else state.current.find_call(act.what)
    if own is not None and own not in open_calls(state):
        return Refusal(RefusalCode.NOT_NOW, "That is a step of a table dealt by hand.")
    called = ev.Called(act.what, act.reason, act.shown, int(act.is_readable))
    after = attempt(state, called)
    current = state.current
    if isinstance(after, Refusal):
        return after
    option = None if current is None else current.find_call(act.what)
    if option is None or after.current is None:
        raise BrokenInvariant("a call that was taken is an option of an open round")
    game = after.rules.game
    ends = after.current.is_over and game.ending(after.current.state).void
    if not option.shows and not ends:
        return (called,)
    mode = state.rules.mode
    if mode is OutcomeMode.SEALED and (act.shown or state.outcome_derived):
        return Refusal(
            RefusalCode.NOT_NOW,
            "The outcome comes from the sealed seed; once it is drawn, nothing can be void.",
        )
    if mode is OutcomeMode.ENTERED and option.shows and not act.shown and act.is_readable:
        return Refusal(
            RefusalCode.MISSING_FIELD,
            f"Record what showed ({option.shows}), or say that it could not be read.",
        )
    return (called,)


# --- the clock ---------------------------------------------------------------------------


def expire(state: TableState, by: Actor, act: cmd.Expire) -> ev.Wanted:
    """Time is up: bets close, reveals close, or those who owe a decision get the hasty one."""
    current = state.current
    if act.mark != state.mark or current is None:
        return Refusal(RefusalCode.NOT_NOW, "The table no longer waits for that.")
    if state.is_revealing:
        shown = {seat for seat, _ in state.seeds}
        return (ev.RevealsClosed(tuple(s for s, _ in state.hashes if s not in shown)),)
    need = current.need
    if isinstance(need, NeedDecisions):
        return tuple(decide_event(one.actor, one.hasty, by=ev.BY_CLOCK) for one in need.pending)
    if state.phase is not Phase.BETTING:
        return Refusal(RefusalCode.NOT_NOW, "No timer runs for this.")
    down = _half_bets(state)
    if down and {one.seat for one in down} == {stake.seat for stake in state.stakes}:
        return down
    return (*down, close_event(state, ev.BY_CLOCK))


def _half_bets(state: TableState) -> tuple[ev.BetTakenDown, ...]:
    """Stakes that alone may not stay when bets close, seat by seat, so that one cannot stop all."""
    if not isinstance(attempt(state, close_event(state, ev.BY_CLOCK)), Refusal):
        return ()
    down: list[ev.BetTakenDown] = []
    for seat in sorted({stake.seat for stake in state.stakes}):
        alone = _only(state, seat)
        if isinstance(attempt(alone, close_event(alone, ev.BY_CLOCK)), Refusal):
            down.extend(list_take_downs(state, seat))
    return tuple(down)


def _only(state: TableState, seat: int) -> TableState:
    for other in sorted({stake.seat for stake in state.stakes} - {seat}):
        for down in list_take_downs(state, other):
            state = evolve(state, down)
    return state


def add_follow_ups(state: TableState) -> tuple[tuple[ev.Event, ...], TableState]:
    """What follows by itself: a player who has left takes the hasty option."""
    more: list[ev.Event] = []
    for _ in range(FOLLOW_UPS_MAX):
        if not state.awaited or state.current is None:
            break
        need = state.current.need
        pending = need.pending if isinstance(need, NeedDecisions) else ()
        gone = [one for one in pending if _has_left(state, one.actor)]
        if not gone:
            break
        event = decide_event(gone[0].actor, gone[0].hasty, by=ev.BY_LEAVING)
        state = evolve(state, event)
        more.append(event)
    return tuple(more), state


def _has_left(state: TableState, actor: int) -> bool:
    occupant = state.occupant(actor)
    return occupant is not None and occupant.is_leaving


# --- the end -----------------------------------------------------------------------------


def settle(state: TableState, by: Actor, act: cmd.SettleRound) -> ev.Wanted:
    """Every stake settled, seats of those who left freed once nothing of theirs stays up."""
    current = state.current
    if current is None or state.settlement is None:
        return Refusal(RefusalCode.NOT_NOW, "The round is not over yet; it cannot be settled.")
    refused = _seed_refusal(state, act.seed)
    if refused is not None:
        return refused
    ending = state.rules.game.ending(current.state)
    settled = ev.RoundSettled(
        round_id=state.rules.round_id(state.number),
        lines=state.settlement.texts,
        clause=ending.clause,
        sentence=ending.sentence,
        is_void=int(ending.void),
        seed=act.seed,
    )
    return (settled, *_free_seats(evolve(state, settled)))


def void(state: TableState, by: Actor, act: cmd.VoidRound) -> ev.Wanted:
    """The whole round is void: never on a sealed table once its outcome is derived."""
    if state.current is None:
        return Refusal(RefusalCode.NOT_NOW, "There is no round to void.")
    # Without its key the house cannot show the seed, nor deal on: that alone undoes an outcome.
    is_key_lost = by.role is Role.HOUSE and not act.seed
    if state.is_sealed and (act.shown or (state.outcome_derived and not is_key_lost)):
        return Refusal(
            RefusalCode.NOT_NOW, "The outcome is derived from the sealed seed; it stands."
        )
    refused = _seed_refusal(state, act.seed) if act.seed else None
    if refused is not None:
        return refused
    round_id = state.rules.round_id(state.number)
    return (
        ev.RoundVoided(round_id, act.reason, act.shown, act.seed),
        *_free_seats(replace(state, stakes=())),
    )


def _seed_refusal(state: TableState, seed: str) -> Refusal | None:
    if not state.is_sealed:
        return Refusal(RefusalCode.BAD_FIELD, "Nothing was sealed here.") if seed else None
    found = commitment_of(bytes.fromhex(seed), link=state.link) if len(seed) == 64 else ""
    if found == state.commitment:
        return None
    return Refusal(RefusalCode.TAMPERED, "That seed is not the one committed to.")


def _free_seats(state: TableState) -> tuple[ev.SeatLeft, ...]:
    return tuple(
        ev.SeatLeft(seat, one.player)
        for seat, one in enumerate(state.occupants, 1)
        if one is not None and one.is_leaving and not state.has_stake(seat)
    )

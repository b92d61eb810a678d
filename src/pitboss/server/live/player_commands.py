"""Asks: an act from a browser as the table's own command, in the name of whoever was proved.

The seat in a message is only a wish: the table itself compares it with who asks.
"""

from __future__ import annotations

from pitboss.equipment.cards import parse_cards
from pitboss.pit.pit import Pit
from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.accounts.people import HouseRole, Person
from pitboss.server.accounts.sign_in import Accounts
from pitboss.server.edge.errors import BUSY, NOT_ALLOWED, SIGN_IN_FIRST, AnyRefusal
from pitboss.server.edge.responses import HttpRefusal
from pitboss.server.floor.table_service import TableService
from pitboss.server.live import messages as wire
from pitboss.server.live.connection import Connection
from pitboss.server.live.viewers import own_cards
from pitboss.store.records import Committed
from pitboss.store.shared import Unwritten
from pitboss.table import commands as cmd
from pitboss.table.commands import Actor, Role
from pitboss.table.draw_codec import decode_setting
from pitboss.table.state import TableState

NO_CARDS = Refusal(RefusalCode.NOT_NOW, "You hold no cards to set now.")


async def answer_ask(
    tables: TableService, accounts: Accounts, connection: Connection, ask: wire.Ask
) -> Committed | AnyRefusal:
    """Do what was asked, once for each id."""
    if connection.person is None:
        entered = await _enter(accounts, connection, ask.act)
        if not isinstance(entered, Person):
            return entered
        connection.person = entered
    if connection.person.role is not HouseRole.PLAYER:
        return NOT_ALLOWED
    act = player_command(ask.act, connection.person)
    if isinstance(act, Refusal):
        return act
    by = Actor(Role.PLAYER, connection.person.id)
    is_more = isinstance(ask.act, wire.TakeSeat | wire.PlaceBet)
    if is_more and tables.load.is_busy and not await tables.is_done(by, ask.id):
        # What is on the felt goes on; nothing is added to it until the house has caught up.
        return BUSY
    return await tables.ask(connection.table, by, act, client_id=ask.id)


async def _enter(accounts: Accounts, connection: Connection, act: wire.Act) -> Person | AnyRefusal:
    """A stranger who sits down with a name becomes a guest."""
    if not isinstance(act, wire.TakeSeat) or not act.name or not connection.token:
        return SIGN_IN_FIRST
    try:
        # The browser may have become somebody in another tab meanwhile.
        known = accounts.people.session(connection.token, now_ms=accounts.runtime.clock())
        if known is not None:
            return known.person
        if not accounts.entries.take(connection.address, accounts.runtime.clock()):
            return Refusal(RefusalCode.NOT_NOW, "Too many new guests come from your address; wait.")
        return (await accounts.enter_as_guest(act.name, token=connection.token)).person
    except (HttpRefusal, Unwritten) as refused:
        return refused.refusal


def player_command(act: wire.Act, person: Person) -> cmd.Act | Refusal:
    match act:
        case wire.TakeSeat():
            return cmd.TakeSeat(act.seat, person.name)
        case wire.LeaveSeat():
            return cmd.LeaveSeat(act.seat)
        case wire.CommitSeed():
            return cmd.CommitSeed(act.seat, act.hash)
        case wire.RevealSeed():
            return cmd.RevealSeed(act.seat, act.text)
        case wire.PlaceBet():
            return cmd.PlaceBet(act.seat, act.spot, act.stake, act.round)
        case wire.TakeDown():
            return cmd.TakeDownBet(act.seat, act.spot, act.round)
        case wire.SayReady():
            return cmd.SayReady(act.seat, act.round)
        case wire.Decide():
            setting = None if act.setting is None else decode_setting(act.setting)
            if isinstance(setting, Refusal):
                return setting
            return cmd.MakeDecision(act.seat, act.option, setting, act.round, act.step)


def check_setting(
    pit: Pit, connection: Connection, asked: wire.CheckSetting
) -> wire.Checked | AnyRefusal:
    """What a setting of a player's own cards is worth; without one, the house way."""
    state = pit.state(connection.table)
    if isinstance(state, Refusal):
        return state
    occupant = state.occupant(asked.seat)
    if connection.person is None or occupant is None or occupant.player != connection.person.id:
        return Refusal(RefusalCode.NOT_YOUR_TURN, f"Seat {asked.seat} is not yours.")
    return _check_cards(state, asked)


def _check_cards(state: TableState, asked: wire.CheckSetting) -> wire.Checked | Refusal:
    cards = parse_cards(" ".join(own_cards(state, asked.seat)))
    if isinstance(cards, Refusal):
        return NO_CARDS
    game, edition = state.rules.game, state.rules.edition
    if asked.setting is None:
        score = game.score_hand(edition, cards)
        if score is None or isinstance(score, Refusal):
            return score or NO_CARDS
        return wire.Checked(
            id=asked.id,
            combinations=tuple(tuple(map(str, one)) for one in score.combinations),
            left_over=tuple(map(str, score.left_over)),
            score=score.score,
            sentence="The house way.",
            clause=None,
        )
    setting = decode_setting(asked.setting)
    if isinstance(setting, Refusal):
        return setting
    found = game.check_setting(edition, cards, setting)
    if found is None or isinstance(found, Refusal):
        return found or NO_CARDS
    return wire.Checked(
        id=asked.id,
        combinations=asked.setting,
        left_over=tuple(map(str, found.left_over)),
        score=found.score,
        sentence=found.sentence,
        clause=str(found.clause),
    )

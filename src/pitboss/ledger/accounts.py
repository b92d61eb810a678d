"""Accounts: where practice credits can stand, each named by one string.

A name is its kind and its ids joined by colons, such as `stake:T1:3`, so no id may hold a colon.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import NewType

AccountName = NewType("AccountName", str)
"""The full name of an account, such as `player:alice`."""

PlayerId = NewType("PlayerId", str)
TableId = NewType("TableId", str)
RoundId = NewType("RoundId", str)
HoldId = NewType("HoldId", str)


class AccountKind(StrEnum):
    PLAYER = "player"
    STAKE = "stake"
    TABLE = "table"
    HOUSE = "house"
    ISSUER = "issuer"


HOUSE = AccountName(AccountKind.HOUSE.value)
ISSUER = AccountName(AccountKind.ISSUER.value)

_ID = re.compile(r"[A-Za-z0-9_.~-]{1,64}", re.ASCII)
_IDS = re.compile(r"[A-Za-z0-9_.~-]{1,64}(?::[A-Za-z0-9_.~-]{1,64})*", re.ASCII)

# What a player or a seat holds is real to somebody; the other three only keep the sum at zero.
_NEVER_NEGATIVE = (AccountKind.PLAYER.value + ":", AccountKind.STAKE.value + ":")


def is_id(text: str) -> bool:
    """Whether a text can be the id of a player, table, round or bet."""
    return type(text) is str and _ID.fullmatch(text) is not None


def are_ids(joined: str, *, count: int) -> bool:
    """Whether a text is so many ids joined by colons."""
    return _IDS.fullmatch(joined) is not None and joined.count(":") == count - 1


def player_account(player: str) -> AccountName:
    """What a player may bet with."""
    return AccountName("player:" + player)


def stake_account(table: str, seat: int) -> AccountName:
    """What a seat has in action."""
    return AccountName(f"stake:{table}:{seat}")


def table_account(table: str) -> AccountName:
    """What a table has won (or lost, below zero)."""
    return AccountName("table:" + table)


def kind_of(account: str) -> AccountKind:
    """The kind that an account's name says."""
    return AccountKind(account.partition(":")[0])


def may_go_negative(account: str) -> bool:
    """Players and seats never owe; table, house and issuer are only counters."""
    return not account.startswith(_NEVER_NEGATIVE)

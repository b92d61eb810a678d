"""Shapes: whether the values of a command are of the kind they claim, before any rule looks.

An edge may be wrong or hostile: a boolean is no number, a float is no amount, a text has a length.
"""

from __future__ import annotations

import re
from typing import Any

from pitboss.equipment.cards import Card
from pitboss.equipment.shown import is_shown
from pitboss.games.rounds import REASON
from pitboss.games.spots import SPOT_KEY
from pitboss.refusals import Refusal, RefusalCode
from pitboss.table import commands as cmd
from pitboss.table.fairness import CHAIN_LENGTH_MAX
from pitboss.units import CREDITS_MAX

REASON_LENGTH_MAX = 200
HASH_DIGITS = 64
_WORD = re.compile(r"[a-z][A-Za-z0-9:_-]{0,63}", re.ASCII)
NAME = re.compile(r"[^\W_](?:[\w .'-]{0,22}[\w.'-])?")
_PLAYER = re.compile(r"[A-Za-z0-9_~-]{1,48}", re.ASCII)
_SEED = re.compile(r"[!-~]{1,64}", re.ASCII)
_HEX = re.compile(r"(?:[0-9a-f]{2}){0,128}", re.ASCII)
_COUNT_MAX = 64


def command_refusal(command: cmd.Command) -> Refusal | None:
    by = command.by
    if type(by.id) is not str or _PLAYER.fullmatch(by.id) is None or by.role not in _ROLES:
        return Refusal(RefusalCode.BAD_FIELD, "A command needs its sender's id and role.")
    act = command.act
    checks = _CHECKS.get(type(act))
    if checks is None:
        return Refusal(RefusalCode.UNKNOWN_OPTION, "There is no such command.")
    for name, check_of in checks:
        refusal: Refusal | None = check_of(getattr(act, name))
        if refusal is not None:
            return refusal
    return None


def _text(code: RefusalCode, shape: re.Pattern[str], sentence: str) -> Any:
    refusal = Refusal(code, sentence)

    def check_of(value: object) -> Refusal | None:
        return None if type(value) is str and shape.fullmatch(value) else refusal

    return check_of


_seat_refusal = Refusal(RefusalCode.NO_SUCH_SEAT, "Seats are whole numbers from 1 (dealer: 0).")
_amount_refusal = Refusal(RefusalCode.BAD_AMOUNT, "A stake is a whole number of minor units.")
_low_refusal = Refusal(RefusalCode.NOT_POSITIVE, "A stake must be more than zero.")
_high_refusal = Refusal(RefusalCode.ABOVE_MAXIMUM, "No table takes a stake that high.")
_flag_refusal = Refusal(RefusalCode.BAD_FIELD, "That must be yes or no.")
_mark_refusal = Refusal(RefusalCode.BAD_FIELD, "A mark is a whole number.")
_count_refusal = Refusal(
    RefusalCode.BAD_AMOUNT, "A count is a whole number of minor units, zero or more."
)
_shown_refusal = Refusal(RefusalCode.BAD_FIELD, "What was shown is a list of cards or faces.")
_setting_refusal = Refusal(RefusalCode.BAD_FIELD, "A setting is a list of lists of cards.")


def _seat(value: object) -> Refusal | None:
    return None if type(value) is int and 0 <= value <= 99 else _seat_refusal


def _stake(value: object) -> Refusal | None:
    if type(value) is not int:
        return _amount_refusal
    if value <= 0:
        return _low_refusal
    return _high_refusal if value > CREDITS_MAX else None


def _count(value: object) -> Refusal | None:
    return None if type(value) is int and 0 <= value <= CREDITS_MAX else _count_refusal


def _flag(value: object) -> Refusal | None:
    return None if type(value) is bool else _flag_refusal


def _mark(value: object) -> Refusal | None:
    return None if type(value) is int and 0 <= value < 2**53 else _mark_refusal


def _shown(value: object) -> Refusal | None:
    if type(value) is not tuple or len(value) > _COUNT_MAX:
        return _shown_refusal
    return None if is_shown(value) else _shown_refusal


def _corrections(value: object) -> Refusal | None:
    return _entries(value) if value else _shown_refusal


def _entries(value: object) -> Refusal | None:
    if type(value) is not tuple or len(value) > _COUNT_MAX:
        return _shown_refusal
    for item in value:
        if type(item) is not tuple or len(item) != 2 or _mark(item[0]) or _shown(item[1]):
            return _shown_refusal
    return None


def _setting(value: object) -> Refusal | None:
    if value is None:
        return None
    if type(value) is not tuple or len(value) > _COUNT_MAX:
        return _setting_refusal
    for cards in value:
        if type(cards) is not tuple or any(type(card) is not Card for card in cards):
            return _setting_refusal
    return None


def _step(value: object) -> Refusal | None:
    return None if value is None else _mark(value)


_word = _text(RefusalCode.UNKNOWN_OPTION, _WORD, "An option is one plain word.")
_reason = _text(
    RefusalCode.BAD_TEXT,
    REASON,
    f"A reason is one line of up to {REASON_LENGTH_MAX} characters that begins with a letter.",
)
_ROUND = re.compile(r"(?:[A-Za-z0-9_~-]{1,48}\.[0-9]{1,15})?", re.ASCII)
_hex = _text(RefusalCode.BAD_FIELD, _HEX, "Seeds and hashes are hexadecimal.")
_chain_refusal = Refusal(RefusalCode.BAD_FIELD, "A chain has an end, a length and a sealed seed.")
_HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)
_hash = _text(RefusalCode.BAD_FIELD, _HASH, "A hash is 64 hexadecimal digits.")


def _chain(value: object) -> Refusal | None:
    if value is None:
        return None
    if type(value) is not cmd.NewChain or _hex(value.end) or len(value.end) != HASH_DIGITS:
        return _chain_refusal
    in_range = type(value.length) is int and 0 < value.length <= CHAIN_LENGTH_MAX
    return _chain_refusal if not in_range or _hex(value.sealed) or not value.sealed else None


def _name(value: object) -> Refusal | None:
    if value == "" or (type(value) is str and NAME.fullmatch(value)):
        return None
    return Refusal(RefusalCode.BAD_TEXT, "A name is up to 24 letters, digits and . ' -.")


_BY_FIELD = {
    "seat": _seat,
    "stake": _stake,
    "minimum": _stake,
    "maximum": _stake,
    "settled_round": _text(RefusalCode.UNKNOWN_ROUND, _ROUND, "A round is named like table.7."),
    "round_id": _text(RefusalCode.UNKNOWN_ROUND, _ROUND, "A round is named like table.7."),
    "spot": _text(RefusalCode.UNKNOWN_SPOT, SPOT_KEY, "A spot is one plain word, like single:red."),
    "option": _word,
    "what": _word,
    "reason": _reason,
    "name": _name,
    "text": _text(RefusalCode.BAD_TEXT, _SEED, "A seed is 1 to 64 printable ASCII characters."),
    "chain": _chain,
    "hash": _hash,
    "seed": _hex,
    "is_bot": _flag,
    "is_readable": _flag,
    "mark": _mark,
    "step": _step,
    "number": _mark,
    "at_ms": _mark,
    "amount": _count,
    "count": _count,
    "drop": _count,
    "kind": _word,
    "shown": _shown,
    "draws": _corrections,
    "entries": _entries,
    "setting": _setting,
}
_ROLES = frozenset(cmd.Role)
_CHECKS: dict[type, tuple[tuple[str, Any], ...]] = {
    act: tuple((name, _BY_FIELD[name]) for name in act.__struct_fields__) for act in cmd.ACTS
}

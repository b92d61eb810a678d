"""Verify a round file: commitment, draws, rules and settlement, each said by itself.

Works from the file and the rules that ship; no store, no network. The offline page checks the same
by its own JavaScript.
"""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec

from pitboss.audit.canonical import fingerprint
from pitboss.equipment.draws import draw_below
from pitboss.equipment.shown import CARDS
from pitboss.games.notation import read_round
from pitboss.games.registry import Registry
from pitboss.games.rounds import Round
from pitboss.pit.round_bounds import bounds_refusal
from pitboss.pit.roundfile import DIGEST, FORMAT, FORMAT_CHAIN, digest_of, draws_of
from pitboss.refusals import Refusal, RefusalCode
from pitboss.table.fairness import (
    CHAIN_LENGTH_MAX,
    DrawPlace,
    SealedBits,
    chain_end,
    commitment_of,
    player_hash,
)

FILE_BYTES_MAX = 1 << 20

NUMBER_MAX = 2**40
SEAT_MAX = 99

_HEX = re.compile(r"[0-9a-f]{64}", re.ASCII)
_PLAIN = re.compile(r"[!-~]{1,64}", re.ASCII)
_ROUND = re.compile(r"[A-Za-z0-9_.-]+", re.ASCII)
_FIELDS: dict[str, type] = {
    "table": str,
    "round": str,
    "game": str,
    "edition": str,
    "edition_hash": str,
    "changes": list,
    "mode": str,
    "commitment": str,
    "seed": str,
    "player_seeds": list,
    "draws": list,
    "voided_draws": list,
    "is_void": int,
    "settlement": list,
    "notation": str,
}

_CHAIN_FIELDS: dict[str, type] = {"chain": dict, "player_hashes": list, "missing_reveals": list}


class Check(msgspec.Struct, frozen=True):
    """One thing that was looked at: sound, false, or not to be had from this file (None)."""

    name: str
    is_sound: bool | None
    sentence: str


class RoundVerdict(msgspec.Struct, frozen=True):
    round_id: str
    checks: tuple[Check, ...]

    @property
    def is_sound(self) -> bool:
        """Whether nothing was found false."""
        return all(check.is_sound is not False for check in self.checks)


def verify_text(text: str, registry: Registry) -> RoundVerdict | Refusal:
    file = read_file(text)
    if isinstance(file, Refusal):
        return file
    played = _replay_round(file, registry)
    on_chain = (_chain(file), _player_seeds(file)) if file["format"] == FORMAT_CHAIN else ()
    checks = (
        _commitment(file),
        *on_chain,
        _draws(file),
        _whole(file),
        _rules(file, played),
        _settlement(file, played),
        _sources(file, played),
    )
    return RoundVerdict(file["round"], checks)


def read_file(text: str) -> dict[str, Any] | Refusal:
    if len(text.encode(errors="surrogatepass")) > FILE_BYTES_MAX:
        return Refusal(RefusalCode.BAD_FILE, "A round file is never that long.")
    try:
        file = json.loads(text)
    except (ValueError, RecursionError):
        return Refusal(RefusalCode.BAD_FILE, "The round file is not JSON.")
    if not isinstance(file, dict) or file.get("format") not in (FORMAT, FORMAT_CHAIN):
        return Refusal(RefusalCode.BAD_FILE, f"The format of a round file is {FORMAT} or 2.")
    wanted = _FIELDS if file["format"] == FORMAT else _FIELDS | _CHAIN_FIELDS
    for name, kind in wanted.items():
        if type(file.get(name)) is not kind:
            return Refusal(
                RefusalCode.MISSING_FIELD,
                f"The field '{name}' of the round file is missing or wrong.",
            )
    return bounds_refusal(file) or file


# --- commitment, draws and digest: what the front end checks as well ----------------------


def _commitment(file: dict[str, Any]) -> Check:
    name = "commitment"
    if file["mode"] != "sealed":
        return Check(name, None, f"Nothing was sealed: outcomes of this table are {file['mode']}.")
    if not file["seed"] and file["is_void"]:
        return Check(name, None, "The round is void and its seed was never shown.")
    if not _HEX.fullmatch(file["seed"]):
        return Check(name, False, "The seed is not 256 bits in hexadecimal.")
    link = int(file["format"] == FORMAT_CHAIN)
    if commitment_of(bytes.fromhex(file["seed"]), link=link) != file["commitment"]:
        return Check(name, False, "SHA-256 of the seed is not the commitment.")
    return Check(name, True, "SHA-256 of the seed is the commitment.")


def _chain(file: dict[str, Any]) -> Check:
    """Whether the seed is the link of the published chain that this round has to take."""
    name, chain = "chain", file["chain"]
    numbers = [chain.get(key) for key in ("number", "first", "length", "link")]
    is_read = all(type(one) is int and 0 < one <= NUMBER_MAX for one in numbers)
    if file["mode"] != "sealed" or not is_read or not _is_hash(chain.get("end")):
        return Check(name, False, "The chain in the file cannot be read.")
    _, first, length, link = numbers
    if link > length or length > CHAIN_LENGTH_MAX:
        return Check(name, False, f"The chain has no link {link}.")
    if file["round"] != f"{file['table']}.{first + link - 1}":
        return Check(name, False, f"Link {link} of the chain belongs to another round.")
    if not _HEX.fullmatch(file["seed"]):
        return Check(name, None, "Without its seed the round cannot be put on the chain.")
    if chain_end(bytes.fromhex(file["seed"]), link) != chain["end"]:
        return Check(name, False, "The seed does not lead to the published end of the chain.")
    return Check(name, True, f"The seed is link {link} of the chain published before it.")


def _player_seeds(file: dict[str, Any]) -> Check:
    """Whether each revealed seed is the one committed to, and who did not reveal."""
    name, unread = "player seeds", "The players' seeds cannot be read."
    hashes, seeds, missing = file["player_hashes"], file["player_seeds"], file["missing_reveals"]
    if _ROUND.fullmatch(file["round"]) is None:
        return Check(name, False, unread)
    if not all(map(_is_pair, [*hashes, *seeds])) or not all(map(_is_seat, missing)):
        return Check(name, False, unread)
    seats = [seat for seat, _ in hashes]
    shown = [seat for seat, _ in seeds]
    if any(one != sorted(set(one)) for one in (seats, shown, missing)):
        return Check(name, False, unread)
    for seat, text in seeds:
        if [seat, player_hash(file["round"], seat, text)] not in hashes:
            return Check(name, False, f"Seat {seat} committed to another seed.")
    if not set(missing) <= set(seats) - set(shown):
        return Check(name, False, "A seat is said to have revealed nothing, and that is false.")
    awaited = set(seats) - set(shown) - set(missing)
    if awaited and any(_is_after(draw) for draw in file["draws"]):
        return Check(name, False, "A draw was made before every seed was in.")
    if not seats:
        return Check(name, None, "No player committed to a seed.")
    told = f"Revealed: {len(shown)} of {len(seats)}, each the seed committed to."
    late = ", ".join(map(str, missing))
    return Check(name, True, f"{told} Not revealed in time: seat {late}." if missing else told)


def _is_hash(value: object) -> bool:
    return isinstance(value, str) and _HEX.fullmatch(value) is not None


def _is_seat(value: object) -> bool:
    return type(value) is int and 0 < value <= SEAT_MAX


def _is_pair(value: object) -> bool:
    is_list = isinstance(value, list) and len(value) == 2
    return is_list and _is_seat(value[0]) and type(value[1]) is str and _is_text(value[1])  # type: ignore[index]


def _is_seeded(value: object) -> bool:
    is_list = isinstance(value, list) and len(value) == 2
    return is_list and type(value[0]) is int and type(value[1]) is str  # type: ignore[index]


def _is_text(text: str) -> bool:
    return _PLAIN.fullmatch(text) is not None


def _is_after(draw: object) -> bool:
    after = draw.get("after_bets_closed") if isinstance(draw, dict) else 0
    return type(after) is int and after != 0


def _draws(file: dict[str, Any]) -> Check:
    name = "draws"
    if file["mode"] != "sealed" or not _HEX.fullmatch(file["seed"]):
        return Check(name, None, "No seed derives these draws.")
    try:
        if isinstance(fingerprint([file["table"], file["round"], file["player_seeds"]]), Refusal):
            return Check(name, False, "A draw in the file cannot be read.")
        if not all(map(_is_seeded, file["player_seeds"])):
            return Check(name, False, "A draw in the file cannot be read.")
        used = [*(draw["counter"] for draw in file["draws"]), *file["voided_draws"]]
        if not all(type(counter) is int for counter in used):
            return Check(name, False, "A draw in the file cannot be read.")
        if sorted(used) != list(range(len(used))):
            return Check(name, False, "The counters leave one out or use one twice.")
        shown = [redraw(file, draw) for draw in file["draws"]]
        wrong = [n for n, draw in enumerate(file["draws"]) if shown[n] != draw["shown"]]
        if wrong:
            return Check(name, False, f"Draw {wrong[0]} is not what the seed derives.")
        if _draw_lines(file["notation"]) != [[d["kind"], *d["shown"]] for d in file["draws"]]:
            return Check(name, False, "The notation tells of other draws than the file.")
    except (KeyError, TypeError, ValueError, IndexError):
        return Check(name, False, "A draw in the file cannot be read.")
    return Check(name, True, f"Every draw follows from the seed: {len(shown)} checked.")


def _whole(file: dict[str, Any]) -> Check:
    name = "file"
    if DIGEST not in file:
        return Check(name, None, "The file carries no digest of itself.")
    if digest_of(file) != file[DIGEST]:
        return Check(name, False, "The file was altered: it is not the one its digest was made of.")
    return Check(name, True, "The file is as it was written.")


def redraw(file: dict[str, Any], draw: dict[str, Any]) -> list[str]:
    """What the seed derives for one draw, from what the file says it was drawn from."""
    seeds = file["player_seeds"] if draw["after_bets_closed"] else []
    place = DrawPlace(
        table=file["table"],
        round_id=file["round"],
        players=tuple((seat, text) for seat, text in seeds),
        counter=int(draw["counter"]),
    )
    bits = SealedBits(bytes.fromhex(file["seed"]), place)
    if draw["kind"] != CARDS:
        return [faces[_draw_below(bits, len(faces))] for faces in draw["from"]]
    left = [[str(card), int(count)] for card, count in draw["from"]]
    return [_card(bits, left) for _ in draw["shown"]]


def _card(bits: SealedBits, left: list[list[Any]]) -> str:
    position = _draw_below(bits, sum(count for _, count in left))
    for entry in left:
        if position < entry[1]:
            entry[1] -= 1
            return str(entry[0])
        position -= entry[1]
    raise ValueError("no card is left")


def _draw_below(bits: SealedBits, limit: int) -> int:
    if limit < 1:
        raise ValueError("nothing is drawn from nothing")
    return draw_below(bits, limit)


def _text(value: object) -> str:
    """A value as text; half of a surrogate pair is none, which is a `ValueError`."""
    text = str(value)
    text.encode()
    return text


def _draw_lines(notation: str) -> list[list[str]]:
    lines = (line.split() for line in notation.splitlines())
    return [words[1:] for words in lines if words[:1] == ["draw"]]


# --- rules and settlement ----------------------------------------------------------------


def _replay_round(file: dict[str, Any], registry: Registry) -> Round | Refusal:
    folder = registry.find(file["game"])
    if isinstance(folder, Refusal):
        return folder
    try:
        changes = {_text(name): _text(value) for name, value in file["changes"]}
    except (TypeError, ValueError):
        return Refusal(RefusalCode.BAD_FIELD, "The changes of the edition cannot be read.")
    if file["edition"] not in folder.edition_keys():
        # A name from outside is never taken for a path of this machine.
        return Refusal(RefusalCode.UNKNOWN_EDITION, f"{folder.game.title} has no such edition.")
    edition = folder.edition(
        file["edition"], changes=changes, expected_hash=_text(file["edition_hash"])
    )
    if isinstance(edition, Refusal):
        return edition
    # Files of older versions do not say it.
    if file.get("approval", edition.head.approval.value) not in edition.head.words_on_file:
        return Refusal(
            RefusalCode.BAD_FIELD, f"The rules of this round are {edition.head.approval.value}."
        )
    return read_round(file["notation"], folder.game, edition)


def _rules(file: dict[str, Any], played: Round | Refusal) -> Check:
    name = "rules"
    if isinstance(played, Refusal):
        return Check(name, False, played.sentence)
    if not file["is_void"] and not played.is_over:
        return Check(name, False, "The round was settled before it was over.")
    return Check(name, True, f"Every step follows the rules: {len(played.steps)} checked.")


def _settlement(file: dict[str, Any], played: Round | Refusal) -> Check:
    name = "settlement"
    if isinstance(played, Refusal):
        return Check(name, None, "Without its rules the settlement cannot be checked.")
    if not played.is_over:
        paid = bool(file["settlement"])
        return Check(name, not paid, "A void round pays nothing." if paid else "All stakes back.")
    lines = [line for line in file["notation"].splitlines() if line.startswith("= ")]
    if file["settlement"] not in (lines, []) or (not file["settlement"] and not file["is_void"]):
        return Check(name, False, "The settlement is not the one its own draws give.")
    count = len(file["settlement"])
    return Check(name, True, f"Every line is as the rules settle it: {count} checked.")


def _sources(file: dict[str, Any], played: Round | Refusal) -> Check:
    name = "equipment"
    if isinstance(played, Refusal):
        return Check(name, None, "Without its rules nobody knows what was left to draw from.")
    draws, voided = draws_of(played)
    if (draws, voided) != (file["draws"], file["voided_draws"]):
        return Check(name, False, "Something was drawn from other equipment than the rules give.")
    return Check(name, True, "Every draw was made from what the rules left to draw from.")

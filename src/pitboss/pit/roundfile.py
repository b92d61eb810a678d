"""Round files: one round that is over as a JSON document that anybody can check offline.

Holds the notation, the commitment and the seed, the players' own seeds, and for every draw what it
was drawn from.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitboss.audit.canonical import fingerprint
from pitboss.games.needs import NeedDraw
from pitboss.games.notation import write_round
from pitboss.games.rounds import Round, walk
from pitboss.games.steps import Call, CloseBets, Draw
from pitboss.invariants import BrokenInvariant, check
from pitboss.refusals import Refusal
from pitboss.table.draw_codec import encode_shown
from pitboss.table.setup import OutcomeMode
from pitboss.table.state import EndedRound, Resettlement, TableState

FORMAT = "pitboss-round-file 1"
"""Rounds without a chain: outcomes that were entered or scripted, and old sealed ones."""
FORMAT_CHAIN = "pitboss-round-file 2"
DIGEST = "digest"


def round_file(before: TableState, ended: EndedRound) -> dict[str, object]:
    """The file of a round: the table just before its end, and the end."""
    opened = before.rules.opened
    draws, voided = draws_of(ended.played)
    file: dict[str, object] = {
        "format": FORMAT_CHAIN if ended.link else FORMAT,
        "table": opened.table,
        "round": ended.round_id,
        "game": opened.game,
        "edition": opened.edition,
        "edition_hash": opened.edition_hash,
        "changes": [list(pair) for pair in opened.changes],
        "approval": before.rules.edition.head.approval.value,
        "profile": opened.profile,
        "mode": opened.mode,
        "mode_words": OutcomeMode(opened.mode).words,
        "commitment": ended.commitment,
        "seed": ended.seed,
        "player_seeds": [list(pair) for pair in ended.seeds],
        "draws": draws,
        "voided_draws": voided,
        "corrections": [
            {"draws": list(one.draws), "reason": one.reason} for one in ended.corrections
        ],
        "players": [list(pair) for pair in ended.players],
        "is_void": int(ended.is_void),
        "sentence": ended.sentence,
        "clause": ended.clause,
        "settlement": list(ended.lines),
        "notation": write_round(ended.played),
    }
    if ended.link and ended.chain is not None:
        chain = ended.chain
        file["chain"] = {
            "number": chain.number,
            "first": chain.first,
            "length": chain.length,
            "end": chain.end,
            "link": ended.link,
        }
        file["player_hashes"] = [list(pair) for pair in ended.hashes]
        file["missing_reveals"] = list(ended.missing)
    if ended.resettled:
        file["corrected_after_settlement"] = [_correction(one) for one in ended.resettled]
    file[DIGEST] = digest_of(file)
    return file


def _correction(one: Resettlement) -> dict[str, object]:
    return {
        "number": one.number,
        "reason": one.reason,
        "at_ms": one.at_ms,
        "signed_by": one.by,
        "entries": [[list(encode_shown(was)), list(encode_shown(now))] for was, now in one.changes],
        "settlement": list(one.lines),
        "moves": [list(move) for move in one.moves],
        "not_reached": list(one.gone),
    }


def digest_of(file: Mapping[str, Any]) -> str | None:
    """SHA-256 of a file's canonical bytes without the digest itself; None where it has none.

    It shows that a file is as it was written. Whoever writes a false file can write its digest
    too: that the round is a true one is shown by the other checks.
    """
    found = fingerprint({name: value for name, value in file.items() if name != DIGEST})
    return None if isinstance(found, Refusal) else found


def draws_of(played: Round) -> tuple[list[dict[str, Any]], list[int]]:
    """Every draw of a round with what it was drawn from, and the counters that voids used up."""
    draws: list[dict[str, Any]] = []
    voided: list[int] = []
    counter, closed = 0, 0
    for before, step in walk(played):
        if isinstance(step, Draw):
            draws.append(_draw(before, step, counter=counter, closed=closed))
            counter += 1
        elif isinstance(step, Call):
            option = before.find_call(step.what)
            if option is not None and option.shows:
                voided.append(counter)
                counter += 1
        elif isinstance(step, CloseBets):
            closed = 1
    check(len(draws) + len(voided) == counter, "every counter is used once")
    return draws, voided


def _draw(current: Round, step: Draw, *, counter: int, closed: int) -> dict[str, Any]:
    need = current.need
    if not isinstance(need, NeedDraw):
        raise BrokenInvariant("a draw answers a need for one")
    return {
        "counter": counter,
        "after_bets_closed": closed,
        "kind": need.kind,
        "from": need.origin(),
        "shown": list(map(str, step.shown)),
    }

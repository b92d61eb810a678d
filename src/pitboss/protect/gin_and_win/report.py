"""The reports of Gin & Win on shared hands and exposed cards."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from pitboss.exact.gin_and_win.edition import parameters_of, record_of
from pitboss.games.gin_and_win.edition import GinEdition
from pitboss.protect.gin_and_win.kernel import HAND
from pitboss.protect.gin_and_win.pages import collusion_document, exposure_document
from pitboss.protect.gin_and_win.rule import parameters_refusal
from pitboss.protect.gin_and_win.sight import SEATS_MOST, SeenValue, Sight, folded_chunk, seen_value
from pitboss.protect.gin_and_win.signals import SIGNALS, SignalValue, signal_values
from pitboss.protect.pages import edition_keys
from pitboss.protect.runs import Amount, run
from pitboss.protect.studies import StudyRequest, StudyResult
from pitboss.refusals import Refusal, RefusalCode

FOLDED_DEALS = 400
FOLDED_FIGURES = ("ev_per_ante", "standard_error", "decisions_changed", "deals")


def players_refusal(edition: GinEdition, players: int) -> Refusal | None:
    most = min(edition.head.seats_max, SEATS_MOST)
    if 1 <= players <= most:
        return None
    return Refusal(
        RefusalCode.WRONG_COUNT,
        f"{players} players cannot share their hands at a table of {most} seats; choose 1 to"
        f" {most}.",
    )


def _keys(one: SeenValue) -> dict[str, Any]:
    figures = asdict(one)
    sight = figures.pop("sight")
    many = one.sight.dealer_hands
    return {"players": sight["hands"], "flashed": sight["flashed"], **figures} | {
        "dealer_hands_per_deal": many
    }


def collusion(request: StudyRequest) -> StudyResult | Refusal:
    edition = record_of(request.edition)
    players = int(request.options.get("players", SEATS_MOST))
    refusal = parameters_refusal(parameters_of(edition)) or players_refusal(edition, players)
    if refusal is not None:
        return refusal
    asked = seen_value(
        edition, Sight(players), request.engine, request.amount, on_progress=request.on_progress
    )
    keys = edition_keys(edition) | _keys(asked)
    if not request.whole:
        return StudyResult(keys)
    error = request.amount.error
    side = replace(request.amount, error=None if error is None else 4 * error)
    rows = tuple(
        asked if seats == players else seen_value(edition, Sight(seats), request.engine, side)
        for seats in range(1, min(edition.head.seats_max, SEATS_MOST) + 1)
    )
    return StudyResult(keys, collusion_document(request.game, edition, asked, rows))


def exposure(request: StudyRequest) -> StudyResult | Refusal:
    edition = record_of(request.edition)
    refusal = parameters_refusal(parameters_of(edition)) or _exposure_refusal(request)
    if refusal is not None:
        return refusal
    asked = request.options.get("flashed")
    counts = range(1, HAND + 1) if asked is None else (int(asked),)
    rows = tuple(
        seen_value(
            edition, Sight(1, flashed), request.engine, request.amount,
            on_progress=request.on_progress,
        )
        for flashed in counts
    )  # fmt: skip
    signals = _signals(request, edition)
    folded = _value_folded(request, edition) if asked is None else None
    keys = edition_keys(edition) | {
        "flashed": [_keys(row) for row in rows],
        "signals": [asdict(one) for one in signals],
        "folded_face_up": None
        if folded is None
        else {name: getattr(folded, name) for name in FOLDED_FIGURES},
    }
    if not request.whole:
        return StudyResult(keys)
    return StudyResult(keys, exposure_document(request.game, edition, rows, signals, folded))


def _exposure_refusal(request: StudyRequest) -> Refusal | None:
    flashed, signal = request.options.get("flashed"), request.options.get("signal")
    if flashed is not None and not 1 <= flashed <= HAND:
        return Refusal(
            RefusalCode.WRONG_COUNT,
            f"{flashed} dealer cards cannot be exposed; the dealer holds {HAND}: choose 1 to"
            f" {HAND}.",
        )
    if signal is not None and signal not in SIGNALS:
        return Refusal(
            RefusalCode.UNKNOWN_OPTION,
            f"There is no signal '{signal}'; the signals are {', '.join(SIGNALS)}.",
        )
    return None


def _signals(request: StudyRequest, edition: GinEdition) -> tuple[SignalValue, ...]:
    wanted = request.options.get("signal")
    if request.options.get("flashed") is not None and wanted is None:
        return ()
    found = [
        one
        for players in range(2, min(edition.head.seats_max, SEATS_MOST) + 1)
        for one in signal_values(edition, players=players, seed=request.amount.seed)
    ]
    return tuple(one for one in found if wanted in (None, one.signal))


def _value_folded(request: StudyRequest, edition: GinEdition) -> SeenValue:
    deals = min(request.amount.samples, FOLDED_DEALS)
    amount = Amount(deals, None, request.amount.seed, first=16, full=32)
    tally = run(request.engine, folded_chunk, (edition,), amount)
    mean, error = tally.value()
    return SeenValue(
        Sight(), mean, error, tally.plays / tally.deals, tally.changes / tally.deals, tally.deals
    )

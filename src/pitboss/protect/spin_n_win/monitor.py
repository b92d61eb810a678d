"""The monitor of Spin N Win: are the Tops fair, and are spins voided for a reason?

Every Top is tested against a fair one. A void is tested against what the table stood to win or lose
on it: a dealer who voids by the rules voids good and bad spins alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from pitboss.equipment.tops import Face
from pitboss.exact.spin_n_win import figures, record_of
from pitboss.exact.spin_n_win.results import Nets, symbol_nets
from pitboss.games.spin_n_win.edition import Edition
from pitboss.games.steps import Call, Draw
from pitboss.protect.monitor.alerts import Watch
from pitboss.protect.monitor.hold import law_entries
from pitboss.protect.monitor.records import WatchedRound
from pitboss.protect.monitor.study import MonitorInput, MonitorOutput
from pitboss.protect.sequential import tilted_evidence
from pitboss.protect.spin_n_win.bias import fair_chances
from pitboss.protect.spin_n_win.spins import top_evidence

Spin = tuple[Face, Face]


def spins_of(one: WatchedRound) -> tuple[tuple[Spin, ...], tuple[Spin, ...]]:
    """The spins that counted and those that were voided with their faces seen."""
    counted: list[Spin] = []
    void: list[Spin] = []
    for step in one.steps:
        if isinstance(step, Draw | Call):
            faces = tuple(face for face in step.shown if isinstance(face, Face))
            if len(faces) == 2:
                (counted if isinstance(step, Draw) else void).append((faces[0], faces[1]))
    return tuple(counted), tuple(void)


def liability(stakes: dict[tuple[int, str], int], tables: dict[str, Nets], spin: Spin) -> Fraction:
    """What the house would lose on these stakes if this spin counted."""
    return sum(
        (stake * tables[spot][spin] for (_, spot), stake in stakes.items() if spot in tables),
        Fraction(0),
    )


def liability_law(
    edition: Edition, stakes: dict[tuple[int, str], int], tables: dict[str, Nets]
) -> dict[float, float]:
    """The same over every spin of fair Tops."""
    fair = fair_chances(edition)
    law: dict[float, float] = {}
    for spin in product(fair, fair):
        loss = float(liability(stakes, tables, spin))
        law[loss] = law.get(loss, 0.0) + float(fair[spin[0]] * fair[spin[1]])
    return law


def watch_voids(edition: Edition, rounds: Sequence[WatchedRound]) -> Watch:
    """Voided spins against what the house stood to lose on them."""
    tables = symbol_nets(edition)
    observed: list[tuple[float, dict[float, float]]] = []
    saved, ids = Fraction(0), []
    for one in rounds:
        stakes = one.stakes()
        for spin in spins_of(one)[1]:
            loss = liability(stakes, tables, spin)
            observed.append(_rank(float(loss), liability_law(edition, stakes, tables)))
            saved += loss
            ids.append((loss, one.round_id))
    order = sorted(ids, key=lambda pair: -abs(pair[0]))
    sentence = (
        f"{len(observed)} spins were voided with their faces seen; had they counted, the house"
        f" would have paid {float(saved) / 100:+.2f} credits on balance."
    )
    return Watch(
        "voids", "dealer", tilted_evidence(observed), 3, sentence,
        tuple(dict.fromkeys(round_id for _, round_id in order[:50])),
        (("voids", float(len(observed))), ("saved", float(saved))),
    )  # fmt: skip


def _rank(value: float, law: dict[float, float]) -> tuple[float, dict[float, float]]:
    """A value and its law by rank among all values: a rare large loss cannot drown the others."""
    below, ranks = 0.0, dict[float, float]()
    own = 0.0
    for one in sorted(law):
        rank = below + law[one] / 2
        ranks[rank] = law[one]
        below += law[one]
        if one == value:
            own = rank
    return own, ranks


def watch_tops(edition: Edition, rounds: Sequence[WatchedRound]) -> tuple[Watch, ...]:
    """Either Top against a fair one; a voided spin tells as much as one that counted."""
    spins: list[Spin] = []
    ids: list[str] = []
    for one in rounds:
        counted, void = spins_of(one)
        for spin in (*void, *counted):
            spins.append(spin)
            ids.append(one.round_id)
    found = []
    for top in top_evidence(edition, spins):
        sentence = f"{len(spins)} spins showed {top.faces}."
        behind = tuple(dict.fromkeys(ids[: top.evidence.peak_at]))[-50:]
        found.append(
            Watch("biased Top", f"Top {top.top.upper()}", top.evidence, 3, sentence, behind)
        )
    return tuple(found)


def look(given: MonitorInput) -> MonitorOutput:
    edition = record_of(given.request.edition)
    laws = {bet.bet: bet.distribution for bet in figures(edition).bets}
    watches = (*watch_tops(edition, given.rounds), watch_voids(edition, given.rounds))
    return watches, law_entries(given.rounds, laws)

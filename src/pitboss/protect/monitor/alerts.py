"""Alerts: what a monitor found, with the rounds behind it, as figures and as pages."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from typing import Any

from pitboss.games.contract import AnyGame
from pitboss.games.editions import HasHead
from pitboss.protect.monitor.hold import HoldRow
from pitboss.protect.monitor.procedure import Lapse
from pitboss.protect.pages import document, findings
from pitboss.protect.sequential import Evidence
from pitboss.report import (
    Block,
    Bullets,
    Column,
    Document,
    Kind,
    Mono,
    Paragraph,
    Section,
    Table,
    Text,
)

ROUNDS_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Watch:
    """One thing that was watched for, about one player, pair, Top or dealer."""

    kind: str
    """What is suspected, such as `counting`."""
    who: str
    evidence: Evidence
    share: int
    """How many such watches share the false-alarm rate."""
    sentence: str
    rounds: tuple[str, ...]
    """The rounds that speak loudest, by id."""
    figures: tuple[tuple[str, float], ...] = ()

    def is_alarm(self, alarm: float) -> bool:
        return self.evidence.is_alarm(alarm / self.share)


@dataclass(frozen=True, slots=True)
class Findings:
    """Everything one monitor has to say about a record."""

    rounds: int
    watches: tuple[Watch, ...]
    hold: tuple[HoldRow, ...]
    alarm: float
    lapses: tuple[Lapse, ...] = ()
    store: str = ""
    """The store that recalls the rounds; empty where rounds came from a file."""
    passed_over: int = 0
    """Rounds of the record that other editions were played by, and that were not watched."""

    @property
    def alerts(self) -> tuple[Watch, ...]:
        return tuple(watch for watch in self.watches if watch.is_alarm(self.alarm))


def finding_json(found: Findings) -> dict[str, Any]:
    """The findings for machines."""
    return {
        "rounds": found.rounds,
        "rounds_of_other_editions": found.passed_over,
        "false_alarm_rate": found.alarm,
        "alerts": [_watch_keys(watch, found) for watch in found.alerts],
        "procedure": [_lapse_keys(lapse, found) for lapse in found.lapses],
        "watches": [_watch_keys(watch, found) for watch in found.watches],
        "hold": [row.keys() for row in found.hold],
    }


def recall_commands(rounds: tuple[str, ...], store: str) -> list[str]:
    """The command that shows each round with its cards; a file of rounds names no store."""
    where = shlex.quote(_without_password(store)) if store else "STORE"
    return [
        f"pitboss recall {shlex.quote(one)} --database {where}" for one in rounds[:ROUNDS_SHOWN]
    ]


def _without_password(store: str) -> str:
    """A report is passed on; the password of a database is not."""
    return re.sub(r"^(\w+://[^:/@\s]*):[^@\s]*@", r"\1@", store)


def _lapse_keys(lapse: Lapse, found: Findings) -> dict[str, Any]:
    return {
        "kind": lapse.kind,
        "who": lapse.who,
        "sentence": lapse.sentence,
        "rounds": list(lapse.rounds),
        "recall": recall_commands(lapse.rounds, found.store),
    }


def _watch_keys(watch: Watch, found: Findings) -> dict[str, Any]:
    return {
        "kind": watch.kind,
        "who": watch.who,
        "alarm": watch.is_alarm(found.alarm),
        "at_most": watch.evidence.certainty,
        "observations": watch.evidence.observations,
        "sentence": watch.sentence,
        "rounds": list(watch.rounds),
        "recall": recall_commands(watch.rounds, found.store),
        **dict(watch.figures),
    }


def monitor_document(game: AnyGame, edition: HasHead, found: Findings) -> Document:
    """The findings as a report."""
    texts: list[Text] = [f"{watch.kind}, {watch.who}: {watch.sentence}" for watch in found.alerts]
    if not texts:
        texts.append(
            f"No alarm in {found.rounds} rounds at a false-alarm rate of {found.alarm:.2%}."
        )
    if found.passed_over:
        texts.append(f"{found.passed_over} rounds of other games or editions were passed over.")
    texts += [f"Procedure, {lapse.who}: {lapse.sentence}" for lapse in found.lapses]
    advice: tuple[Text, ...] = (
        "Look at the rounds named below first: pitboss recall shows each with its cards.",
        "An alarm is a reason to look, not a proof against a person.",
    )
    sections = [findings(tuple(texts), advice if found.alerts else ())]
    sections += [
        _behind(f"Alert {number}: {watch.kind}, {watch.who}", watch.sentence, watch.rounds, found)
        for number, watch in enumerate(found.alerts, 1)
    ]
    sections += [
        _behind(f"Procedure: {lapse.kind}", lapse.sentence, lapse.rounds, found)
        for lapse in found.lapses
    ]
    sections += [_watches(found), _hold(found)]
    abstract = (
        "Every test here may be looked at after each round: an honest table ever gives one of its"
        f" alarms in at most {found.alarm:.2%} of all records, however long they are."
    )
    return document(game, edition, title="monitor", abstract=abstract, sections=tuple(sections))


def _behind(title: str, sentence: str, rounds: tuple[str, ...], found: Findings) -> Section:
    """What was found, and the command for each of the rounds behind it."""
    commands: tuple[Text, ...] = tuple(
        (Mono(command),) for command in recall_commands(rounds, found.store)
    )
    blocks: list[Block] = [Paragraph(sentence)]
    if commands:
        more = len(rounds) - len(commands)
        blocks += [
            Paragraph("The rounds behind it" + (f", and {more} more:" if more > 0 else ":")),
            Bullets(commands),
        ]
    return Section(title, tuple(blocks))


def _watches(found: Findings) -> Section:
    columns = (
        Column("Watched for"),
        Column("Who"),
        Column("Observations", Kind.NUMBER),
        Column("At most", Kind.NUMBER, places=6),
        Column("Alarm", Kind.MARK),
    )
    rows = tuple(
        (
            watch.kind,
            watch.who,
            watch.evidence.observations,
            watch.evidence.certainty,
            watch.is_alarm(found.alarm),
        )
        for watch in found.watches
    )
    text = "At most so often would an honest table have shown as much, at any time of its record."
    return Section("All that was watched", (Paragraph(text), Table(columns, rows)))


def _hold(found: Findings) -> Section:
    columns = (
        Column("Bet"),
        Column("Bets", Kind.NUMBER),
        Column("Staked", Kind.MONEY),
        Column("House won", Kind.MONEY),
        Column("Expected", Kind.MONEY),
        Column("Std. deviations", Kind.NUMBER, places=2, signed=True),
        Column("Band from", Kind.MONEY),
        Column("Band to", Kind.MONEY),
        Column("Inside", Kind.MARK),
    )
    rows = tuple(
        (
            row.bet,
            row.bets,
            row.staked,
            row.won,
            round(row.expected),
            row.deviations,
            round(row.low),
            round(row.high),
            row.low <= row.won <= row.high,
        )
        for row in found.hold
    )
    text = (
        "What the house won against what it should have, bet by bet. Bets that one result decides"
        " are taken together, and what later flips of a shoe can bring is taken from the cards that"
        " were left. At least 99.9% of honest records lie within the band: exactly so where stakes"
        " are few and equal, and otherwise by a bound that no law of the rules can break."
    )
    return Section("Hold", (Paragraph(text), Table(columns, rows)))

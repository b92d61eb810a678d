"""Alerts: what a monitor found, with the rounds behind it, as figures and as pages."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from typing import Any

from pitboss.games.bet_names import BetNames, bet_names
from pitboss.games.contract import AnyGame
from pitboss.games.editions import HasHead
from pitboss.protect.monitor.hold import HoldRow
from pitboss.protect.monitor.procedure import Lapse
from pitboss.protect.pages import document, explained, findings
from pitboss.protect.sequential import Evidence
from pitboss.report.blocks import Block, Bullets, Document, Paragraph, Section
from pitboss.report.tables import mark, money, number, table, text
from pitboss.report.text import Mono, Text

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
    """The rounds with the strongest evidence, by id."""
    figures: tuple[tuple[str, float], ...] = ()

    def is_alarm(self, alarm: float) -> bool:
        return self.evidence.is_alarm(alarm / self.share)


@dataclass(frozen=True, slots=True)
class MonitorFindings:
    rounds: int
    watches: tuple[Watch, ...]
    hold: tuple[HoldRow, ...]
    alarm: float
    lapses: tuple[Lapse, ...] = ()
    store: str = ""
    """The store that recalls the rounds; empty where rounds came from a file."""
    passed_over: int = 0
    """Rounds of the record that were played with other editions."""

    @property
    def alerts(self) -> tuple[Watch, ...]:
        return tuple(watch for watch in self.watches if watch.is_alarm(self.alarm))


def finding_json(found: MonitorFindings) -> dict[str, Any]:
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


def _behind_keys(one: Watch | Lapse, found: MonitorFindings) -> dict[str, Any]:
    return {
        "sentence": one.sentence,
        "rounds": list(one.rounds),
        "recall": recall_commands(one.rounds, found.store),
    }


def _lapse_keys(lapse: Lapse, found: MonitorFindings) -> dict[str, Any]:
    return {"kind": lapse.kind, "who": lapse.who, **_behind_keys(lapse, found)}


def _watch_keys(watch: Watch, found: MonitorFindings) -> dict[str, Any]:
    return {
        "kind": watch.kind,
        "who": watch.who,
        "alarm": watch.is_alarm(found.alarm),
        "at_most": watch.evidence.certainty,
        "observations": watch.evidence.observations,
        **_behind_keys(watch, found),
        **dict(watch.figures),
    }


def monitor_document(game: AnyGame, edition: HasHead, found: MonitorFindings) -> Document:
    texts: list[Text] = [f"{watch.kind}, {watch.who}: {watch.sentence}" for watch in found.alerts]
    if not texts:
        texts.append(
            f"No alarm in {found.rounds:,} rounds at a false-alarm rate of {found.alarm:.2%}."
        )
    if found.passed_over:
        texts.append(f"{found.passed_over:,} rounds of other games or editions were left out.")
    texts += [f"Procedure, {lapse.who}: {lapse.sentence}" for lapse in found.lapses]
    advice: tuple[Text, ...] = (
        "Start with the rounds named below; pitboss recall shows each of them with its cards.",
        "An alarm is a reason to look, not proof against a person.",
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
    sections += [_watches(found), _hold(found, bet_names(game.all_spots(edition)))]
    abstract = (
        "Every test here may be checked after each round: the probability that an honest table ever"
        f" raises an alarm is at most {found.alarm:.2%}, however long the record."
    )
    return document(game, edition, title="monitor", abstract=abstract, sections=tuple(sections))


def _behind(title: str, sentence: str, rounds: tuple[str, ...], found: MonitorFindings) -> Section:
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


def _watches(found: MonitorFindings) -> Section:
    return explained(
        "Everything watched",
        "At most: the probability that an honest table ever shows this much evidence, at any time"
        " in its record.",
        table(
            found.watches,
            text("Watched for", "kind"),
            text("Who", "who"),
            number("Observations", "evidence.observations"),
            number("At most", "evidence.certainty", 6),
            mark("Alarm", lambda watch: watch.is_alarm(found.alarm)),
        ),
    )


def _hold(found: MonitorFindings, names: BetNames) -> Section:
    return explained(
        "Hold",
        "What the house won against what it should have won, bet by bet. Bets decided by the same"
        " result are taken together, and later flips of a shoe are judged by the cards that were"
        " left. At least 99.9% of honest records lie within the band. The band is exact where"
        " stakes are few and equal, and otherwise a bound that holds for any stakes.",
        table(
            found.hold,
            text("Bet", lambda row: names(row.bet)),
            number("Bets", "bets"),
            money("Staked", "staked"),
            money("House won", "won"),
            money("Expected", lambda row: round(row.expected)),
            number("Std. deviations", "deviations", 2, signed=True),
            money("Band from", lambda row: round(row.low)),
            money("Band to", lambda row: round(row.high)),
            mark("Inside", lambda row: row.low <= row.won <= row.high),
        ),
    )

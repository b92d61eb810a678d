"""The pit console: every table at a glance, ratings of players, alerts, charts.

Everything is read from tallies and from tables in memory; no view reads the journal. The page that
is read every few seconds is made of what changed: a tally that stayed the same is not added up
again, and a table where nothing happened keeps its row.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from pitboss.floor.alerts import Alert, AlertLog, AlertState
from pitboss.floor.book import FloorBook, FloorLine, Row, Sums, TallyRow, read_rows
from pitboss.floor.periods import HOUR_MS, SHIFTS, Span, day_number, first_day, hour_of
from pitboss.floor.report import drop_chart, group_periods, pace_chart, win_chart
from pitboss.floor.tally import BetTally, Tally
from pitboss.floor.theory import Theory
from pitboss.games.editions import Limits
from pitboss.games.standing import day_of
from pitboss.par.claims import pace_range
from pitboss.pit.desk import Desk
from pitboss.refusals import unwrap_or_raise
from pitboss.report.blocks import Block, Chart, Section
from pitboss.server.edge.documents import section_note
from pitboss.server.floor.table_service import TableService
from pitboss.server.staff import console_schemas as schemas
from pitboss.server.staff.call_routes import open_calls
from pitboss.server.staff.desk_chips import tray_note
from pitboss.server.staff.table_cards import card_fields
from pitboss.store.tallies import HOUR, PLAYER, SHIFT
from pitboss.table.state import Phase, TableState

ALERTS_SHOWN = 60
_NEXT = {
    AlertState.NEW: AlertState.ACKNOWLEDGED,
    AlertState.ACKNOWLEDGED: AlertState.INVESTIGATED,
    AlertState.INVESTIGATED: AlertState.CLOSED,
}


class TableDay(NamedTuple):
    """What was counted at one table today."""

    rows: tuple[Row, ...]
    figures: schemas.FloorFigures
    dealer: str


class Counted(NamedTuple):
    """What is read from the store for one look."""

    now_ms: int
    house: schemas.FloorFigures
    tables: Mapping[str, TableDay]
    paces: Mapping[str, int]
    ringing: Mapping[str, int]
    """Open alerts by table."""
    alerts: Mapping[str, Alert]


class Shown(NamedTuple):
    """A table's row, and what it was made from."""

    state: TableState
    others: tuple[TableDay, int | None, int, date]
    row: schemas.PitTable


@dataclass(slots=True)
class Console:
    tables: TableService
    book: FloorBook
    log: AlertLog
    counted: Mapping[str, TableDay] = field(default_factory=dict)
    shown: Mapping[str, Shown] = field(default_factory=dict)

    async def page(self, person: str, name: str, *, may_act: bool) -> schemas.PitPage:
        """The floor now. The store is read in a thread; rows are made one at a time."""
        counted = await asyncio.to_thread(self.count)
        every = self.tables.pit.desks.values()
        desks = [desk for desk in every if desk.state.phase is not Phase.CLOSED]
        # Tables where nobody played or sits today come last.
        played = counted.tables
        desks.sort(key=lambda at: (not (at.table in played or any(at.state.occupants)), at.table))
        before, shown = self.shown, {}
        for desk in desks:
            shown[desk.table] = self._show(desk, counted)
            if shown[desk.table] is not before.get(desk.table):
                # Bets and views need not wait for a whole page.
                await asyncio.sleep(0)
        self.shown = shown
        return schemas.PitPage(
            name=name,
            now_ms=counted.now_ms,
            may_act=may_act,
            house=counted.house,
            tables=tuple(one.row for one in shown.values()),
            alerts=tuple(self._alert(one, person, may_act) for one in _newest(counted.alerts)),
        )

    def count(self) -> Counted:
        """Read what was counted so far."""
        now_ms = self.tables.runtime.clock()
        day, hour = day_number(day_of(now_ms)) * len(SHIFTS), hour_of(now_ms)
        rows = unwrap_or_raise(self.book.follow(SHIFT, day, day + len(SHIFTS) - 1))
        hours = unwrap_or_raise(self.book.follow(HOUR, hour - 1, hour))
        alerts = self.alerts()
        self.counted = {
            table: self._table_day(table, own) for table, own in _by_table(rows).items()
        }
        return Counted(
            now_ms=now_ms,
            house=figures_of(self.book.line("", rows)),
            tables=self.counted,
            paces={table: _pace(own, now_ms) for table, own in _by_table(hours).items()},
            ringing=Counter(one.where for one in alerts.values() if not one.is_closed),
            alerts=alerts,
        )

    def _table_day(self, table: str, rows: tuple[Row, ...]) -> TableDay:
        known = self.counted.get(table)
        if known is not None and known.rows == rows:
            return known
        line = self.book.line(table, rows)
        return TableDay(rows, figures_of(line), self.name_of(rows[-1][0].who))

    def alerts(self) -> Mapping[str, Alert]:
        return unwrap_or_raise(self.log.read())

    def find_alert(self, name: str) -> Alert | None:
        return self.alerts().get(name)

    def _shifts(self, first: date, last: date, table: str = "") -> list[Row]:
        size = len(SHIFTS)
        begin, end = day_number(first) * size, day_number(last) * size + size - 1
        return unwrap_or_raise(self.book.read(SHIFT, begin, end, table))

    def _show(self, desk: Desk, counted: Counted) -> Shown:
        """A table's row: the last one where nothing has changed that it says."""
        state, table = desk.state, desk.table
        others = (
            counted.tables.get(table, NOTHING),
            counted.paces.get(table),
            counted.ringing.get(table, 0),
            day_of(counted.now_ms),
        )
        known = self.shown.get(table)
        # How long a call has been ringing changes by itself.
        is_same = known is not None and known.state is state and not state.calls
        if known is not None and is_same and known.others == others:
            return known
        return Shown(state, others, self._make_row(desk, *others))

    def _make_row(
        self, desk: Desk, counted: TableDay, pace: int | None, alerts: int, today: date
    ) -> schemas.PitTable:
        state = desk.state
        low, high = pace_range(state.rules.edition.head)
        return schemas.PitTable(
            **card_fields(desk),
            name=self.book.name_of(desk.table),
            standing=state.rules.standing(today).words,
            limits=_limits(state.limits),
            coming=_coming(state),
            widest=_limits(state.rules.limits),
            calls=open_calls(self.tables, desk.table) if state.calls else (),
            tray=tray_note(state, self.tables.name_of) if state.rules.is_by_hand else None,
            dealer=counted.dealer,
            pace=pace,
            pace_low=low,
            pace_high=high,
            figures=counted.figures,
            alerts=alerts,
        )

    def _alert(self, alert: Alert, person: str, may_act: bool) -> schemas.PitAlert:
        owner = next((m.person for m in alert.marks if m.state is AlertState.ACKNOWLEDGED), person)
        step = _NEXT.get(alert.state) if may_act and owner == person else None
        return schemas.PitAlert.fill(
            alert,
            where=self.book.name_of(alert.where),
            state=alert.state.value,
            next_state="" if step is None else step.value,
        )

    def name_of(self, person: str) -> str:
        found = self.tables.people.person(person)
        return person if found is None else found.name

    def ratings(self, day: date) -> tuple[schemas.Rating, ...]:
        """Every player who bet on that day, the longest first."""
        number = day_number(day)
        rows = unwrap_or_raise(read_rows(self.book.store, PLAYER, number, number))
        by_player: dict[str, list[TallyRow]] = {}
        for row in rows:
            by_player.setdefault(row[0].who, []).append(row)
        found = [self._rating(player, own) for player, own in by_player.items()]
        return tuple(sorted(found, key=lambda one: -one.ms))

    def _rating(self, player: str, rows: list[TallyRow]) -> schemas.Rating:
        line = self.book.line(player, ((key, self.book.sums(key.table, t)) for key, t in rows))
        tally = line.tally
        return schemas.Rating(
            player=player,
            name=self.name_of(player),
            tables=tuple(sorted({self.book.name_of(key.table) for key, _ in rows})),
            ms=tally.ms,
            average=round(tally.handle / tally.rounds) if tally.rounds else 0,
            by_bet=self._by_bet(rows),
            figures=figures_of(line),
        )

    def _by_bet(self, rows: list[TallyRow]) -> tuple[tuple[str, int], ...]:
        """The average stake on each bet, in words; with its game where there were several."""
        is_one = len({self.book.title(key.table) for key, _ in rows}) == 1
        found: dict[str, BetTally] = {}
        for key, tally in rows:
            game = "" if is_one else f"{self.book.title(key.table)}: "
            for spot, bet in sorted(tally.bets.items()):
                own = found.setdefault(game + self.book.label(key.table, spot), BetTally())
                own.bets += bet.bets
                own.staked += bet.staked
        # A correction of another day's bet has moved credits and made no bet.
        made = ((name, bet) for name, bet in found.items() if bet.bets)
        return tuple((name, round(bet.staked / bet.bets)) for name, bet in made)

    def detail(self, table: str) -> schemas.PitTableDetail:
        """Charts of one table: its month inside its band, and the hours of its day."""
        today = self.tables.today()
        days = self._shifts(first_day(today, Span.MONTH), today, table)
        first = day_number(today) * 24
        hours = unwrap_or_raise(read_rows(self.book.store, HOUR, first, first + 23, table))
        whole = Tally()
        for _, tally in hours:
            whole.add_sums(tally)
        summed = [(key, self.book.sums(table, tally)) for key, tally in hours]
        section = section_note(Section("Charts", tuple(self._charts(table, days, summed))))
        return schemas.PitTableDetail(
            table=table,
            charts=section.blocks,
            bets=tuple(
                (spot, bet.bets, bet.staked, bet.won) for spot, bet in sorted(whole.bets.items())
            ),
        )

    def _charts(self, table: str, days: list[Row], hours: list[Row]) -> list[Block]:
        by_day = group_periods(self.book, days, len(SHIFTS))
        by_hour = tuple((at % 24, line) for at, line in group_periods(self.book, hours, 1))
        blocks: list[Block] = []
        if by_day:
            chart = win_chart([line for _, line in by_day])
            blocks.append(Chart(chart, "The win of the month inside its 95% band."))
        if by_hour:
            rules = self.book.rules(table)
            low, high = (0, 0) if rules is None else pace_range(rules.edition.head)
            planned = f"{low}" if low == high else f"{low} to {high}"
            words = f"Rounds by hour of the day, UTC; {planned} an hour are planned."
            blocks.append(Chart(pace_chart(by_hour), words))
            blocks.append(Chart(drop_chart(by_hour), "Drop by hour of the day, UTC."))
        return blocks


def _coming(state: TableState) -> schemas.LimitsNote | None:
    posted = state.posted or state.rules.limits
    return None if posted == state.limits else _limits(posted)


def _limits(limits: Limits) -> schemas.LimitsNote:
    return schemas.LimitsNote(minimum=int(limits.minimum), maximum=int(limits.maximum))


def _by_table(rows: list[Row]) -> dict[str, tuple[Row, ...]]:
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row[0].table, []).append(row)
    return {table: tuple(own) for table, own in found.items()}


def _pace(hours: tuple[Row, ...], now_ms: int) -> int:
    """Rounds in the last hour: this hour's, and as much of the last as is needed to fill it."""
    hour, passed = hour_of(now_ms), now_ms % HOUR_MS / HOUR_MS
    now = sum(tally.rounds for key, tally in hours if key.period == hour)
    before = sum(tally.rounds for key, tally in hours if key.period == hour - 1)
    return round(now + before * (1 - passed))


def figures_of(line: FloorLine) -> schemas.FloorFigures:
    tally = line.tally
    return schemas.FloorFigures(
        rounds=tally.rounds,
        handle=tally.handle,
        drop=tally.drop,
        win=tally.win,
        hold=line.hold,
        expected=round(line.theory.expected) if line.is_known else None,
        deviations=line.deviations,
        mark=line.mark,
    )


NOTHING = TableDay((), figures_of(FloorLine("", Sums(), Theory())), "")
"""A table without a settled round today."""


def _newest(alerts: Mapping[str, Alert]) -> list[Alert]:
    """Open alerts first, newest first."""
    found = sorted(alerts.values(), key=lambda one: -one.at_ms)
    found.sort(key=lambda one: one.is_closed)
    return found[:ALERTS_SHOWN]

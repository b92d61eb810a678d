"""The pit console: every table at a glance, ratings of players, alerts, charts.

Everything is read from tallies and from tables in memory; no view reads the journal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from pitboss.floor.alerts import Alert, AlertLog, AlertState
from pitboss.floor.book import FloorBook, FloorLine, Row, TallyRow, read_rows
from pitboss.floor.periods import HOUR_MS, SHIFTS, Span, day_number, first_day, hour_of
from pitboss.floor.report import drop_chart, group_periods, pace_chart, win_chart
from pitboss.floor.tally import BetTally, Tally
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


@dataclass(slots=True)
class Console:
    tables: TableService
    book: FloorBook
    log: AlertLog

    def page(self, person: str, name: str, *, may_act: bool) -> schemas.PitPage:
        now_ms = self.tables.runtime.clock()
        today = day_of(now_ms)
        rows = self._shifts(today, today)
        hour = hour_of(now_ms)
        hours = unwrap_or_raise(self.book.read(HOUR, hour - 1, hour))
        alerts = self.alerts()
        ringing = Counter(one.where for one in alerts.values() if not one.is_closed)
        by_table: dict[str, list[Row]] = {}
        for row in rows:
            by_table.setdefault(row[0].table, []).append(row)
        desks = [*self.tables.pit.desks.values()]
        shown = [desk for desk in desks if desk.state.phase is not Phase.CLOSED]
        # Tables where nobody played or sits today come last.
        shown.sort(key=lambda at: (not (at.table in by_table or any(at.state.occupants)), at.table))
        return schemas.PitPage(
            name=name,
            now_ms=now_ms,
            may_act=may_act,
            house=figures_of(self.book.line("", rows)),
            tables=tuple(
                self._table(desk, by_table.get(desk.table, []), hours, ringing[desk.table], now_ms)
                for desk in shown
            ),
            alerts=tuple(self._alert(one, person, may_act) for one in _newest(alerts)),
        )

    def alerts(self) -> Mapping[str, Alert]:
        return unwrap_or_raise(self.log.read())

    def find_alert(self, name: str) -> Alert | None:
        return self.alerts().get(name)

    def _shifts(self, first: date, last: date, table: str = "") -> list[Row]:
        size = len(SHIFTS)
        begin, end = day_number(first) * size, day_number(last) * size + size - 1
        return unwrap_or_raise(self.book.read(SHIFT, begin, end, table))

    def _table(
        self,
        desk: Desk,
        rows: list[Row],
        hours: list[Row],
        alerts: int,
        now_ms: int,
    ) -> schemas.PitTable:
        state = desk.state
        today = self.tables.today()
        low, high = pace_range(state.rules.edition.head)
        return schemas.PitTable(
            **card_fields(state, today),
            name=self.book.name_of(desk.table),
            standing=state.rules.standing(today).words,
            limits=schemas.LimitsNote.fill(state.limits),
            coming=_coming(state),
            widest=schemas.LimitsNote.fill(state.rules.limits),
            calls=open_calls(self.tables, desk.table),
            tray=tray_note(state, self.tables.name_of) if state.rules.is_by_hand else None,
            dealer=self.name_of(rows[-1][0].who) if rows else "",
            pace=_pace([row for row in hours if row[0].table == desk.table], now_ms),
            pace_low=low,
            pace_high=high,
            figures=figures_of(self.book.line(desk.table, rows)),
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
            chart = win_chart([line for _, line in by_day], "Days with play, month to date")
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
    return None if posted == state.limits else schemas.LimitsNote.fill(posted)


def _pace(hours: list[Row], now_ms: int) -> int | None:
    """Rounds in the last hour: this hour's, and as much of the last as is needed to fill it."""
    if not hours:
        return None
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


def _newest(alerts: Mapping[str, Alert]) -> list[Alert]:
    """Open alerts first, newest first."""
    found = sorted(alerts.values(), key=lambda one: -one.at_ms)
    found.sort(key=lambda one: one.is_closed)
    return found[:ALERTS_SHOWN]

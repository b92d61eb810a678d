"""Routes of the pit console: the floor now, ratings, charts, reports, and steps about alerts."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import date

from litestar import Response
from litestar.params import FromPath, JSONBody

from pitboss.floor.alerts import AlertMark, AlertState, mark_alert, raise_new
from pitboss.floor.marks import mark_alerts
from pitboss.floor.report import (
    FloorReport,
    floor_report,
    report_document,
    report_json,
)
from pitboss.refusals import Refusal, RefusalCode
from pitboss.report.formats import Paper, ReportFormat, json_bytes, render_document
from pitboss.server.accounts.people import HouseRole
from pitboss.server.accounts.sign_in import Accounts
from pitboss.server.edge.documents import document_note
from pitboss.server.edge.responses import (
    AnyRequest,
    HttpRefusal,
    attach,
    client_of,
    unwrap_or_raise,
)
from pitboss.server.edge.routing import get, post
from pitboss.server.edge.schemas import Done
from pitboss.server.edge.side_threads import SideThreads
from pitboss.server.staff import console_schemas as schemas
from pitboss.server.staff.console import Console

READERS = (HouseRole.PIT_BOSS, HouseRole.AUDITOR)
NO_ALERT = Refusal(RefusalCode.UNKNOWN_OPTION, "There is no such alert.")
BAD_DAY = Refusal(RefusalCode.BAD_TEXT, "Write the day as 2026-11-17.")
LETTER = Paper.LETTER.value
FORMS = ("pdf", LETTER, "xlsx", "csv", "json")


@dataclass(frozen=True, slots=True)
class ConsoleRoutes:
    console: Console
    accounts: Accounts
    threads: SideThreads

    @get("/api/pit")
    async def pit_page(self, request: AnyRequest) -> schemas.PitPage:
        """Every table at a glance, and what needs a person. Pit bosses; auditors look on."""
        person = self.accounts.staff_in(request, *READERS)
        may_act = person.role is HouseRole.PIT_BOSS
        return await self.console.page(person.id, person.name, may_act=may_act)

    @get("/api/pit/tables/{table:str}")
    async def pit_table(self, request: AnyRequest, table: FromPath[str]) -> schemas.PitTableDetail:
        """Charts and bets of one table. Pit bosses and auditors."""
        self.accounts.staff_in(request, *READERS)
        return unwrap_or_raise(
            await self.threads.run(client_of(request).address, self.console.detail, table)
        )

    @get("/api/pit/ratings/{day:str}")
    async def ratings(self, request: AnyRequest, day: FromPath[str]) -> tuple[schemas.Rating, ...]:
        """Every player who bet on a day: time, average bet, theory. Pit bosses and auditors."""
        self.accounts.staff_in(request, *READERS)
        return unwrap_or_raise(
            await self.threads.run(client_of(request).address, self.console.ratings, _day(day))
        )

    @post("/api/pit/alerts/{alert:str}")
    async def mark(
        self, request: AnyRequest, alert: FromPath[str], data: JSONBody[schemas.AlertForm]
    ) -> Done:
        """Acknowledge, investigate or close an alert, on record. Pit bosses."""
        person = self.accounts.staff_in(request, HouseRole.PIT_BOSS)
        pit = self.console.tables.pit
        found = unwrap_or_raise(self.console.find_alert(alert) or NO_ALERT)
        mark = AlertMark(
            state=AlertState(data.state),
            note=data.note,
            person=person.id,
            name=person.name,
            at_ms=pit.clock(),
        )
        done = unwrap_or_raise(await asyncio.to_thread(mark_alert, pit, found, mark))
        return Done(version=done.version)

    @get("/api/pit/report/{day:str}")
    async def report(self, request: AnyRequest, day: FromPath[str]) -> schemas.FloorReportNote:
        """The report of a day, month and year to date. Pit bosses and auditors."""
        self.accounts.staff_in(request, *READERS)
        found = await self._report(request, _day(day))
        note = document_note(report_document(found))
        return schemas.FloorReportNote.fill(note, day=day, files=FORMS)

    @post("/api/pit/report/{day:str}/marks")
    async def open_marks(self, request: AnyRequest, day: FromPath[str]) -> schemas.Raised:
        """Raise an alert for every mark of a day's report, to be investigated. Pit bosses."""
        self.accounts.staff_in(request, HouseRole.PIT_BOSS)
        found = await self._report(request, _day(day))
        pit, log = self.console.tables.pit, self.console.log
        raised = await asyncio.to_thread(raise_new, pit, log, mark_alerts(found))
        return schemas.Raised(raised=unwrap_or_raise(raised))

    @get("/api/pit/report/{day:str}/{form:str}")
    async def report_file(
        self, request: AnyRequest, day: FromPath[str], form: FromPath[str]
    ) -> Response[bytes]:
        """The report of a day as a file: pdf on A4, letter (PDF too), xlsx, csv or json."""
        self.accounts.staff_in(request, *READERS)
        if form not in FORMS:
            sentence = f"Take the report as {', '.join(FORMS)}."
            raise HttpRefusal(Refusal(RefusalCode.UNKNOWN_OPTION, sentence))
        found = await self._report(request, _day(day))
        content = unwrap_or_raise(
            await self.threads.run(client_of(request).address, _file, found, form)
        )
        name = f"floor-{day}-letter.pdf" if form == LETTER else f"floor-{day}.{form}"
        return attach(content, name)

    async def _report(self, request: AnyRequest, day: date) -> FloorReport:
        address, console = client_of(request).address, self.console
        return unwrap_or_raise(
            await self.threads.run(address, floor_report, console.book, day, console.alerts())
        )


def _file(report: FloorReport, form: str) -> bytes:
    if form == "json":
        return json_bytes(report_json(report))
    if form == LETTER:
        return render_document(report_document(report), ReportFormat.PDF, paper=Paper.LETTER)
    return render_document(report_document(report), ReportFormat(form))


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise HttpRefusal(BAD_DAY) from None

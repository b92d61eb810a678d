"""The book of a floor: its tables with their theory, and lines that put fact beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date

import msgspec

from pitboss.floor.periods import SHIFTS, Span, day_number, first_day, month_number
from pitboss.floor.tally import Tally, read_tally
from pitboss.floor.theory import ONE_IN_20, ONE_IN_100, Moments, Theory, moments_of
from pitboss.games.registry import Registry
from pitboss.pit.replay import opened_table, stream_of
from pitboss.refusals import Refusal
from pitboss.store.store import Store
from pitboss.store.tallies import MONTH, SHIFT, TallyKey
from pitboss.table.events import TableOpened
from pitboss.table.setup import TableRules, load_rules

UNKNOWN = ""
"""In the place of an edition that is no longer known."""
NAME_MAX = 24
"""Tables that players open have ids longer than this, which nobody can read."""
Grouping = Callable[[TallyKey], str]


class Sums(msgspec.Struct):
    """What a line shows of tallies, added up without their bets; their theory in whole numbers."""

    rounds: int = 0
    ms: int = 0
    drop: int = 0
    handle: int = 0
    win: int = 0
    corrections: int = 0
    corrected: int = 0
    theory: dict[str, tuple[int, int]] = {}
    """Numerators by edition."""

    @classmethod
    def of(cls, tally: Tally) -> Sums:
        return cls(
            tally.rounds,
            tally.ms,
            tally.drop,
            tally.handle,
            tally.win,
            tally.corrections,
            tally.corrected,
        )

    def add(self, other: Sums) -> None:
        self.rounds += other.rounds
        self.ms += other.ms
        self.drop += other.drop
        self.handle += other.handle
        self.win += other.win
        self.corrections += other.corrections
        self.corrected += other.corrected
        for edition, (expected, variance) in other.theory.items():
            before = self.theory.get(edition, (0, 0))
            self.theory[edition] = before[0] + expected, before[1] + variance


Row = tuple[TallyKey, Sums]
TallyRow = tuple[TallyKey, Tally]


@dataclass(frozen=True, slots=True)
class FloorLine:
    """One line of a report: a table, a game, a dealer or a shift."""

    name: str
    tally: Sums
    theory: Theory
    is_known: bool = True
    """Whether the theory of everything in it is known."""

    @property
    def win_to_drop(self) -> float | None:
        return self.tally.win / self.tally.drop if self.tally.drop else None

    @property
    def hold(self) -> float | None:
        return self.tally.win / self.tally.handle if self.tally.handle else None

    @property
    def deviations(self) -> float | None:
        return self.theory.deviations(self.tally.win) if self.is_known else None

    @property
    def mark(self) -> str:
        """`95%` or `99%` where the win lies outside that interval, or nothing."""
        size = abs(self.deviations or 0.0)
        if size > ONE_IN_100:
            return "99%"
        return "95%" if size > ONE_IN_20 else ""


@dataclass(slots=True)
class FloorBook:
    """Tables and moments as they become known; made once and asked often."""

    store: Store
    registry: Registry
    tables: dict[str, TableRules | None] = field(default_factory=dict)
    moments: dict[str, Moments] = field(default_factory=dict)
    followed: dict[str, dict[TallyKey, tuple[str, Sums]]] = field(default_factory=dict)
    """By scope, the tallies that were followed last, with their sums."""

    def rules(self, table: str) -> TableRules | None:
        """How a table was set up; None where its game or edition is no longer known."""
        if table not in self.tables:
            opened = opened_table(self.store, stream_of(table))
            rules = load_rules(opened, self.registry) if isinstance(opened, TableOpened) else None
            self.tables[table] = None if isinstance(rules, Refusal) else rules
        return self.tables[table]

    def moments_at(self, table: str) -> Moments | None:
        rules = self.rules(table)
        if rules is None:
            return None
        name = str(rules.edition.head.hash)
        if name not in self.moments:
            self.moments[name] = moments_of(rules.game, rules.edition)
        return self.moments[name]

    def title(self, table: str) -> str:
        """The game of a table, by name."""
        rules = self.rules(table)
        return "Unknown game" if rules is None else rules.game.title

    def name_of(self, table: str) -> str:
        """What a table is called: its id, or its game and the id's beginning where that is long."""
        return table if len(table) <= NAME_MAX else f"{self.title(table)} {table[:6]}"

    def label(self, table: str, spot: str) -> str:
        """A bet of a table in words."""
        rules = self.rules(table)
        spots = () if rules is None else rules.game.all_spots(rules.edition)
        return next((one.label for one in spots if str(one.key) == spot), spot)

    def sums(self, table: str, tally: Tally) -> Sums:
        """A tally of a table with its theory; its bets and their products are needed no longer."""
        found, moments = Sums.of(tally), self.moments_at(table)
        rules = self.rules(table)
        if moments is None or rules is None:
            found.theory = {UNKNOWN: (0, 0)}
        else:
            found.theory = {str(rules.edition.head.hash): moments.numerators(tally)}
        return found

    def read(self, scope: str, first: int, last: int, table: str = "") -> list[Row] | Refusal:
        """The sums of a scope between two periods, both included; of one table where named."""
        rows = self.store.read_tallies(scope, first, last, table)
        if isinstance(rows, Refusal):
            return rows
        return [(key, self.sums(key.table, read_tally(text))) for key, text in rows]

    def follow(self, scope: str, first: int, last: int) -> list[Row] | Refusal:
        """What `read` gives, for somebody who reads again and again: only what changed is added."""
        rows = self.store.read_tallies(scope, first, last)
        if isinstance(rows, Refusal):
            return rows
        before = self.followed.get(scope, {})
        now: dict[TallyKey, tuple[str, Sums]] = {}
        for key, text in rows:
            known = before.get(key)
            if known is None or known[0] != text:
                known = text, self.sums(key.table, read_tally(text))
            now[key] = known
        self.followed[scope] = now
        return [(key, sums) for key, (_, sums) in now.items()]

    def line(self, name: str, rows: Iterable[Row]) -> FloorLine:
        """Rows added up, each by the theory of its own table's edition."""
        whole, theory = Sums(), Theory()
        for _, sums in rows:
            whole.add(sums)
        for edition, numerators in whole.theory.items():
            if edition != UNKNOWN:
                theory += self.moments[edition].theory(numerators)
        return FloorLine(name, whole, theory, UNKNOWN not in whole.theory)

    def lines(self, rows: Sequence[Row], group: Grouping) -> tuple[FloorLine, ...]:
        """A line for every group, by name."""
        found: dict[str, list[Row]] = {}
        for row in rows:
            found.setdefault(group(row[0]), []).append(row)
        return tuple(self.line(name, found[name]) for name in sorted(found))

    def groupings(self) -> dict[str, Grouping]:
        return {
            "table": lambda key: self.name_of(key.table),
            "game": lambda key: self.title(key.table),
            "dealer": lambda key: key.who,
            "shift": lambda key: SHIFTS[key.period % len(SHIFTS)],
        }


def read_rows(
    store: Store, scope: str, first: int, last: int, table: str = ""
) -> list[TallyRow] | Refusal:
    """Whole tallies of a scope between two periods, both included; of one table where named."""
    rows = store.read_tallies(scope, first, last, table)
    if isinstance(rows, Refusal):
        return rows
    return [(key, read_tally(text)) for key, text in rows]


def month_rows(book: FloorBook, day: date) -> list[Row] | Refusal:
    """Every shift from the first of the month to the end of a day."""
    begin, shifts = day_number(first_day(day, Span.MONTH)), len(SHIFTS)
    return book.read(SHIFT, begin * shifts, day_number(day) * shifts + shifts - 1)


def sum_spans(book: FloorBook, day: date, month: Sequence[Row]) -> dict[Span, list[Row]] | Refusal:
    """What every span up to a day adds up to, by table, dealer and shift, from its month's rows.

    Months that are over are read as months, so that a year costs hardly more than a month.
    """
    shifts = len(SHIFTS)
    first, now = month_number(first_day(day, Span.YEAR)), month_number(day)
    older = book.read(MONTH, first * shifts, now * shifts - 1)
    if isinstance(older, Refusal):
        return older
    today = [row for row in month if row[0].period >= day_number(day) * shifts]
    summed = sum_days(month)
    return {
        Span.DAY: sum_days(today),
        Span.MONTH: summed,
        Span.YEAR: sum_days([*older, *summed]),
    }


def sum_days(rows: Sequence[Row]) -> list[Row]:
    """One row for each table, dealer and shift, whatever the day; every grouping starts there."""
    found: dict[TallyKey, Sums] = {}
    for key, sums in rows:
        same = key._replace(scope=SHIFT, period=key.period % len(SHIFTS))
        found.setdefault(same, Sums()).add(sums)
    return list(found.items())

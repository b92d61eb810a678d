"""The book of a floor: its tables with their theory, and lines that put fact beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date

from pitboss.floor.periods import SHIFTS, Span, day_number, first_day, month_number
from pitboss.floor.tally import Tally, read_tally
from pitboss.floor.theory import ONE_IN_20, ONE_IN_100, Moments, Theory, moments_of, theory_of
from pitboss.games.registry import Registry
from pitboss.pit.replay import opened_table, stream_of
from pitboss.refusals import Refusal
from pitboss.store.store import Store
from pitboss.store.tallies import MONTH, SHIFT, TallyKey
from pitboss.table.events import TableOpened
from pitboss.table.setup import TableRules, load_rules

NAME_MAX = 24
"""Tables that players open have ids longer than this, which nobody can read."""
Row = tuple[TallyKey, Tally]
Grouping = Callable[[TallyKey], str]


@dataclass(frozen=True, slots=True)
class FloorLine:
    """One line of a report: a table, a game, a dealer or a shift."""

    name: str
    tally: Tally
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

    def line(self, name: str, rows: Iterable[Row]) -> FloorLine:
        """Rows added up, each by the theory of its own table's edition."""
        by_table: dict[str, Tally] = {}
        for key, tally in rows:
            by_table.setdefault(key.table, Tally()).add(tally)
        whole, theory, is_known = Tally(), Theory(), True
        for table, tally in by_table.items():
            moments = self.moments_at(table)
            is_known &= moments is not None
            whole.add_sums(tally)
            if moments is not None:
                theory += theory_of(moments, tally)
        return FloorLine(name, whole, theory, is_known)

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


def read_rows(store: Store, scope: str, first: int, last: int) -> list[Row] | Refusal:
    """The tallies of a scope between two periods, both included."""
    rows = store.read_tallies(scope, first, last)
    if isinstance(rows, Refusal):
        return rows
    return [(key, read_tally(text)) for key, text in rows]


def month_rows(store: Store, day: date) -> list[Row] | Refusal:
    """Every shift from the first of the month to the end of a day."""
    begin, shifts = day_number(first_day(day, Span.MONTH)), len(SHIFTS)
    return read_rows(store, SHIFT, begin * shifts, day_number(day) * shifts + shifts - 1)


def sum_spans(store: Store, day: date, month: Sequence[Row]) -> dict[Span, list[Row]] | Refusal:
    """What every span up to a day adds up to, by table, dealer and shift, from its month's rows.

    Months that are over are read as months, so that a year costs hardly more than a month.
    """
    shifts = len(SHIFTS)
    first, now = month_number(first_day(day, Span.YEAR)), month_number(day)
    older = read_rows(store, MONTH, first * shifts, now * shifts - 1)
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
    found: dict[TallyKey, Tally] = {}
    for key, tally in rows:
        same = key._replace(scope=SHIFT, period=key.period % len(SHIFTS))
        found.setdefault(same, Tally()).add(tally)
    return list(found.items())

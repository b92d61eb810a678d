"""What `scripts/load.py` measured, told as rows of a table and held against its aims."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field
from pathlib import Path

ACK_MS, STATE_MS = 100, 150
VIEW_MS, VIEW_BYTES = 0.2, 700
BEGIN, END = "<!-- written by scripts/load.py -->", "<!-- until here -->"


@dataclass
class Figures:
    """What was measured, in milliseconds, and what went wrong."""

    acks: list[float] = field(default_factory=list)
    states: list[float] = field(default_factory=list)
    rounds: set[str] = field(default_factory=set)
    refused: dict[str, int] = field(default_factory=dict)
    turned_away: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    lags: list[float] = field(default_factory=list)
    """How late the house said it ran, once a second."""
    sizes: list[float] = field(default_factory=list)
    """Bytes of each view after a socket's first."""
    views: int = 0
    busy_s: float = 0.0
    """Processor time that the server used while it sent so many views."""
    loop_s: float = 0.0
    """What of it the thread of the event loop used."""
    own_s: float = 0.0
    """Processor time of the visitors meanwhile."""

    def refuse(self, code: str) -> None:
        self.refused[code] = self.refused.get(code, 0) + 1

    def take(self, other: Figures) -> None:
        """Add what was measured elsewhere."""
        self.acks += other.acks
        self.states += other.states
        self.turned_away += other.turned_away
        self.errors += other.errors
        self.lags += other.lags
        self.sizes += other.sizes
        self.views += other.views
        self.busy_s += other.busy_s
        self.loop_s += other.loop_s
        self.own_s += other.own_s
        self.rounds |= other.rounds
        for code, count in other.refused.items():
            self.refused[code] = self.refused.get(code, 0) + count


@dataclass
class Meter:
    """Reads off processes what processor time they have used; only where there is `/proc`."""

    pids: tuple[int, ...]
    views: int = 0
    busy_s: float = 0.0
    loop_s: float = 0.0
    own_s: float = 0.0

    def read(self, figures: Figures, *, views: int) -> None:
        """Add what was used and sent since the last reading."""
        busy_s = sum(_used_s(f"/proc/{pid}/stat") for pid in self.pids)
        # The event loop runs in the first thread, which has the number of the process.
        loop_s = sum(_used_s(f"/proc/{pid}/task/{pid}/stat") for pid in self.pids)
        own_s = time.process_time()
        if self.busy_s:
            figures.views += views - self.views
            figures.busy_s += busy_s - self.busy_s
            figures.loop_s += loop_s - self.loop_s
            figures.own_s += own_s - self.own_s
        self.views, self.busy_s, self.loop_s, self.own_s = views, busy_s, loop_s, own_s


def _used_s(stat: str) -> float:
    """Processor seconds of a process or thread so far."""
    path = Path(stat)
    if not path.exists():
        return 0.0
    fields = path.read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def read_stolen() -> tuple[int, int]:
    """Ticks of the processor that other machines on the same host took, and all, since it began."""
    path = Path("/proc/stat")
    if not path.exists():
        return 0, 1
    ticks = [int(one) for one in path.read_text("ascii").splitlines()[0].split()[1:9]]
    return ticks[7], sum(ticks)


def percentile(values: list[float], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else float("nan")


def told(name: str, figures: Figures) -> list[str]:
    """One table row for each thing that was measured."""
    lines = []
    for what, values in (
        ("bet to acknowledgement", figures.acks),
        ("state", figures.states),
        ("how late the house says it runs", figures.lags),
    ):
        if not values:
            continue
        p50, p99 = percentile(values, 0.5), percentile(values, 0.99)
        lines.append(
            f"| {name} | {what} | {len(values):,} | {p50:.1f} ms | {p99:.1f} ms"
            f" | {max(values, default=0):.1f} ms |"
        )
    if figures.sizes:
        p50, p99 = percentile(figures.sizes, 0.5), percentile(figures.sizes, 0.99)
        lines.append(
            f"| {name} | bytes of a view | {len(figures.sizes):,} | {p50:.0f} | {p99:.0f}"
            f" | {max(figures.sizes):.0f} |"
        )
    if figures.views:
        lines.append(
            f"| {name} | processor time by view sent | {figures.views:,}"
            f" | {view_ms(figures):.3f} ms | | |"
        )
        lines.append(
            f"| {name} | of it in the event loop's thread | | "
            f"{figures.loop_s / figures.views * 1000:.3f} ms | | |"
        )
        lines.append(
            f"| {name} | seconds of processor: server, visitors | |"
            f" {figures.busy_s:.1f}, {figures.own_s:.1f} | | |"
        )
    return lines


def put_in(page: str, text: str) -> str:
    """A page with what was written by the last run replaced; what others wrote stays."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        before, after = page.rstrip("\n") + "\n\n## The last run\n\n", "\n"
    return f"{before}{BEGIN}\n\n{text}\n{END}{after}"


def view_ms(figures: Figures) -> float:
    """Everything the server did, divided among the views it sent."""
    return figures.busy_s / figures.views * 1000 if figures.views else float("nan")


def judged(name: str, figures: Figures) -> list[str]:
    """The aims that were missed; what was not measured misses its aim, as no number is below it."""
    ack, state = percentile(figures.acks, 0.99), percentile(figures.states, 0.99)
    view, size = view_ms(figures), percentile(figures.sizes, 0.5)
    missed = []
    if not ack < ACK_MS:
        missed.append(f"{name}: bet to acknowledgement {ack:.0f} ms, aim {ACK_MS}")
    if not state < STATE_MS:
        missed.append(f"{name}: state {state:.0f} ms, aim {STATE_MS}")
    if not view <= VIEW_MS:
        missed.append(f"{name}: {view:.2f} ms by view sent, aim {VIEW_MS}")
    if not size <= VIEW_BYTES:
        missed.append(f"{name}: {size:.0f} bytes by view, aim {VIEW_BYTES}")
    if figures.errors:
        missed.append(f"{name}: {len(figures.errors)} errors, first {figures.errors[0]}")
    return missed

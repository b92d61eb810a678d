"""What `scripts/load.py` measured, told as rows of a table and held against its aims."""

from __future__ import annotations

from dataclasses import dataclass, field

ACK_MS, STATE_MS = 100, 150


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

    def refuse(self, code: str) -> None:
        self.refused[code] = self.refused.get(code, 0) + 1

    def take(self, other: Figures) -> None:
        """Add what was measured elsewhere."""
        for own, more in (
            (self.acks, other.acks),
            (self.states, other.states),
            (self.turned_away, other.turned_away),
            (self.errors, other.errors),
            (self.lags, other.lags),
        ):
            own.extend(more)
        self.rounds |= other.rounds
        for code, count in other.refused.items():
            self.refused[code] = self.refused.get(code, 0) + count


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
    return lines


def judged(name: str, figures: Figures) -> list[str]:
    ack, state = percentile(figures.acks, 0.99), percentile(figures.states, 0.99)
    missed = []
    if not ack < ACK_MS:
        missed.append(f"{name}: bet to acknowledgement {ack:.0f} ms, aim {ACK_MS}")
    if not state < STATE_MS:
        missed.append(f"{name}: state {state:.0f} ms, aim {STATE_MS}")
    if figures.errors:
        missed.append(f"{name}: {len(figures.errors)} errors, first {figures.errors[0]}")
    return missed

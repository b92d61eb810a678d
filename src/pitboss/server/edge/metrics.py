"""Metrics for Prometheus, in a registry of the server's own.

Numbers only: no name, table or round is a label.
"""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_SECONDS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """Every metric of one server."""

    def __init__(self) -> None:
        registry = CollectorRegistry()
        self.registry = registry
        self.requests = Counter(
            "pitboss_requests", "HTTP requests by status.", ["status"], registry=registry
        )
        self.commands = Counter(
            "pitboss_commands", "Commands by what became of them.", ["outcome"], registry=registry
        )
        self.views = Counter("pitboss_views", "Views sent to browsers.", registry=registry)
        self.drops = Counter(
            "pitboss_drops",
            "Sockets ended by the server, by reason.",
            ["reason"],
            registry=registry,
        )
        self.sockets = Gauge("pitboss_sockets", "Open sockets.", registry=registry)
        self.tables = Gauge("pitboss_tables", "Open tables.", registry=registry)
        self.rounds = Counter("pitboss_rounds", "Rounds that ended.", registry=registry)
        self.log_drops = Counter(
            "pitboss_log_lines_dropped", "Log lines that could not be written.", registry=registry
        )
        self.failed_tasks = Counter(
            "pitboss_tasks_failed",
            "Background tasks that ended with an error, by name.",
            ["task"],
            registry=registry,
        )
        self.hung_tasks = Gauge(
            "pitboss_tasks_hung",
            "Background tasks that have stood still for longer than PITBOSS_HANG_MS.",
            registry=registry,
        )
        self.lag = Gauge(
            "pitboss_lag_seconds",
            "How late the house runs; past PITBOSS_LAG_MS new bets are asked to wait.",
            registry=registry,
        )
        self.answer = Histogram(
            "pitboss_answer_seconds",
            "From an ask to its answer.",
            buckets=_SECONDS_S,
            registry=registry,
        )

    def text(self) -> bytes:
        """Everything in Prometheus' text form."""
        return generate_latest(self.registry)

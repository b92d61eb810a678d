"""Metrics for Prometheus, in a registry of the server's own.

Numbers only: no name, table or round is a label. Those by game count from the process's start.
"""

from __future__ import annotations

from functools import partial

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

MINOR = 100
_SECONDS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        count = partial(Counter, registry=self.registry)
        gauge = partial(Gauge, registry=self.registry)
        self.requests = count("pitboss_requests", "HTTP requests by status.", ["status"])
        commands = count("pitboss_commands", "Commands by what became of them.", ["outcome"])
        # Looked up once: a bet does not pay for finding its counter.
        self.commands_done, self.commands_refused = map(commands.labels, ("done", "refused"))
        self.views = count("pitboss_views", "Views sent to browsers.")
        self.drops = count("pitboss_drops", "Sockets ended by the server, by reason.", ["reason"])
        self.sockets = gauge("pitboss_sockets", "Open sockets.")
        self.tables = gauge("pitboss_tables", "Open tables.")
        self.rounds = count("pitboss_rounds", "Rounds that ended, by game.", ["game"])
        self.drop = count("pitboss_drop_credits", "Stakes that were settled, by game.", ["game"])
        self.win = gauge("pitboss_win_credits", "What the house won, by game.", ["game"])
        self.hold = gauge("pitboss_hold_ratio", "Win divided by drop, by game.", ["game"])
        self._money: dict[str, tuple[int, int]] = {}
        self.log_drops = count("pitboss_log_lines_dropped", "Log lines that could not be written.")
        self.failed_tasks = count(
            "pitboss_tasks_failed", "Background tasks that ended with an error, by name.", ["task"]
        )
        self.hung_tasks = gauge(
            "pitboss_tasks_hung",
            "Background tasks that have stood still for longer than PITBOSS_HANG_MS.",
        )
        self.lag = gauge(
            "pitboss_lag_seconds",
            "How late the house runs; past PITBOSS_LAG_MS new bets are asked to wait.",
        )
        self.answer = Histogram(
            "pitboss_answer_seconds",
            "Time from a command to its answer.",
            buckets=_SECONDS_S,
            registry=self.registry,
        )

    def count_round(self, game: str, *, drop: int, win: int) -> None:
        """Count a round that ended: what was settled and what the house won, in hundredths."""
        before = self._money.get(game, (0, 0))
        self._money[game] = staked, won = before[0] + drop, before[1] + win
        self.rounds.labels(game).inc()
        self.drop.labels(game).inc(drop / MINOR)
        self.win.labels(game).set(won / MINOR)
        self.hold.labels(game).set(won / staked if staked else 0.0)

    def text(self) -> bytes:
        return generate_latest(self.registry)

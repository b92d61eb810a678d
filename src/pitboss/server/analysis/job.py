"""Proof pages and workbench as jobs."""

from __future__ import annotations

import msgspec

from pitboss.games.registry import Registry
from pitboss.server.analysis.figures import aim_page, bench_page, figures_page
from pitboss.server.analysis.proofs import ProofMaker
from pitboss.server.analysis.requests import (
    AimJob,
    BenchJob,
    CompareJob,
    FiguresJob,
    FileJob,
    Job,
    LimitJob,
    PageJob,
)
from pitboss.server.editions.schemas import Subject
from pitboss.server.jobs.protocol import Report


def run(job: Job, report: Report) -> bytes:
    registry, maker = report.registry, ProofMaker(report.registry, report)
    match job:
        case BenchJob(subject):
            return msgspec.json.encode(bench_page(registry, subject))
        case FiguresJob():
            return msgspec.json.encode(figures_page(registry, job))
        case AimJob():
            return msgspec.json.encode(aim_page(registry, job))
        case PageJob():
            return maker.page(job)
        case LimitJob():
            return maker.limit(job)
        case CompareJob():
            return maker.compare(job)
        case FileJob():
            return maker.file(job)


def warm_up(registry: Registry) -> None:
    """Solve every game once, so that the first viewer waits no longer than the rest."""
    for key, folder in registry.games.items():
        subject = Subject(game=key, edition=folder.game.default_edition)
        figures_page(registry, FiguresJob(subject))

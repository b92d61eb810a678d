"""Jobs of proof pages and the workbench: what workers are asked for."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

import msgspec

from pitboss.server.editions.schemas import Subject
from pitboss.server.jobs.kinds import FIGURES, PROOFS, JobKind, Keep


class ProofFile(StrEnum):
    PDF = "sheet.pdf"
    XLSX = "sheet.xlsx"
    CSV = "sheet.csv"
    JSON = "sheet.json"
    CERTIFICATE = "certificate.json"
    CHECKER = "check_certificate.py"
    EDITION = "edition.toml"
    DOSSIER = "dossier.zip"


class FiguresJob(msgspec.Struct, frozen=True, tag="figures"):
    """Every edge of changed numbers, and the sheet's pages about one bet, the first by default."""

    subject: Subject
    bet: str = ""


class BenchJob(msgspec.Struct, frozen=True, tag="bench"):
    subject: Subject


class AimJob(msgspec.Struct, frozen=True, tag="aim", kw_only=True):
    """The pay of a field that gives a bet an edge."""

    subject: Subject
    field: str
    bet: str
    aim: str
    step: str


class PageJob(msgspec.Struct, frozen=True, tag="page"):
    subject: Subject


class LimitJob(msgspec.Struct, frozen=True, tag="limit"):
    """The edges of an edition when a round pays no more than a limit, in minor units."""

    subject: Subject
    limit: int


class CompareJob(msgspec.Struct, frozen=True, tag="compare"):
    before: Subject
    after: Subject


class FileJob(msgspec.Struct, frozen=True, tag="file"):
    subject: Subject
    name: ProofFile


Job = BenchJob | FiguresJob | AimJob | PageJob | LimitJob | CompareJob | FileJob

FIGURES_KIND = JobKind(
    name="figures",
    module="pitboss.server.analysis.job",
    lane=FIGURES,
    wall_s=30.0,
    keep=Keep.MEMORY,
)
"""What the workbench shows: figures, bounds of fields, payout limits."""
AIM_KIND = replace(FIGURES_KIND, name="aim", cost=4)
PAGE_KIND = JobKind(
    name="page",
    module="pitboss.server.analysis.job",
    lane=PROOFS,
    cost=4,
    wall_s=120.0,
    keep=Keep.DISK,
)
FILE_KIND = replace(PAGE_KIND, name="file", cost=8)

"""Making proofs: pages, comparisons and files of an edition."""

from __future__ import annotations

from dataclasses import dataclass, replace

import msgspec

from pitboss import __version__
from pitboss.games.designs import design_text
from pitboss.games.game_folder import EDITION_FILE
from pitboss.games.registry import Registry
from pitboss.par.certificate import certificate, certificate_bytes, check_script
from pitboss.par.choices import Choice
from pitboss.par.difference import difference
from pitboss.par.document import render_sheet
from pitboss.par.dossier import RENDERING, dossier
from pitboss.par.sheet import Sheet, make_sheet
from pitboss.par.terms import terms_of
from pitboss.refusals import unwrap_or_raise
from pitboss.report.formats import ReportFormat
from pitboss.server.analysis.figures import choose_subject
from pitboss.server.analysis.requests import CompareJob, FileJob, LimitJob, PageJob, ProofFile
from pitboss.server.analysis.sheet import compare_page, limit_page, proof_page
from pitboss.server.editions.lookup import load_subject
from pitboss.server.editions.schemas import Subject
from pitboss.server.jobs.protocol import Report
from pitboss.units import Credits

COMPARING = 4
"""Steps that comparing decisions counts for."""


@dataclass(slots=True)
class Steps:
    of: int
    report: Report
    done: int = -1

    def __call__(self, doing: str) -> None:
        self.done += 1
        self.report(min(self.done, self.of), self.of, doing)


@dataclass(frozen=True, slots=True)
class ProofMaker:
    registry: Registry
    report: Report

    def page(self, job: PageJob) -> bytes:
        return msgspec.json.encode(proof_page(self._sheet(job.subject, rendering=0)))

    def limit(self, job: LimitJob) -> bytes:
        choice = self._choice(job.subject)
        terms = unwrap_or_raise(terms_of(choice.edition.head))
        steps = Steps(2, self.report)
        steps(f"solving {choice.name}")
        figures = choice.figures()
        steps("exposure")
        page = limit_page(choice, figures, terms, limit=Credits(job.limit))
        return msgspec.json.encode(page)

    def compare(self, job: CompareJob) -> bytes:
        old, new = self._choice(job.before), self._choice(job.after)
        steps = Steps(2 + COMPARING, self.report)
        steps(f"solving {old.name}")
        old_figures = old.figures()
        steps(f"solving {new.name}")
        new_figures = new.figures()
        steps("comparing decisions")
        change = difference(old, new, old_figures=old_figures, new_figures=new_figures)
        titles = (old.edition.head.title, new.edition.head.title)
        return msgspec.json.encode(compare_page(change, titles=titles))

    def file(self, job: FileJob) -> bytes:
        subject, name = job.subject, job.name
        if name is ProofFile.CHECKER:
            return check_script()
        if name is ProofFile.EDITION:
            return self._edition_file(subject)
        if name is ProofFile.DOSSIER:
            return self._dossier(subject)
        sheet = self._sheet(subject, rendering=1)
        if name is ProofFile.CERTIFICATE:
            counts = certificate(sheet.choice, sheet.figures, version=__version__)
            return certificate_bytes(counts)
        return unwrap_or_raise(render_sheet(sheet, ReportFormat(name.value.rpartition(".")[2])))

    def _sheet(self, subject: Subject, *, rendering: int) -> Sheet:
        choice = self._choice(subject)
        terms = unwrap_or_raise(terms_of(choice.edition.head))
        steps = Steps(2 + len(choice.study.readings) + rendering, self.report)
        steps(f"solving {choice.name}")
        figures = choice.figures()
        named = ProofFile.CERTIFICATE.value if rendering else ""
        return unwrap_or_raise(
            make_sheet(choice, figures, terms, version=__version__, certificate=named, tell=steps)
        )

    def _dossier(self, subject: Subject) -> bytes:
        choice = self._choice(subject)
        terms = unwrap_or_raise(terms_of(choice.edition.head))
        toml = self._edition_file(subject)
        steps = Steps(2 + len(choice.study.readings) + len(RENDERING), self.report)
        return unwrap_or_raise(dossier(choice, terms, toml=toml, version=__version__, tell=steps))

    def _choice(self, subject: Subject) -> Choice:
        """The edition; a design under its own name."""
        choice = unwrap_or_raise(choose_subject(self.registry, subject))
        if not subject.name:
            return choice
        return replace(choice, edition=load_subject(self.registry, subject)[1])

    def _edition_file(self, subject: Subject) -> bytes:
        folder = unwrap_or_raise(self.registry.find(subject.game))
        if subject.name:
            return unwrap_or_raise(design_text(folder, subject.design)).encode()
        return (folder.folder / "editions" / f"{subject.edition}{EDITION_FILE}").read_bytes()

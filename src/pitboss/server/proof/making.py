"""Making proofs: pages, comparisons and files of an edition, cached where possible."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import msgspec

from pitboss import __version__
from pitboss.games.designs import Design, design_edition, design_text
from pitboss.games.registry import EDITION_FILE, Registry
from pitboss.par.certificate import certificate, certificate_bytes, check_script
from pitboss.par.choices import Choice
from pitboss.par.difference import difference
from pitboss.par.document import render_sheet
from pitboss.par.dossier import RENDERING, dossier
from pitboss.par.sheet import Sheet, make_sheet
from pitboss.par.terms import terms_of
from pitboss.refusals import Refusal
from pitboss.report.formats import ReportFormat
from pitboss.server.proof.cache import ProofCache
from pitboss.server.proof.sheet import compare_page, limit_page, proof_page
from pitboss.server.workbench.figures import chosen
from pitboss.server.workbench.jobs import (
    CompareJob,
    FileJob,
    LimitJob,
    PageJob,
    ProofFile,
    Subject,
    Told,
)
from pitboss.units import Credits, EditionHash

Tell = Callable[[Told], None]
COMPARING = 4
"""Steps that comparing decisions counts for."""


@dataclass(slots=True)
class Steps:
    """Counts the steps that are told of."""

    of: int
    tell: Tell
    done: int = -1

    def __call__(self, doing: str) -> None:
        self.done += 1
        self.tell(Told(done=min(self.done, self.of), of=self.of, doing=doing))


@dataclass(frozen=True, slots=True)
class ProofMaker:
    """Makes what is asked for, and keeps it."""

    registry: Registry
    cache: ProofCache

    def page(self, job: PageJob, tell: Tell) -> bytes | Refusal:
        """The proof page."""
        subject = job.subject
        parts = ("page", subject.game, subject.hash, subject.name)
        found = self.cache.read(*parts)
        if found is not None:
            return found
        sheet = self._sheet(subject, tell, rendering=0)
        if isinstance(sheet, Refusal):
            return sheet
        body = msgspec.json.encode(proof_page(sheet))
        self.cache.write(body, *parts)
        return body

    def limit(self, job: LimitJob, tell: Tell) -> bytes | Refusal:
        """The edges under a payout limit; anybody may ask for any, so none is kept."""
        choice = self._choice(job.subject)
        if isinstance(choice, Refusal):
            return choice
        terms = terms_of(choice.edition.head)
        if isinstance(terms, Refusal):
            return terms
        steps = Steps(2, tell)
        steps(f"solving {choice.name}")
        figures = choice.figures()
        steps("exposure")
        page = limit_page(choice, figures, terms, limit=Credits(job.limit))
        return msgspec.json.encode(page)

    def compare(self, job: CompareJob, tell: Tell) -> bytes | Refusal:
        """The comparison of two editions."""
        before, after = job.before, job.after
        names = (before.name, after.name)
        parts = ("compare", before.game, before.hash, after.hash, *names)
        found = self.cache.read(*parts)
        if found is not None:
            return found
        old, new = self._choice(before), self._choice(after)
        if isinstance(old, Refusal):
            return old
        if isinstance(new, Refusal):
            return new
        steps = Steps(2 + COMPARING, tell)
        steps(f"solving {old.name}")
        old_figures = old.figures()
        steps(f"solving {new.name}")
        new_figures = new.figures()
        steps("comparing decisions")
        change = difference(old, new, old_figures=old_figures, new_figures=new_figures)
        titles = (old.edition.head.title, new.edition.head.title)
        body = msgspec.json.encode(compare_page(change, titles=titles))
        self.cache.write(body, *parts)
        return body

    def file(self, job: FileJob, tell: Tell) -> bytes | Refusal:
        """A file to take away."""
        subject, name = job.subject, job.name
        if name is ProofFile.CHECKER:
            return check_script()
        parts = ("file", subject.game, subject.hash, subject.name, name.value)
        found = self.cache.read(*parts)
        if found is not None:
            return found
        body = self._file(subject, name, tell)
        if not isinstance(body, Refusal):
            self.cache.write(body, *parts)
        return body

    def _file(self, subject: Subject, name: ProofFile, tell: Tell) -> bytes | Refusal:
        if name is ProofFile.EDITION:
            return self._edition_file(subject)
        if name is ProofFile.DOSSIER:
            return self._dossier(subject, tell)
        sheet = self._sheet(subject, tell, rendering=1)
        if isinstance(sheet, Refusal):
            return sheet
        if name is ProofFile.CERTIFICATE:
            counts = certificate(sheet.choice, sheet.figures, version=__version__)
            return certificate_bytes(counts)
        return render_sheet(sheet, ReportFormat(name.value.rpartition(".")[2]))

    def _sheet(self, subject: Subject, tell: Tell, *, rendering: int) -> Sheet | Refusal:
        choice = self._choice(subject)
        if isinstance(choice, Refusal):
            return choice
        terms = terms_of(choice.edition.head)
        if isinstance(terms, Refusal):
            return terms
        steps = Steps(2 + len(choice.study.readings) + rendering, tell)
        steps(f"solving {choice.name}")
        figures = choice.figures()
        named = ProofFile.CERTIFICATE.value if rendering else ""
        return make_sheet(
            choice, figures, terms, version=__version__, certificate=named, tell=steps
        )

    def _dossier(self, subject: Subject, tell: Tell) -> bytes | Refusal:
        choice, toml = self._choice(subject), self._edition_file(subject)
        if isinstance(choice, Refusal):
            return choice
        terms = terms_of(choice.edition.head)
        if isinstance(terms, Refusal):
            return terms
        if isinstance(toml, Refusal):
            return toml
        steps = Steps(2 + len(choice.study.readings) + len(RENDERING), tell)
        return dossier(choice, terms, toml=toml, version=__version__, tell=steps)

    def _choice(self, subject: Subject) -> Choice | Refusal:
        """The edition; a design under its own name."""
        choice = chosen(self.registry, subject)
        if isinstance(choice, Refusal) or not subject.name:
            return choice
        edition = design_edition(choice.folder, _design(subject))
        return edition if isinstance(edition, Refusal) else replace(choice, edition=edition)

    def _edition_file(self, subject: Subject) -> bytes | Refusal:
        folder = self.registry.find(subject.game)
        if isinstance(folder, Refusal):
            return folder
        if subject.name:
            text = design_text(folder, _design(subject))
            return text if isinstance(text, Refusal) else text.encode()
        return (folder.folder / "editions" / f"{subject.edition}{EDITION_FILE}").read_bytes()


def _design(subject: Subject) -> Design:
    return Design(
        subject.game, subject.edition, subject.changes, subject.name, EditionHash(subject.hash)
    )

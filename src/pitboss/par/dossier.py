"""The submission dossier: everything a regulator asks for, in one archive of fixed bytes.

Takes the edition's own file as bytes, since nothing here reads files.
"""

from __future__ import annotations

from hashlib import sha256

from pitboss.games.conditions import ConditionMark
from pitboss.games.editions import canonical_bytes
from pitboss.games.standing import profiles_for
from pitboss.invariants import check
from pitboss.par.certificate import certificate, certificate_bytes, check_script
from pitboss.par.choices import Choice
from pitboss.par.document import render_sheet
from pitboss.par.pages.filing import conditions_document, placard_document, rules_document
from pitboss.par.sheet import Sheet, Tell, make_sheet, tell_no_one
from pitboss.par.terms import Terms
from pitboss.par.to_json import claim_json
from pitboss.report.files import zip_bytes
from pitboss.report.formats import Paper, ReportFormat, json_bytes, render_document

CERTIFICATE = "certificate.json"
MANIFEST = "MANIFEST.sha256"
RENDERING = (1, 1, 1, 3, 1, 2, 1)
"""How long each reported step takes, in solutions of one edition."""

CONTENTS = {
    "README.md": "this page",
    "par-sheet.pdf": "the PAR sheet, as an exhibit",
    "par-sheet.html": "the same sheet for a screen",
    "par-sheet.xlsx": "the same tables with live sums",
    "par-sheet.json": "every exact figure for a program",
    CERTIFICATE: "the integer counts behind every percentage",
    "check_certificate.py": "derives every percentage again; needs only Python",
    "claims.json": "the document's own figures against the exact ones",
    "rules.pdf": "every clause with its source, rulings marked",
    "rules.html": "the same for a screen",
    "conditions.pdf": "limits and conditions of each jurisdiction, as a checklist",
    "conditions.html": "the same for a screen",
    "placard.pdf": "the notice at the table",
    "strategy.md": "the best strategy",
    "edition.toml": "the edition as Pitboss reads it",
    "edition-canonical.json": "the rules alone; the SHA-256 of this file is the edition hash",
    "edition-hash.txt": "the edition hash",
    MANIFEST: "SHA-256 of every file but itself; check with sha256sum -c",
}


Marks = tuple[ConditionMark, ...]
"""What was signed about conditions."""


def dossier(
    choice: Choice,
    terms: Terms,
    *,
    toml: bytes,
    version: str,
    marks: Marks = (),
    paper: Paper = Paper.A4,
    tell: Tell = tell_no_one,
) -> bytes:
    """The archive; the same edition, version, signatures and paper always give the same bytes."""
    tell(f"solving {choice.name}")
    figures = choice.figures()
    sheet = make_sheet(choice, figures, terms, version=version, certificate=CERTIFICATE, tell=tell)
    files = _filings(sheet, marks, paper, tell)
    for form in (ReportFormat.PDF, ReportFormat.HTML, ReportFormat.XLSX, ReportFormat.JSON):
        tell(f"par-sheet.{form}")
        files[f"par-sheet.{form}"] = render_sheet(sheet, form, paper)
    files |= {
        CERTIFICATE: certificate_bytes(certificate(choice, figures, version=version)),
        "check_certificate.py": check_script(),
        "claims.json": json_bytes({"claims": [claim_json(one) for one in sheet.claims]}),
        "strategy.md": _strategy(sheet),
        "edition.toml": toml,
        "edition-canonical.json": canonical(choice),
        "edition-hash.txt": f"{sheet.head.hash}\n".encode(),
        "README.md": _readme(sheet),
    }
    files[MANIFEST] = manifest(files)
    check(files.keys() == CONTENTS.keys(), "the README lists every file")
    return zip_bytes(files)


def canonical(choice: Choice) -> bytes:
    """The bytes whose SHA-256 is the edition's hash."""
    content = canonical_bytes(choice.edition.head.game, choice.data())
    check(sha256(content).hexdigest() == choice.edition.head.hash, "the hash is of these bytes")
    return content


def manifest(files: dict[str, bytes]) -> bytes:
    """One line a file, as `sha256sum` writes and checks them."""
    lines = [f"{sha256(files[name]).hexdigest()}  {name}\n" for name in sorted(files)]
    return "".join(lines).encode()


def _filings(sheet: Sheet, marks: Marks, paper: Paper, tell: Tell) -> dict[str, bytes]:
    profiles = profiles_for(sheet.head.game, sheet.head.key)
    conditions = conditions_document(sheet, profiles, marks)
    files: dict[str, bytes] = {}
    for name, document, forms in (
        ("rules", rules_document(sheet), (ReportFormat.PDF, ReportFormat.HTML)),
        ("conditions", conditions, (ReportFormat.PDF, ReportFormat.HTML)),
        ("placard", placard_document(sheet, profiles), (ReportFormat.PDF,)),
    ):
        tell(name)
        files |= {f"{name}.{form}": render_document(document, form, paper=paper) for form in forms}
    return files


def _strategy(sheet: Sheet) -> bytes:
    lines = sheet.figures.strategy or ("There is nothing to decide once the bets are made.",)
    title = f"# {sheet.choice.folder.game.title}, edition {sheet.head.key}: strategy\n\n"
    text = title + "".join(f"- {line}\n" for line in lines)
    if sheet.card:
        text += "\n| hand | decision | hands | best played |\n| --- | --- | ---: | ---: |\n"
        text += "".join(
            f"| {one.hand} | {one.decision} | {one.hands:,} | {one.played:,} |\n"
            for one in sheet.card
        )
    return text.encode()


def _readme(sheet: Sheet) -> bytes:
    head = sheet.head
    lines = [
        f"# {sheet.choice.folder.game.title}: submission dossier",
        "",
        f"Edition `{head.key}` ({head.title}), {head.approval}.",
        f"Edition hash `{head.hash}`. Made by Pitboss {sheet.version}.",
        "",
        "| file | what it is |",
        "| --- | --- |",
        *(f"| `{name}` | {what} |" for name, what in CONTENTS.items()),
        "",
        "To check the archive and every percentage in it:",
        "",
        f"    sha256sum -c {MANIFEST}",
        f"    python check_certificate.py {CERTIFICATE}",
        "",
    ]
    return "\n".join(lines).encode()

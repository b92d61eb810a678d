"""`pitboss audit`: export a store's journal, and verify an export or the store itself."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Literal

from pitboss.audit.verify import Tampered, verify_files
from pitboss.cli.output import Format, FormatOption, console, messages, print_json, refuse
from pitboss.cli.recall import open_existing
from pitboss.refusals import Refusal, RefusalCode
from pitboss.store.front import Store

EXIT_FALSE = 1


def audit(
    what: Literal["verify", "export"],
    export: Path | None = None,
    *,
    database: str | None = None,
    head: Path | None = None,
    key: str | None = None,
    form: FormatOption = Format.TABLE,
) -> int:
    """Export the journal of a store, or verify an export (and, with a store, its books).

    The exit code is 1 when something was tampered with.

    Example: pitboss audit export journal.jsonl --database house.db

    Example: pitboss audit verify journal.jsonl --head heads.jsonl

    Parameters
    ----------
    what
        verify or export.
    export
        The export, one record a line.
    database
        The store: a file, or a URL that begins with postgresql://.
    head
        The file of signed heads that was kept elsewhere.
    key
        The public key the heads must be signed with.
    """
    if what == "export":
        return _export(export, database)
    if export is None and database is None:
        sentence = "Name an export to verify, or a store with --database."
        return refuse(Refusal(RefusalCode.MISSING_FIELD, sentence))
    try:
        said = _verified(export, database, head, key)
    except Tampered as found:
        said, is_sound = [str(found)], False
    except OSError as problem:
        sentence = f"{problem.filename} cannot be read."
        return refuse(Refusal(RefusalCode.BAD_FILE, sentence))
    else:
        is_sound = True
    if isinstance(said, Refusal):
        return refuse(said)
    if form is Format.JSON:
        print_json({"sound": is_sound, "said": said})
    else:
        console().print(
            "\n".join([*said, "SOUND." if is_sound else "TAMPERED."]), markup=False, soft_wrap=True
        )
    return 0 if is_sound else EXIT_FALSE


def _export(export: Path | None, database: str | None) -> int:
    if export is None or database is None:
        sentence = "Name the file to write and the store: audit export FILE --database STORE."
        return refuse(Refusal(RefusalCode.MISSING_FIELD, sentence))
    store = open_existing(database)
    if isinstance(store, Refusal):
        return refuse(store)
    with store:
        count = store.export_to(export)
    if isinstance(count, Refusal):
        return refuse(count)
    messages().print(f"Wrote {count} records to {export}.", markup=False)
    return 0


def _verified(
    export: Path | None, database: str | None, head: Path | None, key: str | None
) -> list[str] | Refusal:
    if database is None:
        return verify_files(export, head, key) if export is not None else []
    store = open_existing(database)
    if isinstance(store, Refusal):
        return store
    with store, tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "export.jsonl" if export is None else export
        if export is None:
            count = store.export_to(path)
            if isinstance(count, Refusal):
                return _or_tampered(count)
        return [*verify_files(path, head, key), *_books(store)]


def _books(store: Store) -> list[str]:
    findings = store.check_books()
    if isinstance(findings, Refusal):
        raise Tampered(findings.sentence)
    if findings.faults:
        raise Tampered(" ".join(findings.faults))
    moves, accounts = findings.transfers, findings.accounts
    said = f"Books: {moves} moves on {accounts} accounts sum to zero;"
    return [f"{said} {findings.open_bets} bets in action."]


def _or_tampered(refusal: Refusal) -> Refusal:
    if refusal.code is RefusalCode.TAMPERED:
        raise Tampered(refusal.sentence)
    return refusal

"""`pitboss recall`: any round of a store by its id, or a player's last ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from pitboss.cli.lookup import registry
from pitboss.cli.options import Format, FormatOption
from pitboss.cli.output import console, messages, print_json
from pitboss.pit.recall import Recalled, last_rounds, recall_round
from pitboss.refusals import Refusal, RefusalCode, Refused, unwrap_or_raise
from pitboss.store.front import Store, open_store


def recall(
    round_id: str | None = None,
    *,
    database: str,
    player: str | None = None,
    count: Annotated[int, Parameter(validator=Number(gte=1, lte=50))] = 50,
    out: Path | None = None,
    form: FormatOption = Format.TABLE,
) -> int:
    """Tell a round again, as its notation or as a file that `pitboss verify` checks.

    Example: pitboss recall T1.17 --database house.db --out round.json

    Example: pitboss recall --player alice --database house.db

    Parameters
    ----------
    round_id
        The round's id, such as T1.17.
    database
        The store: a file, or a URL that begins with postgresql://.
    player
        Tell this player's last rounds, newest first.
    count
        How many of them, 50 at most.
    out
        Write the round file here.
    """
    if (round_id is None) == (player is None):
        sentence = "Name either a round or a player, such as T1.17 or --player alice."
        raise Refused(Refusal(RefusalCode.MISSING_FIELD, sentence))
    store = open_existing(database)
    with store:
        found = _found(store, round_id, player, count)
    if out is not None:
        return _write(out, found)
    if form is Format.JSON:
        print_json([one.file for one in found] if player is not None else found[0].file)
    else:
        console().print(
            "\n".join(f"# {one.round_id}\n{one.notation}" for one in found),
            markup=False,
            soft_wrap=True,
        )
    return 0


def open_existing(database: str) -> Store:
    """A store that is there already; a mistyped name must not make an empty one."""
    if "://" not in database and not Path(database).is_file():
        raise Refused(Refusal(RefusalCode.BAD_FILE, f"There is no store {database}."))
    return unwrap_or_raise(open_store(database))


def _found(
    store: Store, round_id: str | None, player: str | None, count: int
) -> tuple[Recalled, ...]:
    if player is not None:
        return unwrap_or_raise(last_rounds(store, registry(), player, count=count))
    return (unwrap_or_raise(recall_round(store, registry(), round_id or "")),)


def _write(out: Path, found: tuple[Recalled, ...]) -> int:
    if len(found) != 1:
        raise Refused(Refusal(RefusalCode.WRONG_COUNT, "A round file holds one round; name it."))
    try:
        out.write_text(json.dumps(found[0].file, indent=1, ensure_ascii=False) + "\n", "utf-8")
    except OSError as problem:
        sentence = f"{out} cannot be written."
        raise Refused(Refusal(RefusalCode.CANNOT_WRITE, sentence)) from problem
    messages().print(f"Wrote {out}.", markup=False)
    return 0

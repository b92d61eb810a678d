"""`pitboss recall`: any round of a store by its id, or a player's last ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from pitboss.cli.lookup import registry
from pitboss.cli.options import Format, FormatOption
from pitboss.cli.output import console, print_json, say
from pitboss.pit.recall import last_rounds, recall_round
from pitboss.refusals import RefusalCode, raise_first, refuse, unwrap_or_raise
from pitboss.report.files import write_file
from pitboss.store.store import Store, open_store


def recall(
    round_id: str | None = None,
    *,
    database: str,
    player: str | None = None,
    count: Annotated[int, Parameter(validator=Number(gte=1, lte=50))] = 50,
    out: Path | None = None,
    form: FormatOption = Format.TABLE,
) -> int:
    """Show a round, as its notation or as a file that `pitboss verify` checks.

    Example: pitboss recall T1.17 --database house.db --out round.json

    Example: pitboss recall --player alice --database house.db

    Parameters
    ----------
    round_id
        The round's id, such as T1.17.
    database
        The store: a file, or a URL that begins with postgresql://.
    player
        Show this player's last rounds, newest first.
    count
        How many of them, 50 at most.
    out
        Write the round file here.
    """
    if (round_id is None) == (player is None):
        sentence = "Name either a round or a player, such as T1.17 or --player alice."
        refuse(RefusalCode.MISSING_FIELD, sentence)
    with open_existing(database) as store:
        if player is not None:
            found = unwrap_or_raise(last_rounds(store, registry(), player, count=count))
        else:
            found = (unwrap_or_raise(recall_round(store, registry(), round_id or "")),)
    if out is not None:
        if len(found) != 1:
            refuse(RefusalCode.WRONG_COUNT, "A round file holds one round; name the round.")
        text = json.dumps(found[0].file, indent=1, ensure_ascii=False) + "\n"
        raise_first(write_file(out, text.encode()))
        say(f"Wrote {out}.")
    elif form is Format.JSON:
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
        refuse(RefusalCode.BAD_FILE, f"There is no store '{database}'; check its name.")
    return unwrap_or_raise(open_store(database))

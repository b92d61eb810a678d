"""The files of a house: its database, and its keys and signed heads beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pitboss.settings import value_of
from pitboss.store.heads_file import heads_file
from pitboss.store.sqlite import MEMORY
from pitboss.store.store import POSTGRES_SCHEMES

_OLD = {"people": ("PITBOSS_PEOPLE", ".people"), "designs": ("PITBOSS_DESIGNS", ".designs")}
"""What earlier versions kept in files of its own."""


@dataclass(frozen=True, slots=True)
class HouseFiles:
    """Where everything of a house lies; `:memory:` for what is kept nowhere."""

    database: str
    key: str
    heads: str
    old: Mapping[str, Path]
    """Where files of earlier versions lie, if there are any, by what they hold."""

    @property
    def is_file(self) -> bool:
        """Whether the database is a file and not a server's."""
        return is_file(self.database)

    def beside(self) -> dict[str, Path]:
        """The files besides the database, by what they hold."""
        named = {"key": self.key, "heads": self.heads}
        return {name: Path(where) for name, where in named.items() if where != MEMORY}


def is_file(database: str) -> bool:
    return database != MEMORY and not database.startswith(POSTGRES_SCHEMES)


def house_files(environment: Mapping[str, str], database: str) -> HouseFiles:
    """Where the settings put each file of the house on this database."""
    is_beside = is_file(database)
    key = value_of("PITBOSS_KEY_FILE", environment) or (database + ".key" if is_beside else MEMORY)
    near = database if is_beside else key
    old = {
        name: Path(value_of(setting, environment) or near + ending)
        for name, (setting, ending) in _OLD.items()
    }
    if database == MEMORY:
        return HouseFiles(database, key, MEMORY, {})
    return HouseFiles(database, key, str(heads_file(environment, database)), old)

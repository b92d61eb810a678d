"""The files of a house: its database, and people, designs, keys and signed heads beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pitboss.settings import value_of
from pitboss.store.heads_file import heads_file
from pitboss.store.sqlite import MEMORY
from pitboss.store.store import POSTGRES_SCHEMES

_BESIDE = {
    "people": ("PITBOSS_PEOPLE", ".people"),
    "designs": ("PITBOSS_DESIGNS", ".designs"),
    "key": ("PITBOSS_KEY_FILE", ".key"),
}


@dataclass(frozen=True, slots=True)
class HouseFiles:
    """Where everything of a house lies; `:memory:` for what is kept nowhere."""

    database: str
    people: str
    designs: str
    key: str
    heads: str

    @property
    def is_file(self) -> bool:
        """Whether the database is a file and not a server's."""
        return is_file(self.database)

    def beside(self) -> dict[str, Path]:
        """The files besides the database, by what they hold."""
        named = {"people": self.people, "designs": self.designs, "key": self.key}
        named["heads"] = self.heads
        return {name: Path(where) for name, where in named.items() if where != MEMORY}


def is_file(database: str) -> bool:
    return database != MEMORY and not database.startswith(POSTGRES_SCHEMES)


def house_files(environment: Mapping[str, str], database: str) -> HouseFiles:
    """Where the settings put each file of the house on this database."""
    found = {
        name: value_of(setting, environment) or (database + ending if is_file(database) else MEMORY)
        for name, (setting, ending) in _BESIDE.items()
    }
    heads = MEMORY if database == MEMORY else str(heads_file(environment, database))
    return HouseFiles(database, heads=heads, **found)

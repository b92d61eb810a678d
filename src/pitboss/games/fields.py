"""Fields: reading an edition file so strictly that nothing in it goes unnoticed.

A missing, unknown, mistyped or out-of-range field becomes a refusal that names the field. The first
problem in reading order is the one reported.
"""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import Credits, Odds, parse_credits


class Fields:
    """One table of a TOML file; every read either returns a value or records a problem."""

    def __init__(
        self,
        data: Mapping[str, object],
        *,
        path: str = "",
        problems: list[Refusal] | None = None,
    ) -> None:
        self._data = data
        self._path = path
        self._read: set[str] = set()
        self._tables: list[Fields] = []
        self.problems: list[Refusal] = [] if problems is None else problems

    def has(self, name: str) -> bool:
        return name in self._data

    def text(self, name: str) -> str:
        value = self._value(name)
        if isinstance(value, str) and value:
            return value
        self._wrong(name, value, "a text")
        return ""

    def flag(self, name: str) -> bool:
        value = self._value(name)
        if isinstance(value, bool):
            return value
        self._wrong(name, value, "true or false")
        return False

    def integer(self, name: str, *, low: int, high: int) -> int:
        value = self._value(name)
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        self._wrong(name, value, f"a whole number from {low} to {high}")
        return low

    def choice(self, name: str, options: tuple[str, ...]) -> str:
        value = self._value(name)
        if isinstance(value, str) and value in options:
            return value
        self._wrong(name, value, "one of " + ", ".join(options))
        return options[0]

    def texts(self, name: str) -> tuple[str, ...]:
        value = self._value(name)
        if isinstance(value, list) and all(isinstance(item, str) and item for item in value):
            return tuple(value)
        self._wrong(name, value, "a list of texts")
        return ()

    def odds(self, name: str) -> Odds:
        """Odds to one, written as a text such as '9/2' or as a whole number."""
        value = self._value(name)
        whole = isinstance(value, int) and not isinstance(value, bool) and value >= 0
        parsed = Odds.parse(str(value)) if whole or isinstance(value, str) else None
        if isinstance(parsed, Odds):
            return parsed
        self._wrong(name, value, "odds such as '9/2' or 12, not negative")
        return Odds.of(0)

    def credits(self, name: str) -> Credits:
        value = self._value(name)
        parsed = parse_credits(value) if isinstance(value, str) else None
        if isinstance(parsed, int):
            return parsed
        self._wrong(name, value, "an amount above zero as text, such as '0.50'")
        return Credits(1)

    def table(self, name: str) -> Fields:
        value = self._value(name)
        if not isinstance(value, dict):
            self._wrong(name, value, "a table of fields")
            value = {}
        return self._nest(name, value)

    def tables(self, name: str) -> tuple[Fields, ...]:
        """A list of tables, which may be absent."""
        if not self.has(name):
            return ()
        value = self._value(name)
        if not (isinstance(value, list) and all(isinstance(item, dict) for item in value)):
            self._wrong(name, value, "a list of tables")
            return ()
        return tuple(self._nest(f"{name}[{at}]", item) for at, item in enumerate(value))

    def names(self) -> tuple[str, ...]:
        """The field names of this table, for tables whose keys are data."""
        return tuple(self._data)

    def report(self, name: str, sentence: str) -> None:
        """Record a problem that only the caller can see, such as two fields that disagree."""
        self._refuse(RefusalCode.BAD_FIELD, name, f": {sentence}")

    def finish(self) -> Refusal | None:
        """The first problem, unknown fields included, or None when all is well."""
        self._note_unknown()
        return self.problems[0] if self.problems else None

    def _nest(self, name: str, value: Mapping[str, object]) -> Fields:
        nested = Fields(value, path=self._full(name), problems=self.problems)
        self._tables.append(nested)
        return nested

    def _note_unknown(self) -> None:
        for name in self._data:
            if name not in self._read:
                self._refuse(
                    RefusalCode.UNKNOWN_FIELD,
                    name,
                    " is not a field of this edition; take it out or correct its name.",
                )
        for nested in self._tables:
            nested._note_unknown()

    def _full(self, name: str) -> str:
        return f"{self._path}.{name}" if self._path else name

    def _value(self, name: str) -> object:
        self._read.add(name)
        if name not in self._data:
            self._refuse(RefusalCode.MISSING_FIELD, name, " is missing; add it.")
        return self._data.get(name)

    def _wrong(self, name: str, value: object, wanted: str) -> None:
        if name in self._data:
            self._refuse(RefusalCode.BAD_FIELD, name, f" is {value!r}; it must be {wanted}.")

    def _refuse(self, code: RefusalCode, name: str, words: str) -> None:
        field = self._full(name)
        self.problems.append(Refusal(code, f"{field}{words}", field))

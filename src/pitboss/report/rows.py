"""Rows by the million into one file: CSV, JSON lines or Parquet, a batch at a time."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module
from typing import Any, Protocol

from pitboss.refusals import Refusal

_AMOUNT_DIGITS = 20

Row = Sequence[str]


class RowFormat(StrEnum):
    """A file format for rows."""

    CSV = "csv"
    JSONL = "jsonl"
    PARQUET = "parquet"


@dataclass(frozen=True, slots=True)
class Columns:
    """Names in order; those that hold whole numbers or amounts say so for formats with types."""

    names: tuple[str, ...]
    whole: frozenset[str] = frozenset()
    amounts: frozenset[str] = frozenset()


class ByteStream(Protocol):
    """A writable stream of bytes; Parquet needs a real file."""

    def write(self, data: bytes, /) -> object: ...


class RowWriter(Protocol):
    """Takes rows of texts until it is closed; closing leaves the stream open."""

    def write(self, rows: Sequence[Row]) -> None: ...

    def close(self) -> None: ...


class _Csv:
    def __init__(self, stream: ByteStream, columns: Columns) -> None:
        self._stream = stream
        self._commas = len(columns.names) - 1
        self.write([columns.names])

    def write(self, rows: Sequence[Row]) -> None:
        text = "\r\n".join(map(",".join, rows))
        # Three times as fast as the general writer, and right while no field needs quotes.
        is_plain = (
            text.count(",") == self._commas * len(rows)
            and text.count("\n") == text.count("\r") == len(rows) - 1
            and '"' not in text
        )
        self._stream.write(f"{text}\r\n".encode() if is_plain else _quote(rows))

    def close(self) -> None:
        """Nothing is held back."""


def _quote(rows: Sequence[Row]) -> bytes:
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\r\n").writerows(rows)
    return buffer.getvalue().encode()


class _JsonLines:
    def __init__(self, stream: ByteStream, columns: Columns) -> None:
        self._stream = stream
        self._columns = columns

    def write(self, rows: Sequence[Row]) -> None:
        names, whole = self._columns.names, self._columns.whole
        encode = json.JSONEncoder(ensure_ascii=False).encode
        for row in rows:
            named = zip(names, row, strict=True)
            line = encode({name: int(text) if name in whole else text for name, text in named})
            self._stream.write(f"{line}\n".encode())

    def close(self) -> None:
        """Nothing is held back."""


class _Parquet:
    def __init__(self, stream: ByteStream, columns: Columns) -> None:
        # An extra without types; callers refuse where it is missing.
        self._arrow: Any = import_module("pyarrow")
        text, amount = self._arrow.string(), self._arrow.decimal128(_AMOUNT_DIGITS, 2)
        types = dict.fromkeys(columns.whole, self._arrow.int64())
        types |= dict.fromkeys(columns.amounts, amount)
        self._schema = self._arrow.schema([(one, types.get(one, text)) for one in columns.names])
        self._writer = import_module("pyarrow.parquet").ParquetWriter(stream, self._schema)

    def write(self, rows: Sequence[Row]) -> None:
        arrays = [
            self._arrow.array(values).cast(one.type)
            for values, one in zip(zip(*rows, strict=True), self._schema, strict=True)
        ]
        self._writer.write_batch(self._arrow.RecordBatch.from_arrays(arrays, schema=self._schema))

    def close(self) -> None:
        self._writer.close()


_Opened = Callable[[ByteStream, Columns], RowWriter]
_WRITERS: dict[RowFormat, _Opened] = {
    RowFormat.CSV: _Csv,
    RowFormat.JSONL: _JsonLines,
    RowFormat.PARQUET: _Parquet,
}


def write_rows(
    batches: Iterable[Sequence[Row] | Refusal],
    form: RowFormat,
    stream: ByteStream,
    columns: Columns,
) -> int | Refusal:
    """Write batch after batch; how many rows there were, or the refusal that came instead."""
    writer = _WRITERS[form](stream, columns)
    count = 0
    for rows in batches:
        if isinstance(rows, Refusal):
            return rows
        if rows:
            writer.write(rows)
            count += len(rows)
    writer.close()
    return count

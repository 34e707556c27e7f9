"""A table as batches of text columns: rows keep their numbers, bad ones their reason."""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Protocol

from dingshi.parsing import shown

BATCH_BYTES: Final = 32 << 20
KEPT_CELL: Final = 300  # characters: no cell that means anything is longer


@dataclass(slots=True)
class Batch:
    """Some rows: `columns` holds an Arrow array for each column asked for.

    `lines`: the line on which each row ends, for text; `bad`: place in the batch -> complaint.
    """

    rows: int
    columns: dict[int, Any]
    lines: Sequence[int] | None = None
    bad: dict[int, str] = field(default_factory=dict)


class Source(Protocol):
    """A table: its name, the names of its columns, and its rows in batches."""

    name: str
    header: tuple[str, ...]
    total: int | None

    def batches(self, wanted: Sequence[int]) -> Iterator[Batch]:
        """Yield the rows; `wanted` are places in `header`. Raises TruncatedError at damage."""
        ...


def printable(path: Path) -> str:
    """Return the name of a file as text, also where its bytes are none."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def shorten(text: str) -> str:
    """Return `text`, cut where no cell that means anything is so long."""
    return text if len(text) <= KEPT_CELL else text[:KEPT_CELL] + "…"


def as_text(value: Any) -> str | None:
    """Return a value of JSON or Parquet as the text of a cell, None where it says nothing."""
    if value is None or value == "":
        return None
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, list | tuple):
        return shorten(" ".join(filter(None, map(as_text, value[:30]))))
    if hasattr(value, "isoformat"):
        return str(value.isoformat())
    return shorten(str(value).replace("\0", "␀").encode("utf-8", "replace").decode())


def describe(header: Mapping[str, Any] | Sequence[str], most: int = 12) -> str:
    """Return names of columns as a message may list them."""
    names = [shown(name) for name in header]
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more

"""Reading rule files: rows checked against closed vocabularies, complaints with file and line."""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from dingshi.datasets import vocabulary


class RuleFileError(ValueError):
    """A rule file is wrong: the message names file, line, value and what is allowed."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a rule file, with the place it stands in."""

    file: str
    number: int
    cells: Mapping[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells[column]

    def error(self, message: str) -> RuleFileError:
        """Return the complaint about this row, to be raised by the caller."""
        return RuleFileError(f"{self.file}:{self.number}: {message}")


def parse_rows(text: str, file: str, columns: tuple[str, ...]) -> Iterator[Row]:
    """Yield the rows of CSV `text`; the header must be exactly `columns`.

    Raises RuleFileError for another header, a row of another width, an unknown `status` or `book`,
    a `line` that is not a positive number, or a row that was read from a book but has no line.
    """
    lines = csv.reader(text.splitlines())
    header = tuple(next(lines, ()))
    if header != columns:
        raise RuleFileError(
            f"{file}:1: columns are {','.join(header)}, expected {','.join(columns)}"
        )
    for cells in lines:
        row = Row(file, lines.line_num, dict(zip(columns, cells, strict=False)))
        if len(cells) != len(columns):
            raise row.error(f"{len(cells)} cells, expected {len(columns)}")
        _check_source(row)
        yield row


def _check_source(row: Row) -> None:
    cells = row.cells
    status = cells.get("status", "read")
    if status not in vocabulary.STATUSES:
        raise row.error(f"status {status!r} is not one of {', '.join(vocabulary.STATUSES)}")
    if "book" not in cells:
        return
    if cells["book"] and cells["book"] not in vocabulary.BOOKS:
        raise row.error(f"book {cells['book']!r} is not one of {', '.join(vocabulary.BOOKS)}")
    if "status" in cells and status != "inferred" and not cells["book"]:
        raise row.error(f"a row with status {status} needs its book")
    if cells["book"] and not (
        cells["line"].isascii() and cells["line"].isdigit() and int(cells["line"])
    ):
        raise row.error(f"line {cells['line']!r} is not a line number of the transcription")


@cache
def read_rows(file: str, columns: tuple[str, ...]) -> tuple[Row, ...]:
    """Read the rule file `file` that ships with the package (for example `rules/casting.csv`)."""
    text = resources.files("dingshi.datasets").joinpath(file).read_text(encoding="utf-8")
    return tuple(parse_rows(text, file, columns))


def code(row: Row, column: str, words: tuple[str, ...]) -> int:
    """Return the code of the word in `column`; raise RuleFileError if it is not one of `words`."""
    word = row[column]
    if word not in words:
        raise row.error(f"{column} {word!r} is not one of {' '.join(words)}")
    return words.index(word)

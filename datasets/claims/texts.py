"""The transcriptions: how many lines each has, so that coverage can be checked without them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final

from dingshi.datasets.claims.lint import COVERAGE_COLUMNS
from dingshi.datasets.reading import read_rows
from dingshi.datasets.vocabulary import BOOKS

TEXT_COLUMNS: Final = ("book", "line", "filled", "sha256")


@dataclass(frozen=True, slots=True)
class Transcription:
    """The size of a transcription and the hash of the copy that was read."""

    lines: int
    filled: int
    sha256: str


@cache
def transcriptions() -> Mapping[str, Transcription]:
    """Return the transcriptions by book."""
    return {
        row["book"]: Transcription(int(row["line"]), int(row["filled"]), row["sha256"])
        for row in read_rows("coverage/texts.csv", TEXT_COLUMNS)
    }


def coverage_text(book: str) -> str:
    """Return the text of the coverage file of a book as shipped."""
    file = resources.files("dingshi.datasets").joinpath(f"coverage/{book}.csv")
    return file.read_text(encoding="utf-8")


@cache
def coverage_counts() -> Mapping[str, Mapping[str, int]]:
    """Return for each book how many of its lines have each account."""
    table: dict[str, dict[str, int]] = {}
    for book in BOOKS:
        counts = table.setdefault(book, {})
        for row in read_rows(f"coverage/{book}.csv", COVERAGE_COLUMNS):
            counts[row["account"]] = counts.get(row["account"], 0) + 1
    return table

"""What other people's tables look like: names of columns, words, confused characters, day rules.

Each loader checks its file whole and complains with file and line (RuleFileError).
"""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from dingshi.datasets.casting import casting_tables, readings
from dingshi.datasets.reading import Row, RuleFileError, code, read_rows
from dingshi.datasets.vocabulary import (
    BRANCHES,
    DECISIONS,
    DETAILS,
    GENERALS,
    METHODS,
    RELATIONS,
    STEMS,
)

COLUMN_COLUMNS: Final = ("column", "role", "english", "chinese")
WORD_COLUMNS: Final = ("kind", "word", "value", "note")
METHOD_COLUMNS: Final = ("word", "method", "detail", "decided_by", "note")
FOLD_COLUMNS: Final = ("from", "to", "note")
CONFUSION_COLUMNS: Final = ("slot", "written", "meant", "note")
PHRASE_COLUMNS: Final = ("reading", "value", "phrase")
DAY_RULE_COLUMNS: Final = ("rule", "first", "last", "status", "book", "section", "line", "note")
NO_STEM: Final = "空"
STATUSES: Final = {
    "agrees": "all that the row claims is as computed",
    "differs": "something is claimed otherwise, or written with a confused character",
    "unreadable": "the key or a claim cannot be read, and nothing that can be read differs",
    "empty": "the key can be read, but nothing is claimed",
}
WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "general": GENERALS,
    "relation": RELATIONS,
    "flag": ("no", "yes"),
    "none": (NO_STEM,),
}


@cache
def _folds() -> dict[int, str]:
    folds: dict[int, str] = {}
    for row in read_rows("validation/folds.csv", FOLD_COLUMNS):
        if len(row["from"]) != 1 or ord(row["from"]) in folds:
            raise row.error(f"{row['from']!r} is not one character, or stands twice")
        folds[ord(row["from"])] = row["to"]
    return folds


def fold(text: str) -> str:
    """Return `text` in the forms of this corpus: full-width, simplified and variant characters."""
    return unicodedata.normalize("NFKC", text).translate(_folds()).strip()


def fold_header(text: str) -> str:
    """Return the name of a column without case, spaces, hyphens and a byte-order mark."""
    return "_".join(fold(text.strip("\ufeff\u200b")).lower().replace("-", " ").split())


@dataclass(frozen=True, slots=True)
class Named:
    """A column that is recognised: whether it is a key, and every name that it goes by."""

    role: str
    names: tuple[str, ...]


def fill_columns(rows: tuple[Row, ...]) -> dict[str, Named]:
    """Return column -> what it is; raise RuleFileError for a name that two columns share."""
    filled: dict[str, Named] = {}
    owners: dict[str, str] = {}
    for row in rows:
        if row["role"] not in ("key", "claim"):
            raise row.error(f"role {row['role']!r} is not key or claim")
        names = (*row["english"].split(), *row["chinese"].split())
        for name in names:
            if owners.setdefault(fold_header(name), row["column"]) != row["column"]:
                raise row.error(f"{name} names {owners[fold_header(name)]} too")
        filled[row["column"]] = Named(row["role"], names)
    return filled


@cache
def columns() -> Mapping[str, Named]:
    """Return the columns that are recognised, in the order of the file."""
    return fill_columns(read_rows("validation/columns.csv", COLUMN_COLUMNS))


@cache
def words(kind: str) -> Mapping[str, int]:
    """Return folded word -> code for `kind`, a key of `WORDS`; the words themselves included."""
    allowed = WORDS[kind]
    found = {fold(word): place for place, word in enumerate(allowed)}
    for row in read_rows("validation/words.csv", WORD_COLUMNS):
        if row["kind"] not in WORDS:
            raise row.error(f"kind {row['kind']!r} is not one of {', '.join(WORDS)}")
        if row["kind"] == kind:
            found[fold(row["word"])] = code(row, "value", allowed)
    return found


@cache
def methods() -> Mapping[str, tuple[int, int, int]]:
    """Return folded word -> codes of method, detail, decided_by; -1 where the word says nothing."""
    found = {fold(word): (place, -1, -1) for place, word in enumerate(METHODS)}
    vocabularies = {
        "method": tuple(METHODS),
        "detail": tuple(DETAILS),
        "decided_by": tuple(DECISIONS),
    }
    for row in read_rows("validation/methods.csv", METHOD_COLUMNS):
        method, detail, decided = (
            code(row, column, allowed) if row[column] else -1
            for column, allowed in vocabularies.items()
        )
        found[fold(row["word"])] = (method, detail, decided)
    return found


@cache
def confusions(slot: str) -> Mapping[str, str]:
    """Return wrong character -> the one meant, where a stem or a branch (`slot`) must stand."""
    allowed = {"stem": STEMS, "branch": BRANCHES}
    found: dict[str, str] = {}
    for row in read_rows("validation/confusions.csv", CONFUSION_COLUMNS):
        if row["slot"] not in allowed:
            raise row.error(f"slot {row['slot']!r} is not stem or branch")
        code(row, "meant", allowed[row["slot"]])
        if row["written"] in allowed[row["slot"]]:
            raise row.error(f"{row['written']!r} is a {row['slot']} itself")
        if row["slot"] == slot:
            found[row["written"]] = row["meant"]
    return found


@cache
def phrases() -> Mapping[tuple[str, str], str]:
    """Return (reading, value) -> how an explanation says it.

    Raises RuleFileError unless every value of every reading but `noble` has its phrase.
    """
    rows = read_rows("validation/phrases.csv", PHRASE_COLUMNS)
    found = {(row["reading"], row["value"]): row["phrase"] for row in rows}
    needed = {(r, v) for r, values in readings().items() for v in values if r != "noble"}
    if needed ^ found.keys():
        odd = " ".join("=".join(pair) for pair in sorted(needed ^ found.keys()))
        raise RuleFileError(f"validation/phrases.csv: missing or surplus: {odd}")
    return found


@dataclass(frozen=True, slots=True)
class DayRule:
    """Which hours count as day: from `first` to `last`, both counted; codes."""

    name: str
    first: int
    last: int

    def nights(self) -> tuple[bool, ...]:
        """Return for each of the twelve hours whether it counts as night."""
        length = (self.last - self.first) % 12
        return tuple((hour - self.first) % 12 > length for hour in range(12))


@cache
def day_rules() -> tuple[DayRule, ...]:
    """Return the day rules; the first is the one of `rules/casting.csv`, or RuleFileError."""
    rows = read_rows("validation/day_rules.csv", DAY_RULE_COLUMNS)
    rules = tuple(
        DayRule(row["rule"], code(row, "first", BRANCHES), code(row, "last", BRANCHES))
        for row in rows
    )
    if rules[0].nights() != tuple(half == 1 for half in casting_tables()["hour_half"]):
        raise rows[0].error("the first rule is not hour_half of rules/casting.csv")
    return rules

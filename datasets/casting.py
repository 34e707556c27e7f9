"""The tables of 演法 (六壬經緯 volume 1): loaders for the rule files of casting.

Each loader returns plain tuples of codes; `dingshi.schools` turns them into the arrays of a kernel.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from dingshi.datasets.reading import Row, RuleFileError, code, read_rows
from dingshi.datasets.vocabulary import (
    BRANCHES,
    DIRECTIONS,
    ELEMENTS,
    HALVES,
    PILLARS,
    POLARITIES,
    SEAT_CLASSES,
    STEMS,
)

CASTING_COLUMNS: Final = (
    "table",
    "book",
    "key",
    "value",
    "as_written",
    "status",
    "section",
    "line",
    "note",
)
NOBLE_COLUMNS: Final = (
    "noble",
    "stem",
    "half",
    "value",
    "as_written",
    "status",
    "book",
    "section",
    "line",
    "note",
)
LISTED_COLUMNS: Final = (
    "list",
    "day",
    "kind",
    "value",
    "as_written",
    "status",
    "book",
    "section",
    "line",
    "note",
)
READING_COLUMNS: Final = ("reading", "value", "flags", "book", "section", "line", "description")
SCHOOL_COLUMNS: Final = ("school", "reading", "value", "book", "section", "line", "note")

# table: the words of its keys, the words of its values
TABLES: Final[Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "stem_polarity": (STEMS, POLARITIES),
    "branch_polarity": (BRANCHES, POLARITIES),
    "stem_element": (STEMS, ELEMENTS),
    "branch_element": (BRANCHES, ELEMENTS),
    "generates": (ELEMENTS, ELEMENTS),
    "overcomes": (ELEMENTS, ELEMENTS),
    "month_general": (BRANCHES, BRANCHES),
    "lodge": (STEMS, BRANCHES),
    "seat_class": (BRANCHES, SEAT_CLASSES),
    "stem_combination": (STEMS, STEMS),
    "triad_next": (BRANCHES, BRANCHES),
    "punishment": (BRANCHES, BRANCHES),
    "clash": (BRANCHES, BRANCHES),
    "horse": (BRANCHES, BRANCHES),
    "hour_half": (BRANCHES, HALVES),
    "general_direction": (BRANCHES, DIRECTIONS),
}


def _as_read(row: Row) -> None:
    """Refuse a row that claims to be read from the print but has another value than is written."""
    if row["status"] == "read" and row["value"] != row["as_written"]:
        raise row.error(
            f"value {row['value']!r} is not what is written, {row['as_written']!r}, yet marked read"
        )


def fill_tables(rows: tuple[Row, ...]) -> dict[str, tuple[int, ...]]:
    """Return for each table of `TABLES` the code of the value of every key, in key order.

    Raises RuleFileError for an unknown table, key or value, a key twice, or a key without a row.
    """
    filled: dict[str, dict[int, int]] = {table: {} for table in TABLES}
    for row in rows:
        if row["table"] not in TABLES:
            raise row.error(f"table {row['table']!r} is not one of {', '.join(TABLES)}")
        _as_read(row)
        keys, values = TABLES[row["table"]]
        key = code(row, "key", keys)
        if key in filled[row["table"]]:
            raise row.error(f"{row['table']} has the key {row['key']} twice")
        filled[row["table"]][key] = code(row, "value", values)
    for table, (keys, _) in TABLES.items():
        missing = [word for i, word in enumerate(keys) if i not in filled[table]]
        if missing:
            raise RuleFileError(f"rules/casting.csv: {table} has no row for {' '.join(missing)}")
    return {table: tuple(cells[i] for i in range(len(cells))) for table, cells in filled.items()}


@cache
def casting_tables() -> Mapping[str, tuple[int, ...]]:
    """Return the tables of `rules/casting.csv` as codes in key order."""
    return fill_tables(read_rows("rules/casting.csv", CASTING_COLUMNS))


def fill_nobles(rows: tuple[Row, ...]) -> dict[str, tuple[tuple[int, int], ...]]:
    """Return for each noble rule the branch of 貴人 by (stem, day or night): ten pairs.

    Raises RuleFileError for an unknown word, a key twice, or a rule without all twenty rows.
    """
    filled: dict[str, dict[tuple[int, int], int]] = {}
    for row in rows:
        _as_read(row)
        cells = filled.setdefault(row["noble"], {})
        key = code(row, "stem", STEMS), code(row, "half", HALVES)
        if key in cells:
            raise row.error(f"noble {row['noble']} has {row['stem']} {row['half']} twice")
        cells[key] = code(row, "value", BRANCHES)
    for noble, cells in filled.items():
        if len(cells) != 20:
            raise RuleFileError(f"rules/nobles.csv: noble {noble} has {len(cells)} rows, not 20")
    return {
        noble: tuple((cells[stem, 0], cells[stem, 1]) for stem in range(10))
        for noble, cells in filled.items()
    }


@cache
def nobles() -> Mapping[str, tuple[tuple[int, int], ...]]:
    """Return the noble rules by name, each ten pairs of branch codes (day, night)."""
    return fill_nobles(read_rows("rules/nobles.csv", NOBLE_COLUMNS))


@dataclass(frozen=True, slots=True)
class Reading:
    """One named value of one reading, the kernel flags it sets, and where it comes from."""

    flags: tuple[str, ...]
    book: str
    line: str
    description: str


@cache
def readings() -> Mapping[str, Mapping[str, Reading]]:
    """Return reading -> value -> what it means, in the order of `rules/readings.csv`."""
    table: dict[str, dict[str, Reading]] = {}
    for row in read_rows("rules/readings.csv", READING_COLUMNS):
        table.setdefault(row["reading"], {})[row["value"]] = Reading(
            tuple(row["flags"].split()), row["book"], row["line"], row["description"]
        )
    return table


def fill_schools(rows: tuple[Row, ...]) -> dict[str, dict[str, str]]:
    """Return school -> reading -> value.

    Raises RuleFileError for an unknown reading or value, a reading twice, or one that is missing.
    """
    allowed = readings()
    filled: dict[str, dict[str, str]] = {}
    for row in rows:
        chosen = filled.setdefault(row["school"], {})
        if row["reading"] not in allowed:
            raise row.error(f"reading {row['reading']!r} is not one of {', '.join(allowed)}")
        if row["value"] not in allowed[row["reading"]]:
            values = ", ".join(allowed[row["reading"]])
            raise row.error(f"{row['reading']} {row['value']!r} is not one of {values}")
        if row["reading"] in chosen:
            raise row.error(f"school {row['school']} has {row['reading']} twice")
        chosen[row["reading"]] = row["value"]
    for school, chosen in filled.items():
        if missing := [reading for reading in allowed if reading not in chosen]:
            raise RuleFileError(f"rules/schools.csv: {school} lacks {', '.join(missing)}")
    return filled


@cache
def schools() -> Mapping[str, Mapping[str, str]]:
    """Return the named schools, the default first."""
    return fill_schools(read_rows("rules/schools.csv", SCHOOL_COLUMNS))


def listed_days(name: str) -> tuple[int, ...]:
    """Return the days of one of volume 1's own lists (伏吟, 返吟無克, 別擇, 斷金), ascending."""
    rows = read_rows("rules/lessons_listed.csv", LISTED_COLUMNS)
    return tuple(sorted(code(row, "day", PILLARS) for row in rows if row["list"] == name))

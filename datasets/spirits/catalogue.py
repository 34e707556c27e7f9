"""Loading the spirits: strict checks with file and line, then spirits with their rows in order."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from dingshi.datasets.reading import Row, RuleFileError, read_rows
from dingshi.datasets.vocabulary import (
    BOOKS,
    BRANCHES,
    CORNERS,
    GENERALS,
    LANDINGS,
    ORGANS,
    PILLARS,
    SEASONS,
    STEMS,
)

ROW_COLUMNS: Final = (
    "spirit",
    "reading",
    "key_kind",
    "key",
    "value_kind",
    "value",
    "as_written",
    "status",
    "sequence",
    "section",
    "line",
    "note",
)
ALIAS_COLUMNS: Final = (
    "book",
    "alias",
    "spirit",
    "reading",
    "key_kind",
    "status",
    "line",
    "note",
)
LANDING_COLUMNS: Final = (
    "book",
    "spirit",
    "reading",
    "key_kind",
    "aspect",
    "value",
    "section",
    "line",
    "note",
)
CHARACTER_COLUMNS: Final = ("variant", "canonical")

# key kind: the words of its keys, in the order of their codes
KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "day": PILLARS,
    "day_stem": STEMS,
    "day_branch": BRANCHES,
    "decade": PILLARS[::10],
    "month_branch": BRANCHES,
    "season": SEASONS,
    "year_stem": STEMS,
    "year_branch": BRANCHES,
    "month_general": BRANCHES,
    "hour": BRANCHES,
    "none": ("",),
}
VALUES: Final[Mapping[str, tuple[str, ...]]] = {
    "branch": BRANCHES,
    "stem": STEMS,
    "pillar": PILLARS,
    "general": GENERALS,
    "corner": CORNERS,
    "organ": ORGANS,
}
Place = tuple[str, str, str, str]  # book, spirit, reading, key kind

DAY_KINDS: Final = ("day", "day_stem", "day_branch", "decade", "none")
EARTH_SEASON: Final = SEASONS[-1]
GAP: Final = "□"  # a character of a name that the print has lost
SPIRITS_IN_JINGWEI: Final = 44  # stated in the text (六壬經緯 369)


@dataclass(frozen=True, slots=True, eq=False)
class Spirit:
    """One spirit as one book reads it, keyed by one kind of key; `number` is its bit everywhere."""

    number: int
    book: str
    name: str
    reading: str
    key_kind: str
    falls: str
    stems: str
    season: str
    rows: tuple[Row, ...]

    @property
    def id(self) -> str:
        """Return the unique id: book.name[@reading]:key_kind."""
        reading = f"@{self.reading}" if self.reading else ""
        return f"{self.book}.{self.name}{reading}:{self.key_kind}"

    @property
    def group(self) -> str:
        """Return the axis that its key stands on: day, month, year or hour."""
        if self.key_kind in DAY_KINDS:
            return "day"
        if self.key_kind.startswith("year"):
            return "year"
        return "hour" if self.key_kind == "hour" else "month"


def check_row(row: Row) -> None:
    """Raise RuleFileError for an unknown word, a missing source, or a value that does not fit."""
    for column, table in (("key_kind", KEYS), ("value_kind", VALUES)):
        if row[column] not in table:
            raise row.error(f"{column} {row[column]!r} is not one of {', '.join(table)}")
    if not row["spirit"]:
        raise row.error("a row without the name of its spirit")
    keys, values = KEYS[row["key_kind"]], VALUES[row["value_kind"]]
    if row["key"] not in keys:
        raise row.error(f"{row['key_kind']} {row['key']!r} is not one of {' '.join(keys)}")
    if (row["value"] == "") != (row["status"] == "lost"):
        raise row.error("a value is missing exactly where the status is lost")
    if row["value"] and row["value"] not in values:
        raise row.error(f"{row['value_kind']} {row['value']!r} is not one of {' '.join(values)}")
    if row["sequence"] and row["sequence"] not in (*STEMS, *BRANCHES, *PILLARS):
        raise row.error(f"sequence {row['sequence']!r} is neither a branch nor a stem nor a pillar")
    if not (row["line"].isascii() and row["line"].isdigit() and int(row["line"])):
        raise row.error(f"line {row['line']!r} is not a line number of the transcription")
    if not row["section"]:
        raise row.error("a row without the section that it comes from")
    if not row["as_written"] and row["status"] not in ("inferred", "lost"):
        raise row.error(f"a row with status {row['status']} needs what is written there")
    if row["status"] in ("emended", "inferred") and not row["note"]:
        raise row.error(f"a row with status {row['status']} needs a note that gives the reason")
    if row["value_kind"] == "general" and row["key_kind"] != "none":
        raise row.error("a general as value is known only of spirits without a key")


@dataclass(frozen=True, slots=True)
class Landings:
    """How spirits fall, where a text says more than its value (spirits/landings.csv)."""

    falls: Mapping[Place, str]
    stems: Mapping[Place, str]
    season: Mapping[str, str]  # by book


def fill_landings(rows: Iterable[Row]) -> Landings:
    """Return the landings; raise RuleFileError for an unknown aspect or value, or one twice."""
    found: dict[str, dict[Place, str]] = {aspect: {} for aspect in LANDINGS}
    for row in rows:
        if row["aspect"] not in LANDINGS:
            raise row.error(f"aspect {row['aspect']!r} is not one of {', '.join(LANDINGS)}")
        allowed = LANDINGS[row["aspect"]]
        if row["value"] not in allowed:
            raise row.error(f"{row['aspect']} {row['value']!r} is not one of {', '.join(allowed)}")
        if (row["aspect"] == "season") != (not row["spirit"]):
            raise row.error("the season is told of a whole book, the other aspects of one spirit")
        place = row["book"], row["spirit"], row["reading"], row["key_kind"]
        if place in found[row["aspect"]]:
            raise row.error(f"{row['aspect']} of {row['book']} {row['spirit']} twice")
        found[row["aspect"]][place] = row["value"]
    season = {book: value for (book, *_), value in found["season"].items()}
    return Landings(found["falls"], found["stems"], season)


def fill_book(
    book: str, rows: Iterable[Row], landings: Landings, first: int = 0
) -> tuple[Spirit, ...]:
    """Return the spirits of a book in the order of its file, numbered from `first`.

    Raises RuleFileError for a row that `check_row` refuses, a value twice under one key, or a
    spirit whose rows do not stand together.
    """
    blocks: dict[tuple[str, str, str], list[Row]] = {}
    seen: set[tuple[str, ...]] = set()
    last = None
    for row in rows:
        check_row(row)
        block = row["spirit"], row["reading"], row["key_kind"]
        value = (*block, row["key"], row["value_kind"], row["value"])
        if value in seen:
            raise row.error(f"{row['spirit']} has {row['key']} {row['value']} twice")
        if block in blocks and block != last:
            raise row.error(f"the rows of {row['spirit']} do not stand together")
        seen.add(value)
        blocks.setdefault(block, []).append(row)
        last = block
    spirits = []
    for number, ((name, reading, key_kind), own) in enumerate(blocks.items(), first):
        place = book, name, reading, key_kind
        falls = landings.falls.get(place, "on")
        if falls == "over" and key_kind not in DAY_KINDS:
            raise own[0].error(f"{name} falls over its value: known only of a key of the day")
        if falls == "ridden" and (name not in GENERALS or key_kind != "none"):
            raise own[0].error(f"{name} falls where it rides, but is not one of the generals")
        has_earth = any(row["key"] == EARTH_SEASON for row in own)
        if has_earth and key_kind == "season" and book not in landings.season:
            raise own[0].error(f"{name} has values for {EARTH_SEASON}: when it is, is not told")
        spirits.append(
            Spirit(
                number,
                book,
                name,
                reading,
                key_kind,
                falls,
                landings.stems.get(place, "lodge"),
                landings.season.get(book, "four") if has_earth else "four",
                tuple(own),
            )
        )
    return tuple(spirits)


def check_landings(rows: Iterable[Row], spirits: Iterable[Spirit]) -> None:
    """Raise RuleFileError for a landing of a spirit that has no rows."""
    known = {(s.book, s.name, s.reading, s.key_kind) for s in spirits}
    for row in rows:
        place = row["book"], row["spirit"], row["reading"], row["key_kind"]
        if row["spirit"] and place not in known:
            raise row.error(f"{row['book']} has no rows for the spirit {row['spirit']!r}")


@cache
def spirits() -> tuple[Spirit, ...]:
    """Return every spirit of every book; the place of a spirit is its number."""
    rows = read_rows("spirits/landings.csv", LANDING_COLUMNS)
    landings = fill_landings(rows)
    found: list[Spirit] = []
    for book in BOOKS:
        found += fill_book(
            book, read_rows(f"spirits/{book}.csv", ROW_COLUMNS), landings, len(found)
        )
    check_landings(rows, found)
    return tuple(found)


def fill_aliases(
    rows: Iterable[Row], known: Iterable[Spirit]
) -> dict[tuple[str, str], tuple[Spirit, ...]]:
    """Return (book, alias) -> the spirits that it stands for.

    An empty reading or key kind stands for all of them. Raises RuleFileError for an alias without
    a spirit that has rows, an empty one, or one that names the same spirit twice.
    """
    catalogue = tuple(known)
    found: dict[tuple[str, str], tuple[Spirit, ...]] = {}
    for row in rows:
        if not row["alias"]:
            raise row.error("an empty alias")
        meant = tuple(
            spirit
            for spirit in catalogue
            if (spirit.book, spirit.name) == (row["book"], row["spirit"])
            and row["reading"] in ("", spirit.reading)
            and row["key_kind"] in ("", spirit.key_kind)
        )
        if not meant:
            raise row.error(f"{row['book']} has no rows for the spirit {row['spirit']!r}")
        place = row["book"], row["alias"]
        if set(meant) & set(found.get(place, ())):
            raise row.error(f"the alias {row['alias']} of {row['spirit']} twice")
        found[place] = (*found.get(place, ()), *meant)
    return found


@cache
def aliases() -> Mapping[tuple[str, str], tuple[Spirit, ...]]:
    """Return (book, alias) -> the spirits that it stands for in that book."""
    return fill_aliases(read_rows("spirits/aliases.csv", ALIAS_COLUMNS), spirits())


@cache
def inferred_names() -> Mapping[int, str]:
    """Return number -> the name inferred for a spirit whose name has a gap, where one is."""
    found: dict[int, str] = {}
    for row in read_rows("spirits/aliases.csv", ALIAS_COLUMNS):
        if GAP in row["spirit"] and row["status"] == "inferred":
            for spirit in aliases()[row["book"], row["alias"]]:
                found.setdefault(spirit.number, row["alias"])
    return found


def fill_characters(rows: Iterable[Row]) -> dict[str, str]:
    """Return variant -> canonical character; raise RuleFileError for one twice or a chain."""
    found: dict[str, str] = {}
    for row in rows:
        if len(row["variant"]) != 1 or len(row["canonical"]) != 1:
            raise row.error("a variant and its canonical form are one character each")
        if row["variant"] in found:
            raise row.error(f"the variant {row['variant']} twice")
        found[row["variant"]] = row["canonical"]
    if chained := found.keys() & set(found.values()):
        raise RuleFileError(f"spirits/characters.csv: {min(chained)} is a variant and canonical")
    return found


@cache
def characters() -> Mapping[str, str]:
    """Return simplified and variant characters -> the form under which names are compared."""
    return fill_characters(read_rows("spirits/characters.csv", CHARACTER_COLUMNS))

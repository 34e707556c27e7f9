"""The dictionary of patterns: one entry for each pattern, clause, form and reading of each.

`patterns/jingwei.csv` has what is reasoned in the kernels; the named orders, seats and seasons come
from their own tables, so that a name is written once.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from dingshi.datasets.patterns import tables
from dingshi.datasets.reading import Row, RuleFileError, read_rows
from dingshi.datasets.vocabulary import BRANCHES, GENERALS

BOOK: Final = "jingwei"
COLUMNS: Final = (
    "pattern",
    "family",
    "clause",
    "reading",
    "name",
    "definition",
    "cancelled_by",
    "needs",
    "as_written",
    *tables.SOURCE,
)
FAMILIES: Final = {
    "methods": "how the initial was found",
    "stem_branch": "stem and branch upon each other",
    "shapes": "the shape of the transmissions",
    "relations": "what stands in one relation to the day stem",
    "stages": "a stage of the day stem with its general as initial",
    "contacts": "punishment, clash, break, harm and combination",
    "times": "horse, year, month and season",
    "voids": "the five relations, void",
    "generals": "a general on the initial, and its seat",
    "miscellany": "single patterns",
}
# What makes a name void, in the words of the texts: 三將或空一二, 貴人空.
CANCELLED_BY: Final = {
    "": "nothing",
    "transmissions": "one or two void branches among the transmissions",
    "rider": "the void of the branch that the general rides",
}
NEEDS: Final = {
    "": "nothing beyond its axes",
    "date": "a date, to know the last eighteen days of a season",
    "lunar_day": "the day of the moon",
}
KINDS: Final = ("pattern", "clause", "form")


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of the dictionary; `name` is the clause's or form's own, or the pattern's."""

    pattern: str
    clause: str
    reading: str
    pattern_name: str
    name: str
    family: str
    kind: str
    definition: str
    cancelled_by: str
    needs: str
    as_written: str
    status: str
    book: str
    section: str
    line: int
    note: str

    @property
    def key(self) -> str:
        """Return the key of the kernels: clause@reading."""
        return f"{self.clause}@{self.reading}" if self.reading else self.clause

    @property
    def id(self) -> str:
        """Return book.pattern[.clause][@reading]."""
        clause = f".{self.clause}" if self.clause else ""
        reading = f"@{self.reading}" if self.reading else ""
        return f"{self.book}.{self.pattern}{clause}{reading}"

    @property
    def corrupt(self) -> bool:
        """Return whether the passage is corrupt: mended, lost or filled in."""
        return self.status != "read"


@dataclass(frozen=True, slots=True)
class _Home:
    """What the forms of a pattern take over from it."""

    name: str
    family: str


def _entry(row: Row, home: _Home, **given: str) -> Entry:
    cells = {column: row.cells.get(column, "") for column in COLUMNS}
    cells |= {"pattern": row["pattern"], **given}
    for column, allowed in (("family", FAMILIES), ("cancelled_by", CANCELLED_BY), ("needs", NEEDS)):
        value = cells[column] or (home.family if column == "family" else "")
        if value not in allowed:
            raise row.error(f"{column} {value!r} is not one of {', '.join(filter(None, allowed))}")
    return Entry(
        pattern=cells["pattern"],
        clause=cells["clause"],
        reading=cells["reading"],
        pattern_name=home.name,
        name=cells["name"],
        family=home.family,
        kind=given.get("kind") or ("clause" if cells["clause"] else "pattern"),
        definition=cells["definition"],
        cancelled_by=cells["cancelled_by"],
        needs=cells["needs"],
        as_written=cells["as_written"],
        status=cells["status"],
        book=cells["book"],
        section=cells["section"],
        line=int(cells["line"]),
        note=cells["note"],
    )


def _orders(homes: Mapping[str, _Home]) -> Iterator[Entry]:
    for row in read_rows("patterns/sequences.csv", tables.SEQUENCE_COLUMNS):
        if row["form"] == row["pattern"]:
            continue  # 斫輪 鑄印 軒蓋: the order is the whole pattern
        home = homes[row["pattern"]]
        common = {"clause": row["form"], "kind": "form", "cancelled_by": "transmissions"}
        meaning = "the transmissions are {} in this order"
        direction = row["direction"]
        definition = f"{direction}: {meaning.format(row['sequence'])}"
        yield _entry(row, home, **common, definition=definition)
        if row["as_written"] != row["sequence"]:
            written = f"as the print has it: {meaning.format(row['as_written'])}"
            yield _entry(row, home, **common, definition=written, reading=tables.WRITTEN)


def _season_names(homes: Mapping[str, _Home]) -> Iterator[Entry]:
    ways = {"shun": "順", "ni": "逆"}
    for row in read_rows("patterns/season_names.csv", tables.SEASON_NAME_COLUMNS):
        home = homes[row["pattern"]]
        yield _entry(
            row,
            home,
            clause=row["form"],
            kind="form",
            cancelled_by="transmissions",
            definition=f"{ways[row['direction']]}{home.name} in {row['season']}, "
            "a 季 month belonging to the season that it ends",
        )


def _seats(homes: Mapping[str, _Home]) -> Iterator[Entry]:
    """Yield the seats of each form: its own, the same anywhere on the plate, other readings."""
    generals = dict(zip(tables.seats(), GENERALS, strict=True))
    first: dict[tuple[str, str, str], Row] = {}
    for row in read_rows("patterns/seats.csv", tables.SEAT_COLUMNS):
        first.setdefault((row["pattern"], row["form"], row["reading"]), row)
    for (pattern, form, reading), row in first.items():
        places = tables.seats()[pattern][form][reading]
        over = " or ".join(BRANCHES[seat] for seat in places)
        general = generals[pattern]
        common = {"clause": form, "kind": "form", "cancelled_by": "rider"}
        initial = f"{general} rides the initial, which stands over {over}"
        if reading:
            meaning = f"{row['note']}: {initial}"
            yield _entry(row, homes[pattern], **common, definition=meaning, reading=reading)
            continue
        yield _entry(row, homes[pattern], **common, definition=initial)
        anywhere = f"{general} stands over {over}, on the initial or not"
        yield _entry(row, homes[pattern], **common, definition=anywhere, reading="plate")


def gather() -> tuple[Entry, ...]:
    """Return the entries in the order of the book's patterns; see `entries`."""
    rows = read_rows("patterns/jingwei.csv", COLUMNS)
    homes = {
        row["pattern"]: _Home(row["name"], row["family"])
        for row in rows
        if not row["clause"] and not row["reading"]
    }
    found = [_entry(row, homes[row["pattern"]]) for row in rows]
    found += [*_orders(homes), *_season_names(homes), *_seats(homes)]
    order = {pattern: i for i, pattern in enumerate(homes)}
    return tuple(sorted(found, key=lambda entry: order[entry.pattern]))


def check_unique(found: tuple[Entry, ...]) -> None:
    """Raise RuleFileError where an id stands twice, or one clause has two Chinese names."""
    names: dict[tuple[str, str], str] = {}
    seen: set[str] = set()
    for entry in found:
        if entry.id in seen:
            raise RuleFileError(f"patterns: the id {entry.id} stands twice")
        seen.add(entry.id)
        known = names.setdefault((entry.pattern, entry.clause), entry.name)
        if known != entry.name:
            raise RuleFileError(f"patterns: {entry.id} is named both {known} and {entry.name}")


@cache
def entries() -> Mapping[str, Entry]:
    """Return id -> entry, in the order of the book; raise RuleFileError for a faulty table."""
    found = gather()
    check_unique(found)
    return {entry.id: entry for entry in found}

"""The tables of patterns (六壬經緯 volumes 3 and 4): orders, seats, seasons, relations, stages.

Each loader returns plain tuples and mappings of codes; `dingshi.patterns` turns them into what the
kernels take. A reading other than '' keeps what the print, or a sister book, has instead.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from dingshi.datasets.reading import Row, RuleFileError, code, read_rows
from dingshi.datasets.spirits.catalogue import ROW_COLUMNS
from dingshi.datasets.vocabulary import BRANCHES, ELEMENTS, SEASONS, STEMS

SOURCE: Final = ("status", "book", "section", "line", "note")
SEQUENCE_COLUMNS: Final = (
    "pattern",
    "form",
    "name",
    "direction",
    "sequence",
    "as_written",
    *SOURCE,
)
LISTED_COLUMNS: Final = ("pattern", "direction", "sequence", "as_written", *SOURCE)
SEASON_NAME_COLUMNS: Final = ("pattern", "direction", "season", "form", "name", *SOURCE)
SEAT_COLUMNS: Final = (
    "pattern",
    "form",
    "name",
    "reading",
    "seat",
    "seat_written",
    "as_written",
    *SOURCE,
)
PAIR_COLUMNS: Final = ("relation", "first", "second", "as_written", *SOURCE)
SEASON_COLUMNS: Final = ("table", "season", "element", "as_written", *SOURCE)

STAGES: Final = (
    "長生",
    "沐浴",
    "冠帶",
    "臨官",
    "帝旺",
    "衰",
    "病",
    "死",
    "墓",
    "絕",
    "胎",
    "養",
)
RELATIONS: Final = tuple("刑沖破害合")
WRITTEN: Final = "written"

Triple = tuple[int, int, int]


def triple(row: Row, column: str) -> Triple:
    """Return three branches as codes; raise RuleFileError for anything else."""
    word = row[column]
    if len(word) != 3 or any(branch not in BRANCHES for branch in word):
        raise row.error(f"{column} {word!r} is not three branches")
    first, second, third = (BRANCHES.index(branch) for branch in word)
    return first, second, third


def fill_sequences(rows: Iterable[Row]) -> dict[str, dict[str, tuple[Triple, dict[str, Triple]]]]:
    """Return pattern -> form -> the emended order, and the written one where it differs.

    Raises RuleFileError for a form twice, or two forms of a pattern with one emended order.
    """
    filled: dict[str, dict[str, tuple[Triple, dict[str, Triple]]]] = {}
    for row in rows:
        forms = filled.setdefault(row["pattern"], {})
        emended, written = triple(row, "sequence"), triple(row, "as_written")
        if row["form"] in forms:
            raise row.error(f"{row['pattern']} has the form {row['form']} twice")
        if any(emended == other for other, _ in forms.values()):
            raise row.error(f"{row['pattern']} names the order {row['sequence']} twice")
        if (written == emended) != (row["status"] == "read"):
            raise row.error(f"status {row['status']} does not fit {row['as_written']}")
        forms[row["form"]] = emended, {} if written == emended else {WRITTEN: written}
    return filled


@cache
def sequences() -> Mapping[str, Mapping[str, tuple[Triple, dict[str, Triple]]]]:
    """Return the named orders of 連茹, 間斷, the four triads and 斫輪 鑄印 軒蓋."""
    return fill_sequences(read_rows("patterns/sequences.csv", SEQUENCE_COLUMNS))


@cache
def listed_orders() -> Mapping[str, Mapping[str, tuple[Triple, ...]]]:
    """Return pattern -> direction -> the orders of 懸胎 關隔 稼穡 as the print lists them."""
    filled: dict[str, dict[str, tuple[Triple, ...]]] = {}
    for row in read_rows("patterns/listed.csv", LISTED_COLUMNS):
        directions = filled.setdefault(row["pattern"], {})
        known = directions.get(row["direction"], ())
        directions[row["direction"]] = (*known, triple(row, "as_written"))
    return filled


@cache
def season_names() -> Mapping[str, Mapping[str, Mapping[str, int]]]:
    """Return pattern -> direction -> form -> season (0-3) of 懸胎 關隔 稼穡."""
    filled: dict[str, dict[str, dict[str, int]]] = {}
    for row in read_rows("patterns/season_names.csv", SEASON_NAME_COLUMNS):
        forms = filled.setdefault(row["pattern"], {}).setdefault(row["direction"], {})
        forms[row["form"]] = code(row, "season", SEASONS)
    return filled


def fill_seats(rows: Iterable[Row]) -> dict[str, dict[str, dict[str, tuple[int, ...]]]]:
    """Return pattern -> form -> reading -> the earth branches.

    Raises RuleFileError where two forms of a pattern have one seat, or a form lacks its default.
    """
    filled: dict[str, dict[str, dict[str, tuple[int, ...]]]] = {}
    taken: set[tuple[str, int]] = set()
    for row in rows:
        seat = code(row, "seat", BRANCHES)
        readings = filled.setdefault(row["pattern"], {}).setdefault(row["form"], {})
        if not row["reading"]:
            if (row["pattern"], seat) in taken:
                raise row.error(f"{row['pattern']} names the seat {row['seat']} twice")
            taken.add((row["pattern"], seat))
        elif "" not in readings:
            raise row.error(f"{row['form']} has a reading before its default")
        readings[row["reading"]] = (*readings.get(row["reading"], ()), seat)
    return filled


@cache
def seats() -> Mapping[str, Mapping[str, Mapping[str, tuple[int, ...]]]]:
    """Return the named seats of the twelve generals: pattern -> form -> reading -> seats."""
    return fill_seats(read_rows("patterns/seats.csv", SEAT_COLUMNS))


@cache
def pairs() -> Mapping[str, tuple[tuple[int, int], ...]]:
    """Return 刑 沖 破 害 合 as pairs in the order of the text: from the first to the second."""
    filled: dict[str, tuple[tuple[int, int], ...]] = dict.fromkeys(RELATIONS, ())
    for row in read_rows("patterns/pairs.csv", PAIR_COLUMNS):
        relation = RELATIONS[code(row, "relation", RELATIONS)]
        pair = code(row, "first", BRANCHES), code(row, "second", BRANCHES)
        if pair in filled[relation]:
            raise row.error(f"{relation} has {row['first']}{row['second']} twice")
        filled[relation] = (*filled[relation], pair)
    return filled


def fill_stages(rows: Iterable[Row]) -> tuple[tuple[int, ...], ...]:
    """Return for each stage the branch by stem, from rows of spirits.

    Raises RuleFileError for a key twice, or a stage without all ten stems.
    """
    filled: dict[tuple[int, int], int] = {}
    for row in rows:
        if row["spirit"] not in STAGES or row["key_kind"] != "day_stem":
            continue
        key = STAGES.index(row["spirit"]), code(row, "key", STEMS)
        if key in filled:
            raise row.error(f"{row['spirit']} has {row['key']} twice")
        filled[key] = code(row, "value", BRANCHES)
    if len(filled) != len(STAGES) * len(STEMS):
        raise RuleFileError(f"spirits/jingwei.csv: {len(filled)} rows of stages, not 120")
    return tuple(tuple(filled[stage, stem] for stem in range(10)) for stage in range(12))


@cache
def stages() -> tuple[tuple[int, ...], ...]:
    """Return the twelve stages, 長生 first: the branch of each by stem (volume 4)."""
    return fill_stages(read_rows("spirits/jingwei.csv", ROW_COLUMNS))


@cache
def season_elements() -> Mapping[str, Mapping[int, tuple[int, ...]]]:
    """Return 及時 失時 既往 將來 (and 失時季, what 季 would add): season (0-4) -> elements."""
    filled: dict[str, dict[int, tuple[int, ...]]] = {}
    for row in read_rows("patterns/seasons.csv", SEASON_COLUMNS):
        season, element = code(row, "season", SEASONS), code(row, "element", ELEMENTS)
        elements = filled.setdefault(row["table"], {})
        elements[season] = (*elements.get(season, ()), element)
    return filled

"""Loaders of the almanac: instants as NumPy arrays, the moon's lodge of each lunar day."""

import hashlib
from collections.abc import Iterable
from functools import cache
from importlib import resources
from typing import Final

import numpy as np
from dingshi.datasets.almanac.words import LODGES
from dingshi.datasets.reading import Row, RuleFileError, code, read_rows
from dingshi.datasets.vocabulary import BRANCHES
from numpy.typing import NDArray

LODGE_COLUMNS: Final = (
    "month",
    "lunar_day",
    "lodge",
    "branch",
    "as_written",
    "status",
    "sequence",
    "book",
    "section",
    "line",
    "note",
)
# 課體象意 331: these six keep the moon a day longer.
REPEATED: Final = tuple("奎井張翼氐斗")
# The list never reaches these three, which lie between 牛 (丑) and 室 (亥).
UNLISTED: Final = {"女": "子", "虛": "子", "危": "子"}
DAYS: Final = 30


def _load(name: str) -> NDArray[np.int64]:
    file = resources.files("dingshi.datasets.almanac").joinpath(name)
    with resources.as_file(file) as path:
        array: NDArray[np.int64] = np.load(path).astype(np.int64)
    array.flags.writeable = False
    return array


@cache
def terms() -> NDArray[np.int64]:
    """Return the instants of the solar terms from 小寒 of 999 to 冬至 of 2401, ascending."""
    return _load("terms.npy")


@cache
def moons() -> NDArray[np.int64]:
    """Return the instants of the new moons of the years 999 to 2401, ascending."""
    return _load("moons.npy")


@cache
def uncertainty() -> NDArray[np.int64]:
    """Return the seconds by which an instant may be wrong, for each year from 999 to 2401."""
    return _load("uncertainty.npy")


@cache
def almanac_id() -> str:
    """Return the id of the almanac: a hash over the hashes of its files."""
    sums = resources.files("dingshi.datasets.almanac").joinpath("SHA256SUMS").read_bytes()
    return hashlib.sha256(sums).hexdigest()[:16]


def fill_lodges(rows: Iterable[Row]) -> tuple[tuple[int, ...], ...]:
    """Return the lodge (0-27) of the moon by lunar month and day: twelve rows of thirty.

    The first month is listed day by day; of each other month the first day is given, and the lodges
    follow in their order, the six of `REPEATED` twice. Raises RuleFileError for a day that is
    missing or given twice.
    """
    listed: dict[tuple[int, int], int] = {}
    for row in rows:
        key = int(row["month"]), int(row["lunar_day"])
        if key in listed:
            raise row.error(f"month {key[0]} day {key[1]} is given twice")
        listed[key] = code(row, "lodge", LODGES)
    table = []
    for month in range(1, 13):
        days = []
        for day in range(1, DAYS + 1):
            if (month, day) in listed:
                days.append(listed[month, day])
            elif month == 1 or not days:
                raise RuleFileError(f"spirits/moon_lodges.csv: month {month} has no day {day}")
            else:
                last = days[-1]
                stays = LODGES[last] in REPEATED and days.count(last) == 1
                days.append(last if stays else (last + 1) % len(LODGES))
        table.append(tuple(days))
    return tuple(table)


def fill_lodge_branches(rows: Iterable[Row]) -> tuple[int, ...]:
    """Return the branch (0-11) of each lodge; raise RuleFileError if a lodge has none, or two."""
    branches = {LODGES.index(lodge): BRANCHES.index(b) for lodge, b in UNLISTED.items()}
    for row in rows:
        lodge, branch = code(row, "lodge", LODGES), code(row, "branch", BRANCHES)
        if branches.setdefault(lodge, branch) != branch:
            raise row.error(f"lodge {row['lodge']} has two branches")
    missing = [word for i, word in enumerate(LODGES) if i not in branches]
    if missing:
        raise RuleFileError(f"spirits/moon_lodges.csv: no branch for {' '.join(missing)}")
    return tuple(branches[i] for i in range(len(LODGES)))


@cache
def moon_lodges() -> NDArray[np.int8]:
    """Return int8 (12, 30): the lodge (0-27) by lunar month and day (課體象意 331)."""
    return np.array(fill_lodges(read_rows("spirits/moon_lodges.csv", LODGE_COLUMNS)), dtype=np.int8)


@cache
def lodge_branches() -> NDArray[np.int8]:
    """Return int8 (28,): the branch of each lodge."""
    return np.array(
        fill_lodge_branches(read_rows("spirits/moon_lodges.csv", LODGE_COLUMNS)), dtype=np.int8
    )

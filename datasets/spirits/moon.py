"""月宿 of 課體象意 331: the moon's lodge by lunar month and day; it needs a real date.

The text lists the days of month 1, and for every later month only the lodge of its first day.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

from dingshi.datasets.reading import Row, RuleFileError, code, read_rows
from dingshi.datasets.vocabulary import BRANCHES

MOON_LODGES: Final = tuple("角亢氐房心尾箕斗牛女虛危室壁奎婁胃昴畢觜參井鬼柳星張翼軫")
MOON_COLUMNS: Final = (
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


@dataclass(frozen=True, slots=True)
class MoonLodge:
    """The moon's lodge (0-27) and its branch (0-11), with the row that tells it."""

    lodge: int
    branch: int
    row: Row


def fill_moon_lodges(rows: Iterable[Row]) -> dict[tuple[int, int], MoonLodge]:
    """Return (lunar month, lunar day) -> the moon's lodge.

    Raises RuleFileError for an unknown word, a day out of range or twice, a lodge on two branches,
    a missing day of month 1, or a month without its first day.
    """
    found: dict[tuple[int, int], MoonLodge] = {}
    branches: dict[int, int] = {}
    for row in rows:
        if not (row["month"].isdigit() and 1 <= int(row["month"]) <= 12):
            raise row.error(f"month {row['month']!r} is not a number from 1 to 12")
        if not (row["lunar_day"].isdigit() and 1 <= int(row["lunar_day"]) <= 30):
            raise row.error(f"lunar_day {row['lunar_day']!r} is not a number from 1 to 30")
        date = int(row["month"]), int(row["lunar_day"])
        if date in found:
            raise row.error(f"month {date[0]} day {date[1]} twice")
        lodge, branch = code(row, "lodge", MOON_LODGES), code(row, "branch", BRANCHES)
        if branches.setdefault(lodge, branch) != branch:
            raise row.error(f"the lodge {row['lodge']} on two branches")
        found[date] = MoonLodge(lodge, branch, row)
    dates = {(1, day) for day in range(1, 31)} | {(month, 1) for month in range(1, 13)}
    if missing := sorted(dates - found.keys()):
        month, day = missing[0]
        raise RuleFileError(f"spirits/moon_lodges.csv: no row for month {month} day {day}")
    return found


@cache
def moon_lodges() -> dict[tuple[int, int], MoonLodge]:
    """Return the moon's lodges that the text gives, by lunar month and day."""
    return fill_moon_lodges(read_rows("spirits/moon_lodges.csv", MOON_COLUMNS))

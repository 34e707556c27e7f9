"""Tables of charts as other programs would write them, made by the naive twin alone."""

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import dingshi
from dingshi.datasets.casting import nobles
from dingshi.validation.result import Validation

from tests.twins import casting as twin

STEMS, BRANCHES = twin.STEM_NAMES, twin.BRANCH_NAMES
PILLARS = [STEMS[i % 10] + BRANCHES[i % 12] for i in range(60)]
GENERALS = list(
    map("".join, zip(*[iter("貴人螣蛇朱雀六合勾陳青龍天空白虎太常玄武太陰天后")] * 2, strict=True))
)
JINGWEI = {
    "crossing": "seat",
    "pool": "matching",
    "tie": "hours",
    "zimao": "wu",
    "bieze": "rule",
}
KETI = {**JINGWEI, "crossing": "depth", "tie": "lessons"}
Row = dict[str, Any]


def transmissions(day: int, shift: int, readings: Mapping[str, str] = JINGWEI) -> list[int]:
    three: Any = twin.cast(day, shift, readings)["transmissions"]
    return [int(branch) for branch in three]


def words(codes: Iterable[int]) -> str:
    return "".join(BRANCHES[code] for code in codes)


def noble_of(stem: int, night: bool, rule: str = "jingwei") -> int:
    """The two rules as the README of the corpus states them, apart from `xieji`'s data."""
    return twin.noble(stem, night) if rule == "jingwei" else nobles()[rule][stem][int(night)]


def chart(
    day: int,
    hour: int,
    general: int,
    readings: Mapping[str, str] = JINGWEI,
    *,
    noble: str = "jingwei",
    night: Callable[[int], bool] = twin.is_night,
    generals: bool = True,
) -> Row:
    """One row: key, transmissions, and the generals that ride them."""
    shift = (general - hour) % 12
    three = transmissions(day, shift, readings)
    row: Row = {
        "day": PILLARS[day],
        "hour": BRANCHES[hour],
        "month_general": BRANCHES[general],
        "transmissions": words(three),
    }
    if generals:
        plate = twin.generals(noble_of(day % 10, night(hour), noble), shift)
        row["generals"] = " ".join(GENERALS[plate[(b - shift) % 12]] for b in three)
    return row


def charts(
    readings: Mapping[str, str] = JINGWEI, *, hours: Sequence[int] = (0, 7), **options: Any
) -> list[Row]:
    """Every lesson at some hours."""
    return [
        chart(day, hour, (hour + shift) % 12, readings, **options)
        for day in range(60)
        for shift in range(12)
        for hour in hours
    ]


def csv_text(rows: Sequence[Row], delimiter: str = ",") -> str:
    file = io.StringIO()
    writer = csv.DictWriter(file, list(rows[0]), delimiter=delimiter, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue()


def judged(rows: Sequence[Row], folder: Path, **options: Any) -> tuple[Validation, list[Row]]:
    """Validate rows as a CSV file; return the result and the rows of the report."""
    path = folder / "table.csv"
    path.write_text(csv_text(rows), encoding="utf-8")
    return judged_file(path, folder, **options)


def judged_file(path: Path, folder: Path, **options: Any) -> tuple[Validation, list[Row]]:
    import pyarrow.parquet as pq  # noqa: PLC0415

    report = folder / "report.parquet"
    result = dingshi.validate(path, report=report, **options)
    return result, pq.read_table(report).to_pylist()

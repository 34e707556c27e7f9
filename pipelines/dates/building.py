"""The calendar: the chart of every double hour between two years, in files of ten years each."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from dingshi.datasets.almanac.schema import CALENDAR
from dingshi.datasets.almanac.tables import almanac_id
from dingshi.datasets.schema import Table
from dingshi.dates.civil import (
    FIRST_YEAR,
    FULL_WIDTH,
    LAST_YEAR,
    Calendar,
    check_calendar,
    day_number,
    parse_date_time,
    show_offset,
)
from dingshi.dates.clocks import Clock
from dingshi.dates.zones import zone_of
from dingshi.errors import InputError
from dingshi.parsing import shown
from dingshi.schools import School, resolve_school

if TYPE_CHECKING:
    import pyarrow as pa

YEARS = 10  # in a file
HOURS = 12


def _day(text: str, calendar: Calendar, *, last: bool) -> int:
    """Return the day number of a date, or of the first or last day of a year."""
    word = text.translate(FULL_WIDTH).strip()
    if word.isascii() and word.isdigit():
        year = int(word)
        if not FIRST_YEAR <= year <= LAST_YEAR:
            raise InputError(f"year {word} is outside {FIRST_YEAR} to {LAST_YEAR}, the almanac's")
        return day_number(year, 12, 31, calendar) if last else day_number(year, 1, 1, calendar)
    written = parse_date_time(word, calendar)
    if written.second is not None:
        raise InputError(f"{shown(text)} has a time; the calendar runs over whole days")
    return written.day


def _fixed(tz: str) -> int:
    zone = zone_of(tz)
    if isinstance(zone, int):
        return zone
    raise InputError(
        f"zone {shown(tz)} changes its clock, which would skip or repeat double hours; give one "
        "offset for the whole calendar, such as +08:00"
    )


def _chunks(first: int, last: int, calendar: Calendar) -> dict[str, tuple[int, int]]:
    """Return the files and their first and last day numbers: a file for each ten years."""
    found = {}
    for decade in range(FIRST_YEAR, LAST_YEAR + 1, YEARS):
        begin = max(first, day_number(decade, 1, 1, calendar))
        end = min(last, day_number(decade + YEARS - 1, 12, 31, calendar))
        if begin <= end:
            found[f"{decade}s.parquet"] = (begin, end)
    return found


def _described(clock: Clock, offset: int, school: School) -> str:
    place = "" if clock.longitude is None else f" at longitude {clock.longitude}"
    return (
        f"charts of real dates, every double hour at UTC{show_offset(offset)}, {clock.time} time"
        f"{place}, the day begins at {clock.day_starts}, night by {clock.night_by}, school "
        f"{school.name}, noble {school.noble}, almanac {almanac_id()}"
    )


def _chart_rows(first: int, last: int, offset: int, clock: Clock, school: School) -> "pa.Table":
    from dingshi.dates.tables import charts_at  # noqa: PLC0415 - loads Numba and pyarrow

    local = np.arange(first * HOURS, (last + 1) * HOURS) * (86_400 // HOURS)
    return charts_at(local - offset, offset, clock=clock, school=school)


def build_calendar(
    first: str | int,
    last: str | int,
    out: str | Path = "calendar",
    *,
    tz: str = "+08:00",
    clock: Clock | None = None,
    calendar: str = "mixed",
    school: str | School = "jingwei",
    noble: str | None = None,
    readings: Mapping[str, str] | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> Mapping[str, Any]:
    """Write the chart of every double hour from `first` to `last` into the folder `out`.

    Years or dates, both included. A row stands for the middle (正) of its double hour on the civil
    clock: 0:00, 2:00 … 22:00, so that 子 belongs to the day that its second half opens. Returns the
    manifest. Raises InputError for a wrong range, a zone that changes its clock, or a folder that
    holds other people's files.
    """
    rule = check_calendar(calendar)
    begin, end = _day(str(first), rule, last=False), _day(str(last), rule, last=True)
    if begin > end:
        raise InputError(f"--from {first} is after --to {last}")
    rules = clock or Clock()
    offset, chosen = _fixed(tz), resolve_school(school, noble=noble, readings=readings)
    builders: dict[Table, Callable[[], pa.Table]] = {
        replace(CALENDAR, file=name, description=_described(rules, offset, chosen)): partial(
            _chart_rows, *days, offset, rules, chosen
        )
        for name, days in _chunks(begin, end, rule).items()
    }
    from dingshi.writing import write_corpus  # noqa: PLC0415 - loads pyarrow

    return write_corpus(Path(out), builders, progress)

"""Solar terms and new moons as tables that a kernel reads: NumPy over some ten thousand rows.

Instants are seconds since 1970-01-01T00:00 UTC, day numbers count days since 1970-01-01 = 0. Row i
of the terms is term (i + 22) % 24 (立春 0) of the year 999 + i // 24; terms of odd number are 中氣.
"""

from typing import Final, NamedTuple

import numpy as np
from dingshi.kernels.axes import Ints
from dingshi.kernels.rules import Codes, Flags
from numpy.typing import NDArray

Floats = NDArray[np.float64]

FIRST_YEAR: Final = 999
FIRST_TERM: Final = 22
DAY: Final = 86_400
UTC8: Final = 28_800
BEIJING: Final = 27_940  # mean time of 116°25' E
REPUBLIC_FROM: Final = -1_767_225_600  # 1914-01-01T00:00 UTC
ZONE_FROM: Final = -1_293_868_800  # 1929-01-01T00:00 at UTC+8
TRUE_SUN_DAY: Final = -118_676  # 1645-01-28, the first day of the calendar of the true sun
TRUE_SUN_FROM: Final = TRUE_SUN_DAY * DAY - UTC8
FIRST_DAY: Final = -354_285  # 1000-01-01, Gregorian
LAST_DAY: Final = 157_419  # 2400-12-31


class TermIndex(NamedTuple):
    """The terms, with what a kernel needs to find a row without searching."""

    instant: Ints  # ascending
    packed: NDArray[np.int32]  # month general | half << 8 | year pillar << 16, of each row
    per_second: float  # rows in a second, on the average


class Months(NamedTuple):
    """One row for each lunar month, in order."""

    start: Ints  # day number of the first day
    year: NDArray[np.int16]  # Gregorian year in which the lunar year begins
    month: Codes  # 1 to 12
    leap: Flags


class LunarDates(NamedTuple):
    """The lunar date of each day; 0 throughout where it is undecided."""

    year: NDArray[np.int16]
    month: Codes  # 1 to 12
    day: Codes  # 1 to 30
    leap: Flags
    length: Codes  # days in the month, 29 or 30


def term_index(terms: Ints) -> TermIndex:
    """Prepare the terms; raise ValueError unless a guess by the mean rate is off by at most a row.

    The guess grows with the instant, so both ends of each interval prove all that lies between.
    The month general changes at the 中氣 (六壬經緯 59), the year at 立春.
    """
    instant = np.ascontiguousarray(terms, dtype=np.int64)
    row = np.arange(len(instant), dtype=np.int64)
    general = (1 - (row + 1) // 2) % 12
    half = (row + 1) % 2
    year = (FIRST_YEAR - 4 + (row - 2) // 24) % 60
    rate = (len(instant) - 1) / float(instant[-1] - instant[0])
    low = ((instant - instant[0]) * rate).astype(np.int64)
    high = ((instant[1:] - 1 - instant[0]) * rate).astype(np.int64)
    if np.abs(low - row).max() > 1 or np.abs(high - row[:-1]).max() > 1:
        raise ValueError("the solar terms are too uneven for a guess by their mean rate")
    return TermIndex(instant, (general | half << 8 | year << 16).astype(np.int32), rate)


def term_row(index: TermIndex, instants: Ints) -> Ints:
    """Return the row of the last term at or before each instant; the table must reach it."""
    return np.searchsorted(index.instant, instants, side="right") - 1


def term_of_row(row: Ints) -> Ints:
    """Return the term (0-23, 立春 0) of a row."""
    return (row + FIRST_TERM) % 24


def pillar_year_of_row(row: Ints) -> Ints:
    """Return the number of the year that began at the last 立春."""
    return FIRST_YEAR + (row - 2) // 24


def month_pillar_of_row(row: Ints) -> Ints:
    """Return the month's pillar (0-59); the month of 寅 in a year 甲 or 己 is 丙寅."""
    return (1 + row // 2) % 60


def beijing_day(instants: Ints) -> Ints:
    """Return the day number by which the Chinese calendar dated an instant.

    UTC+8 throughout, but from 1914 to 1928 the mean time of Beijing, on which the observatory of
    the Republic based the calendar.
    """
    local = (instants >= REPUBLIC_FROM) & (instants < ZONE_FROM)
    return (instants + np.where(local, BEIJING, UTC8)) // DAY


def number_months(terms: Ints, moons: Ints) -> Months:
    """Return the lunar months, numbered by the rule of the calendar of the true sun.

    A month begins on the day of a new moon; the month that holds 冬至 is the eleventh; if thirteen
    begin from one eleventh month to before the next, the first of them without a 中氣 is a
    leap month and takes the number of the month before it. Months whose eleventh month lies outside
    the table are left out.
    """
    start = beijing_day(moons)
    middle = beijing_day(terms[1::2])
    solstice = middle[11::12]
    eleventh = np.searchsorted(start, solstice, side="right") - 1
    without = np.diff(np.searchsorted(middle, start, side="left")) == 0
    row = np.arange(len(start) - 1)
    span = np.searchsorted(eleventh, row, side="right") - 1
    kept = (span >= 0) & (span < len(eleventh) - 1)
    row, span = row[kept], span[kept]
    begin = eleventh[span]
    candidate = without[row] & (eleventh[span + 1] - begin == 13)
    total = np.cumsum(candidate)
    seen = total - np.concatenate([[0], total])[np.searchsorted(row, begin)]
    ordinal = row - begin - (seen >= 1)
    return Months(
        start[row],
        (FIRST_YEAR + span + (ordinal >= 2)).astype(np.int16),
        ((ordinal + 10) % 12 + 1).astype(np.int8),
        candidate & (seen == 1),
    )


def lunar_dates(days: Ints, months: Months) -> LunarDates:
    """Return the lunar date of each day number; before 1645-01-28 it is undecided."""
    known = (days >= TRUE_SUN_DAY) & (days <= LAST_DAY)
    row = np.where(known, np.searchsorted(months.start, days, side="right") - 1, 0)
    length = months.start[row + 1] - months.start[row]
    return LunarDates(
        np.where(known, months.year[row], 0).astype(np.int16),
        np.where(known, months.month[row], 0).astype(np.int8),
        np.where(known, days - months.start[row] + 1, 0).astype(np.int8),
        known & months.leap[row],
        np.where(known, length, 0).astype(np.int8),
    )

"""Dates as they were written -> day numbers and clock seconds: Julian before 1582-10-15.

Day numbers count days since 1970-01-01 = 0. The ten dates between 1582-10-04 and 1582-10-15 never
existed. `gregorian` or `julian` may be forced for all dates instead of `mixed`.
"""

import re
from typing import Final, Literal, NamedTuple

from dingshi.errors import InputError
from dingshi.parsing import shown

Calendar = Literal["mixed", "gregorian", "julian"]
CALENDARS: Final = ("mixed", "gregorian", "julian")
FIRST_YEAR, LAST_YEAR = 1000, 2400
REFORM: Final = (1582, 10, 15)
REFORM_DAY: Final = -141_427
JULIAN_EPOCH, GREGORIAN_EPOCH = 719_470, 719_468  # days from year 0, March 1, to 1970-01-01
_MONTH_DAYS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_TEXT: Final = re.compile(
    r"\s*(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})"
    r"(?:(?:T|\s)\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.]0+)?)?\s*(Z|UTC|[+-]\d{1,2}(?::?\d{2}){0,2})?)?\s*",
    re.ASCII,
)
FULL_WIDTH: Final = {
    **{ord("０") + digit: str(digit) for digit in range(10)},
    ord("："): ":",
    ord("－"): "-",
    ord("−"): "-",
    ord("／"): "/",
    ord("＋"): "+",
    0x3000: " ",
}


class Written(NamedTuple):
    """A date-time as it was written."""

    day: int  # day number
    second: int | None  # of the day, 0 to 86,399; None where no time was written
    offset: int | None  # seconds east of UTC; None where none was written


def is_leap(year: int, *, julian: bool) -> bool:
    """Return whether February has 29 days in `year`."""
    return year % 4 == 0 and (julian or year % 100 != 0 or year % 400 == 0)


def day_number(year: int, month: int, day: int, calendar: Calendar = "mixed") -> int:
    """Return the number of a calendar date; raise InputError for a date that never was."""
    date = (year, month, day)
    text = f"{year:04d}-{month:02d}-{day:02d}"
    if not 1 <= month <= 12:
        raise InputError(f"{text} does not exist: a year has the months 1 to 12")
    if calendar == "mixed" and (1582, 10, 5) <= date < REFORM:
        raise InputError(f"{text} does not exist: 1582-10-04 was followed by 1582-10-15")
    julian = calendar == "julian" or (calendar == "mixed" and date < REFORM)
    length = _MONTH_DAYS[month - 1] + (month == 2 and is_leap(year, julian=julian))
    if not 1 <= day <= length:
        rule = "Julian" if julian else "Gregorian"
        raise InputError(
            f"{text} does not exist: in the {rule} calendar this month has {length} days"
        )
    # The year begins in March: the leap day comes last, and five months always have 153 days.
    y, m = (year, month - 3) if month > 2 else (year - 1, month + 9)
    days = 365 * y + y // 4 + (153 * m + 2) // 5 + day - 1
    return days - JULIAN_EPOCH if julian else days - y // 100 + y // 400 - GREGORIAN_EPOCH


def calendar_date(number: int, calendar: Calendar = "mixed") -> tuple[int, int, int]:
    """Return year, month and day of a day number: the inverse of `day_number`."""
    if calendar == "julian" or (calendar == "mixed" and number < REFORM_DAY):
        days = number + JULIAN_EPOCH
        y = (4 * days + 3) // 1461
        rest = days - (365 * y + y // 4)
    else:
        era, of_era = divmod(number + GREGORIAN_EPOCH, 146_097)
        year = (of_era - of_era // 1460 + of_era // 36_524 - of_era // 146_096) // 365
        rest = of_era - (365 * year + year // 4 - year // 100)
        y = year + 400 * era
    m = (5 * rest + 2) // 153
    return y + (m >= 10), m + 3 if m < 10 else m - 9, rest - (153 * m + 2) // 5 + 1


def parse_offset(text: str) -> int | None:
    """Return the seconds of an offset such as +08:00, -0330, Z; None when it is not one."""
    if text in ("Z", "UTC"):
        return 0
    found = re.fullmatch(r"([+-])(\d{1,2}):?(\d{2})?:?(\d{2})?", text, re.ASCII)
    if found is None:
        return None
    hours, minutes, seconds = (int(part or 0) for part in found.groups()[1:])
    if hours > 15 or minutes > 59 or seconds > 59:
        raise InputError(f"offset {shown(text)} is out of range; allowed: -15:59 to +15:59")
    return (hours * 3600 + minutes * 60 + seconds) * (-1 if found[1] == "-" else 1)


def check_year(year: int) -> None:
    """Raise InputError for a year that the almanac does not reach."""
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise InputError(
            f"year {year} is outside {FIRST_YEAR} to {LAST_YEAR}: the almanac has the terms of "
            "these years only, and beyond them the Earth's rotation leaves even the hour in doubt"
        )


def check_calendar(calendar: str) -> Calendar:
    """Return the name of a calendar; raise InputError for another word."""
    for name in CALENDARS:
        if calendar == name:
            return name
    raise InputError(f"calendar {shown(calendar)} is unknown; allowed: {', '.join(CALENDARS)}")


def parse_date_time(text: str, calendar: Calendar = "mixed") -> Written:
    """Read `YYYY-MM-DD[ HH:MM[:SS]][±HH:MM]`; full-width digits are accepted.

    Raises InputError for text that is no date-time, a date or time that does not exist (24:00 and
    the leap second 23:59:60 among them), and years outside 1000 to 2400.
    """
    if not text.strip():
        raise InputError("the date-time is empty; give one such as 2024-02-04 16:27")
    found = _TEXT.fullmatch(text.translate(FULL_WIDTH))
    if found is None:
        raise InputError(
            f"{shown(text)} is not a date-time; give one such as 2024-02-04 16:27, or with its "
            "offset 2024-02-04T16:27:30+08:00"
        )
    year, month, day = (int(found[i]) for i in (1, 2, 3))
    check_year(year)
    number = day_number(year, month, day, calendar)
    offset = None if found[7] is None else parse_offset(found[7])
    if found[4] is None:
        return Written(number, None, offset)
    hour, minute, second = (int(found[i] or 0) for i in (4, 5, 6))
    if hour > 23 or minute > 59 or second > 59:
        clock = f"{hour:02d}:{minute:02d}:{second:02d}"
        raise InputError(f"{clock} is no time of day; allowed: 00:00:00 to 23:59:59")
    return Written(number, hour * 3600 + minute * 60 + second, offset)


def show_clock(seconds: int, calendar: Calendar = "mixed") -> str:
    """Return clock seconds since 1970-01-01T00:00 as YYYY-MM-DD HH:MM:SS."""
    number, second = divmod(seconds, 86_400)
    year, month, day = calendar_date(number, calendar)
    hour, rest = divmod(second, 3600)
    return f"{year:04d}-{month:02d}-{day:02d} {hour:02d}:{rest // 60:02d}:{rest % 60:02d}"


def show_offset(seconds: int) -> str:
    """Return an offset as +HH:MM, with seconds where it has them."""
    sign, size = "-" if seconds < 0 else "+", abs(seconds)
    tail = f":{size % 60:02d}" if size % 60 else ""
    return f"{sign}{size // 3600:02d}:{size // 60 % 60:02d}{tail}"

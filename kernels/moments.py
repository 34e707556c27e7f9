"""What follows from an instant and the clock of a place: NumPy, for one moment as for a column.

`clock` is the seconds since 1970-01-01T00:00 that the place's own clock shows; `late` is 3600 where
the day begins at 23:00 (子初) and 0 where it begins at midnight (子正).
"""

from typing import Final, NamedTuple

import numpy as np
from dingshi.kernels.almanac import DAY, TermIndex, term_of_row, term_row
from dingshi.kernels.axes import Ints
from dingshi.kernels.rules import Codes, Flags

DAY_1970: Final = 17  # 1970-01-01 is 辛巳
EARTH_DAYS: Final = 18
NONE: Final = -1
NEW, FIRST_QUARTER, FULL, LAST_QUARTER, DARK = range(5)
EVE_OF_SEASON, EVE_OF_MIDDLE = range(2)


class DateAxes(NamedTuple):
    """The axes of each moment, int8; -1 throughout where the table does not reach."""

    day: Codes  # 0 to 59
    hour: Codes  # 0 to 11
    month_general: Codes  # 0 to 11
    half: Codes  # 0 or 1
    year: Codes  # 0 to 59
    ju: Codes  # 1 to 12


class Seasons(NamedTuple):
    """Where each day stands among the terms that begin and divide the seasons."""

    season: Codes  # 0 春 to 3 冬
    earth: Flags  # one of the last eighteen days of a season
    eve: Codes  # 0 the day before a season begins, 1 before an equinox or solstice, -1 neither
    beginning: Flags  # the day on which a season begins


def day_number(clock: Ints, late: int) -> Ints:
    """Return the number of the day that holds each clock time."""
    return (clock + late) // DAY


def hour_branch(clock: Ints) -> Ints:
    """Return the branch (0-11) of the double hour; 子 is 23:00 to 01:00."""
    return (clock % DAY + 3_600) // 7_200 % 12


def hour_pillar(clock: Ints) -> Ints:
    """Return the pillar (0-59) of the double hour; pillars run on, so 23:00 opens the next day's.

    The hour 子 of a day 甲 or 己 is 甲子.
    """
    day = (day_number(clock, 3_600) + DAY_1970) % 60
    return (12 * day + hour_branch(clock)) % 60


def date_axes(instants: Ints, clock: Ints, index: TermIndex, late: int) -> DateAxes:
    """Return the axes of moments by binary search: what `kernels.dates` does for millions."""
    known = (instants >= index.instant[0]) & (instants < index.instant[-1])
    packed = index.packed[np.where(known, term_row(index, instants), 0)].astype(np.int64)
    hour = hour_branch(clock)
    general = packed & 0xFF
    columns = (
        (day_number(clock, late) + DAY_1970) % 60,
        hour,
        general,
        packed >> 8 & 0xFF,
        packed >> 16,
        (hour - general) % 12 + 1,
    )
    return DateAxes(*(np.where(known, column, NONE).astype(np.int8) for column in columns))


def seasons(instants: Ints, clock: Ints, index: TermIndex, late: int) -> Seasons:
    """Return season, earth days and eves (五要權衡 23; 課體象意 341, 353).

    The season changes at the instant of its first term; days are counted by the place's own clock,
    against the day that holds the term there.
    """
    row = term_row(index, instants)
    offset = clock - instants
    day = day_number(clock, late)

    def day_of(term: Ints) -> Ints:
        return day_number(index.instant[np.minimum(term, len(index.instant) - 1)] + offset, late)

    # Every third term is the first or the middle one of a season, every sixth a first one.
    sixth = row - term_of_row(row) % 6
    next_third = row - term_of_row(row) % 3 + 3
    next_first = day_of(sixth + 6)
    beginning = (day_of(sixth) == day) | (next_first == day)
    eve = np.where(day_of(next_third) == day + 1, (next_third - sixth) % 6 // 3, NONE)
    return Seasons(
        (term_of_row(row) // 6).astype(np.int8),
        (next_first > day) & (next_first - day <= EARTH_DAYS),
        eve.astype(np.int8),
        beginning,
    )


def quarters(day: Ints, length: Ints) -> Codes:
    """Return 朔 0, 上弦 1, 望 2, 下弦 3, 晦 4 by lunar day, else -1 (課體象意 325: 二煩課).

    `day` 1 to 30, `length` 29 or 30; 0 where the lunar date is undecided.
    """
    cases = [day == 1, day == 8, day == 15, day == 23, (day == length) & (day > 0)]
    return np.select(cases, [NEW, FIRST_QUARTER, FULL, LAST_QUARTER, DARK], NONE).astype(np.int8)

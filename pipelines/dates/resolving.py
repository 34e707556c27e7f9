"""Arrays of instants and offsets -> the axes of their charts and every fact of their dates."""

from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
from dingshi.datasets.almanac import tables
from dingshi.dates import civil
from dingshi.dates.clocks import Clock
from dingshi.errors import InputError
from dingshi.kernels import almanac, axes, moments, sun
from dingshi.kernels.axes import Ints
from dingshi.kernels.rules import Codes, Flags
from dingshi.schools import night_hours
from numpy.typing import ArrayLike, NDArray

# From here on the compiled kernel is worth loading; below, binary search is done sooner.
BULK: Final = 200_000


class Moments(NamedTuple):
    """Moments and the axes of their charts: equally long arrays, codes as everywhere."""

    instant: Ints  # seconds since 1970-01-01T00:00 UTC
    offset: NDArray[np.int32]  # seconds east of UTC of the civil clock
    clock: Ints  # seconds since 1970-01-01T00:00 on the clock that rules the chart
    day: Codes
    hour: Codes
    month_general: Codes
    half: Codes
    year: Codes
    ju: Codes
    month_branch: Codes
    night: Flags
    reconstructed: Flags  # before 1645-01-28, when the civil calendar used the mean sun
    late: int


@cache
def term_index() -> almanac.TermIndex:
    """Return the solar terms as kernels take them."""
    return almanac.term_index(tables.terms())


@cache
def months() -> almanac.Months:
    """Return the lunar months of the whole almanac."""
    return almanac.number_months(tables.terms(), tables.moons())


def _seconds(values: ArrayLike, name: str) -> Ints:
    array = np.atleast_1d(np.asarray(values))
    if np.issubdtype(array.dtype, np.datetime64):
        if np.isnat(array).any():
            i = int(np.flatnonzero(np.isnat(array))[0])
            raise InputError(f"{name}[{i}] is null; every chart needs its instant")
        array = array.astype("datetime64[s]").astype(np.int64)
    if array.ndim != 1:
        raise InputError(f"{name} has {array.ndim} dimensions; give a vector")
    if array.size and not np.issubdtype(array.dtype, np.integer):
        raise InputError(f"{name} are {array.dtype}; give whole seconds or datetime64")
    return np.ascontiguousarray(array, dtype=np.int64)


def resolve(instants: ArrayLike, offsets: ArrayLike = 0, clock: Clock | None = None) -> Moments:
    """Resolve instants (seconds since 1970 UTC, or datetime64) at offsets (seconds east).

    `offsets` is one number or one for each instant. The month general changes at the instant of the
    中氣, the year pillar at 立春; day and hour follow the clock that `clock` chooses. Raises
    InputError for unequal lengths, an offset of more than a day, or a date outside 1000 to 2400.
    """
    rules = clock or Clock()
    moment = _seconds(instants, "instants")
    shift = _seconds(offsets, "offsets")
    if len(shift) not in (1, len(moment)):
        raise InputError(f"arrays of unequal length: instants {len(moment)}, offsets {len(shift)}")
    if shift.size and np.abs(shift).max() > almanac.DAY:
        raise InputError(f"offset {int(np.abs(shift).max())} is more than a day of seconds")
    day = (moment + shift) // almanac.DAY
    outside = np.flatnonzero((day < almanac.FIRST_DAY) | (day > almanac.LAST_DAY))
    if outside.size:
        raise InputError(
            f"instants[{outside[0]}] {moment[outside[0]]} is outside the years "
            f"{civil.FIRST_YEAR} to {civil.LAST_YEAR}, for which the almanac has solar terms"
        )
    ruling = shift
    if rules.time == "apparent" and rules.longitude is not None:
        ruling = sun.apparent_offset(moment, rules.longitude)
    local = moment + ruling
    if len(moment) >= BULK:
        from dingshi.kernels.dates import date_axes  # noqa: PLC0415 - loads Numba

        found = date_axes(moment, ruling.astype(np.int32), term_index(), rules.late)
    else:
        found = moments.date_axes(moment, local, term_index(), rules.late)
    if rules.night_by == "sun" and rules.longitude is not None and rules.latitude is not None:
        night = sun.is_night(moment, rules.longitude, rules.latitude)
    else:
        night = night_hours()[found.hour]
    branch = axes.month_branch(found.month_general.astype(np.int64), found.half.astype(np.int64))
    return Moments(
        moment,
        np.broadcast_to(shift, moment.shape).astype(np.int32),
        local,
        *found,
        branch.astype(np.int8),
        night,
        moment < almanac.TRUE_SUN_FROM,
        rules.late,
    )


def date_codes(found: Moments) -> dict[str, Any]:
    """Return every other fact of the dates, as the codes of the columns of the table `calendar`."""
    row = almanac.term_row(term_index(), found.instant)
    day = moments.day_number(found.clock, found.late)
    lunar = almanac.lunar_dates(day, months())
    stood = moments.seasons(found.instant, found.clock, term_index(), found.late)
    # A leap month has no row in the table of lodges, and the text is silent on it.
    lodged = (lunar.month > 0) & ~lunar.leap
    lodge = np.where(
        lodged, tables.moon_lodges()[lunar.month - 1, lunar.day.astype(np.int64) - 1], -1
    )
    term_year = almanac.pillar_year_of_row(row)
    return {
        "instant": found.instant,
        "offset": found.offset,
        **_civil_columns(found.instant + found.offset),
        "clock": (found.clock % almanac.DAY).astype(np.int32),
        "year": found.year,
        "month_pillar": almanac.month_pillar_of_row(row),
        "hour_pillar": moments.hour_pillar(found.clock),
        "month_branch": found.month_branch,
        "half": found.half,
        "reconstructed": found.reconstructed,
        "pillar_year": term_year,
        "term": almanac.term_of_row(row),
        "since_term": found.instant - term_index().instant[row],
        "until_term": term_index().instant[row + 1] - found.instant,
        "uncertainty": tables.uncertainty()[_year_of(found.instant) - almanac.FIRST_YEAR],
        "lunar_year": _undecided(lunar.year),
        "lunar_month": _undecided(lunar.month),
        "lunar_leap": lunar.leap,
        "lunar_day": _undecided(lunar.day),
        "quarter": moments.quarters(lunar.day.astype(np.int64), lunar.length.astype(np.int64)),
        "season": stood.season,
        "earth_days": stood.earth,
        "eve": stood.eve,
        "season_begins": stood.beginning,
        "lodge": lodge,
        "lodge_branch": np.where(lodged, tables.lodge_branches()[lodge], -1),
    }


def _undecided(values: NDArray[Any]) -> Ints:
    return np.where(values > 0, values, -1).astype(np.int64)


def _year_of(instants: Ints) -> Ints:
    return instants.astype("datetime64[s]").astype("datetime64[Y]").astype(np.int64) + 1970


def _civil_columns(clock: Ints) -> dict[str, Any]:
    """Return year, month and day as the calendar of the time had them: Julian before 1582-10-15."""
    day, second = np.divmod(clock, almanac.DAY)
    year, month, date = civil_dates(day)
    return {"civil_year": year, "civil_month": month, "civil_day": date, "civil_second": second}


def civil_dates(day: Ints) -> tuple[Ints, Ints, Ints]:
    """Return year, month and day of day numbers, as `civil.calendar_date` does for one."""
    julian = day < civil.REFORM_DAY
    era, of_era = np.divmod(day + civil.GREGORIAN_EPOCH, 146_097)
    of_year = (of_era - of_era // 1460 + of_era // 36_524 - of_era // 146_096) // 365
    new_rest = of_era - (365 * of_year + of_year // 4 - of_year // 100)
    days = day + civil.JULIAN_EPOCH
    old_year = (4 * days + 3) // 1461
    old_rest = days - (365 * old_year + old_year // 4)
    year = np.where(julian, old_year, of_year + 400 * era)
    rest = np.where(julian, old_rest, new_rest)
    month = (5 * rest + 2) // 153
    return (
        year + (month >= 10),
        np.where(month < 10, month + 3, month - 9),
        rest - (153 * month + 2) // 5 + 1,
    )

"""Spirits of many charts at once: where each falls, and what falls on each position."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

import numpy as np
from dingshi.bulk import column_of
from dingshi.datasets.vocabulary import BRANCHES
from dingshi.errors import InputError
from dingshi.kernels import axes, generals
from dingshi.kernels import spirits as kernel
from dingshi.parsing import (
    parse_branch,
    parse_day,
    parse_hour,
    parse_month_general,
    parse_pillar,
)
from dingshi.schools import (
    School,
    forward_seats,
    kernel_rules,
    night_hours,
    noble_table,
    resolve_school,
)
from dingshi.spirits.arrays import spirit_falls, spirit_table, spirit_tables
from dingshi.spirits.inputs import SEXES
from numpy.typing import NDArray

# The order of the kernel's positions, then those of the person.
POSITION_NAMES: Final = (
    "干上",
    "支上",
    "初傳",
    "中傳",
    "末傳",
    "占時",
    "日",
    *(f"{branch}上" for branch in BRANCHES),
    "本命",
    "命上",
    "行年",
    "年上",
)


class SpiritArrays(NamedTuple):
    """The spirits of n charts; columns are the twelve branches, then the day itself.

    Bit i of word w of a set is the spirit with the number 64 w + i.
    """

    falls: kernel.Masks  # (n, spirits): where each falls, a bit for each column
    sets: kernel.Words  # (n, 13, words): the spirits on each column
    columns: NDArray[np.int64]  # (n, 23): the column of each of POSITION_NAMES, -1 if not known
    positions: kernel.Words  # (n, 23, words): the spirits on each of POSITION_NAMES
    riders: NDArray[np.int64]  # (n, 12): the general that rides each branch (所乘)
    seats: NDArray[np.int64]  # (n, 12): the seat on which each branch lands (所臨)
    seat_sets: kernel.Words  # (n, 12, words): the spirits of that seat


def _optional(values: Iterable[Any] | None, count: int, *how: Any) -> NDArray[np.int64]:
    if values is None:
        return np.full(count, kernel.UNKNOWN, dtype=np.int64)
    return column_of(values, *how)


def _parse_half(word: str) -> int:
    if word not in ("0", "1"):
        raise InputError(f"half {word!r} is neither 0 (the earlier month) nor 1 (the later)")
    return int(word)


def _parse_sex(word: str) -> int:
    if word not in SEXES:
        raise InputError(f"sex {word!r} is unknown; allowed: {', '.join(SEXES)}")
    return SEXES[word]


def spirits_many(
    days: Iterable[Any],
    hours: Iterable[Any],
    month_generals: Iterable[Any],
    *,
    halves: Iterable[Any] | None = None,
    years: Iterable[Any] | None = None,
    natals: Iterable[Any] | None = None,
    sexes: Iterable[Any] | None = None,
    school: str | School = "jingwei",
    noble: str | None = None,
    readings: Mapping[str, str] | None = None,
    stems: str = "stated",
) -> SpiritArrays:
    """Return the spirits of n charts.

    Equally long words or codes, as for `cast_many`; `halves` 0 or 1 for the earlier or later month
    of the month general, `years` pairs, `natals` branches, `sexes` man or woman. What is left out
    leaves its spirits fallen nowhere and its positions empty. `stems`: stated, lodge or hidden.
    Raises InputError naming the index for a bad value, or for arrays of unequal length.
    """
    from dingshi.kernels.lessons import cast_lessons  # noqa: PLC0415 - loads Numba

    chosen = resolve_school(school, noble=noble, readings=readings)
    day = column_of(days, "days", 60, parse_day)
    hour = column_of(hours, "hours", 12, parse_hour)
    general = column_of(month_generals, "month_generals", 12, parse_month_general)
    half = _optional(halves, day.size, "halves", 2, _parse_half)
    year = _optional(years, day.size, "years", 60, lambda word: parse_pillar(word, "year"))
    natal = _optional(natals, day.size, "natals", 12, lambda word: parse_branch(word, "natal"))
    sex = _optional(sexes, day.size, "sexes", 2, _parse_sex)
    lengths = {
        "days": day.size,
        "hours": hour.size,
        "month_generals": general.size,
        "halves": half.size,
        "years": year.size,
        "natals": natal.size,
        "sexes": sex.size,
    }
    if len(set(lengths.values())) != 1:
        listed = ", ".join(f"{name} {n}" for name, n in lengths.items())
        raise InputError(f"arrays of unequal length: {listed}")
    shift = axes.shift_of(general, hour)
    lessons = cast_lessons(kernel_rules(), chosen.kernel_readings(), day, shift)
    plate = generals.plates(noble_table(chosen.noble), forward_seats())
    plate = plate[day % 10, shift, night_hours()[hour].astype(np.int64)]
    places = kernel.Places(day, shift, hour, half, year)
    sets = kernel.sets_of_charts(spirit_tables(stems), places, plate)
    columns = _columns(places, lessons.transmissions, natal, sex)
    seats = kernel.seats(shift)
    return SpiritArrays(
        kernel.falls_of_charts(spirit_falls(stems), spirit_table(stems), places, plate),
        sets,
        columns,
        kernel.at_columns(sets, columns),
        kernel.riders(plate, shift),
        seats,
        kernel.at_columns(sets, seats),
    )


def _columns(
    places: kernel.Places,
    transmissions: NDArray[np.int8],
    natal: NDArray[np.int64],
    sex: NDArray[np.int64],
) -> NDArray[np.int64]:
    known = kernel.columns_of_charts(places, kernel_rules().lodge, transmissions)
    life = axes.year_of_life(places.year, natal, sex)
    life = np.where((natal < 0) | (sex < 0) | (places.year < 0), kernel.UNKNOWN, life)
    person = []
    for seat in (natal, life):
        over = (seat + places.shift) % 12
        person += [seat, np.where(seat < 0, kernel.UNKNOWN, over)]
    return np.concatenate([known, np.stack(person, axis=-1)], axis=-1)

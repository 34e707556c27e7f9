"""Spirits of many charts: their bit sets at every position, and the mask of every spirit.

A chart costs a few loads and ORs for each word: what does not depend on the year is gathered once.
"""

import numpy as np
from dingshi.kernels.axes import Ints
from dingshi.kernels.compiled import kernel
from dingshi.kernels.rules import Codes, Flags
from dingshi.kernels.spirits import (
    AT_HOUR,
    COLUMNS,
    DAY,
    INITIAL,
    ON_DAY,
    OVER_BRANCH,
    OVER_STEM,
    POSITIONS,
    SEATS,
    Tables,
    Words,
)

YEARS = 60


@kernel
def _columns(lodge: Codes, three: Codes, day: int, shift: int, hour: int, columns: Ints) -> None:
    """Write the column of every position: heaven branches, the hour's own branch, and the day."""
    columns[OVER_STEM] = (lodge[day % 10] + shift) % 12
    columns[OVER_BRANCH] = (day + shift) % 12
    for k in range(3):
        columns[INITIAL + k] = three[k]
    columns[AT_HOUR] = hour
    columns[ON_DAY] = DAY
    for seat in range(12):
        columns[SEATS + seat] = (seat + shift) % 12


@kernel
def _gather(rows: Words, columns: Ints, first: int, last: int, out: Words) -> None:
    """Copy from every row the words of the columns of the positions from `first` to `last`."""
    words = out.shape[1] // columns.size
    for i in range(rows.shape[0]):
        for position in range(first, last):
            for word in range(words):
                out[i, position * words + word] = rows[i, columns[position] * words + word]


@kernel
def _spread(
    day_row: Words,
    month_row: Words,
    hour_row: Words,
    by_general: Words,
    generals: Codes,
    shift: int,
    columns: Ints,
    base: Words,
) -> None:
    """Write for every position the bits that do not depend on the year."""
    words = by_general.shape[1]
    for position in range(columns.size):
        column = columns[position]
        for word in range(words):
            source = column * words + word
            bits = day_row[source] | month_row[source] | hour_row[source]
            if column != DAY:
                bits |= by_general[generals[(column - shift) % 12], word]
            base[position * words + word] = bits


@kernel
def _fill_range(
    by_day: Words,
    by_month: Words,
    by_year: Words,
    by_hour: Words,
    by_general: Words,
    lodge: Codes,
    transmissions: Codes,
    plate: Codes,
    night: Codes,
    first: int,
    out: Words,
) -> None:
    """Fill the charts of the days from `first`; the words of a table row are contiguous."""
    columns = np.zeros(POSITIONS, np.int64)
    base = np.empty(out.shape[5], np.uint64)
    years = np.empty((YEARS, out.shape[5]), np.uint64)
    for place in range(out.shape[0]):
        day = first + place
        for shift in range(12):
            for hour in range(12):
                _columns(lodge, transmissions[day, shift], day, shift, hour, columns)
                # Of all positions only that of the hour changes with the hour.
                begin, end = (AT_HOUR, AT_HOUR + 1) if hour else (0, POSITIONS)
                _gather(by_year[day], columns, begin, end, years)
                generals = plate[day % 10, shift, night[hour]]
                for half in range(2):
                    month = by_month[day, half, (hour + shift) % 12]
                    _spread(
                        by_day[day, shift],
                        month,
                        by_hour[day, hour],
                        by_general,
                        generals,
                        shift,
                        columns,
                        base,
                    )
                    charts = out[place, shift, hour, half]
                    for year in range(YEARS):
                        for k in range(base.size):
                            charts[year, k] = base[k] | years[year, k]


def fill_positions(
    tables: Tables,
    lodge: Codes,
    transmissions: Codes,
    plate: Codes,
    night: Flags,
    first: int,
    out: Words,
) -> None:
    """Write the bit sets of spirits at every position of all charts of some days into `out`.

    `lodge` (10,); `transmissions` (60, 12, 3) by day and shift; `plate` (10, 12, 2, 12) as from
    `generals.plates`; `night` (12,): hours of night. `out`: uint64 (days, 12, 12, 2, 60, POSITIONS,
    words), the days from `first` on. Raises ValueError for an array of another shape.
    """
    words = tables.by_general.shape[1]
    shape = (out.shape[0], 12, 12, 2, YEARS, POSITIONS, words)
    if out.shape != shape or out.dtype != np.uint64 or not out.flags.c_contiguous:
        raise ValueError(f"out must be a C-ordered uint64 array (days, {shape[1:]})")
    if not 0 <= first <= first + out.shape[0] <= 60:
        raise ValueError(f"days {first} to {first + out.shape[0]} must lie in 0..60")
    width = COLUMNS * words
    _fill_range(
        tables.by_day.reshape(60, 12, width),
        tables.by_month.reshape(60, 2, 12, width),
        tables.by_year.reshape(60, YEARS, width),
        tables.by_hour.reshape(60, 12, width),
        tables.by_general,
        lodge,
        transmissions,
        plate,
        night.astype(np.int8),
        first,
        out.reshape(*shape[:5], POSITIONS * words),
    )

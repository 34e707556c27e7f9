"""Instants to the axes of their charts, by the million: compiled (see `moments` for a few)."""

import numpy as np
from dingshi.kernels.almanac import TermIndex
from dingshi.kernels.axes import Ints
from dingshi.kernels.compiled import kernel
from dingshi.kernels.moments import DAY_1970, DateAxes
from dingshi.kernels.rules import Codes
from numpy.typing import NDArray

# Added so that every sum below is positive, and unsigned division serves: a multiple of 60 days.
BIAS = 60 * 10_000 * 86_400


@kernel
def _fill(
    instants: Ints,
    offsets: NDArray[np.int32],
    terms: Ints,
    packed: NDArray[np.int32],
    per_second: float,
    late: int,
    day: Codes,
    hour: Codes,
    general: Codes,
    half: Codes,
    year: Codes,
    ju: Codes,
) -> None:
    """Write the axes of each instant; `offsets` is as long as `instants`, or 1 for all of them."""
    first = terms[0]
    last = terms[len(terms) - 1]
    step = np.int64(len(offsets) > 1)
    for i in range(len(instants)):
        t = instants[i]
        if t < first or t >= last:
            day[i] = hour[i] = general[i] = half[i] = year[i] = ju[i] = -1
            continue
        # Guess the row from the mean rate, then correct it by one; `term_index` proves that enough.
        row = np.int64(np.float64(t - first) * per_second)
        row -= np.int64(t < terms[row])
        row += np.int64(t >= terms[row + 1])
        local = np.uint64(t + np.int64(offsets[i * step]) + BIAS)
        chart_day = (local + np.uint64(late)) // np.uint64(86_400)
        second = np.uint32(local - local // np.uint64(86_400) * np.uint64(86_400))
        h = np.int32((second + np.uint32(3_600)) // np.uint32(7_200))
        h = np.int32(0) if h == 12 else h
        codes = packed[row]
        g = codes & 0xFF
        day[i] = np.uint32(chart_day + np.uint64(DAY_1970)) % np.uint32(60)
        hour[i] = h
        general[i] = g
        half[i] = (codes >> 8) & 0xFF
        year[i] = codes >> 16
        ju[i] = h - g + 1 if h >= g else h - g + 13


def date_axes(instants: Ints, offsets: NDArray[np.int32], index: TermIndex, late: int) -> DateAxes:
    """Return the axes of instants (int64 seconds) at offsets (int32 seconds east, n of them or 1).

    `late` is 3600 where the day begins at 23:00, else 0. Raises ValueError for offsets of another
    length or of more than a day.
    """
    moments = np.ascontiguousarray(instants, dtype=np.int64)
    shifts = np.ascontiguousarray(offsets, dtype=np.int32)
    if len(shifts) not in (1, len(moments)):
        raise ValueError("one offset is needed, or one for each instant")
    if len(shifts) and (shifts.min() < -86_400 or shifts.max() > 86_400):
        raise ValueError("an offset is at most a day")
    axes = DateAxes(*(np.empty(len(moments), dtype=np.int8) for _ in range(6)))
    _fill(moments, shifts, index.instant, index.packed, index.per_second, late, *axes)
    return axes

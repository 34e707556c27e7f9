"""The patterns of charts of real dates: gathered from the space, and those that need a date."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from dingshi.datasets.almanac.schema import PATTERN_COLUMNS
from dingshi.dates.resolving import Moments
from dingshi.kernels import axes
from dingshi.kernels.axes import Ints
from dingshi.kernels.rules import Codes, Flags
from dingshi.patterns.space import space
from dingshi.schools import School

AUTUMN: Final = (8, 9, 10)
UNDECIDED: Final = -1


def _places(found: Moments, shift: Ints) -> tuple[Ints, ...]:
    """Return the places of moments on the axes that a date tells: day, shift, hour, half, year."""
    codes = (found.day, shift, found.hour, found.half, found.year)
    return tuple(np.asarray(code, dtype=np.int64) for code in codes)


def _at(flags: Flags, places: tuple[Ints, ...]) -> Flags:
    """Return what an array over the axes, of size 1 where it does not depend, says of places."""
    depends = [np.minimum(p, size - 1) for p, size in zip(places, flags.shape, strict=False)]
    gathered: Flags = flags[(*depends, *(0,) * (flags.ndim - len(places)))]
    return gathered


def pattern_codes(found: Moments, school: School, dates: Mapping[str, Any]) -> dict[str, Any]:
    """Return the pattern columns of moments; `dates` are the columns of `date_codes`.

    三光不仁 is 順關隔 in autumn on a quarter day of the moon (六壬經緯 179): UNDECIDED where the
    lunar date is.
    """
    shift = axes.shift_of(found.month_general.astype(np.int64), found.hour.astype(np.int64))
    places = _places(found, shift)
    holds = space(school).holds
    codes: dict[str, Any] = {
        column: _at(holds[entry], places) for entry, column in PATTERN_COLUMNS.items()
    }
    forward = _at(holds["jingwei.guange.shunguange"], places)
    autumn = np.isin(found.month_branch, AUTUMN)
    quarter: Codes = np.where(dates["lunar_day"] < 0, UNDECIDED, dates["quarter"] >= 0)
    codes["jingwei_guange_sanguangburen"] = np.where(forward & autumn, quarter, 0).astype(np.int8)
    return codes

"""Charts of real dates as an Arrow table: one place where its columns come together."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa
from dingshi.arrow import arrow_table
from dingshi.datasets.almanac.schema import CALENDAR
from dingshi.dates.clocks import Clock
from dingshi.dates.patterns import pattern_codes
from dingshi.dates.resolving import Moments, date_codes, resolve
from dingshi.schools import School, resolve_school
from dingshi.tables import chart_codes
from numpy.typing import ArrayLike


def calendar_codes(found: Moments, school: School) -> dict[str, Any]:
    """Return the codes of every column of the table `calendar`: date, chart, patterns."""
    chart = chart_codes(
        school,
        found.day.astype(np.int64),
        found.hour.astype(np.int64),
        found.month_general.astype(np.int64),
        found.night,
    )
    dates = date_codes(found)
    return {**dates, **chart, **pattern_codes(found, school, dates)}


def charts_at(
    instants: ArrayLike,
    offsets: ArrayLike = 0,
    *,
    clock: Clock | None = None,
    school: str | School = "jingwei",
    noble: str | None = None,
    readings: Mapping[str, str] | None = None,
) -> pa.Table:
    """Cast the charts of n instants; return an Arrow table of n rows (the schema of `calendar`).

    `instants`: seconds since 1970 UTC, or datetime64. `offsets`: seconds east of UTC, one or n.
    Raises InputError as `resolve` does, and for an unknown school or reading.
    """
    chosen = resolve_school(school, noble=noble, readings=readings)
    return arrow_table(CALENDAR, calendar_codes(resolve(instants, offsets, clock), chosen))

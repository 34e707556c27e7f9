"""Columns of date-times -> codes of day, hour and month general, as validation asks for them."""

from collections.abc import Callable, Sequence

import numpy as np
from dingshi.dates.civil import check_calendar
from dingshi.dates.clocks import Clock
from dingshi.dates.dated import instant_of
from dingshi.dates.resolving import resolve
from dingshi.dates.zones import check_fold, zone_of
from dingshi.errors import InputError
from dingshi.kernels.axes import Ints

NONE = -1


def resolver(
    tz: str | None = None,
    *,
    clock: Clock | None = None,
    calendar: str = "mixed",
    fold: str | None = None,
) -> Callable[[Sequence[str]], tuple[Ints, Ints, Ints]]:
    """Return a function from texts to three arrays: day 0-59, hour and month general 0-11.

    A text that is not one moment in the zone (`tz`, or the offset that it names itself) is -1 in
    all three. Raises InputError for an unknown zone, calendar or fold.
    """
    check_calendar(calendar)
    check_fold(fold)
    if tz is not None:
        zone_of(tz)

    def codes(texts: Sequence[str]) -> tuple[Ints, Ints, Ints]:
        found = np.full((3, len(texts)), NONE, dtype=np.int64)
        places, moments = [], []
        for i, text in enumerate(texts):
            try:
                instant, offset, _ = instant_of(text, tz, calendar=calendar, fold=fold)
            except InputError:
                continue
            places.append(i)
            moments.append((instant, offset))
        instants, offsets = np.array(moments, dtype=np.int64).reshape(-1, 2).T
        resolved = resolve(instants, offsets, clock)
        found[:, places] = resolved.day, resolved.hour, resolved.month_general
        return found[0], found[1], found[2]

    return codes

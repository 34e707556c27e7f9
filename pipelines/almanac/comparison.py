"""Pillars, terms and lunar dates against sxtwl and lunar-python; see docs/calendar.md.

    python -m dingshi.almanac.comparison [--instants 200000] [--every-day]

Differences are counted by cause; the command fails when one is left without a cause. Both libraries
rest on the same series (寿星), so they count as one independent witness.
"""

import argparse
import multiprocessing
import os
import sys
from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

import numpy as np
from dingshi.datasets.almanac import tables
from dingshi.datasets.vocabulary import BRANCHES, PILLARS
from dingshi.dates.resolving import months, resolve, term_index
from dingshi.kernels.almanac import (
    DAY,
    FIRST_YEAR,
    TRUE_SUN_DAY,
    UTC8,
    lunar_dates,
    month_pillar_of_row,
    term_row,
)
from dingshi.kernels.moments import DAY_1970
from numpy.typing import NDArray

I8 = NDArray[np.int64]

FIRST: Final = TRUE_SUN_DAY * DAY
LAST: Final = 13_569_033_600  # 2399-12-31T00:00
EPOCH: Final = datetime(1970, 1, 1)
ZONE: Final = "Asia/Shanghai"
SERIES_ERROR: Final = 9  # seconds by which their orbit, rounding and past ΔT may add to our error
FIELDS: Final = ("day", "late_day", "hour", "month", "year")


def _clock_changes() -> I8:
    """Return the instants at which the clock of the zone changed between 1900 and 2000."""
    zone = ZoneInfo(ZONE)
    hours = np.arange(-2_208_988_800, 946_684_800, 3_600)
    offsets = np.array([_utc_offset(zone, t) for t in hours.tolist()])
    found: I8 = hours[1:][np.diff(offsets) != 0]
    return found


def _utc_offset(zone: ZoneInfo, instant: int) -> int:
    moment = (EPOCH + timedelta(seconds=instant)).replace(tzinfo=zone)
    return int((zone.fromutc(moment).utcoffset() or timedelta()).total_seconds())


def sample(count: int, seed: int = 7) -> I8:
    """Return about `count` sorted instants from 1645 to 2399; all boundaries, if it is large.

    Every solar term and the second on either side, every quarter of an hour from 22:45 to 1:15 on
    some days, leap months, changes of summer time; what is left is drawn at random.
    """
    rng = np.random.default_rng(seed)
    terms = tables.terms()
    terms = terms[(terms > FIRST) & (terms < LAST)]
    known = months()
    leaps = known.start[known.leap] * DAY - UTC8
    leaps = leaps[(leaps > FIRST) & (leaps < LAST)]
    whole = count >= 4 * len(terms)
    if not whole:
        terms, leaps = rng.choice(terms, count // 8), rng.choice(leaps, count // 8)
    nights = rng.integers(FIRST // DAY + 1, LAST // DAY, max(1, count // 40)) * DAY - UTC8
    changes = _clock_changes()
    parts = [
        *(terms + d for d in (-1, 0, 1)),
        *(nights + minutes * 60 + d for minutes in range(-75, 90, 15) for d in (-1, 0)),
        *(leaps + days * DAY + 43_200 for days in (-1, 0, 15, 28, 30)),
        *(changes + d for d in range(-10_800, 10_801, 1_800)),
    ]
    found = np.concatenate(parts)
    rest = max(0, count - len(found))
    found = np.concatenate([found, rng.integers(FIRST, LAST, rest)])
    found = found[(found > FIRST) & (found < LAST)]
    return np.sort(found)


def _sixty(stem: int, branch: int) -> int:
    return (6 * stem - 5 * branch) % 60


def by_sxtwl(instants: I8, offsets: I8) -> I8:
    """Return `FIELDS` by sxtwl; its month and year change at the midnight before the term."""
    import sxtwl  # noqa: PLC0415 - a witness, not a dependency

    rows = []
    for t, offset in zip(instants.tolist(), offsets.tolist(), strict=True):
        here = EPOCH + timedelta(seconds=t + offset)
        there = EPOCH + timedelta(seconds=t + UTC8)
        day = sxtwl.fromSolar(here.year, here.month, here.day)
        dated = sxtwl.fromSolar(there.year, there.month, there.day)
        pillar, year, month = day.getDayGZ(), dated.getYearGZ(), dated.getMonthGZ()
        number = _sixty(pillar.tg, pillar.dz)
        rows.append(
            (
                number,
                (number + (here.hour == 23)) % 60,
                sxtwl.getShiGz(pillar.tg, here.hour).dz,
                _sixty(month.tg, month.dz),
                _sixty(year.tg, year.dz),
            )
        )
    return np.array(rows)


def by_lunar_python(instants: I8, offsets: I8) -> I8:
    """Return `FIELDS` by lunar-python; its month and year change at the second of the term."""
    from lunar_python import Solar  # noqa: PLC0415 - a witness, not a dependency

    rows = []
    for t, offset in zip(instants.tolist(), offsets.tolist(), strict=True):
        here, there = (EPOCH + timedelta(seconds=t + o) for o in (offset, UTC8))
        own, dated = (
            Solar.fromYmdHms(d.year, d.month, d.day, d.hour, d.minute, d.second).getLunar()
            for d in (here, there)
        )
        rows.append(
            (
                PILLARS.index(own.getDayInGanZhiExact2()),
                PILLARS.index(own.getDayInGanZhiExact()),
                BRANCHES.index(own.getTimeZhi()),
                PILLARS.index(dated.getMonthInGanZhiExact()),
                PILLARS.index(dated.getYearInGanZhiExact()),
            )
        )
    return np.array(rows)


WITNESSES: Final = {"sxtwl": by_sxtwl, "lunar-python": by_lunar_python}


def by_us(instants: I8, offsets: I8) -> I8:
    """Return `FIELDS` by this package."""
    found = resolve(instants, offsets)
    late = (found.clock + 3_600) // DAY
    month = month_pillar_of_row(term_row(term_index(), instants))
    return np.stack(
        [found.day, (late + DAY_1970) % 60, found.hour, month, found.year], axis=1
    ).astype(np.int64)


def local_offsets(instants: I8) -> I8:
    """Return the offsets that the clocks showed: UTC+8, with summer time in its years."""
    zone = ZoneInfo(ZONE)
    summer = (instants > -2_177_452_800) & (instants < 946_684_800)
    offsets = np.full(len(instants), UTC8, dtype=np.int64)
    for i in np.flatnonzero(summer).tolist():
        offsets[i] = _utc_offset(zone, int(instants[i]))
    return offsets


def allowance(name: str, year: I8) -> I8:
    """Return the seconds by which a term of a witness may differ from ours in each year.

    A quarter more than our uncertainty, which is one standard error, and the error of the series.
    The ΔT of sxtwl for this century is a forecast made about 2000: 124 s off by the end of it.
    """
    allowed: I8 = tables.uncertainty()[year - FIRST_YEAR] * 5 // 4 + SERIES_ERROR
    stale = (name == "sxtwl") & (year >= 2000) & (year < 2100)
    return np.where(stale, np.maximum(allowed, 125), allowed)


def causes(name: str, instants: I8, ours: I8, theirs: I8) -> Counter[str]:
    """Count the differences by cause; what has none is counted under `unexplained`.

    Day and hour are exact arithmetic and admit no cause. Month and year may differ where a 節 is
    nearer than its uncertainty and the error of the series together; for sxtwl on its civil day.
    """
    found: Counter[str] = Counter()
    wrong = ours != theirs
    found["unexplained"] += int(wrong[:, :3].any(axis=1).sum())
    opening = tables.terms()[::2]
    after = np.clip(np.searchsorted(opening, instants, side="right"), 1, len(opening) - 1)
    early, late = opening[after - 1], opening[after]
    nearest = np.where(instants - early < late - instants, early, late)
    gap = np.abs(instants - nearest)
    year = instants.astype("datetime64[s]").astype("datetime64[Y]").astype(np.int64) + 1970
    doubt = allowance(name, year)
    term = wrong[:, 3:].any(axis=1)
    near = term & (gap <= doubt)
    found["the 節 is within its uncertainty"] += int(near.sum())
    rest = term & ~near
    if name == "sxtwl":
        their_day = (nearest + UTC8) // DAY == (instants + UTC8) // DAY
        found["sxtwl changes at the midnight before the 節"] += int((rest & their_day).sum())
        rest &= ~their_day
        # Where it follows the printed calendars (of the Qing; until 1928 by the mean time of
        # Beijing), or its own ΔT moves a term over midnight, a whole day lies between the two.
        edge = np.abs((nearest + UTC8 + DAY // 2) % DAY - DAY // 2)
        printed = (year < 1929) | (edge <= doubt)
        moved = rest & printed & (gap <= 2 * DAY)
        found["sxtwl has the 節 on the next or last day"] += int(moved.sum())
        rest &= ~moved
    found["unexplained"] += int(rest.sum())
    return +found


@dataclass(frozen=True, slots=True)
class Run:
    """Consecutive days on which a lunar date differs."""

    first: date
    days: int
    ours: str
    theirs: str


def lunar_codes(days: I8) -> I8:
    """Return our lunar dates of days as one number each."""
    found = lunar_dates(days, months())
    codes: I8 = _code(found.year.astype(np.int64), found.month, found.leap, found.day)
    return codes


def _code(year: Any, month: Any, leap: Any, day: Any) -> Any:
    return ((year * 16 + month) * 2 + leap) * 32 + day


def show_code(code: int) -> str:
    """Return a lunar date as words."""
    year, rest = divmod(code, 1024)
    return f"{year}-{'閏' if rest // 32 % 2 else ''}{rest // 64}-{rest % 32}"


def lunar_by_sxtwl(days: I8) -> I8:
    """Return the lunar dates of days by sxtwl."""
    import sxtwl  # noqa: PLC0415 - a witness, not a dependency

    rows = []
    for number in days.tolist():
        d = date(1970, 1, 1) + timedelta(days=number)
        s = sxtwl.fromSolar(d.year, d.month, d.day)
        rows.append(
            _code(s.getLunarYear(), s.getLunarMonth(), int(s.isLunarLeap()), s.getLunarDay())
        )
    return np.array(rows)


def lunar_by_lunar_python(days: I8) -> I8:
    """Return the lunar dates of consecutive days by lunar-python."""
    from lunar_python import LunarYear  # noqa: PLC0415 - a witness, not a dependency

    first, found = int(days[0]), np.zeros(len(days), dtype=np.int64)
    year = (EPOCH + timedelta(days=first)).year
    for y in range(year - 1, (EPOCH + timedelta(days=int(days[-1]))).year + 1):
        for month in LunarYear.fromYear(y).getMonths():
            if month.getYear() != y:
                continue
            begin = int(month.getFirstJulianDay() + 0.5) - 2_440_588 - first
            for i in range(max(0, -begin), min(month.getDayCount(), len(days) - begin)):
                number = month.getMonth()
                found[begin + i] = _code(y, abs(number), int(number < 0), i + 1)
    return found


LUNAR_WITNESSES: Final = {"sxtwl": lunar_by_sxtwl, "lunar-python": lunar_by_lunar_python}


def runs(days: I8, ours: I8, theirs: I8) -> list[Run]:
    """Return the runs of consecutive days on which the two differ."""
    wrong = np.flatnonzero(ours != theirs)
    starts = wrong[np.diff(wrong, prepend=-2) > 1]
    ends = wrong[np.diff(wrong, append=len(days) + 1) > 1]
    return [
        Run(
            date(1970, 1, 1) + timedelta(days=int(days[a])),
            int(b - a + 1),
            show_code(int(ours[a])),
            show_code(int(theirs[a])),
        )
        for a, b in zip(starts, ends, strict=True)
    ]


def _compare_pillars(count: int, processes: int) -> int:
    instants = sample(count)
    offsets = local_offsets(instants)
    ours = by_us(instants, offsets)
    pieces = list(zip(np.array_split(instants, 64), np.array_split(offsets, 64), strict=True))
    left = 0
    for name, witness in WITNESSES.items():
        with multiprocessing.get_context("spawn").Pool(processes) as pool:
            theirs = np.concatenate(pool.starmap(witness, pieces))
        differ = dict(zip(FIELDS, (ours != theirs).sum(axis=0).tolist(), strict=True))
        found = causes(name, instants, ours, theirs)
        sys.stdout.write(f"{name}: {len(instants):,} instants; differ {differ}\n")
        for cause, number in found.items():
            sys.stdout.write(f"  {cause}: {number:,}\n")
        left += found["unexplained"]
    return left


def _compare_lunar() -> None:
    days = np.arange(TRUE_SUN_DAY, LAST // DAY + 1)
    ours = lunar_codes(days)
    for name, witness in LUNAR_WITNESSES.items():
        theirs = witness(days)
        found = runs(days, ours, theirs)
        sys.stdout.write(
            f"{name}: {len(days):,} lunar dates; {int((ours != theirs).sum()):,} differ in "
            f"{len(found)} runs\n"
        )
        for run in found:
            sys.stdout.write(f"  {run.first} {run.days:3d} days  {run.ours}  {run.theirs}\n")


def main() -> None:
    """Run the command line; exit 1 when a difference has no cause."""
    parser = argparse.ArgumentParser(prog="python -m dingshi.almanac.comparison")
    parser.add_argument("--instants", type=int, default=200_000)
    parser.add_argument("--every-day", action="store_true", help="compare every lunar date too")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    left = _compare_pillars(arguments.instants, arguments.processes)
    if arguments.every_day:
        _compare_lunar()
    sys.exit(1 if left else 0)


if __name__ == "__main__":
    main()

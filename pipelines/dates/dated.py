"""The chart of a date: what `dingshi.cast_at` returns."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

import numpy as np
from dingshi.chart import Chart, cast_codes
from dingshi.datasets.almanac import tables, words
from dingshi.datasets.vocabulary import BRANCHES, GENERALS, PILLARS
from dingshi.dates.civil import (
    Written,
    check_calendar,
    check_year,
    parse_date_time,
    show_clock,
    show_offset,
)
from dingshi.dates.clocks import Clock
from dingshi.dates.persons import Person, parse_person
from dingshi.dates.resolving import date_codes, resolve, term_index
from dingshi.dates.zones import check_fold, offset_at, offset_of
from dingshi.errors import InputError
from dingshi.kernels.almanac import FIRST_DAY, FIRST_YEAR, LAST_DAY, term_of_row, term_row
from dingshi.schools import School, resolve_school

NOBODY: Final = Person()
NEAR: Final = 300  # seconds from a boundary within which a chart is warned of


@dataclass(frozen=True, slots=True)
class Boundary:
    """A boundary near the moment, and the chart on its other side."""

    kind: str  # term, hour, day, day and hour, sun
    name: str  # a term, a branch, 日 …
    seconds: int  # until it, negative since it
    uncertainty: int  # seconds by which the boundary itself may be wrong
    other: "DatedChart"

    @property
    def undecided(self) -> bool:
        """Return whether the moment lies within the uncertainty of the boundary."""
        return abs(self.seconds) <= self.uncertainty

    def to_dict(self) -> dict[str, Any]:
        """Return the warning as JSON-ready values, with the whole chart of the other side."""
        return {
            "kind": self.kind,
            "name": self.name,
            "seconds": self.seconds,
            "uncertainty_s": self.uncertainty,
            "undecided": self.undecided,
            "other_side": self.other.to_dict(),
        }


@dataclass(frozen=True, slots=True)
class DatedChart:
    """A chart with the date that it stands for: codes of the columns of the table `calendar`."""

    chart: Chart
    date: Mapping[str, int]
    zone: str
    clock: Clock
    person: Person
    warnings: tuple[Boundary, ...] = ()

    @property
    def instant(self) -> int:
        """Return the moment in seconds since 1970-01-01T00:00 UTC."""
        return self.date["instant"]

    def pillars(self) -> dict[str, str]:
        """Return the four pillars."""
        columns = {"year": "year", "month": "month_pillar", "day": "day", "hour": "hour_pillar"}
        return {name: PILLARS[self.date[column]] for name, column in columns.items()}

    def terms(self) -> list[dict[str, Any]]:
        """Return the solar terms on either side, with their instants and their uncertainty."""
        row = int(term_row(term_index(), np.int64(self.instant)))  # type: ignore[arg-type]
        return [self._term(row), self._term(row + 1)]

    def _term(self, row: int) -> dict[str, Any]:
        instant = int(term_index().instant[row])
        return {
            "term": words.TERMS[term_of_row(row)],  # type: ignore[arg-type]
            "instant": show_instant(instant),
            "civil": show_clock(instant + self.date["offset"]),
            "seconds": instant - self.instant,
            "uncertainty_s": uncertainty_at(instant),
        }

    def lunar(self) -> dict[str, Any] | None:
        """Return the lunar date, None where it is undecided (before 1645-01-28)."""
        date = self.date
        if date["lunar_month"] < 0:
            return None
        return {
            "year": date["lunar_year"],
            "month": date["lunar_month"],
            "leap": bool(date["lunar_leap"]),
            "day": date["lunar_day"],
            "quarter": words.QUARTERS[date["quarter"]] if date["quarter"] >= 0 else None,
        }

    def year_of_life(self) -> dict[str, Any] | None:
        """Return 行年: its branch, what stands over it, and the age, if known."""
        branch = self.person.year_of_life(self.date["year"])
        if branch is None:
            return None
        heaven = self.chart.heaven(branch)
        return {
            "branch": BRANCHES[branch],
            "heaven": BRANCHES[heaven],
            "general": GENERALS[self.chart.plate[branch]],
            "age": self.person.age(self.date["pillar_year"]),
        }

    def to_dict(self) -> dict[str, Any]:
        """Return the object of the chart, and `date`, `year_of_life` and `warnings` beside it."""
        date = self.date
        lodge = date["lodge"]
        return {
            **self.chart.to_dict(),
            "date": {
                "instant": show_instant(self.instant),
                "civil": show_clock(self.instant + date["offset"]),
                "offset": show_offset(date["offset"]),
                "zone": self.zone,
                "time": self.clock.time,
                "clock": show_clock(self.instant + date["clock_offset"]),
                "day_starts": self.clock.day_starts,
                "night_by": self.clock.night_by,
                "pillars": self.pillars(),
                "month_branch": BRANCHES[date["month_branch"]],
                "half": date["half"],
                "reconstructed": bool(date["reconstructed"]),
                "terms": self.terms(),
                "lunar": self.lunar(),
                "season": words.SEASONS[date["season"]],
                "earth_days": bool(date["earth_days"]),
                "eve": words.EVES[date["eve"]] if date["eve"] >= 0 else None,
                "season_begins": bool(date["season_begins"]),
                "lodge": None
                if lodge < 0
                else {
                    "lodge": words.LODGES[lodge],
                    "branch": BRANCHES[date["lodge_branch"]],
                },
            },
            "year_of_life": self.year_of_life(),
            "warnings": [warning.to_dict() for warning in self.warnings],
        }

    def __str__(self) -> str:
        """Return date, warnings and chart as a person reads them."""
        from dingshi.dates.drawing import draw_dated  # noqa: PLC0415 - drawing reads charts

        return draw_dated(self)


def show_instant(instant: int) -> str:
    """Return an instant as ISO 8601 in UTC; proleptic Gregorian, as that standard asks."""
    return show_clock(instant, "gregorian").replace(" ", "T") + "Z"


def uncertainty_at(instant: int) -> int:
    """Return the seconds by which a term near an instant may be wrong."""
    year = int(np.int64(instant).astype("datetime64[s]").astype("datetime64[Y]").astype(int)) + 1970
    return int(tables.uncertainty()[year - FIRST_YEAR])


def cast_instant(
    instant: int,
    offset: int,
    *,
    zone: str,
    clock: Clock,
    school: School,
    person: Person = NOBODY,
    night: bool | None = None,
    warn: bool = True,
) -> DatedChart:
    """Cast the chart of an instant (seconds since 1970 UTC) at an offset (seconds east)."""
    found = resolve(np.array([instant]), np.array([offset]), clock)
    date = {name: int(np.asarray(values)[0]) for name, values in date_codes(found).items()}
    date["clock_offset"] = int(found.clock[0]) - instant
    date["day"] = int(found.day[0])
    chart = cast_codes(
        int(found.day[0]),
        int(found.month_general[0]),
        int(found.hour[0]),
        school=school,
        night=bool(found.night[0]) if night is None else night,
        natal=person.natal,
    )
    age = person.age(date["pillar_year"])
    if age is not None and age < 1:
        raise InputError(
            f"born {person.born} is after the date of the chart, {date['pillar_year']}"
        )
    dated = DatedChart(chart, date, zone, clock, person)
    if not warn:
        return dated

    def across(second: int) -> DatedChart:
        return cast_instant(
            second,
            offset_at(zone, second),
            zone=zone,
            clock=clock,
            school=school,
            person=Person(person.natal, person.sex),
            night=night,
            warn=False,
        )

    near = [*_near_terms(dated), *_near_hours(dated), *_near_sun(dated, across, night)]
    warnings = [
        Boundary(kind, name, seconds, doubt, across(instant + seconds + (0 if seconds > 0 else -1)))
        for kind, name, seconds, doubt in near
    ]
    return replace(dated, warnings=tuple(warnings))


def _near_terms(dated: DatedChart) -> list[tuple[str, str, int, int]]:
    return [
        ("term", term["term"], term["seconds"], term["uncertainty_s"])
        for term in dated.terms()
        if abs(term["seconds"]) <= max(NEAR, term["uncertainty_s"])
    ]


def _near_hours(dated: DatedChart) -> list[tuple[str, str, int, int]]:
    """Return the boundaries of hours and of the day within reach."""
    clock = dated.date["clock"]
    boundaries = {3_600 + 7_200 * hour: "hour" for hour in range(12)}
    day = 86_400 - dated.clock.late
    boundaries[day % 86_400] = "day and hour" if dated.clock.late else "day"
    near = []
    for second, kind in boundaries.items():
        away = (second - clock + 43_200) % 86_400 - 43_200
        if abs(away) <= NEAR:
            # The hour that the boundary opens, or the day's own start.
            name = "日" if kind == "day" else BRANCHES[(second + 3_600) // 7_200 % 12]
            near.append((kind, name, away, 0))
    return near


def _near_sun(
    dated: DatedChart, across: Any, night: bool | None
) -> list[tuple[str, str, int, int]]:
    """Return sunrise or sunset within reach, found to the second by halving."""
    if dated.clock.night_by != "sun" or night is not None:
        return []
    now = dated.chart.night
    for sign in (-1, 1):
        if across(dated.instant + sign * NEAR).chart.night == now:
            continue
        inside, outside = 0, NEAR
        while outside - inside > 1:
            middle = (inside + outside) // 2
            if across(dated.instant + sign * middle).chart.night == now:
                inside = middle
            else:
                outside = middle
        name = "sunrise" if now == (sign > 0) else "sunset"
        return [("sun", name, outside if sign > 0 else -inside, 60)]
    return []


def _written(at: str | datetime, calendar: str) -> Written:
    if not isinstance(at, datetime):
        return parse_date_time(at, check_calendar(calendar))
    check_year(at.year)
    day = at.toordinal() - 719_163
    shift = at.utcoffset()
    second = at.hour * 3600 + at.minute * 60 + at.second
    return Written(day, second, None if shift is None else round(shift.total_seconds()))


def instant_of(
    at: str | datetime, tz: str | None, *, calendar: str = "mixed", fold: str | None = None
) -> tuple[int, int, str]:
    """Return the instant, the offset and the zone's name of a date-time as it was written.

    Raises InputError for what is no date-time, has no hour, no zone, or is not one moment there.
    """
    written = _written(at, calendar)
    if written.second is None:
        raise InputError(f"{at} has no time of day; a chart needs its hour, such as {at} 16:27")
    if not FIRST_DAY <= written.day <= LAST_DAY:
        raise InputError(f"{at} is outside the years 1000 to 2400 of the Gregorian calendar")
    clock = written.day * 86_400 + written.second
    check_fold(fold)
    if tz is None:
        if written.offset is None:
            raise InputError(
                f"{at} has no zone; give --tz Asia/Shanghai, or an offset after the time: +08:00"
            )
        return clock - written.offset, written.offset, show_offset(written.offset)
    # The fold of a datetime is 0 unless somebody chose it, so that only 1 says anything.
    if fold is None and isinstance(at, datetime) and at.fold:
        fold = "second"
    offset = offset_of(tz, clock, fold=fold, given=written.offset)
    return clock - offset, offset, tz.strip()


def cast_at(
    at: str | datetime,
    tz: str | None = None,
    *,
    clock: Clock | None = None,
    calendar: str = "mixed",
    fold: str | None = None,
    born: str | int | None = None,
    sex: str | None = None,
    natal: str | None = None,
    night: bool | None = None,
    school: str | School = "jingwei",
    noble: str | None = None,
    readings: Mapping[str, str] | None = None,
) -> DatedChart:
    """Cast the chart of a date and time.

    `at`: `2024-02-04 16:27[:30][+08:00]` or a datetime; before 1582-10-15 Julian unless `calendar`
    is `gregorian`. `tz`: an IANA zone or an offset; `fold` (first, second) tells which of two equal
    clock times is meant. `clock` chooses civil or apparent time, the start of the day, and what is
    night. `born` (a year) and `sex` (m, f) give 本命 and 行年. Raises InputError, naming the value.
    """
    instant, offset, zone = instant_of(at, tz, calendar=calendar, fold=fold)
    return cast_instant(
        instant,
        offset,
        zone=zone,
        clock=clock or Clock(),
        school=resolve_school(school, noble=noble, readings=readings),
        person=parse_person(born, sex, natal),
        night=night,
    )

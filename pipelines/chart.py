"""A single chart: what `dingshi.cast` returns, and its JSON object (docs/design.md, section 6)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from dingshi.datasets.vocabulary import (
    BRANCHES,
    DECISIONS,
    DETAILS,
    GENERALS,
    METHODS,
    PILLARS,
    RELATIONS,
    STEMS,
)
from dingshi.kernels import axes, facts, generals
from dingshi.parsing import parse_branch, parse_day, parse_hour, parse_month_general
from dingshi.schools import (
    School,
    forward_seats,
    kernel_rules,
    night_hours,
    noble_table,
    resolve_school,
)
from dingshi.shipped import Lesson, lesson_at, shipped_lesson


def cast_lesson(day: int, shift: int, school: School) -> Lesson:
    """Return the lesson at `day` (0-59) and `shift` (0-11) under any set of readings.

    A named school reads the shipped table; any other set is cast by the kernels.
    """
    if school.is_named():
        return shipped_lesson(school.name, day, axes.ju(shift))
    from dingshi.kernels.lessons import cast_lessons  # noqa: PLC0415 - loads Numba

    lessons = cast_lessons(
        kernel_rules(), school.kernel_readings(), np.array([day]), np.array([shift])
    )
    return lesson_at(lessons, 0)


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart: the axes it was asked for and all that follows from them; codes throughout."""

    school: School
    day: int
    hour: int
    month_general: int
    night: bool
    natal: int | None
    lesson: Lesson
    plate: tuple[int, ...]

    @property
    def shift(self) -> int:
        """Return (month general - hour) mod 12."""
        return axes.shift_of(self.month_general, self.hour)

    @property
    def ju(self) -> int:
        """Return the 局 number, 1 to 12."""
        return axes.ju(self.shift)

    @property
    def stem(self) -> int:
        """Return the day stem, 0-9."""
        return self.day % 10

    def heaven(self, earth: int) -> int:
        """Return the heaven branch over an earth branch."""
        return (earth + self.shift) % 12

    def seat(self, heaven: int) -> int:
        """Return the earth branch under a heaven branch."""
        return (heaven - self.shift) % 12

    def riding(self, heaven: int) -> int:
        """Return the general that rides a heaven branch."""
        return self.plate[self.seat(heaven)]

    def hidden_stem(self, branch: int) -> int | None:
        """Return the stem of a branch in the day's decade, None when it is void."""
        place = facts.decade_place(self.day, branch)
        return place if place < 10 else None

    def is_void(self, branch: int) -> bool:
        """Return whether a branch is void in the day's decade."""
        return self.hidden_stem(branch) is None

    @property
    def voids(self) -> tuple[int, ...]:
        """Return the two void branches of the day's decade."""
        return tuple(branch for branch in range(12) if self.is_void(branch))

    def relation(self, branch: int) -> str:
        """Return the relation of a branch to the day stem: 印 盜 鬼 財 劫."""
        return RELATIONS[int(facts.relation_table(kernel_rules())[self.stem, branch])]

    def lowers(self) -> tuple[str, ...]:
        """Return what stands below in the four lessons: the day stem, then three branches."""
        seats = (self.seat(upper) for upper in self.lesson.uppers[1:])
        return (STEMS[self.stem], *(BRANCHES[seat] for seat in seats))

    def to_dict(self) -> dict[str, Any]:
        """Return the chart as JSON-ready values; the fields of docs/design.md come first."""
        lesson = self.lesson
        named: dict[str, Any] = {
            "school": self.school.name,
            "day": PILLARS[self.day],
            "hour": BRANCHES[self.hour],
            "month_general": BRANCHES[self.month_general],
            "ju": self.ju,
            "shift": self.shift,
            "night": self.night,
            "lessons": [
                {
                    "upper": BRANCHES[upper],
                    "lower": lower,
                    "seat": BRANCHES[self.seat(upper)],
                    "general": GENERALS[self.riding(upper)],
                }
                for upper, lower in zip(lesson.uppers, self.lowers(), strict=True)
            ],
            "transmissions": [self._transmission(branch) for branch in lesson.transmissions],
            "method": tuple(METHODS)[lesson.method],
            "detail": tuple(DETAILS)[lesson.detail],
            "decided_by": tuple(DECISIONS)[lesson.decided_by],
            "void": [BRANCHES[b] for b in self.voids],
            "plate": [
                {
                    "earth": BRANCHES[earth],
                    "heaven": BRANCHES[self.heaven(earth)],
                    "general": GENERALS[general],
                }
                for earth, general in enumerate(self.plate)
            ],
            "noble": self.school.noble,
            "readings": self.school.readings(),
            "below_over_above": lesson.below_over_above,
            "above_over_below": lesson.above_over_below,
            "lessons_distinct": lesson.distinct,
            "candidates": [
                {"branch": BRANCHES[branch], "depth": depth}
                for branch, depth in zip(lesson.candidates, lesson.depths, strict=True)
            ],
        }
        if self.natal is not None:
            heaven = self.heaven(self.natal)
            named["natal"] = {
                "branch": BRANCHES[self.natal],
                "heaven": BRANCHES[heaven],
                "general": GENERALS[self.plate[self.natal]],
            }
        return named

    def _transmission(self, branch: int) -> dict[str, Any]:
        stem = self.hidden_stem(branch)
        return {
            "branch": BRANCHES[branch],
            "general": GENERALS[self.riding(branch)],
            "relation": self.relation(branch),
            "stem": None if stem is None else STEMS[stem],
            "void": stem is None,
            "seat_void": self.is_void(self.seat(branch)),
        }

    def __str__(self) -> str:
        """Return the chart as a person draws it, with its derivation in words."""
        from dingshi.drawing import draw_chart  # noqa: PLC0415 - drawing reads charts

        return draw_chart(self)


def cast(
    day: str,
    *,
    month_general: str,
    hour: str,
    night: bool | None = None,
    natal: str | None = None,
    school: str | School = "jingwei",
    noble: str | None = None,
    readings: Mapping[str, str] | None = None,
) -> Chart:
    """Cast one chart.

    `day` is one of the sixty pairs, `month_general`, `hour` and `natal` are branches; simplified
    and variant characters and the names of the month generals are accepted. `night` takes the night
    noble or the day noble against the hour. `readings` replaces single readings of the school.
    Raises InputError, a ValueError, naming the value and what is allowed.
    """
    return cast_codes(
        parse_day(day),
        parse_month_general(month_general),
        parse_hour(hour),
        night=night,
        natal=None if natal is None else parse_branch(natal, "natal branch"),
        school=resolve_school(school, noble=noble, readings=readings),
    )


def cast_codes(
    day: int,
    month_general: int,
    hour: int,
    *,
    school: School,
    night: bool | None = None,
    natal: int | None = None,
) -> Chart:
    """Cast one chart from codes: `day` 0-59, the branches 0-11."""
    shift = axes.shift_of(month_general, hour)
    at_night = bool(night_hours()[hour]) if night is None else night
    plate = generals.plates(noble_table(school.noble), forward_seats())
    return Chart(
        school,
        day,
        hour,
        month_general,
        at_night,
        natal,
        cast_lesson(day, shift, school),
        tuple(plate[day % 10, shift, int(at_night)].tolist()),
    )

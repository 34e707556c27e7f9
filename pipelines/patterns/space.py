"""Patterns over the whole space or for one chart: rules and lessons in, boolean arrays out."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from dingshi.chart import Chart
from dingshi.datasets.patterns import tables as pattern_tables
from dingshi.datasets.patterns.registry import Entry, entries
from dingshi.datasets.vocabulary import ELEMENTS, GENERALS, SEASONS
from dingshi.kernels import axes, generals
from dingshi.kernels.patterns import book
from dingshi.kernels.patterns.counting import reduced
from dingshi.kernels.patterns.facts import Facts, LessonArrays, Places
from dingshi.kernels.patterns.tables import Seat, Sequence, Tables
from dingshi.kernels.rules import Codes, Flags
from dingshi.schools import (
    School,
    forward_seats,
    kernel_rules,
    night_hours,
    noble_table,
    resolve_school,
)
from dingshi.shipped import Lesson, shipped_lesson

KIND_GENERALS: Final = ("貴人", "六合", "青龍", "太常", "朱雀", "天后")


def _matrix(pairs: tuple[tuple[int, int], ...], *, symmetric: bool) -> Flags:
    matrix = np.zeros((12, 12), dtype=np.bool_)
    for first, second in pairs:
        matrix[first, second] = True
        if symmetric:
            matrix[second, first] = True
    return matrix


def _elements(*names: str) -> Flags:
    matrix = np.zeros((len(SEASONS), len(ELEMENTS)), dtype=np.bool_)
    for name in names:
        for season, elements in pattern_tables.season_elements()[name].items():
            matrix[season, list(elements)] = True
    return matrix


@cache
def kernel_tables() -> Tables:
    """Return the tables of patterns as the kernels take them."""
    pairs = pattern_tables.pairs()
    # 寅 opens spring (419); the last month of each season is 季.
    quarter = np.array([(branch - 2) % 12 // 3 for branch in range(12)], dtype=np.int8)
    ends = np.array([(branch - 2) % 3 == 2 for branch in range(12)])
    return Tables(
        punishes=_matrix(pairs["刑"], symmetric=False),
        clashes=_matrix(pairs["沖"], symmetric=True),
        breaks=_matrix(pairs["破"], symmetric=True),
        harms=_matrix(pairs["害"], symmetric=True),
        combines=_matrix(pairs["合"], symmetric=True),
        breaks_onward=_matrix(pairs["破"], symmetric=False),
        harms_onward=_matrix(pairs["害"], symmetric=False),
        stages=np.array(pattern_tables.stages(), dtype=np.int8),
        quarter=quarter,
        season=np.where(ends, 4, quarter).astype(np.int8),
        prosperous=_elements("及時"),
        untimely=_elements("失時"),
        untimely_ji=_elements("失時", "失時季"),
        past=_elements("既往"),
        coming=_elements("將來"),
        kind_generals=np.array([general in KIND_GENERALS for general in GENERALS]),
        sequences={
            pattern: {form: Sequence(*orders) for form, orders in forms.items()}
            for pattern, forms in pattern_tables.sequences().items()
        },
        listed=pattern_tables.listed_orders(),
        seasons=pattern_tables.season_names(),
        seats={
            pattern: {
                form: Seat(readings[""], {name: s for name, s in readings.items() if name})
                for form, readings in forms.items()
            }
            for pattern, forms in pattern_tables.seats().items()
        },
    )


def _arrays(lessons: list[Lesson], days: int, shifts: int) -> LessonArrays:
    """Return lessons in the order of day and shift as arrays."""

    def shaped(values: list[object]) -> Codes:
        array = np.array(values, dtype=np.int8)
        return array.reshape(days, shifts, *array.shape[1:])

    return LessonArrays(
        uppers=shaped([lesson.uppers for lesson in lessons]),
        transmissions=shaped([lesson.transmissions for lesson in lessons]),
        method=shaped([lesson.method for lesson in lessons]),
        detail=shaped([lesson.detail for lesson in lessons]),
        decided_by=shaped([lesson.decided_by for lesson in lessons]),
        candidates=shaped([(lesson.candidates + (-1,) * 4)[:4] for lesson in lessons]),
        below_over_above=shaped([lesson.below_over_above for lesson in lessons]),
        above_over_below=shaped([lesson.above_over_below for lesson in lessons]),
    )


def _all_lessons(school: School) -> LessonArrays:
    """Return the 720 lessons of a school; a named one comes from the shipped table."""
    if school.is_named():
        every = [
            shipped_lesson(school.name, day, axes.ju(shift))
            for day in range(60)
            for shift in range(12)
        ]
        return _arrays(every, 60, 12)
    from dingshi.kernels.lessons import cast_all  # noqa: PLC0415 - loads Numba

    lessons = cast_all(kernel_rules(), school.kernel_readings())
    named = (getattr(lessons, field) for field in LessonArrays._fields)
    return LessonArrays(*(array.reshape(60, 12, *array.shape[1:]) for array in named))


def space_facts(school: School) -> Facts:
    """Return the facts of every chart of the product space, as a school casts it."""
    places = Places(*(np.arange(size) for size in tuple(axes.AXES.values())[:5]))
    plates = generals.plates(noble_table(school.noble), forward_seats())
    by_hour = plates[:, :, night_hours().astype(np.int8)]
    plate = np.tile(by_hour, (6, 1, 1, 1))
    return Facts(places, _all_lessons(school), plate, kernel_rules(), kernel_tables())


def chart_facts(chart: Chart, half: int | None, year: int | None) -> Facts:
    """Return the facts of one chart; an input that is not given keeps its whole axis."""
    places = Places(
        np.array([chart.day]),
        np.array([chart.shift]),
        np.array([chart.hour]),
        np.arange(2) if half is None else np.array([half]),
        np.arange(60) if year is None else np.array([year]),
    )
    plate = np.array(chart.plate, dtype=np.int8).reshape(1, 1, 1, 12)
    return Facts(places, _arrays([chart.lesson], 1, 1), plate, kernel_rules(), kernel_tables())


@dataclass(frozen=True, slots=True)
class Space:
    """Every entry that the axes define, evaluated over the whole space: id -> bool array."""

    facts: Facts
    holds: Mapping[str, Flags]

    def cancelled(self, entry: Entry, *, seats: bool = False) -> Flags | None:
        """Return where a void cancels the name of `entry`, None if none can."""
        return cancelling(self.facts, entry, seats=seats)


def cancelling(facts: Facts, entry: Entry, *, seats: bool) -> Flags | None:
    """Return where a void cancels the name of an entry; with `seats` a void seat does so too."""
    if entry.cancelled_by == "transmissions":
        return facts.any_void(seats=seats)
    if entry.cancelled_by == "rider":
        general = tuple(pattern_tables.seats()).index(entry.pattern)
        return facts.is_void(facts.ridden_by(general), seats=seats)
    return None


def by_id(found: Mapping[str, Mapping[str, Flags]]) -> dict[str, Flags]:
    """Return what the kernels found under the ids of the dictionary, in its order.

    Raises KeyError when kernels and dictionary do not name the same things.
    """
    named = {
        (pattern, key): flags for pattern, keys in found.items() for key, flags in keys.items()
    }
    listed = {entry.id: named.pop((entry.pattern, entry.key)) for entry in defined()}
    if named:
        raise KeyError(f"not in the dictionary: {', '.join(map('.'.join, named))}")
    return listed


@cache
def defined() -> tuple[Entry, ...]:
    """Return the entries that the axes alone define, in the order of the book."""
    return tuple(entry for entry in entries().values() if not entry.needs)


@cache
def space(school: School | None = None) -> Space:
    """Return all patterns over the whole space, as a school (default: jingwei) casts it."""
    facts = space_facts(school or resolve_school())
    evaluated = by_id(book.evaluate(facts))
    return Space(facts, {i: reduced(flags) for i, flags in evaluated.items()})

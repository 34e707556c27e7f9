"""The compiled casting against the naive twin, exhaustively, and properties of the method."""

import itertools
from typing import Any

import numpy as np
import pytest
from dingshi.datasets import casting
from dingshi.datasets.vocabulary import DECISIONS, DETAILS, METHODS
from dingshi.kernels.lessons import Lessons, cast_all, cast_lessons
from dingshi.schools import School, kernel_rules, resolve_school
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.twins import casting as twin

READINGS = {name: tuple(values) for name, values in casting.readings().items() if name != "noble"}
COMBINATIONS = [
    dict(zip(READINGS, values, strict=True)) for values in itertools.product(*READINGS.values())
]


def lessons_of(school: School) -> Lessons:
    return cast_all(kernel_rules(), school.kernel_readings())


@pytest.fixture(scope="module")
def jingwei() -> Lessons:
    return lessons_of(resolve_school("jingwei"))


def as_the_twin_says(lessons: Lessons, i: int) -> dict[str, object]:
    count = int((lessons.candidates[i] >= 0).sum())
    return {
        "uppers": lessons.uppers[i].tolist(),
        "below_over_above": int(lessons.below_over_above[i]),
        "above_over_below": int(lessons.above_over_below[i]),
        "lessons_distinct": int(lessons.distinct[i]),
        "candidates": lessons.candidates[i][:count].tolist(),
        "depths": lessons.depths[i][:count].tolist(),
        "method": tuple(METHODS)[lessons.method[i]],
        "detail": tuple(DETAILS)[lessons.detail[i]],
        "decided_by": tuple(DECISIONS)[lessons.decided_by[i]],
        "transmissions": lessons.transmissions[i].tolist(),
    }


def test_there_are_all_the_combinations() -> None:
    assert len(COMBINATIONS) == 4 * 2 * 2 * 2 * 2


@pytest.mark.parametrize("readings", COMBINATIONS, ids=lambda r: "-".join(r.values()))
def test_every_lesson_is_as_the_twin_casts_it(readings: dict[str, str]) -> None:
    lessons = lessons_of(resolve_school("jingwei", readings=readings))
    for i in range(720):
        assert as_the_twin_says(lessons, i) == twin.cast(i // 12, i % 12, readings), divmod(i, 12)


@pytest.mark.parametrize("name", list(casting.schools()))
def test_each_named_school_is_as_the_twin_casts_it(name: str) -> None:
    chosen = casting.schools()[name]
    readings = {reading: chosen[reading] for reading in READINGS}
    lessons = lessons_of(resolve_school(name))
    for i in range(720):
        assert as_the_twin_says(lessons, i) == twin.cast(i // 12, i % 12, readings)


def test_the_two_schools_part_on_as_many_lessons_as_the_twin_finds() -> None:
    mine, other = (lessons_of(resolve_school(name)).transmissions for name in ("jingwei", "keti"))
    readings = [
        {reading: casting.schools()[name][reading] for reading in READINGS}
        for name in ("jingwei", "keti")
    ]
    parted = [
        i
        for i in range(720)
        if len({str(twin.cast(i // 12, i % 12, r)["transmissions"]) for r in readings}) == 2
    ]
    assert np.flatnonzero((mine != other).any(axis=1)).tolist() == parted
    assert len(parted) == 19  # the figure in docs/design.md


# The counts that every reader of the method arrives at: sixty plates at 伏吟 and at 返吟, sixteen
# 昴星 (fushantang 2235-2241 lists them), nine 別擇 (fushantang 19), sixteen 斷金.
@pytest.mark.parametrize(
    ("method", "count"), [("伏吟", 60), ("返吟", 60), ("昴星", 16), ("別擇", 9), ("斷金", 16)]
)
def test_counts_of_methods(jingwei: Lessons, method: str, count: int) -> None:
    assert int((jingwei.method == tuple(METHODS).index(method)).sum()) == count


def test_uncasted_rows_are_refused() -> None:
    rules, readings = kernel_rules(), resolve_school().kernel_readings()
    for days, shifts in (([60], [0]), ([-1], [0]), ([0], [12]), ([0, 1], [0])):
        with pytest.raises(ValueError, match=r"must lie in|equally long"):
            cast_lessons(rules, readings, np.array(days), np.array(shifts))


def test_no_lessons_are_no_rows() -> None:
    nothing = np.array([], dtype=np.int64)
    lessons = cast_lessons(kernel_rules(), resolve_school().kernel_readings(), nothing, nothing)
    assert lessons.transmissions.shape == (0, 3)


def test_one_compiled_version_serves_every_caller(jingwei: Lessons) -> None:
    from dingshi.kernels import lessons as module  # noqa: PLC0415

    read_only = np.arange(60)
    read_only.flags.writeable = False
    days = np.arange(120)[::2]
    narrow: Any = np.zeros(60, dtype=np.int8)
    for shifts in (read_only % 12, narrow, np.zeros(120, dtype=np.int64)[::2]):
        cast_lessons(kernel_rules(), resolve_school().kernel_readings(), days % 60, shifts)
    assert jingwei.method.size == 720
    signatures = getattr(module._fill_range, "signatures", [()])
    assert len(signatures) == 1


@settings(derandomize=True, max_examples=200)
@given(st.lists(st.tuples(st.integers(0, 59), st.integers(0, 11)), max_size=40))
def test_a_lesson_does_not_depend_on_its_neighbours(pairs: list[tuple[int, int]]) -> None:
    rules, readings = kernel_rules(), resolve_school("keti").kernel_readings()
    days = np.array([day for day, _ in pairs], dtype=np.int64)
    shifts = np.array([shift for _, shift in pairs], dtype=np.int64)
    some, every = cast_lessons(rules, readings, days, shifts), cast_all(rules, readings)
    for found, table in zip(some, every, strict=True):
        np.testing.assert_array_equal(found, table[days * 12 + shifts])

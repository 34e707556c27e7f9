"""The tables of the corpus as codes: 定式, the plates, and charts in bulk."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa
from dingshi.arrow import arrow_table
from dingshi.datasets.casting import nobles, schools
from dingshi.datasets.schema import CHARTS, DINGSHI, EARTH, PLATES
from dingshi.kernels import axes, facts, generals
from dingshi.kernels.lessons import Lessons, cast_all
from dingshi.schools import (
    School,
    forward_seats,
    kernel_rules,
    night_hours,
    noble_table,
    resolve_school,
)
from numpy.typing import NDArray

Ints = NDArray[np.int64]
TRANSMISSIONS = ("initial", "middle", "final")


def lesson_codes(lessons: Lessons, day: Ints, shift: Ints) -> dict[str, Any]:
    """Return the columns that follow from day and shift; `lessons` has a row for each of them."""
    stem = day % 10
    relations = facts.relation_table(kernel_rules())
    uppers = lessons.uppers.astype(np.int64)
    voids = facts.voids(day)
    codes: dict[str, Any] = {
        "day": day,
        "ju": axes.ju(shift),
        "shift": shift,
        "above_stem": uppers[:, 0],
        "above_branch": uppers[:, 2],
        "method": lessons.method,
        "detail": lessons.detail,
        "decided_by": lessons.decided_by,
        "below_over_above": lessons.below_over_above,
        "above_over_below": lessons.above_over_below,
        "lessons_distinct": lessons.distinct,
        "void1": voids[:, 0],
        "void2": voids[:, 1],
    }
    for n in range(4):
        codes[f"lesson{n + 1}_upper"] = uppers[:, n]
        codes[f"lesson{n + 1}_lower"] = (uppers[:, n] - shift) % 12 if n else stem
        codes[f"candidate{n + 1}"] = lessons.candidates[:, n]
        codes[f"depth{n + 1}"] = lessons.depths[:, n]
    for n, name in enumerate(TRANSMISSIONS):
        branch = lessons.transmissions[:, n].astype(np.int64)
        codes[name] = branch
        codes[f"{name}_stem"] = facts.hidden_stem(day, branch)
        codes[f"{name}_relation"] = relations[stem, branch]
        codes[f"{name}_void"] = facts.is_void(day, branch)
        codes[f"{name}_seat_void"] = facts.is_void(day, (branch - shift) % 12)
    return codes


def _by_ju(axes_before: int) -> tuple[Ints, Ints]:
    """Return day and shift of the rows sorted by day, then 局 number, `axes_before` times."""
    day, number = np.divmod(np.arange(720), 12)
    return np.tile(day, axes_before), np.tile(axes.shift_of_ju(number + 1), axes_before)


def dingshi_table() -> pa.Table:
    """Return the 720 lessons of each named school."""
    day, shift = _by_ju(1)
    parts = []
    for code, name in enumerate(schools()):
        lessons = cast_all(kernel_rules(), resolve_school(name).kernel_readings())
        rows = Lessons(*(array[day * 12 + shift] for array in lessons))
        codes = lesson_codes(rows, day, shift)
        parts.append(arrow_table(DINGSHI, {"school": np.full(720, code), **codes}))
    return pa.concat_tables(parts).combine_chunks()


def plates_table() -> pa.Table:
    """Return the general over each earth branch, for every noble rule, day, 局, day and night."""
    parts = []
    day, shift = _by_ju(1)
    day, shift, night = np.repeat(day, 2), np.repeat(shift, 2), np.tile([0, 1], 720)
    for code, name in enumerate(nobles()):
        plate = generals.plates(noble_table(name), forward_seats())[day % 10, shift, night]
        codes = {
            "noble": np.full(1440, code),
            "day": day,
            "ju": axes.ju(shift),
            "night": night.astype(np.bool_),
            **_plate_codes(plate),
        }
        parts.append(arrow_table(PLATES, codes))
    return pa.concat_tables(parts).combine_chunks()


def _plate_codes(plate: NDArray[np.int8]) -> Mapping[str, Any]:
    return {f"earth_{name}": plate[:, earth] for earth, name in enumerate(EARTH)}


def chart_codes(
    school: School, day: Ints, hour: Ints, month_general: Ints, night: NDArray[np.bool_] | None
) -> dict[str, Any]:
    """Return the columns of the table `charts`; the arrays are equally long vectors of codes."""
    shift = axes.shift_of(month_general, hour)
    at_night = night_hours()[hour] if night is None else night
    lessons = cast_all(kernel_rules(), school.kernel_readings())
    rows = Lessons(*(array[day * 12 + shift] for array in lessons))
    plate = generals.plates(noble_table(school.noble), forward_seats())
    plate = plate[day % 10, shift, at_night.astype(np.int64)]
    codes = {
        **lesson_codes(rows, day, shift),
        "hour": hour,
        "month_general": month_general,
        "night": at_night,
        **_plate_codes(plate),
    }
    for n, name in enumerate(TRANSMISSIONS):
        branch = rows.transmissions[:, n : n + 1].astype(np.int64)
        codes[f"{name}_general"] = generals.general_on(plate, branch, shift[:, None])[:, 0]
    return codes


def charts_table(
    school: School, day: Ints, hour: Ints, month_general: Ints, night: NDArray[np.bool_] | None
) -> pa.Table:
    """Return one row for each chart; the arrays are equally long vectors of codes."""
    return arrow_table(CHARTS, chart_codes(school, day, hour, month_general, night))

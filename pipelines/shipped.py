"""The small table of lessons that ships with the package, so that a single cast loads no Numba.

`datasets/lessons.csv` is made by the kernels (`make shipped`); a test fails when it is stale.
"""

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from dingshi.datasets.casting import schools
from dingshi.datasets.reading import code, read_rows
from dingshi.datasets.vocabulary import BRANCHES, DECISIONS, DETAILS, METHODS, PILLARS

if TYPE_CHECKING:
    from dingshi.kernels.lessons import Lessons

COLUMNS: Final = (
    "school",
    "day",
    "ju",
    "lessons",
    "transmissions",
    "method",
    "detail",
    "decided_by",
    "below_over_above",
    "above_over_below",
    "distinct",
    "candidates",
    "depths",
)


@dataclass(frozen=True, slots=True)
class Lesson:
    """One of the 720 lessons as one school derives it; branches and words are codes."""

    uppers: tuple[int, ...]
    transmissions: tuple[int, ...]
    method: int
    detail: int
    decided_by: int
    below_over_above: int
    above_over_below: int
    distinct: int
    candidates: tuple[int, ...]
    depths: tuple[int | None, ...]


def lesson_at(lessons: "Lessons", i: int) -> Lesson:
    """Return row `i` of the arrays that a kernel filled."""
    candidates = tuple(int(c) for c in lessons.candidates[i] if c >= 0)
    depths = tuple(int(d) if d >= 0 else None for d in lessons.depths[i][: len(candidates)])
    return Lesson(
        tuple(lessons.uppers[i].tolist()),
        tuple(lessons.transmissions[i].tolist()),
        int(lessons.method[i]),
        int(lessons.detail[i]),
        int(lessons.decided_by[i]),
        int(lessons.below_over_above[i]),
        int(lessons.above_over_below[i]),
        int(lessons.distinct[i]),
        candidates,
        depths,
    )


def _branches(codes: tuple[int, ...]) -> str:
    return "".join(BRANCHES[c] for c in codes)


def format_table() -> str:
    """Return the text of `datasets/lessons.csv`, cast anew for every named school."""
    from dingshi.kernels.axes import ju  # noqa: PLC0415 - Numba is loaded only where it computes
    from dingshi.kernels.lessons import cast_all  # noqa: PLC0415
    from dingshi.schools import kernel_rules, resolve_school  # noqa: PLC0415

    lines = [",".join(COLUMNS)]
    for name in schools():
        lessons = cast_all(kernel_rules(), resolve_school(name).kernel_readings())
        for i in range(720):
            row = lesson_at(lessons, i)
            cells = (
                name,
                PILLARS[i // 12],
                ju(i % 12),
                _branches(row.uppers),
                _branches(row.transmissions),
                tuple(METHODS)[row.method],
                tuple(DETAILS)[row.detail],
                tuple(DECISIONS)[row.decided_by],
                row.below_over_above,
                row.above_over_below,
                row.distinct,
                _branches(row.candidates),
                " ".join("-" if d is None else str(d) for d in row.depths),
            )
            lines.append(",".join(map(str, cells)))
    return "\n".join(lines) + "\n"


@cache
def _table() -> dict[tuple[str, str, str], Lesson]:
    methods, details, decisions = tuple(METHODS), tuple(DETAILS), tuple(DECISIONS)
    return {
        (row["school"], row["day"], row["ju"]): Lesson(
            tuple(BRANCHES.index(b) for b in row["lessons"]),
            tuple(BRANCHES.index(b) for b in row["transmissions"]),
            code(row, "method", methods),
            code(row, "detail", details),
            code(row, "decided_by", decisions),
            int(row["below_over_above"]),
            int(row["above_over_below"]),
            int(row["distinct"]),
            tuple(BRANCHES.index(b) for b in row["candidates"]),
            tuple(None if d == "-" else int(d) for d in row["depths"].split()),
        )
        for row in read_rows("lessons.csv", COLUMNS)
    }


def shipped_lesson(school: str, day: int, ju: int) -> Lesson:
    """Return the lesson of a named school at `day` (0-59) and 局 `ju` (1-12)."""
    return _table()[school, PILLARS[day], str(ju)]

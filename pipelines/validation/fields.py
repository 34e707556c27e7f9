"""What can be compared, and the reference: every field of every lesson under every option."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Final

import numpy as np
from dingshi.datasets import casting
from dingshi.datasets.schema import EARTH
from dingshi.datasets.vocabulary import STEMS
from dingshi.kernels import facts, generals
from dingshi.kernels.rules import Codes
from dingshi.schools import (
    CUSTOM,
    School,
    forward_seats,
    kernel_rules,
    noble_table,
)
from numpy.typing import NDArray

TRANSMISSIONS: Final = ("initial", "middle", "final")
NUMBERS: Final = tuple(range(1, 5))
LESSONS: Final = 720


@dataclass(frozen=True, slots=True)
class Field:
    """One thing that a row can claim: its name, and the kind of column that holds its codes."""

    name: str
    kind: str
    rides: bool = False  # one of the twelve generals: depends on the noble, and on day or night


def _fields() -> tuple[Field, ...]:
    return (
        Field("ju", "int8"),
        Field("shift", "int8"),
        Field("above_stem", "branch"),
        Field("above_branch", "branch"),
        *(Field(f"lesson{n}_upper", "branch") for n in NUMBERS),
        Field("lesson1_lower", "stem"),
        *(Field(f"lesson{n}_lower", "branch") for n in NUMBERS[1:]),
        *(Field(name, "branch") for name in TRANSMISSIONS),
        Field("method", "method"),
        Field("detail", "detail"),
        Field("decided_by", "decided_by"),
        Field("below_over_above", "int8"),
        Field("above_over_below", "int8"),
        Field("lessons_distinct", "int8"),
        *(Field(f"{name}_stem", "hidden_stem") for name in TRANSMISSIONS),
        *(Field(f"{name}_relation", "relation") for name in TRANSMISSIONS),
        *(Field(f"{name}_void", "bool") for name in TRANSMISSIONS),
        *(Field(f"{name}_seat_void", "bool") for name in TRANSMISSIONS),
        Field("void1", "branch"),
        Field("void2", "branch"),
        *(Field(f"lesson{n}_general", "general", rides=True) for n in NUMBERS),
        *(Field(f"{name}_general", "general", rides=True) for name in TRANSMISSIONS),
        *(Field(f"earth_{name}", "general", rides=True) for name in EARTH),
    )


FIELDS: Final = {field.name: field for field in _fields()}


@cache
def variants() -> tuple[School, ...]:
    """Return every set of readings, the noble left at its first value; named schools by name."""
    readings = {r: tuple(v) for r, v in casting.readings().items() if r != "noble"}
    noble = next(iter(casting.nobles()))
    found = []
    for values in product(*readings.values()):
        chosen = dict(zip(readings, values, strict=True))
        names = [
            name
            for name, named in casting.schools().items()
            if {r: named[r] for r in chosen} == chosen
        ]
        found.append(School(name=names[0] if names else CUSTOM, **chosen, noble=noble))
    return tuple(found)


def variant_of(school: School) -> int:
    """Return the place of a school's readings in `variants`, whatever its noble."""
    wanted = {**school.readings(), "noble": ""}
    return next(
        i for i, variant in enumerate(variants()) if {**variant.readings(), "noble": ""} == wanted
    )


def noble_of(school: School) -> int:
    """Return the place of a school's noble among the noble rules."""
    return tuple(casting.nobles()).index(school.noble)


@dataclass(frozen=True, slots=True)
class Reference:
    """The computed codes of the compared fields, int8.

    `table`: (variants, nobles, 2, 720, fields); the last axes but one are night and
    day * 12 + shift. A hidden stem that does not exist (void) has the code 10.
    """

    fields: tuple[Field, ...]
    table: Codes

    def places(self) -> Codes:
        """Return the table with one row for each place (`place` below), (places, fields)."""
        return self.table.reshape(-1, len(self.fields))

    def place(
        self,
        variant: NDArray[np.int64],
        noble: NDArray[np.int64],
        night: NDArray[np.int64],
        lesson: NDArray[np.int64],
    ) -> NDArray[np.int64]:
        """Return the row of `places` for each set of codes."""
        _, nobles, nights, lessons, _ = self.table.shape
        return np.asarray(((variant * nobles + noble) * nights + night) * lessons + lesson)


def build_reference(names: Sequence[str]) -> Reference:
    """Compute the fields `names` of all 720 lessons under every option."""
    from dingshi.kernels.lessons import cast_all  # noqa: PLC0415 - loads Numba
    from dingshi.tables import lesson_codes  # noqa: PLC0415 - loads pyarrow

    fields = tuple(FIELDS[name] for name in names)
    nobles = tuple(casting.nobles())
    day, shift = np.divmod(np.arange(LESSONS), 12)
    plates = [generals.plates(noble_table(noble), forward_seats()) for noble in nobles]
    table = np.empty((len(variants()), len(nobles), 2, LESSONS, len(fields)), dtype=np.int8)
    for v, school in enumerate(variants()):
        lessons = cast_all(kernel_rules(), school.kernel_readings())
        codes = lesson_codes(lessons, day, shift)
        for f, field in enumerate(fields):
            if not field.rides:
                found = np.asarray(codes[field.name]).astype(np.int8)
                if field.kind == "hidden_stem":
                    found[found == facts.VOID] = len(STEMS)
                table[v, ..., f] = found
                continue
            for q, plate in enumerate(plates):
                for night in range(2):
                    on_plate = plate[day % 10, shift, night]
                    table[v, q, night, :, f] = _riding(field.name, on_plate, codes, shift)
    return Reference(fields, table)


def _riding(
    name: str,
    plate: Codes,
    codes: dict[str, NDArray[np.int64]],
    shift: NDArray[np.int64],
) -> Codes:
    """Return the general of one field for all lessons; `plate` is (720, 12), by earth branch."""
    if name.startswith("earth_"):
        return plate[:, EARTH.index(name.removeprefix("earth_"))]
    branch = name.removesuffix("_general")
    heaven = np.asarray(codes[f"{branch}_upper" if branch.startswith("lesson") else branch])
    return generals.general_on(plate, heaven[:, None].astype(np.int64), shift[:, None])[:, 0]

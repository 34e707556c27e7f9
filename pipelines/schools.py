"""Schools: named sets of readings, and their tables as the arrays that a kernel takes."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Final

import numpy as np
from dingshi.datasets import casting
from dingshi.datasets.vocabulary import ELEMENTS
from dingshi.errors import InputError
from dingshi.kernels.rules import Codes, Flags, Readings, Rules

CUSTOM: Final = "custom"


@dataclass(frozen=True, slots=True)
class School:
    """A set of readings; every field but `name` is one disputed sentence and its value.

    The allowed values are the rows of `datasets/rules/readings.csv`.
    """

    name: str
    crossing: str
    pool: str
    tie: str
    zimao: str
    bieze: str
    noble: str

    def __post_init__(self) -> None:
        """Refuse a value that no row of the readings names."""
        allowed = casting.readings()
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name != "name" and value not in allowed[field.name]:
                values = ", ".join(allowed[field.name])
                raise InputError(f"{field.name} {value!r} is unknown; allowed: {values}")

    def readings(self) -> dict[str, str]:
        """Return reading -> value."""
        return {f.name: getattr(self, f.name) for f in fields(self) if f.name != "name"}

    def kernel_readings(self) -> Readings:
        """Return the flags that the kernels take."""
        allowed = casting.readings()
        flags = {
            flag for name, value in self.readings().items() for flag in allowed[name][value].flags
        }
        return Readings(*(field in flags for field in Readings._fields))

    def is_named(self) -> bool:
        """Return whether the readings are exactly those of the named school, whatever the noble."""
        named = casting.schools().get(self.name, {})
        return {**self.readings(), "noble": ""} == {**named, "noble": ""}


def resolve_school(
    name: "str | School" = "jingwei",
    *,
    noble: str | None = None,
    readings: Mapping[str, str] | None = None,
) -> School:
    """Return a named school, with single readings replaced where they are given.

    `noble` is one of the readings, asked for so often that it has an argument of its own. A set
    that no named school has is called `custom`. Raises InputError for an unknown name or value.
    """
    changed = dict(readings or {})
    if noble is not None and changed.setdefault("noble", noble) != noble:
        raise InputError(f"noble {noble!r} contradicts the reading noble={changed['noble']!r}")
    if isinstance(name, School):
        base = {"name": name.name, **name.readings()}
    else:
        named = casting.schools()
        if name not in named:
            raise InputError(f"school {name!r} is unknown; allowed: {', '.join(named)}")
        base = {"name": name, **named[name]}
    unknown = changed.keys() - casting.readings().keys()
    if unknown:
        allowed = ", ".join(casting.readings())
        raise InputError(f"reading {min(unknown)!r} is unknown; allowed: {allowed}")
    chosen = School(**{**base, **changed})
    return chosen if chosen.is_named() else School(**{"name": CUSTOM, **chosen.readings()})


def _codes(values: tuple[int, ...]) -> Codes:
    return np.array(values, dtype=np.int8)


def _relation(targets: tuple[int, ...]) -> Flags:
    matrix = np.zeros((len(ELEMENTS), len(ELEMENTS)), dtype=np.bool_)
    matrix[np.arange(len(ELEMENTS)), list(targets)] = True
    return matrix


@cache
def kernel_rules() -> Rules:
    """Return the rule tables of casting as arrays."""
    tables: Mapping[str, tuple[int, ...]] = casting.casting_tables()
    listed = np.zeros(60, dtype=np.bool_)
    listed[list(casting.listed_days("別擇"))] = True
    derived = {
        "overcomes": _relation(tables["overcomes"]),
        "generates": _relation(tables["generates"]),
        "listed": listed,
    }
    return Rules(
        *(derived[f] if f in derived else _codes(tables[f]) for f in Rules._fields)  # type: ignore[arg-type]
    )


@cache
def noble_table(noble: str) -> Codes:
    """Return int8 (10, 2): the branch that 貴人 rides, by stem and (day, night)."""
    return np.array(casting.nobles()[noble], dtype=np.int8)


@cache
def forward_seats() -> Flags:
    """Return bool (12,): whether the generals follow forward when 貴人 sits there."""
    return np.array([way == 0 for way in casting.casting_tables()["general_direction"]])


@cache
def night_hours() -> Flags:
    """Return bool (12,): the hours of night."""
    return np.array([half == 1 for half in casting.casting_tables()["hour_half"]])

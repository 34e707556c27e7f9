"""The tables that statements are checked against, under one set of readings.

A world is plain lists of codes, so that a lookup costs little. Another reading, theory or rule is
another world: claims that fail in the default one are tried in each of the others.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Final

import numpy as np
from dingshi.datasets import casting, theories
from dingshi.kernels import facts, generals
from dingshi.kernels.lessons import Lessons, cast_all
from dingshi.kernels.rules import Codes, Flags, Readings, Rules
from dingshi.schools import (
    School,
    forward_seats,
    kernel_rules,
    night_hours,
    noble_table,
    resolve_school,
)

DEFAULT: Final = "jingwei"


@dataclass(frozen=True)
class World:
    """The rule tables of one set of readings, and what follows from them."""

    rules: Rules
    readings: Readings
    noble: Codes  # (10, 2)
    forward: Flags  # (12,)
    night: Flags  # (12,)
    month_general: tuple[int, ...]  # month branch -> general
    decade_start: int  # the stem of the first day of a decade: 甲 = 0
    growth: tuple[int, ...]  # stem -> branch of 長生
    growth_backward: tuple[int, ...]  # stem -> whether the stages run backward
    punished: tuple[int, ...]  # branch -> the branch it punishes, -1 for none
    lodge_never_void: bool = False  # the seat where the day stem lodges is not counted as void

    @cached_property
    def lessons(self) -> Lessons:
        """Return the 720 lessons, row day * 12 + shift."""
        return cast_all(self.rules, self.readings)

    @cached_property
    def transmissions(self) -> list[list[int]]:
        """Return the three transmissions of each of the 720 lessons."""
        found: list[list[int]] = self.lessons.transmissions.tolist()
        return found

    @cached_property
    def uppers(self) -> list[list[int]]:
        """Return the four uppers of each of the 720 lessons."""
        found: list[list[int]] = self.lessons.uppers.tolist()
        return found

    @cached_property
    def method(self) -> list[int]:
        """Return the method of each of the 720 lessons."""
        return list(self.lessons.method.tolist())

    @cached_property
    def detail(self) -> list[int]:
        """Return the detail of each of the 720 lessons."""
        return list(self.lessons.detail.tolist())

    @cached_property
    def plates(self) -> list[list[list[list[int]]]]:
        """Return the general by stem, shift, night and earth branch."""
        found: list[list[list[list[int]]]] = generals.plates(self.noble, self.forward).tolist()
        return found

    @cached_property
    def relation(self) -> list[list[int]]:
        """Return the relation of each branch (second) to each stem (first)."""
        found: list[list[int]] = facts.relation_table(self.rules).tolist()
        return found

    @cached_property
    def hidden(self) -> list[list[int]]:
        """Return the hidden stem of each branch (second) on each day (first), -1 when void."""
        days, branches = np.arange(60)[:, None], np.arange(12)[None, :]
        stems = facts.hidden_stem(days, branches)
        moved = np.where(stems == facts.VOID, facts.VOID, (stems + self.decade_start) % 10)
        found: list[list[int]] = moved.tolist()
        return found

    @cached_property
    def lodge(self) -> list[int]:
        """Return the lodge of each stem."""
        return list(self.rules.lodge.tolist())

    @cached_property
    def stem_element(self) -> list[int]:
        """Return the element of each stem."""
        return list(self.rules.stem_element.tolist())

    @cached_property
    def branch_element(self) -> list[int]:
        """Return the element of each branch."""
        return list(self.rules.branch_element.tolist())

    @cached_property
    def overcomes(self) -> list[list[bool]]:
        """Return whether the element of the row overcomes that of the column."""
        return list(self.rules.overcomes.tolist())

    @cached_property
    def generates(self) -> list[list[bool]]:
        """Return whether the element of the row generates that of the column."""
        return list(self.rules.generates.tolist())

    @cached_property
    def clash(self) -> list[int]:
        """Return the branch opposite to each branch."""
        return list(self.rules.clash.tolist())

    @cached_property
    def horse(self) -> list[int]:
        """Return the post horse of each branch."""
        return list(self.rules.horse.tolist())

    def stage(self, stem: int, branch: int) -> int:
        """Return the stage (0 長生 to 11 養) of a stem at a branch."""
        steps = branch - self.growth[stem]
        return (-steps if self.growth_backward[stem] else steps) % 12

    def at_stage(self, stem: int, stage: int) -> int:
        """Return the branch at which a stem has a stage."""
        steps = -stage if self.growth_backward[stem] else stage
        return (self.growth[stem] + steps) % 12


def world_of(school: School) -> World:
    """Return the world of a school, with the theories of the default book."""
    months = [0] * 12
    for month, general in enumerate(casting.casting_tables()["month_general"]):
        months[month] = general
    return World(
        rules=kernel_rules(),
        readings=school.kernel_readings(),
        noble=noble_table(school.noble),
        forward=forward_seats(),
        night=night_hours(),
        month_general=tuple(months),
        decade_start=0,
        growth=next(iter(theories.growth().values())),
        growth_backward=next(iter(theories.growth_direction().values())),
        punished=next(iter(theories.punishment().values())),
    )


@cache
def default_world() -> World:
    """Return the world of the default school."""
    return world_of(resolve_school(DEFAULT))


@cache
def casting_worlds() -> Mapping[str, World]:
    """Return the other schools and each single other reading, by name (`tie=lessons`)."""
    names = [name for name in casting.schools() if name != DEFAULT]
    worlds = {name: world_of(resolve_school(name)) for name in names}
    chosen = casting.schools()[DEFAULT]
    for reading, values in casting.readings().items():
        for value in values:
            if value != chosen[reading]:
                school = resolve_school(DEFAULT, readings={reading: value})
                worlds[f"{reading}={value}"] = world_of(school)
    return worlds


@cache
def theory_worlds() -> Mapping[str, World]:
    """Return each other theory of growth, punishment and void, by name."""
    base = default_world()
    worlds: dict[str, World] = {}
    for name, table in list(theories.growth().items())[1:]:
        backward = theories.growth_direction()[name]
        worlds[f"growth={name}"] = replace(base, growth=table, growth_backward=backward)
    for name, table in list(theories.punishment().items())[1:]:
        worlds[f"punishment={name}"] = replace(base, punished=table)
    for name in theories.void_exemptions():
        worlds[f"void={name}"] = replace(base, lodge_never_void=True)
    return worlds


@cache
def other_worlds() -> Mapping[str, World]:
    """Return every world but the default one, by name, in the order of the rule files."""
    return {**casting_worlds(), **theory_worlds()}

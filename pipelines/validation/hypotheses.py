"""What could make a row fit that differs: changes, the smallest first, and how they are said."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

import numpy as np
from dingshi.datasets import casting, validation
from dingshi.datasets.vocabulary import BRANCHES, PILLARS, STEMS
from dingshi.kernels import axes
from dingshi.kernels.rules import Codes
from dingshi.kernels.validation import (
    DAY_STEP,
    FIRST_RULE,
    HAS_HOUR,
    HAS_NIGHT,
    HAS_ZI_HOUR,
    HOUR_STEP,
    HYPOTHESIS_COLUMNS,
    NEEDS,
    NIGHT,
    NOBLE,
    ORDER,
    OTHER_HALF,
    SHIFT_SIGN,
    SHIFT_STEP,
    VARIANT,
)
from dingshi.schools import School
from dingshi.validation.fields import FIELDS, TRANSMISSIONS, noble_of, variant_of
from numpy.typing import NDArray

OPTIONS: Final = ("reading", "school", "noble", "day_rule")
HALVES: Final = ("day", "night")


@dataclass(frozen=True, slots=True)
class Situation:
    """The row that is explained: codes, with the night as it was judged."""

    keyed_by: str
    day: int
    shift: int
    hour: int
    night: int
    noble: int


@dataclass(frozen=True, slots=True)
class Change:
    """One change: its cause, what it does to the inputs, and how it is said of a row."""

    cause: str
    slot: str
    say: Callable[[Situation], str]
    effect: Mapping[int, int] = field(default_factory=dict)
    readings: Mapping[str, str] = field(default_factory=dict)
    needs: int = 0


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """All that is tried for rows judged under one school.

    `table` (h, 9) and `orders` (o, f) as `kernels.validation.explain` takes them.
    """

    changes: tuple[tuple[Change, ...], ...]
    table: NDArray[np.int64]
    orders: Codes
    rules: tuple[int, ...]

    def alternatives(self) -> list[int]:
        """Return the hypotheses that change one reading: several may fit a row equally well."""
        return [
            number
            for number, changes in enumerate(self.changes)
            if len(changes) == 1 and changes[0].cause in ("reading", "school")
        ]

    def say(self, number: int, row: Situation) -> str:
        """Return the explanation of a row by hypothesis `number`."""
        changes = self.changes[number]
        night = row.night
        for change in changes:
            if change.effect.get(NIGHT) == OTHER_HALF:
                night = 1 - night
            elif NIGHT in change.effect:
                place = self.rules[change.effect[NIGHT] - FIRST_RULE]
                rule = validation.day_rules()[place]
                night = int(rule.nights()[row.hour])
        after = Situation(row.keyed_by, row.day, row.shift, row.hour, night, row.noble)
        return "agrees " + " and ".join(change.say(after) for change in changes)

    def cause(self, number: int) -> str:
        """Return the causes of hypothesis `number`, joined by +."""
        return "+".join(change.cause for change in self.changes[number])


def _text(text: str) -> Callable[[Situation], str]:
    return lambda _: text


def _reading_changes(base: School) -> list[Change]:
    """Return every single reading replaced, and every named school that takes more than one."""
    mine = base.readings()
    changes = []
    for (reading, value), phrase in validation.phrases().items():
        if mine[reading] != value:
            changes.append(Change("reading", "variant", _text(phrase), readings={reading: value}))
    for name, readings in casting.schools().items():
        other = {r: v for r, v in readings.items() if r != "noble" and mine[r] != v}
        if len(other) > 1:
            say = _text(f"with the school {name}")
            changes.append(Change("school", "school", say, readings=other))
    return changes


def _noble_changes(base: School) -> list[Change]:
    def said(noble: str) -> Callable[[Situation], str]:
        def say(row: Situation) -> str:
            stem = row.day % 10
            stand = BRANCHES[casting.nobles()[noble][stem][row.night]]
            return f"if the {HALVES[row.night]} noble is {stand} for {STEMS[stem]}"

        return say

    return [
        Change("noble", "noble", said(noble), {NOBLE: place})
        for place, noble in enumerate(casting.nobles())
        if place != noble_of(base)
    ]


def _night_changes(rules: Sequence[int]) -> list[Change]:
    """Return the other day rules, then the other half of the day against every rule."""

    def said(rule: validation.DayRule) -> Callable[[Situation], str]:
        def say(row: Situation) -> str:
            half = HALVES[int(rule.nights()[row.hour])]
            ends = f"{BRANCHES[rule.first]} to {BRANCHES[rule.last]}"
            return f"if the hour {BRANCHES[row.hour]} counts as {half} (day from {ends})"

        return say

    def other(row: Situation) -> str:
        return f"with the {HALVES[row.night]} noble, the other half of the day"

    changes = [
        Change(
            "day_rule",
            "night",
            said(validation.day_rules()[rule]),
            {NIGHT: FIRST_RULE + place},
            needs=HAS_HOUR,
        )
        for place, rule in enumerate(rules)
        if place
    ]
    return [*changes, Change("half", "night", other, {NIGHT: OTHER_HALF}, needs=HAS_NIGHT)]


def _stepped(step: int) -> Callable[[Situation], str]:
    reasons = {1: "the 中氣 had not passed", -1: "taken at the 節, before the 中氣"}

    def say(row: Situation) -> str:
        shift = (row.shift + step) % 12
        if row.keyed_by in ("month_general", "moment"):
            return f"with general {BRANCHES[(row.hour + shift) % 12]}: {reasons[step]}"
        if row.keyed_by == "above_stem":
            lodge = casting.casting_tables()["lodge"][row.day % 10]
            return f"with 干上 {BRANCHES[(lodge + shift) % 12]}, the one next to it"
        return f"with 局 {axes.ju(shift)}, the one next to it"

    return say


def _exchanged(row: Situation) -> str:
    if row.keyed_by in ("month_general", "moment"):
        return "if month general and hour change places"
    return f"with 局 {axes.ju(-row.shift % 12)}: the plate is turned the other way"


def _input_changes(keyed_by: str) -> list[Change]:
    """Return the neighbouring inputs."""

    def hour(step: int) -> Callable[[Situation], str]:
        return lambda row: f"with hour {BRANCHES[(row.hour + step) % 12]}, the one next to it"

    def day(step: int) -> Callable[[Situation], str]:
        why = "begins a new day" if step > 0 else "still belongs to the day before"
        return lambda row: f"with day {PILLARS[(row.day + step) % 60]}: the hour 子 {why}"

    by_general = keyed_by in ("month_general", "moment")
    changes = [
        Change("general" if by_general else "ju", "input", _stepped(step), {SHIFT_STEP: step})
        for step in (1, -1)
    ]
    changes.append(Change("exchange", "input", _exchanged, {SHIFT_SIGN: -1}))
    if by_general:
        changes += [
            Change(
                "hour",
                "input",
                hour(step),
                {SHIFT_STEP: -step, HOUR_STEP: step},
                needs=HAS_HOUR,
            )
            for step in (1, -1)
        ]
    return [
        *changes,
        *(
            Change("day", "input", day(step), {DAY_STEP: step}, needs=HAS_ZI_HOUR)
            for step in (1, -1)
        ),
    ]


def _orders(fields: Sequence[str]) -> tuple[Codes, list[Change]]:
    """Return in which orders the claims may have been written, the plain one first."""
    swaps: list[tuple[str, dict[str, str]]] = [
        ("if the transmissions are read from the last to the first", _swap(TRANSMISSIONS, 0, 2)),
        ("if initial and middle change places", _swap(TRANSMISSIONS, 0, 1)),
        ("if middle and final change places", _swap(TRANSMISSIONS, 1, 2)),
        (
            "if the lessons are read from the fourth to the first",
            {f"lesson{n}_upper": f"lesson{5 - n}_upper" for n in range(1, 5)},
        ),
    ]
    orders = [list(range(len(fields)))]
    changes = []
    for phrase, swap in swaps:
        if not swap.keys() <= set(fields):
            continue
        effect = {ORDER: len(orders)}
        changes.append(Change("order", "order", _text(phrase), effect))
        orders.append([fields.index(swap.get(name, name)) for name in fields])
    return np.array(orders, dtype=np.int8), changes


def _swap(names: Sequence[str], one: int, two: int) -> dict[str, str]:
    return {names[one]: names[two], names[two]: names[one]}


def _compatible(one: Change, two: Change) -> bool:
    if "variant" in (one.slot, two.slot) and one.slot == two.slot:
        return not one.readings.keys() & two.readings.keys()
    return one.slot != two.slot and {one.slot, two.slot} != {"variant", "school"}


def build_hypotheses(
    base: School, fields: Sequence[str], rules: Sequence[int], keyed_by: str
) -> Hypotheses:
    """Return all that is tried, for rows judged under `base`.

    One change comes before two, and within a number readings, nobles, day and night, inputs and
    orders in this sequence; three and more changes are tried for readings alone. `rules`: places
    of the day rules, the one in force first.
    """
    orders, order_changes = _orders(fields)
    readings = _reading_changes(base)
    single = list(readings)
    if any(FIELDS[name].rides for name in fields):
        single += [*_noble_changes(base), *_night_changes(rules)]
    single += [*_input_changes(keyed_by), *order_changes]
    found = [(change,) for change in single]
    pairs = [pair for pair in combinations(single, 2) if _compatible(*pair)]
    one_each = [change for change in readings if change.slot == "variant"]
    more = [
        several
        for count in range(3, len(base.readings()) + 1)
        for several in combinations(one_each, count)
        if len({r for change in several for r in change.readings}) == count
    ]
    changes: list[tuple[Change, ...]] = [*found, *pairs, *more]
    table = np.zeros((len(changes), HYPOTHESIS_COLUMNS), dtype=np.int64)
    table[:, SHIFT_SIGN] = 1
    table[:, [VARIANT, NOBLE]] = -1
    for row, several in zip(table, changes, strict=True):
        merged = {r: v for change in several for r, v in change.readings.items()}
        if merged:
            replaced = {**base.readings(), **merged}
            row[VARIANT] = variant_of(School(name="", **replaced))
        for change in several:
            row[NEEDS] |= change.needs
            for column, value in change.effect.items():
                row[column] = value
    return Hypotheses(tuple(changes), table, orders, tuple(rules))

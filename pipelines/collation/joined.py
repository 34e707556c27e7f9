"""Conditions on the stem's lodge, the branch, and what stands over each of them."""

from collections.abc import Iterator
from typing import Any

from dingshi.collation.conditions import (
    CONDITIONS,
    Condition,
    chart_named,
    days_named,
    days_of,
    meets,
    shared_days,
    uniform,
)
from dingshi.collation.placing import BRANCH, DAY, Chart
from dingshi.collation.registry import Inputs
from dingshi.collation.relations import branch_relations
from dingshi.collation.world import World
from dingshi.datasets.vocabulary import PILLARS


def _pairs_of(world: World, day: int, shift: int) -> tuple[int, int, int, int]:
    """Return lodge, branch, and what stands over them."""
    lodge, branch = world.lodge[day % 10], day % 12
    return lodge, branch, (lodge + shift) % 12, (branch + shift) % 12


def _related(world: World, a: int, b: int, *words: str) -> bool:
    """Return whether two branches have all of these relations, in either direction."""
    found = {*branch_relations(world, a, b), *branch_relations(world, b, a)}
    return {*words} <= found


def _outwardly_joined(world: World, *words: str, without: tuple[str, ...] = ()) -> Iterator[Any]:
    for day in range(60):
        for shift in range(12):
            lodge, branch, over_stem, over_branch = _pairs_of(world, day, shift)
            if (
                _related(world, lodge, branch, "害")
                and _related(world, over_stem, over_branch, "六合", *words)
                and not any(_related(world, over_stem, over_branch, word) for word in without)
            ):
                yield chart_named(world, day, shift)


@meets("joined_above_harming_below")
def _joined(world: World, inputs: Inputs) -> Any:
    del inputs
    return list(_outwardly_joined(world))


@meets("joined_and_breaking_above_harming_below")
def _joined_breaking(world: World, inputs: Inputs) -> Any:
    del inputs
    return list(_outwardly_joined(world, "破"))


@meets("only_joined_above_harming_below")
def _only_joined(world: World, inputs: Inputs) -> Any:
    del inputs
    return list(_outwardly_joined(world, without=("刑", "破")))


for _name in (
    "joined_above_harming_below",
    "joined_and_breaking_above_harming_below",
    "only_joined_above_harming_below",
):
    CONDITIONS[f"days_{_name}"] = days_of(CONDITIONS[_name])


@meets("joined_above_and_below")
def _same_heart(world: World, inputs: Inputs) -> Any:
    shift = Chart(world, inputs).shift
    found = []
    for day in range(60):
        lodge, branch, over_stem, over_branch = _pairs_of(world, day, shift)
        if _related(world, lodge, branch, "六合") and _related(
            world, over_stem, over_branch, "六合"
        ):
            found.append(day)
    return days_named(found)


@meets("branch_on_neighbouring_stem_joined_above")
def _neighbours(world: World, inputs: Inputs) -> Any:
    del inputs
    found = []
    for day in range(60):
        for shift in range(12):
            lodge, branch, over_stem, over_branch = _pairs_of(world, day, shift)
            near = (lodge - branch) % 12 in (1, 11)
            if near and over_stem == branch and _related(world, over_stem, over_branch, "六合"):
                found.append(chart_named(world, day, shift))
    return found


CONDITIONS["days_branch_on_neighbouring_stem_joined_above"] = days_of(
    CONDITIONS["branch_on_neighbouring_stem_joined_above"]
)


@meets("stem_and_branch_on_each_other_joined_above")
def _on_each_other(world: World, inputs: Inputs) -> Any:
    del inputs
    found = []
    for day in range(60):
        for shift in range(12):
            lodge, branch, over_stem, over_branch = _pairs_of(world, day, shift)
            met = over_stem == branch or over_branch == lodge
            if met and lodge != branch and _related(world, over_stem, over_branch, "六合"):
                found.append(day)
    return days_named(found)


def _crossing(world: World, day: int) -> int:
    """Return on how many plates each upper is in six-harmony with the place of the other."""
    count = 0
    for shift in range(12):
        lodge, branch, over_stem, over_branch = _pairs_of(world, day, shift)
        crossed = _related(world, over_stem, branch, "六合")
        count += crossed and _related(world, over_branch, lodge, "六合")
    return count


@meets("days_with_crossing_plate")
def _crossing_days(world: World, inputs: Inputs) -> Any:
    shared = shared_days(world, inputs)
    return [w for w in PILLARS if w not in shared and _crossing(world, DAY[w])]


@meets("crossing_plates_of_a_day")
def _crossing_plates(world: World, inputs: Inputs) -> Any:
    shared = shared_days(world, inputs)
    return uniform({_crossing(world, DAY[word]) for word in PILLARS if word not in shared})


def _apart(steps: int) -> Condition:
    return lambda world, _: days_named(
        [day for day in range(60) if (world.lodge[day % 10] - day) % 12 == steps]
    )


CONDITIONS["mourner_on_stem_mourning_on_branch"] = _apart(8)
CONDITIONS["mourning_on_stem_mourner_on_branch"] = _apart(4)
CONDITIONS["last_of_decade_on_stem_first_on_branch"] = _apart(9)
CONDITIONS["first_of_decade_on_stem_last_on_branch"] = _apart(3)


@meets("days_of_mourning")
def _mourning(world: World, inputs: Inputs) -> Any:
    names = ("mourner_on_stem_mourning_on_branch", "mourning_on_stem_mourner_on_branch")
    return [word for name in names for word in CONDITIONS[name](world, inputs)]


def _two_apart(half: str) -> Condition:
    places = {BRANCH[word] for word in half}
    return lambda world, _: days_named(
        [
            day
            for day in range(60)
            if (world.lodge[day % 10] - day) % 12 in (2, 10)
            and {world.lodge[day % 10], day % 12} <= places
        ]
    )


CONDITIONS["two_apart_in_lower_half"] = _two_apart("亥子丑寅卯辰")
CONDITIONS["two_apart_in_upper_half"] = _two_apart("巳午未申酉戌")

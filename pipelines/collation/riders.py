"""The twelve generals: who rides what, from where and in which direction."""

from typing import Any

from dingshi.collation.placing import BRANCH, Chart, agreed, stem_of
from dingshi.collation.registry import Inputs, evaluates
from dingshi.collation.world import World
from dingshi.datasets.theories import general_branches
from dingshi.datasets.vocabulary import BRANCHES, DIRECTIONS, ELEMENTS, GENERALS


def general_element(world: World, general: int) -> int:
    """Return the element of a general: that of the branch whose nature it has."""
    return world.branch_element[general_branches()[general]]


@evaluates("noble")
def _noble(world: World, inputs: Inputs) -> Any:
    return BRANCHES[world.noble[stem_of(inputs), int(inputs["night"])]]


@evaluates("noble_seat")
def _noble_seat(world: World, inputs: Inputs) -> Any:
    chart = Chart(world, inputs)
    return agreed([BRANCHES[chart.plate(night).index(0)] for night in chart.nights()])


@evaluates("noble_direction")
def _noble_direction(world: World, inputs: Inputs) -> Any:
    chart = Chart(world, inputs)
    words = []
    for night in chart.nights():
        plate = chart.plate(night)
        onward = (plate.index(1) - plate.index(0)) % 12 == 1
        words.append(DIRECTIONS[0 if onward else 1])
    return agreed(words)


@evaluates("general_on")
def _general_on(world: World, inputs: Inputs) -> Any:
    branch = BRANCH[inputs["branch"]]
    if "noble_direction" in inputs:
        step = 1 if inputs["noble_direction"] == "順" else -1
        noble = int(world.noble[stem_of(inputs), int(inputs["night"])])
        return GENERALS[(branch - noble) * step % 12]
    chart = Chart(world, inputs)
    return agreed([GENERALS[chart.plate(n)[chart.seat(branch)]] for n in chart.nights()])


@evaluates("general_at")
def _general_at(world: World, inputs: Inputs) -> Any:
    chart = Chart(world, inputs)
    seat = chart.seat(chart.heaven(inputs["at"]))
    return agreed([GENERALS[chart.plate(night)[seat]] for night in chart.nights()])


@evaluates("rider_element")
def _rider_element(world: World, inputs: Inputs) -> Any:
    chart = Chart(world, inputs)
    seat = chart.seat(BRANCH[inputs["branch"]])
    riders = [chart.plate(night)[seat] for night in chart.nights()]
    return agreed([ELEMENTS[general_element(world, rider)] for rider in riders])


@evaluates("riders_seen")
def _riders_seen(world: World, inputs: Inputs) -> Any:
    chart = Chart(world, inputs)
    return _riders(chart, [*chart.uppers, *chart.transmissions])


@evaluates("generals_among")
def _generals_among(world: World, inputs: Inputs) -> Any:
    chart = Chart(world, inputs)
    return _riders(chart, [chart.heaven(place) for place in inputs["places"]])


def _riders(chart: Chart, branches: list[int]) -> list[str]:
    riders = {chart.plate(n)[chart.seat(branch)] for n in chart.nights() for branch in branches}
    return [GENERALS[rider] for rider in sorted(riders)]


@evaluates("never_rides")
def _never_rides(world: World, inputs: Inputs) -> Any:
    general = GENERALS.index(inputs["general"])
    ridden = {
        (plate.index(general) + shift) % 12
        for by_stem in world.plates
        for shift, by_shift in enumerate(by_stem)
        for plate in by_shift
    }
    return [word for code, word in enumerate(BRANCHES) if code not in ridden]

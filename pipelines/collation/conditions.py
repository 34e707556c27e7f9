"""The conditions of lists and counts: which days, charts or pairs meet them, recomputed as sets."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from dingshi.collation.casting import bureau_of, derived
from dingshi.collation.placing import BRANCH, DAY, Chart
from dingshi.collation.registry import Inputs, Waiting, evaluates
from dingshi.collation.relations import (
    body_element,
    season_element,
)
from dingshi.collation.riders import general_element
from dingshi.collation.sequences import FAMILIES, runs
from dingshi.collation.world import World
from dingshi.datasets.claims.kinds import waiting_conditions
from dingshi.datasets.vocabulary import BRANCHES, DETAILS, ELEMENTS, PILLARS, RELATIONS, STEMS

Condition = Callable[[World, Inputs], Any]
CONDITIONS: Final[dict[str, Condition]] = {}
_TIGER, _BIRD = 7, 2
_STEM_DING = 3
_EARTH_ELEMENT = ELEMENTS.index("土")


def meets(name: str) -> Callable[[Condition], Condition]:
    """Register a function as the condition of this name."""

    def register(function: Condition) -> Condition:
        CONDITIONS[name] = function
        return function

    return register


def days_named(days: Iterator[int] | list[int]) -> list[str]:
    """Return the names of days, in the order of the cycle."""
    return [PILLARS[day] for day in sorted({*days})]


def chart_named(world: World, day: int, shift: int) -> dict[str, str]:
    """Return a lesson as claims name it: the day and what stands over its stem."""
    upper = (world.lodge[day % 10] + shift) % 12
    return {"day": PILLARS[day], "over": f"{BRANCHES[upper]}/干"}


def uniform(counts: set[int]) -> Any:
    """Return the one count that all share, or all of them."""
    return next(iter(counts)) if len(counts) == 1 else sorted(counts)


def _derived(word: str, within: Callable[[int], bool]) -> Condition:
    def charts(world: World, inputs: Inputs) -> list[dict[str, str]]:
        days = [DAY[inputs["day"]]] if "day" in inputs else list(range(60))
        if "decade" in inputs:
            first = DAY[inputs["decade"]]
            days = list(range(first, first + 10))
        return [
            chart_named(world, day, shift)
            for day in days
            if within(day)
            for shift in range(12)
            if derived(world, day * 12 + shift, word)
        ]

    return charts


def days_of(condition: Condition) -> Condition:
    """Return the condition that gives the days of the lessons of another."""
    return lambda world, inputs: list(
        dict.fromkeys(chart["day"] for chart in condition(world, inputs))
    )


CONDITIONS["separate_lessons"] = _derived("別擇", lambda _: True)
CONDITIONS["separate_lessons_yang"] = _derived("別擇", lambda day: day % 2 == 0)
CONDITIONS["separate_lessons_yin"] = _derived("別擇", lambda day: day % 2 == 1)
CONDITIONS["separate_days"] = days_of(CONDITIONS["separate_lessons"])
CONDITIONS["pleiades_lessons"] = _derived("昴星", lambda _: True)
CONDITIONS["well_days"] = days_of(_derived("井欄", lambda _: True))
CONDITIONS["shared_days_uncontrolled"] = days_of(_derived("八專", lambda _: True))


@meets("lessons")
def _lessons(world: World, inputs: Inputs) -> Any:
    del inputs
    return len(world.transmissions)


@meets("shared_days")
def shared_days(world: World, inputs: Inputs) -> Any:
    """Return the days whose stem lodges in their branch."""
    del inputs
    return days_named([day for day in range(60) if world.lodge[day % 10] == day % 12])


def _counted(detail: str) -> Condition:
    def days(world: World, inputs: Inputs) -> Any:
        del inputs
        code = tuple(DETAILS).index(detail)
        rows = [row for row in range(720) if derived(world, row, "八專")]
        return days_named([row // 12 for row in rows if world.detail[row] == code])

    return days


CONDITIONS["shared_days_forward"] = _counted("剛")
CONDITIONS["shared_days_backward"] = _counted("柔")


@meets("well_days_apart_from_shared")
def _well_apart(world: World, inputs: Inputs) -> Any:
    shared = shared_days(world, inputs)
    return [day for day in CONDITIONS["well_days"](world, inputs) if day not in shared]


@meets("shared_yin_days")
def _shared_yin(world: World, inputs: Inputs) -> Any:
    stems = world.rules.stem_polarity
    return [day for day in shared_days(world, inputs) if stems[DAY[day] % 10] == 1]


@meets("days_of_the_reigning_element")
def _reigning(world: World, inputs: Inputs) -> Any:
    element = season_element(world, inputs)
    return days_named(
        [
            day
            for day in range(60)
            if world.stem_element[day % 10] == element == world.branch_element[day % 12]
        ]
    )


@meets("initial_is_upper")
def _initial_is_upper(world: World, inputs: Inputs) -> Any:
    shift = Chart(world, inputs).shift
    upper = BRANCH[inputs["over"][0]]
    return days_named(
        [day for day in range(60) if world.transmissions[day * 12 + shift][0] == upper]
    )


@meets("nine_ugly_days")
def _nine_ugly(world: World, inputs: Inputs) -> Any:
    del world, inputs
    return [word for word in PILLARS if word[0] in "乙戊己辛壬" and word[1] in "子午卯酉"]


@meets("tomb_over_stem")
def _tomb_over_stem(world: World, inputs: Inputs) -> Any:
    upper, lower = (BRANCH[word] for word in inputs["over"].split("/"))
    stems = [s for s in range(10) if world.lodge[s] == lower and world.at_stage(s, 8) == upper]
    return days_named([day for day in range(60) if day % 10 in stems])


@meets("salary_plates_of_a_day")
def _salary_plates(world: World, inputs: Inputs) -> Any:
    del inputs
    counts = set()
    for day in range(60):
        salary = world.at_stage(day % 10, 3)
        counts.add(sum((day + shift) % 12 == salary for shift in range(12)))
    return uniform(counts)


@meets("ghosts_in_transmissions_and_seats")
def _ghosts(world: World, inputs: Inputs) -> Any:
    chart = Chart(world, inputs)
    places = [*chart.transmissions, *(chart.seat(branch) for branch in chart.transmissions)]
    return sum(RELATIONS[world.relation[chart.stem][place]] == "鬼" for place in places)


@meets("ghost_trine_generating_through_stem_upper")
def _ghost_trine(world: World, inputs: Inputs) -> Any:
    del inputs
    found = []
    for row in range(720):
        day = row // 12
        mine = world.stem_element[day % 10]
        three = world.transmissions[row]
        upper = world.branch_element[world.uppers[row][0]]
        frame = body_element(world, three)
        ghosts = bureau_of(three) != "none" and world.overcomes[frame][mine]
        if ghosts and world.generates[frame][upper] and world.generates[upper][mine]:
            found.append(day)
    return days_named(found)


@meets("stems_with_noble_as_decade_head")
def _head_nobles(world: World, inputs: Inputs) -> Any:
    del inputs
    heads = {day // 10 * 10 % 12 for day in range(60)}
    return [STEMS[stem] for stem in range(10) if heads & {int(b) for b in world.noble[stem]}]


@meets("decades_headed_by_dipper_or_chief")
def _headed(world: World, inputs: Inputs) -> Any:
    del world, inputs
    return [word for word in PILLARS[::10] if word[1] in "辰戌"]


@meets("days_of_decades_headed_by_dipper_or_chief")
def _days_headed(world: World, inputs: Inputs) -> Any:
    return [PILLARS[DAY[head] + n] for head in _headed(world, inputs) for n in range(10)]


@meets("true_bird_days")
def _true_bird(world: World, inputs: Inputs) -> Any:
    wu = BRANCH["午"]
    night = int(inputs["night"])
    return days_named(
        [
            day
            for day in range(60)
            if (int(world.noble[day % 10, night]) - _BIRD) % 12 == wu
            and RELATIONS[world.relation[day % 10][wu]] == "印"
        ]
    )


@meets("branches_overcome_by_wu")
def _overcome_by_wu(world: World, inputs: Inputs) -> Any:
    del inputs
    fire = world.branch_element[BRANCH["午"]]
    return [w for w in BRANCHES if world.overcomes[fire][world.branch_element[BRANCH[w]]]]


@meets("ghost_ding_over_stem_ridden_by_tiger_at_night")
def _tiger_on_ding(world: World, inputs: Inputs) -> Any:
    del inputs
    found = []
    for day in range(60):
        stem = day % 10
        for shift in range(12):
            lodge = world.lodge[stem]
            upper = (lodge + shift) % 12
            ghost = RELATIONS[world.relation[stem][upper]] == "鬼"
            tiger = world.plates[stem][shift][1][lodge] == _TIGER
            if ghost and tiger and world.hidden[day][upper] == _STEM_DING:
                found.append(day)
    return days_named(found)


@meets("growth_over_tomb_of_its_element")
def _growth_over_tomb(world: World, inputs: Inputs) -> Any:
    del inputs
    stems = (0, 2, 6, 8)
    return [f"{BRANCHES[world.at_stage(s, 0)]}/{BRANCHES[world.at_stage(s, 8)]}" for s in stems]


def _runs(family: str) -> Condition:
    return lambda _world, _inputs: runs(*FAMILIES[family])


CONDITIONS["runs_of_two_forward"] = _runs("順間傳")
CONDITIONS["runs_of_two_backward"] = _runs("逆間傳")


@evaluates("days", "days_some", "charts", "pairs", "list")
def _members(world: World, inputs: Inputs) -> Any:
    return _of(world, inputs)


@evaluates("count")
def _count(world: World, inputs: Inputs) -> Any:
    found = _of(world, inputs)
    return len(found) if isinstance(found, list) else found


def _of(world: World, inputs: Inputs) -> Any:
    name = inputs["condition"]
    if name in CONDITIONS:
        return CONDITIONS[name](world, inputs)
    raise Waiting(waiting_conditions()[name])


def _trine_seen(bureau: str, *, earthy: bool) -> Callable[[World, Inputs], bool]:
    def seen(world: World, inputs: Inputs) -> bool:
        day = DAY[inputs["day"]]
        shifts = [Chart(world, inputs).shift] if "over" in inputs else list(range(12))
        return any(
            bureau_of(world.transmissions[day * 12 + shift]) == bureau
            and (not earthy or _earth_riders(world, day, shift))
            for shift in shifts
        )

    return seen


def _earth_riders(world: World, day: int, shift: int) -> bool:
    three = world.transmissions[day * 12 + shift]
    return any(
        all(
            general_element(world, plate[(branch - shift) % 12]) == _EARTH_ELEMENT
            for branch in three
        )
        for plate in world.plates[day % 10][shift]
    )


_SEEN: Final = {
    "transmissions_water": _trine_seen("水局", earthy=False),
    "transmissions_fire": _trine_seen("火局", earthy=False),
    "transmissions_wood": _trine_seen("木局", earthy=False),
    "transmissions_water_ridden_by_earth": _trine_seen("水局", earthy=True),
}


@evaluates("exists")
def _exists(world: World, inputs: Inputs) -> Any:
    return _SEEN[inputs["condition"]](world, inputs)

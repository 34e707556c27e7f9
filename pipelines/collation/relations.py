"""What stems, branches, elements and generals are to each other, and the facts of a day."""

from typing import Any

from dingshi.collation.casting import bureau_of, step_of
from dingshi.collation.placing import BRANCH, DAY, STEM, Chart, lodge_or_branch, stem_of
from dingshi.collation.registry import Inputs, Waiting, evaluates
from dingshi.collation.riders import general_element
from dingshi.collation.world import World
from dingshi.datasets.claims.kinds import STAGES, VIGOURS
from dingshi.datasets.vocabulary import BRANCHES, ELEMENTS, GENERALS, PILLARS, RELATIONS, STEMS

WOOD, FIRE, EARTH, METAL, WATER = range(5)
_BUREAUS = {"木局": WOOD, "火局": FIRE, "金局": METAL, "水局": WATER}
_SEASONS = {"春": WOOD, "夏": FIRE, "秋": METAL, "冬": WATER, "季": EARTH}
_STAGE_STEM = (0, 2, 4, 6, 8)  # the yang stem of each element, whose stages are the element's


def element_of(world: World, word: str) -> int:
    """Return the element of a stem, a branch, a general or an element."""
    if word in BRANCH:
        return world.branch_element[BRANCH[word]]
    if word in STEM:
        return world.stem_element[STEM[word]]
    if word in GENERALS:
        return general_element(world, GENERALS.index(word))
    return ELEMENTS.index(word)


def relation_of_elements(world: World, mine: int, other: int) -> str:
    """Return the relation of an element to that of the day stem."""
    cases = {
        "印": world.generates[other][mine],
        "盜": world.generates[mine][other],
        "鬼": world.overcomes[other][mine],
        "財": world.overcomes[mine][other],
    }
    found = [word for word, case in cases.items() if case]
    return found[0] if found else "劫"


@evaluates("relation")
def _relation(world: World, inputs: Inputs) -> Any:
    return RELATIONS[world.relation[stem_of(inputs)][BRANCH[inputs["branch"]]]]


@evaluates("relation_at")
def _relation_at(world: World, inputs: Inputs) -> Any:
    chart = Chart(world, inputs)
    return RELATIONS[world.relation[chart.stem][chart.heaven(inputs["at"])]]


def body_element(world: World, branches: list[int]) -> int:
    """Return the one element of three transmissions: of their trine, their quarter, or of most."""
    bureau = bureau_of(branches)
    if bureau in _BUREAUS:
        return _BUREAUS[bureau]
    quarter = sorted(branches, key=lambda branch: (branch - 2) % 12)
    if step_of(quarter) == 1 and (quarter[0] - 2) % 3 == 0:
        return (WOOD, FIRE, METAL, WATER)[(quarter[0] - 2) % 12 // 3]
    elements = [world.branch_element[branch] for branch in branches]
    return max(elements, key=lambda element: (elements.count(element), -elements.index(element)))


@evaluates("body_relation")
def _body_relation(world: World, inputs: Inputs) -> Any:
    chart = Chart(world, inputs)
    element = body_element(world, chart.transmissions)
    return relation_of_elements(world, world.stem_element[chart.stem], element)


@evaluates("kin_stem")
def _kin_stem(world: World, inputs: Inputs) -> Any:
    mine, other = (world.stem_element[STEM[inputs[name]]] for name in ("stem", "other"))
    return relation_of_elements(world, mine, other)


@evaluates("ghost_counts")
def _ghost_counts(world: World, inputs: Inputs) -> Any:
    """Wait: when a ghost turns to good (化鬼) is one of the book's patterns."""
    del world
    raise Waiting(f"patterns.{inputs['book']}")


@evaluates("element_relation")
def _element_relation(world: World, inputs: Inputs) -> Any:
    a, b = (element_of(world, inputs[name]) for name in ("a", "b"))
    cases = {
        "a克b": world.overcomes[a][b],
        "a生b": world.generates[a][b],
        "b克a": world.overcomes[b][a],
        "b生a": world.generates[b][a],
    }
    found = [word for word, case in cases.items() if case]
    return found[0] if found else "比"


def branch_relations(world: World, a: int, b: int) -> list[str]:
    """Return every relation that branch `a` has to branch `b`."""
    breaks = (a + 9) % 12 if a % 2 == 0 else (a + 3) % 12
    cases = {
        "刑": world.punished[a] == b,
        "沖": world.clash[a] == b,
        "破": breaks == b,
        "害": (7 - a) % 12 == b,
        "六合": (1 - a) % 12 == b,
        "三合": a != b and a % 4 == b % 4,
    }
    return [word for word, case in cases.items() if case]


@evaluates("branch_relation")
def _branch_relation(world: World, inputs: Inputs) -> Any:
    a, b = (lodge_or_branch(world, inputs[name]) for name in ("a", "b"))
    return branch_relations(world, a, b)


@evaluates("is_relation")
def _is_relation(world: World, inputs: Inputs) -> Any:
    found = branch_relations(world, BRANCH[inputs["a"]], BRANCH[inputs["b"]])
    return inputs["relation"] in found


@evaluates("stem_relation")
def _stem_relation(world: World, inputs: Inputs) -> Any:
    combined = int(world.rules.stem_combination[STEM[inputs["a"]]])
    return "合" if STEMS[combined] == inputs["b"] else "none"


def _stage_stem(inputs: Inputs) -> int:
    if "element" in inputs:
        return _STAGE_STEM[ELEMENTS.index(inputs["element"])]
    return stem_of(inputs)


@evaluates("stage")
def _stage(world: World, inputs: Inputs) -> Any:
    return STAGES[world.stage(_stage_stem(inputs), BRANCH[inputs["branch"]])]


@evaluates("stage_not")
def _stage_not(world: World, inputs: Inputs) -> Any:
    stage = world.stage(STEM[inputs["stem"]], BRANCH[inputs["branch"]])
    return STAGES[stage] != inputs["stage"]


@evaluates("stage_at")
def _stage_at(world: World, inputs: Inputs) -> Any:
    chart = Chart(world, inputs)
    return STAGES[world.stage(chart.stem, chart.heaven(inputs["at"]))]


def season_element(world: World, inputs: Inputs) -> int:
    """Return the reigning element: of season, month, or (small questions) the day stem."""
    if "season" in inputs:
        return _SEASONS[inputs["season"]]
    if "month" in inputs:
        return world.branch_element[BRANCH[inputs["month"]]]
    return world.stem_element[STEM[inputs["day_stem"]]]


def vigour_of(world: World, reigning: int, element: int) -> str:
    """Return the vigour of an element while another reigns."""
    cases = (
        element == reigning,
        world.generates[reigning][element],
        world.overcomes[reigning][element],
        world.overcomes[element][reigning],
        world.generates[element][reigning],
    )
    return VIGOURS[cases.index(True)]


@evaluates("vigour")
def _vigour(world: World, inputs: Inputs) -> Any:
    word = inputs["element"] if "element" in inputs else inputs["branch"]
    return vigour_of(world, season_element(world, inputs), element_of(world, word))


def _stem_or_void(world: World, day: int, branch: int) -> str:
    stem = world.hidden[day][branch]
    return STEMS[stem] if stem >= 0 else "空"


@evaluates("hidden_stem")
def _hidden_stem(world: World, inputs: Inputs) -> Any:
    day = DAY[inputs["day"]]
    if "branch" in inputs:
        return _stem_or_void(world, day, BRANCH[inputs["branch"]])
    return _stem_or_void(world, day, Chart(world, inputs).heaven(inputs["at"]))


@evaluates("stem_at")
def _stem_at(world: World, inputs: Inputs) -> Any:
    chart = Chart(world, inputs)
    return _stem_or_void(world, chart.day, chart.heaven(inputs["at"]))


@evaluates("hour_stem")
def _hour_stem(world: World, inputs: Inputs) -> Any:
    del world  # the rule of the five beginnings has no readings
    return STEMS[(STEM[inputs["stem"]] % 5 * 2 + BRANCH[inputs["branch"]]) % 10]


@evaluates("void")
def _void(world: World, inputs: Inputs) -> Any:
    return world.hidden[DAY[inputs["day"]]][BRANCH[inputs["branch"]]] < 0


@evaluates("seat_void")
def _seat_void(world: World, inputs: Inputs) -> Any:
    branch = BRANCH[inputs["branch"]]
    plated = "over" in inputs
    seat = Chart(world, inputs).seat(branch) if plated else branch
    day = DAY[inputs["day"]]
    if world.lodge_never_void and seat == world.lodge[day % 10]:
        return False
    return world.hidden[day][seat] < 0


@evaluates("empty")
def _empty(world: World, inputs: Inputs) -> Any:
    chart = Chart(world, inputs)
    branch = chart.heaven(inputs["at"])
    hidden = world.hidden[chart.day]
    return hidden[branch] < 0 or hidden[chart.seat(branch)] < 0


@evaluates("decade")
def _decade(world: World, inputs: Inputs) -> Any:
    del world  # the decades have no readings
    return PILLARS[DAY[inputs["day"]] // 10 * 10]


def stems_within(world: World, branch: int) -> set[int]:
    """Return the stems hidden in a branch.

    A first branch of a season (孟) holds the yang stems of its own element and of the one that
    grows there, a middle one the yin stem of its own, a last one earth and the yin stems of its
    season and of the element whose tomb it is.
    """
    own = world.branch_element[branch]
    growing = {e for e in range(5) if e != EARTH and world.at_stage(2 * e, 0) == branch}
    entombed = {e for e in range(5) if e != EARTH and world.at_stage(2 * e, 8) == branch}
    if branch % 3 == 2:
        return {2 * e for e in {own, *growing}}
    if branch % 3 == 0:
        return {2 * own + 1}
    season = (WOOD, FIRE, METAL, WATER)[(branch - 2) % 12 // 3]
    return {2 * EARTH + branch % 2, *(2 * e + 1 for e in {season, *entombed})}


@evaluates("contains_stem")
def _contains_stem(world: World, inputs: Inputs) -> Any:
    return STEM[inputs["stem"]] in stems_within(world, BRANCH[inputs["branch"]])


@evaluates("contains_element")
def _contains_element(world: World, inputs: Inputs) -> Any:
    element = ELEMENTS.index(inputs["element"])
    stems = stems_within(world, BRANCH[inputs["branch"]])
    return any(world.stem_element[stem] == element for stem in stems)


@evaluates("month_general")
def _month_general(world: World, inputs: Inputs) -> Any:
    return BRANCHES[world.month_general[BRANCH[inputs["month"]]]]


@evaluates("lodge")
def _lodge(world: World, inputs: Inputs) -> Any:
    return BRANCHES[world.lodge[STEM[inputs["stem"]]]]

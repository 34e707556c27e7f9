"""Where a spirit stands: what follows from the tables of casting; the rest waits for its tables."""

from collections.abc import Callable
from typing import Any, Final

from dingshi.collation.placing import BRANCH, DAY, STEM, stem_of
from dingshi.collation.registry import Inputs, Waiting, evaluates
from dingshi.collation.relations import branch_relations, season_element, vigour_of
from dingshi.collation.world import World
from dingshi.datasets.claims.kinds import STAGES, VIGOURS
from dingshi.datasets.vocabulary import BRANCHES, ELEMENTS, PILLARS, RELATIONS, STEMS

Rule = Callable[[World, Inputs], list[str]]


def _by_relation(word: str) -> Rule:
    code = RELATIONS.index(word)
    return lambda world, inputs: [
        branch for branch in BRANCHES if world.relation[stem_of(inputs)][BRANCH[branch]] == code
    ]


def _by_stage(stage: int) -> Rule:
    return lambda world, inputs: [BRANCHES[world.at_stage(stem_of(inputs), stage)]]


def _by_vigour(word: str) -> Rule:
    def standing(world: World, inputs: Inputs) -> list[str]:
        reigning = season_element(world, inputs)
        return [
            branch
            for branch in BRANCHES
            if vigour_of(world, reigning, world.branch_element[BRANCH[branch]]) == word
        ]

    return standing


def _related(word: str) -> Rule:
    return lambda world, inputs: [
        branch
        for branch in BRANCHES
        if word in branch_relations(world, BRANCH[inputs["branch"]], BRANCH[branch])
    ]


def _horse(world: World, inputs: Inputs) -> list[str]:
    return [BRANCHES[world.horse[BRANCH[inputs["branch"]]]]]


def _combined(world: World, inputs: Inputs) -> list[str]:
    return [STEMS[int(world.rules.stem_combination[stem_of(inputs)])]]


def _triad_next(world: World, inputs: Inputs) -> list[str]:
    return [BRANCHES[int(world.rules.triad_next[BRANCH[inputs["branch"]]])]]


def _voids(world: World, inputs: Inputs) -> list[str]:
    hidden = world.hidden[DAY[inputs["decade"]]]
    return [branch for branch in BRANCHES if hidden[BRANCH[branch]] < 0]


def _head(world: World, inputs: Inputs) -> list[str]:
    del world  # the decades have no readings
    day = DAY[inputs["day"]] if "day" in inputs else DAY[inputs["decade"]]
    return [PILLARS[day // 10 * 10][1]]


def _tail(world: World, inputs: Inputs) -> list[str]:
    del world  # the decades have no readings
    return [PILLARS[DAY[inputs["day"]] // 10 * 10 + 9][1]]


def _same(name: str) -> Rule:
    return lambda _, inputs: [inputs[name]]


def _element_tomb(world: World, inputs: Inputs) -> list[str]:
    element = ELEMENTS.index(inputs["element"])
    return [BRANCHES[world.at_stage(2 * element, 8)]]


def _ghost_tomb(world: World, inputs: Inputs) -> list[str]:
    """Return the tomb of the element that overcomes the stem, by elements; earth has four."""
    mine = world.stem_element[STEM[inputs["stem"]]]
    ghost = [row[mine] for row in world.overcomes].index(True)
    if ELEMENTS[ghost] == "土":
        return ["辰", "戌", "丑", "未"]
    return [BRANCHES[world.at_stage(2 * ghost, 8)]]


RULES: Final[dict[str, Rule]] = {
    **{word: _by_relation(word) for word in RELATIONS},
    **{word: _by_stage(stage) for stage, word in enumerate(STAGES)},
    **{f"season {word}": _by_vigour(word) for word in VIGOURS},
    "日祿": _by_stage(3),
    "干墓": _by_stage(8),
    "五行墓": _element_tomb,
    "鬼墓": _ghost_tomb,
    "馬": _horse,
    "驛馬": _horse,
    "日馬": _horse,
    "月建": _same("month"),
    "太歲": lambda _, inputs: [inputs["year" if "year" in inputs else "year_branch"]],
    "歲君": _same("year_stem"),
    "旬空": _voids,
    "旬首": _head,
    "旬尾": _tail,
    "旬儀": _head,
    "干合": _combined,
    "支前三合": _triad_next,
    "支刑": _related("刑"),
    "支破": _related("破"),
}


@evaluates("spirit")
def _spirit(world: World, inputs: Inputs) -> Any:
    name = inputs["spirit"]
    # 死 is a stage of the stem and also a vigour of the season.
    rule = RULES.get(f"season {name}" if "season" in inputs else name)
    if rule is None:
        raise Waiting("spirits")
    return rule(world, inputs)

"""Cells of tables that follow from other tables: by rule, by the kernels, or by another book."""

from collections.abc import Callable
from typing import Any, Final

from dingshi.collation.placing import BRANCH, STEM
from dingshi.collation.registry import Inputs, Waiting, evaluates
from dingshi.collation.relations import element_of, season_element, vigour_of
from dingshi.collation.riders import general_element
from dingshi.collation.world import World
from dingshi.datasets.claims.kinds import tables
from dingshi.datasets.theories import general_branches, mansions
from dingshi.datasets.vocabulary import BRANCHES, ELEMENTS, GENERALS, STEMS
from dingshi.parsing import parse_month_general

Cell = Callable[[World, Any], Any]


def _stems_of(polarity: int) -> Cell:
    return lambda world, _: [w for w in STEMS if world.rules.stem_polarity[STEM[w]] == polarity]


def _branches_of(polarity: int) -> Cell:
    return lambda world, _: [
        w for w in BRANCHES if world.rules.branch_polarity[BRANCH[w]] == polarity
    ]


def _polarity(world: World, key: Any) -> Any:
    if key in BRANCH:
        return "陽陰"[int(world.rules.branch_polarity[BRANCH[key]])]
    return _branches_of("陽陰".index(key))(world, key)


def _members(world: World, key: Any) -> Any:
    element = ELEMENTS.index(key)
    return [word for word in (*STEMS, *BRANCHES) if element_of(world, word) == element]


def _element(world: World, key: Any) -> Any:
    return ELEMENTS[element_of(world, key)]


def _order_of_generals(world: World, key: Any) -> Any:
    """Return the generals as they stand on a plate from 貴人 onward, where they go forward."""
    del key
    plate = world.plates[0][0][0]
    start, step = plate.index(0), 1 if (plate.index(1) - plate.index(0)) % 12 == 1 else -1
    return [GENERALS[plate[(start + step * i) % 12]] for i in range(12)]


def _hours(world: World, night: bool) -> list[str]:
    return [word for word in BRANCHES if bool(world.night[BRANCH[word]]) is night]


def _seats(world: World, forward: bool) -> list[str]:
    return [word for word in BRANCHES if bool(world.forward[BRANCH[word]]) is forward]


def _of_vigour(*words: str) -> Cell:
    def elements(world: World, key: Any) -> Any:
        reigning = season_element(world, {"season": key})
        return [
            word for code, word in enumerate(ELEMENTS) if vigour_of(world, reigning, code) in words
        ]

    return elements


def _number(world: World, key: Any) -> Any:
    """Return the number of a stem or branch: nine for 甲己子午, falling by one to four."""
    del world
    return 9 - (STEM[key] % 5 if key in STEM else BRANCH[key] % 6)


def _element_number(addend: int) -> Cell:
    return lambda _, key: "水火木金土".index(key) + 1 + addend


def _month_general_name(world: World, key: Any) -> Any:
    """Return the branch of a general's name, or the names' branch itself as a check of a name."""
    del world
    return BRANCHES[parse_month_general(key)]


def _mansions_of(world: World, key: Any) -> Any:
    del world
    return [name for name, branch in mansions().items() if branch == BRANCH[key]]


def _mansion_branch(world: World, key: Any) -> Any:
    del world
    return BRANCHES[mansions()[{"須女": "女", "七星": "星"}.get(key, key)]]


def _direction(world: World, key: Any) -> Any:
    """Return the direction of a branch, four cardinal and two for each corner; or the reverse."""
    del world
    cardinal = {"子": "北", "卯": "東", "午": "南", "酉": "西"}
    if key in cardinal.values():
        return next(branch for branch, word in cardinal.items() if word == key)
    if key in cardinal:
        return cardinal[key]
    return {0: "東北", 1: "東南", 2: "西南", 3: "西北"}[(BRANCH[key] - 1) % 12 // 3]


def _trine(world: World, key: Any) -> Any:
    growth = world.at_stage(2 * ELEMENTS.index(key), 0)
    return [BRANCHES[(growth + 4 * i) % 12] for i in range(3)]


def _unlodged(world: World, key: Any) -> Any:
    del key
    return [word for word in BRANCHES if BRANCH[word] not in world.lodge]


def _middle(world: World, key: Any) -> Any:
    del key
    return [word for word in BRANCHES if world.rules.seat_class[BRANCH[word]] == 1]


def _stems(key: str) -> list[int]:
    return [STEM[word] for word in key]


def _element_stage(world: World, key: str, stage: int) -> int:
    """Return where the element of the last of some stems has a stage."""
    return world.at_stage(2 * world.stem_element[STEM[key[-1]]], stage)


def _grave_over_growth(world: World, key: Any) -> Any:
    return f"{BRANCHES[_element_stage(world, key, 8)]}/{BRANCHES[_element_stage(world, key, 0)]}"


def _own_grave_over_growth(world: World, key: Any) -> Any:
    growth = BRANCHES[_element_stage(world, key, 0)]
    return f"{_branch_grave(world, growth)}/{growth}"


def _growth_on_grave(world: World, key: Any) -> Any:
    return "/".join(reversed(_own_grave_over_growth(world, key).split("/")))


def _grave_over_stems(world: World, key: Any) -> Any:
    return [f"{BRANCHES[world.at_stage(s, 8)]}/{BRANCHES[world.lodge[s]]}" for s in _stems(key)]


def _stems_on_grave(world: World, key: Any) -> Any:
    return [f"{BRANCHES[world.lodge[s]]}/{BRANCHES[world.at_stage(s, 8)]}" for s in _stems(key)]


def _branches_entombed(world: World, key: Any) -> Any:
    grave = BRANCH[key]
    return [
        word
        for word in BRANCHES
        if world.at_stage(2 * world.branch_element[BRANCH[word]], 8) == grave
    ]


def _branch_grave(world: World, key: Any) -> str:
    return BRANCHES[world.at_stage(2 * world.branch_element[BRANCH[key]], 8)]


def _overcome_kin(world: World, key: Any) -> Any:
    """Return the branches of the stems' element over those where it ends and begins: 絕 and 胎."""
    mine = world.stem_element[_stems(key)[0]]
    lowers = [BRANCHES[world.at_stage(2 * mine, stage)] for stage in (9, 10)]
    uppers = [word for word in BRANCHES if element_of(world, word) == mine]
    return [f"{upper}/{lower}" for upper in uppers for lower in lowers]


def _overcome_generals(world: World, key: Any) -> Any:
    mine = world.stem_element[_stems(key)[0]]
    return [
        f"{general}/{lower}"
        for code, general in enumerate(GENERALS)
        for lower in BRANCHES
        if general_element(world, code) == mine and world.overcomes[element_of(world, lower)][mine]
    ]


def _self_punishing(world: World, key: Any) -> Any:
    del key
    return [word for word in BRANCHES if world.punished[BRANCH[word]] == BRANCH[word]]


def _season_ending(world: World, key: Any) -> Any:
    """Return the element of the season that a branch closes: that of the branch before it."""
    return ELEMENTS[world.branch_element[BRANCH[key] - 1]]


CELLS: Final[dict[str, Cell]] = {
    "陽干": _stems_of(0),
    "陰干": _stems_of(1),
    "陽支": _branches_of(0),
    "陰支": _branches_of(1),
    "六陽": _branches_of(0),
    "六陰": _branches_of(1),
    "奇偶": _polarity,
    "陰陽": _polarity,
    "五行": lambda world, key: (_members if key in ELEMENTS else _element)(world, key),
    "五行所屬": _element,
    "十二天將次第": _order_of_generals,
    "陽貴時": lambda world, _: _hours(world, night=False),
    "陰貴時": lambda world, _: _hours(world, night=True),
    "晝夜": lambda world, key: _hours(world, night=key == "夜"),
    "貴人順行位": lambda world, _: _seats(world, forward=True),
    "貴人逆行位": lambda world, _: _seats(world, forward=False),
    "及時": _of_vigour("旺"),
    "將來": _of_vigour("相"),
    "既往": _of_vigour("休"),
    "失時": _of_vigour("死", "囚"),
    "先天數": _number,
    "五行數": _element_number(0),
    "河圖 生數": _element_number(0),
    "河圖 成數": _element_number(5),
    "月將名": _month_general_name,
    "支宿": _mansions_of,
    "宿宮": _mansion_branch,
    "列宿 位": _mansion_branch,
    "二十八宿次第": lambda _world, _key: list(mansions()),
    "方位": _direction,
    "三合局": _trine,
    "天將本支": lambda _, key: BRANCHES[general_branches()[GENERALS.index(key)]],
    "天將本家": lambda _, key: GENERALS[general_branches().index(BRANCH[key])],
    "不寄干之支": _unlodged,
    "四仲": _middle,
    "時與日同": lambda world, key: BRANCHES[world.lodge[STEM[key]]],
    "長生處乘墓": _grave_over_growth,
    "長生處自乘墓": _own_grave_over_growth,
    "天上長生坐墓": _growth_on_grave,
    "墓神覆日": _grave_over_stems,
    "坐墓": _stems_on_grave,
    "支戴墓": _branches_entombed,
    "支坐墓": _branches_entombed,
    "乘墓": lambda world, key: f"{_branch_grave(world, key)}/{key}",
    "坐墓 年命": lambda world, key: f"{key}/{_branch_grave(world, key)}",
    "同類受剋絕 神": _overcome_kin,
    "同類受剋絕 將": _overcome_generals,
    "自刑": _self_punishing,
    "餘氣": _season_ending,
}


@evaluates("table")
def _table(world: World, inputs: Inputs) -> Any:
    waits_for = tables()[inputs["table"]]
    if waits_for:
        raise Waiting(waits_for)
    return CELLS[inputs["table"]](world, inputs["key"])

"""Where a spirit stands: by rule where the tables of casting give it, else by the rows of spirits.

A row that was read off the very line of a claim is no witness for it while another row of the book,
or another book, gives the spirit too.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from dingshi.collation.conditions import meets
from dingshi.collation.placing import BRANCH, DAY, STEM, stem_of
from dingshi.collation.registry import Inputs, Waiting, evaluates
from dingshi.collation.relations import branch_relations, season_element, vigour_of
from dingshi.collation.world import World
from dingshi.datasets.claims.kinds import STAGES, VIGOURS
from dingshi.datasets.spirits.catalogue import Spirit, aliases, spirits
from dingshi.datasets.vocabulary import BOOKS, BRANCHES, ELEMENTS, PILLARS, RELATIONS, STEMS

Rule = Callable[[World, Inputs], list[str]]
_KEY_KINDS: Final = {
    "stem": "day_stem",
    "branch": "day_branch",
    "day": "day",
    "decade": "decade",
    "month": "month_branch",
    "season": "season",
    "year_stem": "year_stem",
    "year_branch": "year_branch",
}


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


@cache
def _named() -> dict[tuple[str, str], list[Spirit]]:
    """Return (book, name or alias) -> the spirits of that name."""
    named: dict[tuple[str, str], list[Spirit]] = {}
    for spirit in spirits():
        named.setdefault((spirit.book, spirit.name), []).append(spirit)
    for place, meant in aliases().items():
        known = named.setdefault(place, [])
        known += [spirit for spirit in meant if spirit not in known]
    return named


def _keys(inputs: Inputs) -> dict[str, str]:
    """Return the kinds of key that the inputs give, each with its value."""
    keys = {kind: inputs[name] for name, kind in _KEY_KINDS.items() if name in inputs}
    if "branch" in inputs:
        keys["year_branch"] = inputs["branch"]
    if "day" in inputs:
        keys["day_stem"], keys["day_branch"] = inputs["day"]
    return keys or {"none": ""}


def _rows_of(book: str, inputs: Inputs) -> list[tuple[str, int]]:
    """Return what a book has for the spirit under the given key: values, each with its line."""
    keys = _keys(inputs)
    for spirit in _named().get((book, inputs["spirit"]), []):
        if spirit.key_kind in keys:
            rows = [row for row in spirit.rows if row["key"] == keys[spirit.key_kind]]
            if rows:
                return [(row["value"], int(row["line"])) for row in rows]
    return []


def _by_rows(inputs: Inputs) -> list[str]:
    own = _rows_of(inputs["book"], inputs)
    elsewhere = [value for value, line in own if line != inputs["line"]]
    if elsewhere and len(elsewhere) == len(own):
        return elsewhere
    for book in BOOKS:
        rows = _rows_of(book, inputs) if book != inputs["book"] else []
        if rows:
            return [value for value, _ in rows]
    if not own:
        raise Waiting("spirits")
    return [value for value, _ in own]


@evaluates("spirit")
def _spirit(world: World, inputs: Inputs) -> Any:
    name = inputs["spirit"]
    # 死 is a stage of the stem and also a vigour of the season.
    rule = RULES.get(f"season {name}" if "season" in inputs else name)
    return _by_rows(inputs) if rule is None else rule(world, inputs)


@meets("spirits_of_volume_4")
def _spirits_of_volume_4(world: World, inputs: Inputs) -> Any:
    """Count the names; 死 is one spirit of the day stem and another of the season."""
    del world, inputs
    return len({(spirit.name, spirit.group) for spirit in spirits() if spirit.book == "jingwei"})


@meets("virtue_over_stem_is_ghost")
def _virtue_is_ghost(world: World, inputs: Inputs) -> Any:
    """Return the virtues of the stems, over their lodges, that are the stem's ghosts.

    No book gives the virtue of 庚 and 壬 by itself.
    """
    ghost = RELATIONS.index("鬼")
    found = []
    for stem, word in enumerate(STEMS):
        keyed = {"spirit": "日德", "stem": word, "book": inputs["book"], "line": inputs["line"]}
        if any(_rows_of(book, keyed) for book in BOOKS):
            branches = [b for b in _by_rows(keyed) if world.relation[stem][BRANCH[b]] == ghost]
            found += [f"{branch}/{word}" for branch in branches]
    return found

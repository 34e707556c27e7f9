"""What can be claimed: the kinds, the inputs they need, and how a value is written and compared."""

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from dingshi.datasets.reading import read_rows
from dingshi.datasets.vocabulary import (
    BRANCHES,
    DIRECTIONS,
    ELEMENTS,
    GENERALS,
    PILLARS,
    RELATIONS,
    STEMS,
)

KIND_COLUMNS: Final = ("kind", "required", "optional", "value", "compare", "description")
CONDITION_COLUMNS: Final = ("condition", "waits_for", "variant_of", "description")
TABLE_COLUMNS: Final = ("table", "waits_for", "description")
PLATE: Final = ("over", "ju", "month_general")
STAGES: Final = ("長生", "沐浴", "冠帶", "臨官", "帝旺", "衰", "病", "死", "墓", "絕", "胎", "養")
VIGOURS: Final = tuple("旺相死囚休")
SEASONS: Final = tuple("春夏秋冬季")
PLACES: Final = ("干", "支", "初", "中", "末", "初地")
COMPARISONS: Final = ("exact", "set", "subset", "member", "list", "cell")
LONGEST_WORD: Final = 16


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of claim; `required` names inputs, alternatives split by |, `plate` for any plate."""

    name: str
    required: tuple[str, ...]
    optional: tuple[str, ...]
    value: str
    compare: str
    description: str

    def allowed(self) -> frozenset[str]:
        """Return every input that a claim of this kind may have."""
        names = {name for group in self.required for name in group.split("|")} | {*self.optional}
        if "plate" in names:
            names = (names - {"plate"}) | {*PLATE, "hour"}
        return frozenset(names)

    def lacking(self, inputs: Any) -> list[str]:
        """Return the required inputs that `inputs` does not have."""
        lacking = []
        for group in self.required:
            names = [*group.split("|"), *(PLATE if "plate" in group.split("|") else ())]
            if not any(name in inputs for name in names):
                lacking.append(group)
        return lacking


@cache
def kinds() -> dict[str, Kind]:
    """Return the kinds of claims by name."""
    table = {}
    for row in read_rows("claims/kinds.csv", KIND_COLUMNS):
        if row["compare"] not in COMPARISONS:
            raise row.error(f"compare {row['compare']!r} is not one of {', '.join(COMPARISONS)}")
        table[row["kind"]] = Kind(
            row["kind"],
            tuple(row["required"].split()),
            tuple(row["optional"].split()),
            row["value"],
            row["compare"],
            row["description"],
        )
    return table


@cache
def conditions() -> dict[str, str]:
    """Return the conditions of lists and counts, each with its description."""
    rows = read_rows("claims/conditions.csv", CONDITION_COLUMNS)
    return {row["condition"]: row["description"] for row in rows}


@cache
def waiting_conditions() -> dict[str, str]:
    """Return the conditions that cannot be computed yet, each with what it waits for."""
    rows = read_rows("claims/conditions.csv", CONDITION_COLUMNS)
    return {row["condition"]: row["waits_for"] for row in rows if row["waits_for"]}


@cache
def variants_of(condition: str) -> tuple[str, ...]:
    """Return the other definitions under which a list of this condition may be right."""
    rows = read_rows("claims/conditions.csv", CONDITION_COLUMNS)
    return tuple(row["condition"] for row in rows if condition and row["variant_of"] == condition)


@cache
def tables() -> dict[str, str]:
    """Return the tables of which cells are claimed, each with what it waits for, '' if nothing."""
    rows = read_rows("claims/tables.csv", TABLE_COLUMNS)
    return {row["table"]: row["waits_for"] for row in rows}


def _word(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST_WORD


def _over(value: Any) -> bool:
    upper, _, lower = str(value).partition("/")
    return upper in BRANCHES and lower in (*BRANCHES, *STEMS, "干", "支")


def _pair(value: Any) -> bool:
    upper, _, lower = str(value).partition("/")
    return upper in (*BRANCHES, *GENERALS) and lower in (*BRANCHES, *STEMS)


def _branches(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 3 and {*value} <= {*BRANCHES}


def _chart(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and {*value} == {"day", "over"}
        and value["day"] in PILLARS
        and _over(value["over"])
        and value["over"].endswith("/干")
    )


def _whole(value: Any, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def well_formed(kind: str, value: Any) -> bool:
    """Return whether `value` is of this type; `type*` is a list of them without doubles."""
    if kind.endswith("*"):
        if not isinstance(value, list):
            return False
        distinct = len({repr(item) for item in value}) == len(value)
        ordered = kind == "word*"
        return (distinct or ordered) and all(well_formed(kind[:-1], item) for item in value)
    closed: dict[str, tuple[str, ...]] = {
        "branch": BRANCHES,
        "stem": STEMS,
        "stem-or-void": (*STEMS, "空"),
        "pillar": PILLARS,
        "general": GENERALS,
        "element": ELEMENTS,
        "relation": RELATIONS,
        "stage": STAGES,
        "vigour": VIGOURS,
        "place": (*BRANCHES, *STEMS, *PILLARS),
    }
    if kind in closed:
        return isinstance(value, str) and value in closed[kind]
    if kind == "any":
        return _whole(value, -9999, 9999) or well_formed("word", value) or _words(value)
    checks = {
        "truth": lambda: isinstance(value, bool),
        "integer": lambda: _whole(value, 0, 9999),
        "word": lambda: _word(value),
        "pair": lambda: _pair(value),
        "branches": lambda: _branches(value),
        "chart": lambda: _chart(value),
    }
    return bool(checks[kind]())


def _words(value: Any) -> bool:
    return isinstance(value, list) and all(_whole(v, 0, 9999) or _word(v) for v in value)


_BEING: Final = (*STEMS, *BRANCHES, *GENERALS, *ELEMENTS)
_INPUT_WORDS: Final[dict[str, tuple[str, ...]]] = {
    "stem": STEMS,
    "day": PILLARS,
    "day_stem": STEMS,
    "month_general": BRANCHES,
    "hour": BRANCHES,
    "noble_direction": DIRECTIONS,
    "decade": PILLARS[::10],
    "month": BRANCHES,
    "season": SEASONS,
    "year": (*BRANCHES, *PILLARS),
    "year_stem": STEMS,
    "year_branch": BRANCHES,
    "natal": BRANCHES,
    "sex": ("m", "f"),
    "husband_year": BRANCHES,
    "wife_year": BRANCHES,
    "at": (*BRANCHES, *STEMS, *PLACES),
    "branch": BRANCHES,
    "element": ELEMENTS,
    "general": GENERALS,
    "a": _BEING,
    "b": _BEING,
    "other": STEMS,
    "stage": STAGES,
    "final": BRANCHES,
    "by": ("month",),
    "upper": BRANCHES,
    "lower": BRANCHES,
    "vigour": ("旺相", "囚死"),
}
_INPUT_NUMBERS: Final = {
    "ju": (1, 12),
    "lunar_day": (1, 30),
    "n": (1, 4),
    "number": (1, 99),
    "alternative": (2, 9),
    "question": (2, 12),
}
_NAMES: Final = {"spirit", "pattern", "name", "method", "relation", "key", "rule"}


def complaint_about(name: str, value: Any) -> str:
    """Return what is wrong with an input of a claim, or '' when it is allowed."""
    if name in _INPUT_WORDS:
        words = _INPUT_WORDS[name]
        if isinstance(value, str) and value in words:
            return ""
        allowed = " ".join(words) if len(words) <= 22 else f"{words[0]} to {words[-1]}"
        return f"{name} {value!r} is not allowed: {allowed}"
    if name in _INPUT_NUMBERS:
        low, high = _INPUT_NUMBERS[name]
        return "" if _whole(value, low, high) else f"{name} {value!r} is not {low} to {high}"
    checks = {
        "over": (_over, "a branch / a branch, a stem, 干 or 支"),
        "night": (lambda v: isinstance(v, bool), "true or false"),
        "days": (lambda v: well_formed("pillar*", v), "a list of days"),
        "places": (lambda v: isinstance(v, list) and {*v} <= {*PLACES}, "a list of places"),
        "condition": (lambda v: v in conditions(), "in claims/conditions.csv"),
        "table": (lambda v: v in tables(), "in claims/tables.csv"),
    }
    if name in checks:
        check, wanted = checks[name]
        return "" if check(value) else f"{name} {value!r} is not {wanted}"
    if name in _NAMES:
        good = _word(value) or (name in ("key", "rule") and isinstance(value, str | int))
        return "" if good else f"{name} {value!r} is not a short word"
    return f"input {name!r} is unknown"

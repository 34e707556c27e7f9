"""Tables on which the books differ beyond casting: growth, punishment, void; and mansions."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from dingshi.datasets.reading import Row, code, read_rows
from dingshi.datasets.vocabulary import BRANCHES, DIRECTIONS, GENERALS, STEMS

THEORY_COLUMNS: Final = (
    "table",
    "theory",
    "book",
    "key",
    "value",
    "as_written",
    "status",
    "section",
    "line",
    "note",
)
NOWHERE: Final = -1


def _rows(table: str) -> tuple[Row, ...]:
    rows = read_rows("rules/theories.csv", THEORY_COLUMNS)
    return tuple(row for row in rows if row["table"] == table)


def _by_theory(
    table: str, keys: tuple[str, ...], values: tuple[str, ...]
) -> Mapping[str, tuple[int, ...]]:
    filled: dict[str, dict[int, int]] = {}
    for row in _rows(table):
        cells = filled.setdefault(row["theory"], {})
        cells[code(row, "key", keys)] = code(row, "value", values) if row["value"] else NOWHERE
    return {name: tuple(cells[i] for i in range(len(keys))) for name, cells in filled.items()}


@cache
def growth() -> Mapping[str, tuple[int, ...]]:
    """Return for each theory the branch of 長生 of the ten stems; the default theory first."""
    return _by_theory("growth", STEMS, BRANCHES)


@cache
def growth_direction() -> Mapping[str, tuple[int, ...]]:
    """Return for each theory which way the stages of each stem run: 0 forward, 1 backward."""
    return _by_theory("growth_direction", STEMS, DIRECTIONS)


@cache
def punishment() -> Mapping[str, tuple[int, ...]]:
    """Return for each theory the branch that each branch punishes, NOWHERE for none."""
    return _by_theory("punishment", BRANCHES, BRANCHES)


@cache
def void_exemptions() -> tuple[str, ...]:
    """Return the theories that exempt a seat from being void, beside the default that has none."""
    return tuple(dict.fromkeys(row["theory"] for row in _rows("void")))


@cache
def general_branches() -> tuple[int, ...]:
    """Return the branch whose nature each of the twelve generals has (六壬經緯 427-435)."""
    return _by_theory("general_branch", GENERALS, BRANCHES)[""]


@cache
def mansions() -> Mapping[str, int]:
    """Return the branch of each of the 28 mansions, in the order of the sky from 角."""
    return {row["key"]: code(row, "value", BRANCHES) for row in _rows("mansion")}

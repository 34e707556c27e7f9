"""Checking the kernels against the lists that volume 1 of 六壬經緯 itself gives.

A difference that the rule file `list_differences.csv` explains is reported with its reason; any
other difference, or an explained one that no longer occurs, is a failure.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from dingshi.datasets.casting import (
    CASTING_COLUMNS,
    LISTED_COLUMNS,
    NOBLE_COLUMNS,
)
from dingshi.datasets.reading import Row, read_rows
from dingshi.datasets.vocabulary import BRANCHES, PILLARS, RELATIONS, STEMS
from dingshi.drawing import rows_of, wrap
from dingshi.kernels import axes, facts, generals
from dingshi.kernels.lessons import OPPOSED, SEPARATE, SHARED, WELL, Lessons, cast_all
from dingshi.schools import forward_seats, kernel_rules, noble_table, resolve_school

DIFFERENCE_COLUMNS: Final = ("list", "member", "difference", "book", "section", "line", "reason")


ROLES: Final = (
    "A list is derived from the rules and compared with what the book lists. A table is given to "
    "the kernels; what they do with it is found again on their plates and lessons."
)
LISTS: Final = ("別擇", "斷金", "伏吟", "返吟無克")


@dataclass(frozen=True, slots=True)
class Difference:
    """One member on which a list and the kernels differ; `reason` is empty if none is recorded."""

    member: str
    kind: str  # missing (from the list), surplus (in the list), or value
    computed: str
    reason: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one list: where it stands, how many rows it has, and what differs."""

    name: str
    line: str
    role: str  # list: derived by rule; table: the kernels are given it, and must use it so
    rows: int
    differences: tuple[Difference, ...]
    emended: int

    @property
    def holds(self) -> bool:
        """Return whether every row agrees."""
        return not self.differences

    @property
    def explained(self) -> bool:
        """Return whether every difference has a recorded reason."""
        return all(difference.reason for difference in self.differences)


def _recorded() -> dict[tuple[str, str, str], str]:
    rows = read_rows("rules/list_differences.csv", DIFFERENCE_COLUMNS)
    return {(row["list"], row["member"], row["difference"]): row["reason"] for row in rows}


def compare(
    name: str,
    stated: Mapping[str, str],
    computed: Mapping[str, str],
    recorded: Mapping[tuple[str, str, str], str],
) -> tuple[Difference, ...]:
    """Return how a list differs from what was computed; both map a member to its value.

    A recorded difference that does not occur comes back as an unexplained one.
    """
    found: list[Difference] = []
    for member in sorted({*stated, *computed}):
        if member not in stated:
            kind, value = "missing", computed[member]
        elif member not in computed:
            kind, value = "surplus", "nothing"
        elif stated[member] != computed[member]:
            kind, value = "value", computed[member]
        else:
            continue
        found.append(Difference(member, kind, value, recorded.get((name, member, kind), "")))
    seen = {(name, difference.member, difference.kind) for difference in found}
    stale = [key for key in recorded if key[0] == name and key not in seen]
    found += [Difference(member, kind, "no difference any more", "") for _, member, kind in stale]
    return tuple(found)


def _text(branches: Iterable[int]) -> str:
    return "".join(BRANCHES[b] for b in branches)


def _still(lessons: Lessons) -> dict[str, str]:
    return {PILLARS[day]: _text(lessons.transmissions[day * 12]) for day in range(60)}


def _well(lessons: Lessons) -> dict[str, str]:
    rows = np.flatnonzero((lessons.method == OPPOSED) & (lessons.detail == WELL)).tolist()
    return {PILLARS[i // 12]: _text(lessons.transmissions[i]) for i in rows}


def _rows_by(lessons: Lessons, method: int) -> dict[int, list[int]]:
    by_day: dict[int, list[int]] = {}
    for i in np.flatnonzero(lessons.method == method).tolist():
        by_day.setdefault(i // 12, []).append(i)
    return by_day


def _separate(lessons: Lessons) -> dict[str, str]:
    """Return how the initial of each 別擇 day is found: over a seat (丑上), or a branch (巳)."""
    computed = {}
    for day, rows in _rows_by(lessons, SEPARATE).items():
        initials = [int(lessons.transmissions[i, 0]) for i in rows]
        yang = day % 2 == 0
        seats = [(b - i) % 12 for b, i in zip(initials, rows, strict=True)]
        found = sorted(set(seats if yang else initials))
        computed[PILLARS[day]] = _text(found) + ("上" if yang else "")
    return computed


def _shared(lessons: Lessons) -> dict[str, str]:
    """Return from where the initial of each 斷金 day is counted, read off the transmissions."""
    computed = {}
    for day, rows in _rows_by(lessons, SHARED).items():
        initial = lessons.transmissions[rows, 0].astype(int)
        onward = (initial - lessons.uppers[rows, 0]) % 12 == 2
        backward = (lessons.uppers[rows, 3] - initial) % 12 == 2
        ways = [("干上順三", onward.all()), ("支陰逆三", backward.all())]
        computed[PILLARS[day]] = " or ".join(way for way, always in ways if always)
    return computed


def _listed(name: str) -> tuple[dict[str, str], tuple[Row, ...]]:
    rows = tuple(
        row for row in read_rows("rules/lessons_listed.csv", LISTED_COLUMNS) if row["list"] == name
    )
    return {row["day"]: row["value"] for row in rows}, rows


def _table(name: str) -> tuple[dict[str, str], tuple[Row, ...]]:
    rows = tuple(
        row for row in read_rows("rules/casting.csv", CASTING_COLUMNS) if row["table"] == name
    )
    return {row["key"]: row["value"] for row in rows}, rows


def _noble_seats() -> dict[str, str]:
    """Return where the kernel seats 貴人, found again on its plates at every shift."""
    plates = generals.plates(noble_table("jingwei"), forward_seats())
    seats = np.argmax(plates == 0, axis=-1)
    heavens = (seats + np.arange(12)[None, :, None]) % 12
    return {
        STEMS[stem] + half: _text(sorted(set(heavens[stem, :, night].tolist())))
        for stem in range(10)
        for night, half in enumerate("晝夜")
    }


def _directions() -> dict[str, str]:
    """Return which way 螣蛇 follows 貴人 on the kernel's plates, by the seat of 貴人."""
    plates = generals.plates(noble_table("jingwei"), forward_seats())
    seats, followers = (np.argmax(plates == general, axis=-1) for general in (0, 1))
    onward = (followers - seats) % 12 == 1
    return {BRANCHES[seat]: "順" if onward[seats == seat].all() else "逆" for seat in range(12)}


def _generals_of_months() -> dict[str, str]:
    """Return the general whose 中氣 opens each month, from the axis formula."""
    return {BRANCHES[axes.month_branch(general, 0)]: BRANCHES[general] for general in range(12)}


def _lodges(lessons: Lessons) -> dict[str, str]:
    """Return the lodges as 伏吟 shows them: the upper of its first lesson is the lodge itself."""
    return {STEMS[day % 10]: BRANCHES[lessons.uppers[day * 12, 0]] for day in range(60)}


def _polarities() -> dict[str, str]:
    """Return the polarities as they alternate along both cycles."""
    return {word: "陽陰"[i % 2] for cycle in (STEMS, BRANCHES) for i, word in enumerate(cycle)}


def _relations() -> dict[str, str]:
    table = facts.relation_table(kernel_rules())
    return {
        STEMS[stem] + BRANCHES[branch]: RELATIONS[table[stem, branch]]
        for stem in range(10)
        for branch in range(12)
    }


def _relations_stated() -> dict[str, str]:
    """Return the relations by the cycle of elements that line 51 recites, from the rule rows."""
    elements = {**_table("stem_element")[0], **_table("branch_element")[0]}
    generates, overcomes = _table("generates")[0], _table("overcomes")[0]

    def relation(stem: str, branch: str) -> str:
        mine, other = elements[stem], elements[branch]
        cases = {
            generates[other]: "印",
            overcomes[other]: "鬼",
        }
        if mine in cases:
            return cases[mine]
        return {generates[mine]: "盜", overcomes[mine]: "財", mine: "劫"}[other]

    return {s + b: relation(s, b) for s in STEMS for b in BRANCHES}


def verify() -> tuple[Verdict, ...]:
    """Compare the kernels with every list of volume 1; return a verdict for each."""
    lessons = cast_all(kernel_rules(), resolve_school("jingwei").kernel_readings())
    recorded = _recorded()
    stated_nobles = {
        row["stem"] + row["half"]: row["value"]
        for row in read_rows("rules/nobles.csv", NOBLE_COLUMNS)
        if row["noble"] == "jingwei"
    }
    checks: list[tuple[str, str, Mapping[str, str], Mapping[str, str], tuple[Row, ...]]] = []

    def add(
        name: str, listed: tuple[dict[str, str], tuple[Row, ...]], computed: Mapping[str, str]
    ) -> None:
        checks.append((name, listed[1][0]["line"], listed[0], computed, listed[1]))

    add("干支", (_relations_stated(), _table("stem_element")[1]), _relations())
    stems, branches = _table("stem_polarity"), _table("branch_polarity")
    add("陰陽", ({**stems[0], **branches[0]}, stems[1] + branches[1]), _polarities())
    add("月將", _table("month_general"), _generals_of_months())
    add("寄宮", _table("lodge"), _lodges(lessons))
    add("別擇", _listed("別擇"), _separate(lessons))
    add("斷金", _listed("斷金"), _shared(lessons))
    add("伏吟", _listed("伏吟"), _still(lessons))
    add("返吟無克", _listed("返吟無克"), _well(lessons))
    checks.append(("貴人", "95", stated_nobles, _noble_seats(), ()))
    add("順逆", _table("general_direction"), _directions())
    return tuple(
        Verdict(
            name,
            line,
            "list" if name in LISTS else "table",
            len(stated),
            compare(name, stated, computed, recorded),
            sum(row["status"] == "emended" for row in rows),
        )
        for name, line, stated, computed, rows in checks
    )


def draw_verdicts(verdicts: tuple[Verdict, ...]) -> str:
    """Return the verdicts as an aligned table, each difference with its reason below."""
    rows = [["", "line", "rows", "", "verdict"]]
    rows += [
        [v.name, v.line, str(v.rows), v.role, "holds" if v.holds else "differs"]
        + ([f"({v.emended} rows mended: a slip of the print)"] if v.emended else [""])
        for v in verdicts
    ]
    lines = rows_of([[*rows[0], ""], *rows[1:]])
    for verdict in verdicts:
        for d in verdict.differences:
            reason = d.reason or f"NOT EXPLAINED (computed: {d.computed})"
            lines += ["", *wrap(f"{verdict.name}: {d.member} {d.kind}: {reason}")]
    lines += ["", *wrap(ROLES)]
    return "\n".join(lines)

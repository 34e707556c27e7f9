"""What must hold of the rows of spirits; each check returns the rows that offend against it.

A check takes the rows of one book. `failing` runs every check on the books that it is meant for.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from dingshi.datasets.reading import Row
from dingshi.datasets.spirits.catalogue import KEYS, spirits
from dingshi.datasets.vocabulary import BOOKS, BRANCHES, GENERALS, PILLARS, RELATIONS, STEMS

Rows = Sequence[Row]
Check = Callable[[Rows], list[Row]]

STAGES: Final = (
    "長生",
    "沐浴",
    "冠帶",
    "臨官",
    "帝旺",
    "衰",
    "病",
    "死",
    "墓",
    "絕",
    "胎",
    "養",
)
STATES: Final = tuple("旺相死囚休")
MOST_BREAKS: Final = 3  # of twelve: more, and the values are no run
MUTUAL: Final = (
    "沖",
    "衝",
    "破",
    "支破",
    "害",
    "六害",
    "合",
    "六合",
    "支合",
    "破合",
    "刑合",
    "干合",
)


def _next(branch: str, steps: int) -> str:
    return BRANCHES[(BRANCHES.index(branch) + steps) % 12]


def _groups(rows: Iterable[Row], *columns: str) -> Iterator[list[Row]]:
    """Yield the rows that agree in `columns`, groups in the order of their first rows."""
    groups: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        groups.setdefault(tuple(row[column] for column in columns), []).append(row)
    yield from groups.values()


def stages_in_order(rows: Rows) -> list[Row]:
    """Each of the twelve stages once for a stem: yang stems forward, yin stems backward."""
    offending = []
    own = [r for r in rows if r["key_kind"] == "day_stem" and r["spirit"] in STAGES]
    for group in _groups(own, "key"):
        step = 1 if STEMS.index(group[0]["key"]) % 2 == 0 else -1
        by_stage = {row["spirit"]: row["value"] for row in group}
        if len(group) != len(STAGES) or len(by_stage) != len(STAGES):
            offending += group
            continue
        birth = by_stage[STAGES[0]]
        offending += [
            row for row in group if row["value"] != _next(birth, step * STAGES.index(row["spirit"]))
        ]
    return offending


def _partition(rows: Rows, names: Sequence[str], key_kind: str) -> list[Row]:
    """Return the groups whose values are not the twelve branches, each once."""
    own = [r for r in rows if r["key_kind"] == key_kind and r["spirit"] in names]
    return [
        row
        for group in _groups(own, "key")
        if sorted(r["value"] for r in group) != sorted(BRANCHES)
        for row in group
    ]


def relations_partition(rows: Rows) -> list[Row]:
    """印盜鬼財劫 share out the twelve branches for every stem."""
    return _partition(rows, RELATIONS, "day_stem")


def states_partition(rows: Rows) -> list[Row]:
    """旺相死囚休 share out the twelve branches under every key of each kind that 旺 has."""
    kinds = dict.fromkeys(row["key_kind"] for row in rows if row["spirit"] == STATES[0])
    return [row for kind in kinds for row in _partition(rows, STATES, kind)]


def voids_outside_the_decade(rows: Rows) -> list[Row]:
    """旬空: exactly the two branches that have no stem in the decade."""
    offending = []
    own = [row for row in rows if row["spirit"] == "旬空"]
    for group in _groups(own, "reading", "key"):
        first = PILLARS.index(group[0]["key"])
        inside = {pillar[1] for pillar in PILLARS[first : first + 10]}
        if sorted(row["value"] for row in group) != sorted(set(BRANCHES) - inside):
            offending += group
    return offending


def _placed(rows: Rows, names: Sequence[str], place: int) -> list[Row]:
    """Return rows by decade whose value is not the branch at `place` of the decade."""
    own = (row for row in rows if row["key_kind"] == "decade" and row["spirit"] in names)
    return [row for row in own if row["value"] != PILLARS[PILLARS.index(row["key"]) + place][1]]


def heads_and_tails_of_decades(rows: Rows) -> list[Row]:
    """旬首 (and 六儀) is the first branch of its decade, 旬尾 the tenth, 丁神 the fourth."""
    return [
        *_placed(rows, ("旬首", "旬儀", "六儀"), 0),
        *_placed(rows, ("旬尾",), 9),
        *_placed(rows, ("丁神",), 3),
    ]


def mutual_pairs(rows: Rows) -> list[Row]:
    """沖 破 害 合 are mutual and join nothing to itself: involutions without fixed points."""
    offending = []
    own = [row for row in rows if row["spirit"] in MUTUAL and row["key_kind"].startswith("day_")]
    for group in _groups(own, "spirit", "reading", "key_kind"):
        partner: dict[str, str] = {}
        for row in group:
            fixed = row["value"] == row["key"]
            one_way = partner.setdefault(row["key"], row["value"]) != row["value"]
            if fixed or one_way:
                offending.append(row)
        offending += [row for row in group if partner.get(row["value"], row["key"]) != row["key"]]
    return offending


def _sums(rows: Rows, names: Sequence[str], total: int) -> list[Row]:
    own = (row for row in rows if row["key_kind"] == "day_branch" and row["spirit"] in names)
    return [r for r in own if (BRANCHES.index(r["key"]) + BRANCHES.index(r["value"])) % 12 != total]


def combinations_and_harms(rows: Rows) -> list[Row]:
    """合 joins branches whose numbers add up to 1, 害 to 7 (mod 12, 子 = 0)."""
    return [*_sums(rows, ("合", "六合", "支合"), 1), *_sums(rows, ("害", "六害"), 7)]


def clashes_opposite(rows: Rows) -> list[Row]:
    """沖 is the opposite branch."""
    own = (row for row in rows if row["spirit"] in ("沖", "衝", "月衝", "歲沖"))
    return [row for row in own if row["value"] != _next(row["key"], 6)]


def horses(rows: Rows) -> list[Row]:
    """馬 is the opposite of the first of the key's triad (寅 申 巳 亥)."""
    own = (row for row in rows if row["spirit"] in ("馬", "驛馬") and row["key_kind"] != "none")
    return [
        row
        for row in own
        if BRANCHES.index(row["value"]) % 3 != 2
        or (BRANCHES.index(row["value"]) + 6 - BRANCHES.index(row["key"])) % 4
    ]


def month_generals(rows: Rows) -> list[Row]:
    """月將 goes backward from 亥 in 寅月, 月建 is the month itself."""
    own = [row for row in rows if row["key_kind"] == "month_branch"]
    return [
        row
        for row in own
        if (row["spirit"] == "月建" and row["value"] != row["key"])
        or (
            row["spirit"] in ("月將", "日宿")
            and row["value"] != BRANCHES[(1 - BRANCHES.index(row["key"])) % 12]
        )
    ]


def generals_on_twelve_branches(rows: Rows) -> list[Row]:
    """貴人 … 天后: the twelve generals have the natures of twelve different branches."""
    own = [row for row in rows if row["key_kind"] == "none" and row["spirit"] in GENERALS]
    named = sorted(row["spirit"] for row in own) == sorted(GENERALS)
    if named and sorted(row["value"] for row in own) == sorted(BRANCHES):
        return []
    return own


def every_key(rows: Rows) -> list[Row]:
    """Every spirit of the month, the season or the year has a value for every key."""
    offending = []
    for group in _groups(rows, "spirit", "reading", "key_kind"):
        kind = group[0]["key_kind"]
        if not kind.startswith(("month", "season", "year")):
            continue
        keys = {row["key"] for row in group}
        if not keys >= set(KEYS[kind]) - {"季"}:
            offending += group
    return offending


def _run(values: Sequence[str], period: int) -> tuple[str, ...]:
    """Return the run nearest to `values`: `period` interleaved runs of one step each."""
    nearest = [""] * len(values)
    for start in range(period):
        own = values[start::period]
        runs = (
            tuple(_next(first, step * i) for i in range(len(own)))
            for first in BRANCHES
            for step in sorted(range(12), key=lambda step: min(step, 12 - step))
        )
        nearest[start::period] = max(
            runs, key=lambda run: sum(a == b for a, b in zip(run, own, strict=True))
        )
    return tuple(nearest)


def breaks_flagged(rows: Rows) -> list[Row]:
    """Values of a month or season that are off their own run carry what the run would give.

    A run has one step throughout, or two interleaved; with more than three values of twelve, or one
    of four, off the nearest, there is no run and no flag is asked for.
    """
    offending = []
    for group in _groups(rows, "spirit", "reading", "key_kind"):
        kind = group[0]["key_kind"]
        if kind not in ("month_branch", "season") or any(
            r["value_kind"] != "branch" for r in group
        ):
            continue
        order = BRANCHES[2:] + BRANCHES[:2] if kind == "month_branch" else KEYS[kind][:4]
        by_key = {row["key"]: row for row in group}
        if len(group) != len(order) or set(by_key) != set(order):
            continue
        ordered = [by_key[key] for key in order]
        values = [row["value"] for row in ordered]
        periods = (1, 2) if kind == "month_branch" else (1,)
        run = max(
            (_run(values, period) for period in periods),
            key=lambda run: sum(a == b for a, b in zip(run, values, strict=True)),
        )
        breaks = [(row, due) for row, due in zip(ordered, run, strict=True) if row["value"] != due]
        if len(breaks) <= (MOST_BREAKS if len(order) == 12 else 1):
            offending += [row for row, due in breaks if row["sequence"] != due]
    return offending


def flags_differ(rows: Rows) -> list[Row]:
    """No flag repeats the value that stands there."""
    return [row for row in rows if row["sequence"] and row["sequence"] == row["value"]]


ALL: Final = tuple(BOOKS)
CHECKS: Final[Mapping[Check, tuple[str, ...]]] = {
    stages_in_order: ("jingwei",),
    relations_partition: ("jingwei",),
    states_partition: ("jingwei", "wuyao"),
    voids_outside_the_decade: ALL,
    heads_and_tails_of_decades: ("wuyao", "bifa", "keti"),
    mutual_pairs: ALL,
    combinations_and_harms: ALL,
    clashes_opposite: ALL,
    horses: ALL,
    month_generals: ALL,
    generals_on_twelve_branches: ("jingwei",),
    every_key: ("jingwei", "fushantang"),
    breaks_flagged: ALL,
    flags_differ: ALL,
}


def rows_of_book(book: str) -> tuple[Row, ...]:
    """Return the rows of a book."""
    return tuple(row for spirit in spirits() if spirit.book == book for row in spirit.rows)


def failing() -> dict[str, list[Row]]:
    """Return check and book -> the offending rows of what ships; empty when all is well."""
    found = {
        f"{check.__name__} of {book}": check(rows_of_book(book))
        for check, books in CHECKS.items()
        for book in books
    }
    return {name: rows for name, rows in found.items() if rows}

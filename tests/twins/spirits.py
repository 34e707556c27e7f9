"""Naive twin of the spirits: from the rows of the rule files to the branches they fall on.

It reads the CSV files by itself and uses nothing of kernels/ or pipelines/. A place is a branch
0..11, or DAY_ITSELF for a value that the day pillar meets.
"""

import csv
from dataclasses import dataclass
from pathlib import Path

from tests.twins import casting

FOLDER = Path(__file__).parent.parent.parent / "datasets" / "spirits"
BOOKS = ["jingwei", "keti", "wuyao", "fushantang", "bifa"]
BRANCHES = casting.BRANCH_NAMES
STEMS = casting.STEM_NAMES
GENERALS = [
    "貴人",
    "螣蛇",
    "朱雀",
    "六合",
    "勾陳",
    "青龍",
    "天空",
    "白虎",
    "太常",
    "玄武",
    "太陰",
    "天后",
]
DAY_ITSELF = 12


@dataclass
class Chart:
    day: int
    shift: int
    hour: int
    half: int | None = None
    year: int | None = None

    @property
    def month(self) -> int | None:
        """A month general serves two months: 亥將 is 寅月, then 卯月."""
        if self.half is None:
            return None
        general = BRANCHES[(self.hour + self.shift) % 12]
        first = "寅卯辰巳午未申酉戌亥子丑"["亥戌酉申未午巳辰卯寅丑子".index(general)]
        return (BRANCHES.index(first) + self.half) % 12


@dataclass
class Spirit:
    book: str
    name: str
    reading: str
    key_kind: str
    falls: str
    stems: str
    season: str
    rows: list[dict[str, str]]


def pillar(number: int) -> str:
    return STEMS[number % 10] + BRANCHES[number % 12]


def read(name: str) -> list[dict[str, str]]:
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def all_spirits() -> list[Spirit]:
    told = {}
    seasons = {}
    for row in read("landings"):
        if row["aspect"] == "season":
            seasons[row["book"]] = row["value"]
        else:
            told[row["book"], row["spirit"], row["reading"], row["key_kind"], row["aspect"]] = row[
                "value"
            ]
    found: dict[tuple[str, str, str, str], Spirit] = {}
    for book in BOOKS:
        for row in read(book):
            place = book, row["spirit"], row["reading"], row["key_kind"]
            if place not in found:
                found[place] = Spirit(
                    *place,
                    told.get((*place, "falls"), "on"),
                    told.get((*place, "stems"), "lodge"),
                    "four",
                    [],
                )
            found[place].rows.append(row)
            if row["key"] == "季":
                found[place].season = seasons[book]
    return list(found.values())


def season_of(month: int, rule: str) -> str:
    if month in (4, 7, 10, 1):
        if rule == "earth_months":
            return "季"
        if rule == "earth_days":
            return "the date must tell"
    return {2: "春", 3: "春", 4: "春", 5: "夏", 6: "夏", 7: "夏", 8: "秋", 9: "秋", 10: "秋"}.get(
        month, "冬"
    )


def key_in(spirit: Spirit, chart: Chart) -> str | None:
    kind = spirit.key_kind
    if kind == "none":
        return ""
    if kind == "day":
        return pillar(chart.day)
    if kind == "day_stem":
        return pillar(chart.day)[0]
    if kind == "day_branch":
        return pillar(chart.day)[1]
    if kind == "decade":
        return pillar(chart.day - chart.day % 10)
    if kind == "hour":
        return BRANCHES[chart.hour]
    if kind == "month_general":
        return BRANCHES[(chart.hour + chart.shift) % 12]
    if kind in ("year_stem", "year_branch"):
        if chart.year is None:
            return None
        return pillar(chart.year)[0 if kind == "year_stem" else 1]
    if chart.month is None:
        return None
    return (
        BRANCHES[chart.month] if kind == "month_branch" else season_of(chart.month, spirit.season)
    )


def ridden_branch(general: int, chart: Chart) -> int:
    night = casting.is_night(chart.hour)
    plate = casting.generals(casting.noble(chart.day % 10, night), chart.shift)
    return casting.upper_at(plate.index(general), chart.shift)


def places(spirit: Spirit, chart: Chart, stems: str = "stated") -> set[int]:
    """Where a spirit falls in a chart; empty when its key is not known."""
    if spirit.falls == "nowhere":
        return set()
    if spirit.falls == "ridden":
        return {ridden_branch(GENERALS.index(spirit.name), chart)}
    key = key_in(spirit, chart)
    found = set()
    for row in spirit.rows:
        if row["key"] != key or not row["value"]:
            continue
        value = row["value"]
        if row["value_kind"] == "branch":
            found.add(BRANCHES.index(value))
        elif row["value_kind"] == "stem":
            way = spirit.stems if stems == "stated" else stems
            if way == "lodge":
                found.add(casting.LODGE[STEMS.index(value)])
            else:
                for branch in range(12):
                    if casting.hidden_stem(chart.day, branch) == STEMS.index(value):
                        found.add(branch)
        elif row["value_kind"] == "pillar":
            if value == pillar(chart.day):
                found.add(DAY_ITSELF)
        elif row["value_kind"] == "general":
            found.add(ridden_branch(GENERALS.index(value), chart))
    if spirit.falls == "over":
        found = {casting.upper_at(branch, chart.shift) for branch in found}
    return found

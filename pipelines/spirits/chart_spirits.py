"""The spirits of one chart: where each falls, and which fall on a position. Loads no Numba."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from dingshi.chart import Chart
from dingshi.datasets.spirits.catalogue import EARTH_SEASON, Spirit, spirits
from dingshi.datasets.vocabulary import BRANCHES, GENERALS, PILLARS, STEMS
from dingshi.kernels import axes
from dingshi.kernels import spirits as kernel
from dingshi.kernels.axes import Ints
from dingshi.schools import kernel_rules
from dingshi.spirits.arrays import spirit_table, stem_images
from dingshi.spirits.inputs import Setting, served_months
from dingshi.spirits.names import by_book

DAY_POSITION: Final = "日"


@dataclass(frozen=True, slots=True)
class Position:
    """A position of a chart: its column (a branch, or the day itself), or the input it lacks."""

    name: str
    column: int | None
    needs: str = ""


@dataclass(frozen=True, slots=True)
class ChartSpirits:
    """The spirits of a chart; `masks` is where each falls, a bit for each column."""

    chart: Chart
    setting: Setting
    masks: tuple[int, ...]

    def on(self, column: int) -> tuple[Spirit, ...]:
        """Return the spirits that fall on a column: a branch, or the day itself (12)."""
        return tuple(s for s in spirits() if self.masks[s.number] >> column & 1)

    def columns(self, spirit: Spirit) -> tuple[int, ...]:
        """Return the columns on which a spirit falls."""
        return tuple(c for c in range(kernel.COLUMNS) if self.masks[spirit.number] >> c & 1)

    def needs(self, spirit: Spirit) -> str:
        """Return the input without which it is not known where a spirit falls, '' if none."""
        if spirit.group == "month" and spirit.key_kind != "month_general":
            if self.setting.month is None:
                return "month"
            unknown = self.setting.earth_days is None and self.setting.month % 3 == 1
            if spirit.season == "earth_days" and unknown:
                return "date"
        if spirit.group == "year":
            if self.setting.year_branch is None:
                return "year"
            if spirit.key_kind == "year_stem" and self.setting.year_stem is None:
                return "year stem"
        return ""

    def undecided(self) -> dict[str, tuple[Spirit, ...]]:
        """Return missing input -> the spirits that wait for it."""
        found: dict[str, list[Spirit]] = {}
        for spirit in spirits():
            if needed := self.needs(spirit):
                found.setdefault(needed, []).append(spirit)
        return {needed: tuple(waiting) for needed, waiting in found.items()}

    def positions(self) -> tuple[Position, ...]:
        """Return the positions that volume 4 asks of, then what stands over each earth seat."""
        chart = self.chart
        lodge = int(kernel_rules().lodge[chart.stem])
        names = ("初傳", "中傳", "末傳")
        found = [
            Position("干上", chart.heaven(lodge)),
            Position("支上", chart.heaven(chart.day % 12)),
            *(Position(n, b) for n, b in zip(names, chart.lesson.transmissions, strict=True)),
            Position("占時", chart.hour),
            Position(DAY_POSITION, kernel.DAY),
        ]
        found += self._seat("本命", "命上", chart.natal, "natal")
        found += self._seat("行年", "年上", *self._year_of_life())
        seats = (Position(f"{BRANCHES[p]}上", chart.heaven(p)) for p in range(12))
        return (*found, *seats)

    def _seat(self, own: str, over: str, seat: int | None, needs: str) -> tuple[Position, Position]:
        if seat is None:
            return Position(own, None, needs), Position(over, None, needs)
        return Position(own, seat), Position(over, self.chart.heaven(seat))

    def _year_of_life(self) -> tuple[int | None, str]:
        year, sex, natal = self.setting.year_branch, self.setting.sex, self.chart.natal
        given = {"natal": natal, "sex": sex, "year": year}
        if year is None or sex is None or natal is None:
            return None, ", ".join(name for name, value in given.items() if value is None)
        life = axes.year_of_life(np.array(year), np.array(natal), np.array(sex))
        return int(life), ""


def chart_spirits(chart: Chart, setting: Setting, stems: str = "stated") -> ChartSpirits:
    """Return where every spirit falls in a chart.

    `stems`: stated (as each book says, else by lodge), lodge or hidden. Raises InputError for
    another.
    """

    def given(value: int | None) -> Ints:
        return np.array(kernel.UNKNOWN if value is None else value)

    table = spirit_table(stems)
    shift = np.array(chart.shift)
    keys = kernel.keys_of(
        day=given(chart.day),
        month=given(setting.month),
        year_stem=given(setting.year_stem),
        year_branch=given(setting.year_branch),
        general=given(chart.month_general),
        hour=given(chart.hour),
    )
    if setting.earth_days is not None:
        months = given(setting.month)
        season = np.array(kernel.EARTH_SEASON) if setting.earth_days else kernel.season(months)
        keys[..., kernel.SEASON_WITH_EARTH_DAYS] = season
    masks = kernel.fall(table, stem_images(), given(chart.day), shift, keys)
    masks |= kernel.ride(table, np.array(chart.plate), shift)
    return ChartSpirits(chart, setting, tuple(masks.tolist()))


def column_to_dict(found: ChartSpirits, column: int, books: Iterable[str]) -> dict[str, Any]:
    """Return what there is on a column: its spirits, rider (所乘), seat (所臨) and its spirits."""
    if column == kernel.DAY:
        return {
            "pillar": PILLARS[found.chart.day],
            "spirits": _shown(found.on(column), books),
        }
    seat = found.chart.seat(column)
    return {
        "branch": BRANCHES[column],
        "spirits": _shown(found.on(column), books),
        "general": GENERALS[found.chart.riding(column)],
        "seat": BRANCHES[seat],
        "seat_spirits": _shown(found.on(seat), books),
    }


def _shown(found: Iterable[Spirit], books: Iterable[str]) -> dict[str, list[str]]:
    allowed = set(books)
    return by_book(spirit for spirit in found if spirit.book in allowed)


def _positions_to_dict(found: ChartSpirits, books: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    for position in found.positions():
        if position.column is None:
            yield {"position": position.name, "needs": position.needs}
        else:
            yield {"position": position.name, **column_to_dict(found, position.column, books)}


def setting_to_dict(found: ChartSpirits) -> dict[str, Any]:
    """Return the month, year and person that the spirits are told for, None where not given."""
    setting = found.setting

    def word(words: tuple[str, ...], code: int | None) -> str | None:
        return None if code is None else words[code]

    return {
        "month": word(BRANCHES, setting.month),
        "half": setting.half,
        "months_served": [BRANCHES[m] for m in served_months(found.chart.month_general)],
        "year_stem": word(STEMS, setting.year_stem),
        "year_branch": word(BRANCHES, setting.year_branch),
        "natal": word(BRANCHES, found.chart.natal),
        "sex": word(("man", "woman"), setting.sex),
    }


def to_dict(found: ChartSpirits, books: tuple[str, ...]) -> dict[str, Any]:
    """Return the spirits of a chart as JSON-ready values, of the books asked for."""
    return {
        **setting_to_dict(found),
        "positions": list(_positions_to_dict(found, books)),
        "undecided": [
            {"needs": needed, "why": WHY[needed], "spirits": _shown(waiting, books)}
            for needed, waiting in found.undecided().items()
            if _shown(waiting, books)
        ],
    }


WHY: Final = {
    "month": "the month general serves two months: give --month or --half",
    "date": f"{EARTH_SEASON} is here the last eighteen days of the month, which a date must tell",
    "year": "give --year",
    "year stem": "give --year as a pair of stem and branch",
}

"""What a chart's spirits need beside the chart: month, year and sex, read and checked."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dingshi.chart import Chart
from dingshi.datasets.vocabulary import BRANCHES
from dingshi.errors import InputError
from dingshi.kernels import axes
from dingshi.parsing import parse_branch, parse_pillar, shown

if TYPE_CHECKING:
    from dingshi.dates.dated import DatedChart

SEXES = {"man": 0, "woman": 1, "男": 0, "女": 1, "m": 0, "f": 1}
YEAR_SUFFIXES = "年歲岁"


@dataclass(frozen=True, slots=True)
class Setting:
    """What is known of a chart's month, year and person; codes, None for what is not given."""

    month: int | None = None
    half: int | None = None
    year_stem: int | None = None
    year_branch: int | None = None
    sex: int | None = None
    earth_days: bool | None = None  # whether the date is in the last eighteen days of a season


def served_months(month_general: int) -> tuple[int, int]:
    """Return the two month branches that a month general serves: of half 0 and of half 1."""
    return axes.month_branch(month_general, 0), axes.month_branch(month_general, 1)


def _month(chart: Chart, month: str | None, half: int | None) -> tuple[int | None, int | None]:
    months = served_months(chart.month_general)
    if half is not None and half not in (0, 1):
        raise InputError(f"half {half} is neither 0 (the earlier month) nor 1 (the later)")
    if month is None:
        return (None if half is None else months[half]), half
    code = parse_branch(month.strip().removesuffix("月"), "month")
    allowed = " or ".join(f"{BRANCHES[m]} (half {i})" for i, m in enumerate(months))
    if code not in months:
        raise InputError(
            f"month {shown(month)} has not the month general {BRANCHES[chart.month_general]}; "
            f"allowed: {allowed}"
        )
    if half not in (None, months.index(code)):
        raise InputError(f"month {shown(month)} and half {half} do not agree; allowed: {allowed}")
    return code, months.index(code)


def _year(year: str | None) -> tuple[int | None, int | None]:
    if year is None:
        return None, None
    text = year.strip().rstrip(YEAR_SUFFIXES)
    if len(text) == 1:
        return None, parse_branch(text, "year")
    pillar = parse_pillar(text, "year")
    return pillar % 10, pillar % 12


def parse_setting(
    chart: Chart,
    *,
    month: str | None = None,
    half: int | None = None,
    year: str | None = None,
    sex: str | None = None,
) -> Setting:
    """Return the setting of a chart.

    `month`: one of the two branches that the month general serves, or `half` 0 or 1 for the
    earlier or later of them; `year`: a pair or a branch; `sex`: man or woman. Raises InputError
    naming the value and what is allowed.
    """
    if sex is not None and sex not in SEXES:
        raise InputError(f"sex {shown(sex)} is unknown; allowed: {', '.join(SEXES)}")
    month_branch, month_half = _month(chart, month, half)
    stem, branch = _year(year)
    return Setting(month_branch, month_half, stem, branch, None if sex is None else SEXES[sex])


def setting_of(dated: "DatedChart") -> Setting:
    """Return the setting of the chart of a date, which tells month, year and season."""
    date = dated.date
    return Setting(
        date["month_branch"],
        date["half"],
        date["year"] % 10,
        date["year"] % 12,
        dated.person.sex,
        bool(date["earth_days"]),
    )

"""The columns of the calendar: what a date adds to a chart."""

from typing import Final

from dingshi.datasets.patterns.registry import entries
from dingshi.datasets.schema import CHARTS, Column, Table

DATE_COLUMNS: Final = (
    Column("instant", "int64", "seconds since 1970-01-01T00:00 UTC, in days of 86,400"),
    Column("offset", "int32", "seconds by which the civil clock is ahead of UTC"),
    Column("civil_year", "int16", "year of the civil clock; Julian before 1582-10-15"),
    Column("civil_month", "int8", "month of the civil clock, 1 to 12"),
    Column("civil_day", "int8", "day of the month of the civil clock, 1 to 31"),
    Column("civil_second", "int32", "second of the day of the civil clock, 0 to 86,399"),
    Column(
        "clock",
        "int32",
        "second of the day of the clock that rules the chart: the civil one, or the sun's",
    ),
    Column("year", "pillar", "pillar of the year, which changes at 立春"),
    Column("month_pillar", "pillar", "pillar of the month, which changes at the 節"),
    Column("hour_pillar", "pillar", "pillar of the double hour; at 23:00 the next day's begin"),
    Column("month_branch", "branch", "月建, the branch of the month"),
    Column("half", "int8", "0: the month whose 中氣 opened the month general; 1: the next one"),
    Column("pillar_year", "int16", "number of the year that began at the last 立春"),
    Column(
        "reconstructed",
        "bool",
        "before 1645-01-28: terms by the true sun, where the calendar of that time used the mean",
    ),
    Column("term", "term", "the last solar term (節氣)"),
    Column("since_term", "int32", "seconds since that term"),
    Column("until_term", "int32", "seconds until the next term"),
    Column("uncertainty", "int16", "seconds by which the instant of a term may be wrong"),
    Column("lunar_year", "int16", "Gregorian year in which the lunar year began", nullable=True),
    Column("lunar_month", "int8", "lunar month, 1 to 12; null before 1645-01-28", nullable=True),
    Column(
        "lunar_leap", "bool", "whether the lunar month is a leap month (閏); false if undecided"
    ),
    Column("lunar_day", "int8", "day of the lunar month, 1 to 30", nullable=True),
    Column("quarter", "quarter", "四正: 朔 1, 上弦 8, 望 15, 下弦 23, 晦 the last", nullable=True),
    Column("season", "year_season", "the season, which changes at its first term"),
    Column("earth_days", "bool", "whether the day is one of the last eighteen of its season (土)"),
    Column(
        "eve",
        "eve",
        "四絕: the day before a season begins; 四離: before a solstice or equinox",
        nullable=True,
    ),
    Column("season_begins", "bool", "whether the season begins on this day (四立)"),
    Column("lodge", "lodge", "月宿 by lunar day; null in leap months", nullable=True),
    Column("lodge_branch", "branch", "the branch of that lodge", nullable=True),
)
# The whole patterns by their default reading: id -> column. Ids have dots, which SQL would quote.
PATTERN_COLUMNS: Final = {
    entry.id: entry.id.replace(".", "_")
    for entry in entries().values()
    if entry.kind == "pattern" and not entry.reading and not entry.needs
}
_PATTERNS: Final = (
    *(
        Column(column, "bool", f"whether {entries()[name].name} holds ({name})")
        for name, column in PATTERN_COLUMNS.items()
    ),
    Column(
        "jingwei_guange_sanguangburen",
        "bool",
        "whether 三光不仁 holds, for which the lunar day is needed",
        nullable=True,
    ),
)
CALENDAR: Final = Table(
    "calendar",
    "charts of real dates, one a row, as dingshi.charts_at returns them",
    ("instant",),
    (*DATE_COLUMNS, *CHARTS.columns, *_PATTERNS),
)

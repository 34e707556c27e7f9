"""The chart of a date as text: what the date is, how near a boundary, then the chart."""

import textwrap

from dingshi.datasets.almanac import words
from dingshi.datasets.vocabulary import BRANCHES
from dingshi.dates.civil import show_clock, show_offset
from dingshi.dates.dated import Boundary, DatedChart
from dingshi.drawing import draw_chart


def _pillars(dated: DatedChart) -> str:
    pillars = dated.pillars()
    marks = ("年", "月", "日", "時")
    return " ".join(pillar + mark for pillar, mark in zip(pillars.values(), marks, strict=True))


def _span(seconds: int) -> str:
    size = abs(seconds)
    if size < 120:
        return f"{size} s"
    if size < 7_200:
        return f"{size // 60} min {size % 60} s"
    return f"{size // 86_400} d {size % 86_400 // 3600} h"


def _lunar(dated: DatedChart) -> str:
    lunar = dated.lunar()
    if lunar is None:
        return "lunar date undecided before 1645-01-28"
    leap = "閏" if lunar["leap"] else ""
    quarter = f" {lunar['quarter']}" if lunar["quarter"] else ""
    return f"{lunar['year']}年{leap}{lunar['month']}月{lunar['day']}日{quarter}"


def _day_words(dated: DatedChart) -> list[str]:
    date = dated.date
    found = [words.SEASONS[date["season"]]]
    found += ["土用"] if date["earth_days"] else []
    found += ["四立"] if date["season_begins"] else []
    found += [words.EVES[date["eve"]]] if date["eve"] >= 0 else []
    if date["lodge"] >= 0:
        found.append(f"月宿{words.LODGES[date['lodge']]} {BRANCHES[date['lodge_branch']]}")
    return found


def _warn(warning: Boundary) -> str:
    other = warning.other
    side = "after" if warning.seconds <= 0 else "before"
    doubt = f", itself uncertain by {warning.uncertainty} s" if warning.uncertainty else ""
    transmissions = "".join(BRANCHES[b] for b in other.chart.lesson.transmissions)
    return (
        f"Warning: {_span(warning.seconds)} {side} the boundary of the {warning.kind} "
        f"({warning.name}){doubt}. On the other side: {_pillars(other)}, "
        f"{BRANCHES[other.chart.month_general]}將, 第{other.chart.ju}局, {transmissions}, "
        f"{'夜' if other.chart.night else '晝'}貴."
    )


def draw_dated(dated: DatedChart) -> str:
    """Return date, pillars, terms, warnings and chart as text."""
    date = dated.date
    lines = [
        f"{show_clock(dated.instant + date['offset'])}  {dated.zone} {show_offset(date['offset'])}",
    ]
    if dated.clock.time == "apparent":
        sun = show_clock(dated.instant + date["clock_offset"])
        lines.append(f"{sun}  apparent solar time at {dated.clock.longitude}°")
    lines += [
        _pillars(dated),
        "  ".join(f"{t['term']} {t['civil']} (±{t['uncertainty_s']} s)" for t in dated.terms()),
        "  ".join([_lunar(dated), *_day_words(dated)]),
    ]
    life = dated.year_of_life()
    if life is not None:
        age = "" if life["age"] is None else f" (age {life['age']})"
        lines.append(f"行年 {life['branch']}: {life['heaven']} {life['general']}{age}")
    if date["reconstructed"]:
        lines += textwrap.wrap(
            "Reconstructed: before 1645-01-28 the calendar placed the terms by the mean sun, up to "
            "two days away; month general and month pillar follow the true sun.",
            76,
        )
    for warning in dated.warnings:
        lines += textwrap.wrap(_warn(warning), 76)
    return "\n".join([*lines, "", draw_chart(dated.chart)])

"""Entries of 定式 side by side, and the schools: what `dingshi lesson` and `schools` show."""

from typing import Any

from dingshi.chart import Chart, cast_codes
from dingshi.datasets import casting
from dingshi.datasets.vocabulary import BRANCHES, PILLARS
from dingshi.drawing import draw_lessons, draw_transmissions, rows_of, wrap
from dingshi.kernels import axes
from dingshi.parsing import parse_day, parse_ju
from dingshi.schools import resolve_school
from dingshi.words import derivation


def entry(day: str, ju: str | int) -> tuple[Chart, ...]:
    """Return the lesson of `day` at 局 `ju` as each named school derives it.

    Its charts stand at the hour 午; what needs an hour does not belong to the entry.
    """
    shift = axes.shift_of_ju(parse_ju(ju))
    code = parse_day(day)
    return tuple(
        cast_codes(code, (6 + shift) % 12, 6, school=resolve_school(name))
        for name in casting.schools()
    )


OF_AN_HOUR = ("hour", "month_general", "night", "plate", "noble", "natal")


def entry_to_dict(chart: Chart) -> dict[str, Any]:
    """Return what belongs to an entry: the chart without all that needs an hour."""
    fields = {key: value for key, value in chart.to_dict().items() if key not in OF_AN_HOUR}
    for part in ("lessons", "transmissions"):
        fields[part] = [
            {key: value for key, value in item.items() if key != "general"} for item in fields[part]
        ]
    return fields


def draw_entry(charts: tuple[Chart, ...]) -> str:
    """Return an entry as text; schools that agree are shown once."""
    first = charts[0]
    voids = "".join(BRANCHES[b] for b in first.voids)
    over = f"子上{BRANCHES[first.heaven(0)]}"
    lines = [f"{PILLARS[first.day]}日 第{first.ju}局  {over}  {voids}空", ""]
    lines += draw_lessons(first, generals=False)
    shown: dict[str, list[str]] = {}
    for chart in charts:
        transmissions = draw_transmissions(chart, generals=False)
        text = "\n".join([*transmissions, *wrap(derivation(chart))])
        shown.setdefault(text, []).append(chart.school.name)
    for text, names in shown.items():
        lines += ["", f"[{', '.join(names)}]", text]
    return "\n".join(lines)


def schools_and_readings() -> dict[str, Any]:
    """Return the named schools, and every reading with its values and what they mean."""
    return {
        "schools": {name: dict(chosen) for name, chosen in casting.schools().items()},
        "readings": {
            reading: {
                value: {"book": r.book, "line": r.line, "description": r.description}
                for value, r in values.items()
            }
            for reading, values in casting.readings().items()
        },
    }


def draw_schools() -> str:
    """Return the schools as a table and the readings as a list."""
    named = casting.schools()
    rows = [["", *named]]
    rows += [[r, *(named[name][r] for name in named)] for r in casting.readings()]
    lines = rows_of(rows)
    for reading, values in casting.readings().items():
        lines += ["", reading]
        for value, meaning in values.items():
            source = f" ({meaning.book} {meaning.line})" if meaning.book else ""
            lines += wrap(f"  {value}: {meaning.description}{source}", indent="      ")
    return "\n".join(lines)

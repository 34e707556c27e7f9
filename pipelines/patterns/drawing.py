"""Patterns as a person reads them: those of a chart, and one entry of the dictionary."""

import textwrap
from typing import Any

from dingshi.datasets.patterns.registry import NEEDS, Entry
from dingshi.drawing import rows_of
from dingshi.patterns.chart_patterns import ChartPatterns, Fired, Undecided, missing_inputs
from dingshi.patterns.dictionary import row
from dingshi.patterns.lookup import clauses_of, readings_of
from dingshi.patterns.space import space

WIDTH = 78
OPTIONS = {"month": "--month", "year": "--year", "natal": "--natal", "sex": "--sex"}


def _marked(fired: Fired) -> str:
    mark = " (空)" if fired.cancelled else " (坐空)" if fired.cancelled_seat else ""
    return fired.entry.name + mark


def _briefly(undecided: tuple[Undecided, ...]) -> list[str]:
    """Return the names of undecided patterns; of one that lacks it in a reading only, the reading.

    A form that lacks more than its pattern does (三光不仁) is named by itself.
    """
    plain = [u.entry for u in undecided if not u.entry.reading]
    names = dict.fromkeys(e.name if e.needs else e.pattern_name for e in plain)
    named = {(e.pattern, e.clause) for e in plain} | {(e.pattern, "") for e in plain}
    for entry in (u.entry for u in undecided if u.entry.reading):
        if not named & {(entry.pattern, entry.clause), (entry.pattern, "")}:
            names[f"{entry.pattern_name}@{entry.reading}"] = None
    return list(names)


def draw_patterns(found: ChartPatterns) -> str:
    """Return the patterns of a chart: clause and form of each, then what is undecided."""
    rows = []
    for fired in found.patterns():
        clauses = [_marked(clause) for clause in found.clauses(fired.entry.pattern)]
        rows.append([_marked(fired), "；".join(clauses)])
    lines = ["格局", *rows_of(rows)] if rows else ["格局 none"]
    for name, undecided in missing_inputs(found).items():
        lack = NEEDS[name] if name in NEEDS else OPTIONS[name]
        lines += textwrap.wrap(f"undecided without {lack}: {' '.join(_briefly(undecided))}", WIDTH)
    return "\n".join(lines)


def entry_to_dict(entry: Entry) -> dict[str, Any]:
    """Return an entry with its counts, its clauses and its readings; an absent count is None."""
    whole = space()

    def told(one: Entry) -> dict[str, Any]:
        cells = row(whole, one)
        cells["axes"] = cells["axes"].split(",") if cells["axes"] else []
        return {
            name: None if name.startswith("n_") and value < 0 else value
            for name, value in cells.items()
        }

    return {
        **told(entry),
        "readings": [told(reading) for reading in readings_of(entry)],
        "clauses": [told(clause) for clause in clauses_of(entry)],
    }


def _count(cells: dict[str, Any], name: str) -> str:
    return "-" if cells[name] is None else f"{cells[name]:,}"


def draw_entry(entry: Entry) -> str:
    """Return one entry as text: definition, source, axes, counts, clauses and readings."""
    told = entry_to_dict(entry)
    title = entry.name if not entry.clause else f"{entry.pattern_name} / {entry.name}"
    needs = f", and {NEEDS[entry.needs]}" if entry.needs else ""
    lines = [
        f"{title}  {entry.id}  ({entry.book} {entry.section}, line {entry.line})",
        *textwrap.wrap(entry.definition, WIDTH, initial_indent="  ", subsequent_indent="  "),
        f"  depends on {', '.join(told['axes']) or 'no axis'}{needs}",
    ]
    if entry.corrupt:
        written = f"as written {entry.as_written}; " if entry.as_written else ""
        lines.append(f"  {entry.status}: {written}{entry.note}")
    elif entry.note:
        lines.append(f"  note: {entry.note}")
    rows = [["", "lessons of 720", "charts of 8,640", "of 24,883,200", "definition"]]
    for one, label in (
        (told, "default" if not entry.reading else f"@{entry.reading}"),
        *((reading, f"@{reading['reading']}") for reading in told["readings"]),
        *((clause, f"{clause['name']} .{clause['clause']}") for clause in told["clauses"]),
    ):
        never = "(never) " if one["realised"] == "never" else ""
        counted = [_count(one, name) for name in ("n_lessons", "n_charts", "n_full")]
        meaning = "" if one is told else never + one["definition"]
        rows.append([label, *counted, meaning or never])
    return "\n".join([*lines, "", *rows_of(rows)])

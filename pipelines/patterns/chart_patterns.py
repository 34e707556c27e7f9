"""The patterns of one chart: what holds, by which clause and name, and what cannot be decided.

An input that is not given keeps its whole axis, so that a pattern which depends on it is undecided:
it is told with the input that it lacks, never as absent.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from dingshi.chart import Chart
from dingshi.datasets.patterns.registry import NEEDS, Entry, entries
from dingshi.kernels.patterns import book
from dingshi.kernels.patterns.counting import axes_of
from dingshi.kernels.rules import Flags
from dingshi.patterns.space import by_id, cancelling, chart_facts
from dingshi.spirits.inputs import Setting, parse_setting

# What a caller has to give for an axis that one chart leaves open.
INPUTS: Final = {"half": "month", "year": "year", "natal": "natal", "sex": "sex"}


@dataclass(frozen=True, slots=True)
class Fired:
    """A clause, form or reading that holds in a chart; whether a void cancels its name."""

    entry: Entry
    cancelled: bool
    cancelled_seat: bool


@dataclass(frozen=True, slots=True)
class Undecided:
    """An entry that the chart does not decide: what it lacks, and how it would fall."""

    entry: Entry
    missing: tuple[str, ...]
    outcome: str  # holds or fails whatever the missing input is, depends on it, or unknown


@dataclass(frozen=True, slots=True)
class ChartPatterns:
    """Everything that the dictionary says of one chart, in the order of the book."""

    fired: tuple[Fired, ...]
    undecided: tuple[Undecided, ...]

    def patterns(self) -> tuple[Fired, ...]:
        """Return the whole patterns that hold by default reading."""
        return tuple(f for f in self.fired if not f.entry.clause and not f.entry.reading)

    def clauses(self, pattern: str) -> tuple[Fired, ...]:
        """Return the clauses and forms of a pattern that hold by default reading."""
        return tuple(
            f
            for f in self.fired
            if f.entry.pattern == pattern and f.entry.clause and not f.entry.reading
        )

    def readings(self) -> tuple[Fired, ...]:
        """Return what holds only under a reading that is not the default."""
        held = {f.entry.id for f in self.fired}
        return tuple(
            f for f in self.fired if f.entry.reading and f.entry.id.partition("@")[0] not in held
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the patterns as JSON-ready values."""
        return {
            "patterns": [
                {
                    **_named(fired),
                    "family": fired.entry.family,
                    "clauses": [
                        _named(clause)
                        for clause in self.clauses(fired.entry.pattern)
                        if clause.entry.kind == "clause"
                    ],
                    "forms": [
                        _named(clause)
                        for clause in self.clauses(fired.entry.pattern)
                        if clause.entry.kind == "form"
                    ],
                }
                for fired in self.patterns()
            ],
            "patterns_by_reading": [f.entry.id for f in self.readings()],
            "patterns_undecided": [
                {
                    "id": u.entry.id,
                    "name": u.entry.name,
                    "missing": list(u.missing),
                    "outcome": u.outcome,
                }
                for u in self.undecided
            ],
        }


def _named(fired: Fired) -> dict[str, Any]:
    named: dict[str, Any] = {"id": fired.entry.id, "name": fired.entry.name}
    if fired.entry.cancelled_by:
        named |= {"cancelled": fired.cancelled, "cancelled_seat": fired.cancelled_seat}
    return named


def _outcome(flags: Flags) -> str:
    return "holds" if flags.all() else "depends" if flags.any() else "fails"


def chart_patterns(
    chart: Chart, *, month: str | None = None, half: int | None = None, year: str | None = None
) -> ChartPatterns:
    """Return the patterns of a chart.

    `month`: one of the two branches that the month general serves, or `half` 0 or 1 for the earlier
    or later of them; `year`: a pair, or its branch. Raises InputError naming the value and what is
    allowed.
    """
    return patterns_in(chart, parse_setting(chart, month=month, half=half, year=year))


def patterns_in(chart: Chart, setting: Setting) -> ChartPatterns:
    """Return the patterns of a chart whose month and year are known as far as `setting` says."""
    facts = chart_facts(chart, setting.half, setting.year_branch)
    holds = by_id(book.evaluate(facts))
    fired, undecided = [], []
    for entry in entries().values():
        if entry.needs:
            undecided.append(Undecided(entry, (entry.needs,), "unknown"))
            continue
        flags = holds[entry.id]
        if missing := tuple(INPUTS[axis] for axis in axes_of(flags)):
            undecided.append(Undecided(entry, missing, _outcome(flags)))
        elif flags.any():
            voids = [cancelling(facts, entry, seats=seats) for seats in (False, True)]
            own, seated = (void is not None and bool(np.all(void)) for void in voids)
            fired.append(Fired(entry, own, seated))
    return ChartPatterns(tuple(fired), tuple(undecided))


def missing_inputs(found: ChartPatterns) -> dict[str, tuple[Undecided, ...]]:
    """Return the undecided by what they lack: an input, or a word of NEEDS."""
    by_input: dict[str, tuple[Undecided, ...]] = {}
    for undecided in found.undecided:
        for name in undecided.missing:
            by_input[name] = (*by_input.get(name, ()), undecided)
    order = (*INPUTS.values(), *NEEDS)
    return {name: by_input[name] for name in order if name in by_input}

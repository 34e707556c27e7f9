"""What a validation found, in numbers and samples: for people, for programs, for the exit."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from dingshi.datasets.validation import STATUSES
from dingshi.drawing import rows_of
from dingshi.errors import InputError
from dingshi.validation.detection import Fit

SAMPLES: Final = 200
SHOWN: Final = 10
FAIL_ON: Final = ("differs", "unexplained", "nothing")
DIFFERENCE, BAD_INPUT = 3, 2


@dataclass(slots=True)
class FileResult:
    """One table: how it was read, and what is wrong with it as a whole."""

    file: str
    rows: int = 0
    keyed_by: str = ""
    columns: dict[str, str] = field(default_factory=dict)
    not_read: list[str] = field(default_factory=list)
    problem: str | None = None
    table: str | None = None


@dataclass(frozen=True, slots=True)
class Sample:
    """A row that does not agree."""

    file: str
    row: int
    line: int | None
    status: str
    key: str
    text: str
    fields: tuple[tuple[str, str, str], ...] = ()


@dataclass(slots=True)
class Validation:
    """The result of `dingshi.validate`."""

    school: str
    readings: dict[str, str]
    noble: str
    day_rule: str
    files: list[FileResult] = field(default_factory=list)
    statuses: Counter[str] = field(default_factory=Counter)
    claimed: Counter[str] = field(default_factory=Counter)
    differing: Counter[str] = field(default_factory=Counter)
    causes: Counter[str] = field(default_factory=Counter)
    by_option: int = 0
    best: Fit | None = None
    schools: tuple[Fit, ...] = ()
    options: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    samples: list[Sample] = field(default_factory=list)
    no_option: list[tuple[str, int]] = field(default_factory=list)

    @property
    def rows(self) -> int:
        """Return how many rows were read."""
        return sum(self.statuses.values())

    @property
    def unexplained(self) -> int:
        """Return how many rows differ and fit under no change that was tried."""
        return self.causes["none"]

    @property
    def agrees(self) -> bool:
        """Return whether every row was read, claims something, and agrees."""
        return self.exit_status() == 0

    def exit_status(self, fail_on: str = "differs") -> int:
        """Return 0, 3 (rows differ) or 2 (something could not be read, which outranks 3).

        `fail_on`: `differs`; `unexplained`, only rows that no change explains; or `nothing`, so
        that only tables that cannot be read at all fail.
        """
        if fail_on not in FAIL_ON:
            raise InputError(f"--fail-on {fail_on!r} is not one of {', '.join(FAIL_ON)}")
        if fail_on == "nothing":
            return 0
        if self.statuses["unreadable"] or any(file.problem for file in self.files):
            return BAD_INPUT
        failing = self.unexplained if fail_on == "unexplained" else self.statuses["differs"]
        return DIFFERENCE if failing else 0

    def fields(self) -> list[tuple[str, int, int]]:
        """Return (field, rows that claim it, rows that differ in it), the worst first."""
        found = [(name, self.claimed[name], self.differing[name]) for name in self.claimed]
        return sorted(found, key=lambda item: -item[2])

    def undecided(self) -> dict[str, list[str]]:
        """Return the options whose values the file cannot tell apart from the best one."""
        if self.best is None:
            return {}
        found = {}
        for option, values in self.options.items():
            same = [value for value, rows in values.items() if rows == self.best.rows]
            if len(same) > 1:
                found[option] = same
        return found

    def to_dict(self) -> dict[str, Any]:
        """Return the result as JSON-ready values."""
        return {
            "school": self.school,
            "readings": self.readings,
            "noble": self.noble,
            "day_rule": self.day_rule,
            "rows": self.rows,
            "statuses": {status: self.statuses[status] for status in STATUSES},
            "explained_by_option": self.by_option,
            "unexplained": self.unexplained,
            "fields": [
                {"field": name, "claimed": claimed, "differs": differs}
                for name, claimed, differs in self.fields()
            ],
            "causes": dict(self.causes.most_common()),
            "detection": {
                "best": None if self.best is None else asdict(self.best),
                "schools": [asdict(fit) for fit in self.schools],
                "options": {option: dict(values) for option, values in self.options.items()},
                "undecided": self.undecided(),
            },
            "files": [asdict(file) for file in self.files],
            "samples": [asdict(sample) for sample in self.samples],
            "no_option": [{"file": file, "row": row} for file, row in self.no_option],
        }

    def __str__(self) -> str:
        """Return the summary as text."""
        return "\n".join(_summary(self))


def options_of(readings: Mapping[str, str], noble: str, day_rule: str) -> str:
    """Return options as one line."""
    pairs = {**readings, "noble": noble, "day_rule": day_rule}
    return " ".join(f"{name}={value}" for name, value in pairs.items())


def _of_files(result: Validation) -> list[str]:
    lines = []
    for file in result.files:
        if file.keyed_by:
            by = {"month_general": "day, month general and hour", "moment": "date and time"}
            keyed = by.get(file.keyed_by, f"day and {file.keyed_by}")
            lines.append(f"{file.file}: {file.rows:,} rows keyed by {keyed}")
        if file.table:
            lines.append(f"  {file.table}")
        if file.not_read:
            more = len(file.not_read) - SHOWN
            names = ", ".join(map(_printable, file.not_read[:SHOWN]))
            lines.append(f"  not read: {names}" + (f" and {more} more" if more > 0 else ""))
        if file.problem:
            lines.append(f"{file.file}: {file.problem}")
    return lines


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else "·" for c in text)


def _summary(result: Validation) -> list[str]:
    lines = _of_files(result)
    lines += ["", f"judged as {result.school}: " + _options_line(result)]
    lines += rows_of(
        [
            [f"{result.statuses[status]:>12,}", status]
            for status in STATUSES
            if result.statuses[status]
        ]
    )
    worst = [item for item in result.fields() if item[2]][:SHOWN]
    if worst:
        lines += ["", "fields that differ"]
        lines += rows_of([[f"{d:>12,}", name, f"of {c:,}"] for name, c, d in worst])
    if result.causes:
        lines += ["", "explained by"]
        named = [
            (n, "no change tried" if c == "none" else c) for c, n in result.causes.most_common()
        ]
        lines += rows_of([[f"{count:>12,}", cause] for count, cause in named[:SHOWN]])
    lines += _of_schools(result)
    if result.samples:
        lines += ["", "rows that do not agree"]
        for sample in result.samples[:SHOWN]:
            lines.append(f"  {sample.file}:{sample.row} {sample.key} {sample.text}".rstrip())
        others = result.rows - result.statuses["agrees"] - min(SHOWN, len(result.samples))
        if others > 0:
            lines.append(f"  and {others:,} more; the report has them all")
    return lines


def _options_line(result: Validation) -> str:
    return options_of(result.readings, result.noble, result.day_rule)


def _of_schools(result: Validation) -> list[str]:
    if result.best is None:
        return []
    best = result.best
    lines = ["", "rows that agree under each school"]
    table = [[f"{fit.rows:>12,}", fit.school] for fit in result.schools]
    table.append(
        [f"{best.rows:>12,}", f"best: {options_of(best.readings, best.noble, best.day_rule)}"]
    )
    lines += rows_of(table)
    undecided = result.undecided()
    silent = [o for o, values in undecided.items() if len(values) == len(result.options[o])]
    if silent:
        lines.append(f"  no row tells apart the values of {', '.join(silent)}")
    lines += [
        f"  {option} may as well be {' or '.join(values)}"
        for option, values in undecided.items()
        if option not in silent
    ]
    differs = result.statuses["differs"]
    if differs:
        lines.append(f"  of {differs:,} rows that differ an option explains {result.by_option:,}")
    if result.no_option:
        named = ", ".join(f"{file}:{row}" for file, row in result.no_option[:SHOWN])
        more = ", …" if len(result.no_option) > SHOWN else ""
        lines.append(f"  no option explains {named}{more}")
    return lines

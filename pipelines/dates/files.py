"""A file of date-times: every row is cast or rejected with its reason, its own columns are kept."""

import csv
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from dingshi.datasets.almanac.schema import CALENDAR
from dingshi.datasets.schema import Column, vocabulary_of
from dingshi.dates.civil import check_calendar
from dingshi.dates.clocks import Clock
from dingshi.dates.dated import instant_of
from dingshi.dates.resolving import resolve
from dingshi.dates.zones import check_fold, zone_of
from dingshi.errors import InputError
from dingshi.parsing import nearest, shown
from dingshi.schools import School, resolve_school

CHUNK: Final = 65_536
REJECT_COLUMNS: Final = ("row", "line", "reason")
Rows = list[list[str]]


@dataclass(frozen=True, slots=True)
class FileReport:
    """What became of a file: where its rows went."""

    rows: int
    rejected: int
    out: Path
    rejects: Path


@dataclass(frozen=True, slots=True)
class _Plan:
    """How the rows of one file are read."""

    header: list[str]
    at: int
    zone: int | None
    tz: str | None
    calendar: str
    fold: str | None


def _place(header: list[str], name: str, path: Path) -> int:
    found = [i for i, word in enumerate(header) if word.strip() == name]
    if len(found) == 1:
        return found[0]
    if found:
        raise InputError(f"{path} has the column {shown(name)} {len(found)} times")
    raise InputError(f"{path} has no column {shown(name)}; {nearest(name, tuple(header))}")


def _lines(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Yield the number of the line on which a row ends, and its cells."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.reader(file)
            for cells in reader:
                yield reader.line_num, cells
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8 text ({error.reason}); save it as UTF-8") from None
    except csv.Error as error:
        raise InputError(f"{path}:{reader.line_num}: {error}") from None
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}; give a CSV file") from None


def _moment(plan: _Plan, cells: list[str]) -> tuple[int, int]:
    if len(cells) != len(plan.header):
        raise InputError(f"{len(cells)} cells, the header has {len(plan.header)}")
    tz = plan.tz if plan.zone is None else cells[plan.zone].strip() or plan.tz
    instant, offset, _ = instant_of(cells[plan.at], tz, calendar=plan.calendar, fold=plan.fold)
    return instant, offset


def _words(column: Column, values: Any) -> list[str]:
    """Return the values of a column as words; nulls are empty."""
    array = np.asarray(values)
    words = vocabulary_of(column.kind)
    if words:
        return [words[code] if code >= 0 else "" for code in array.tolist()]
    if column.kind == "bool":
        words = ("false", "true", "")  # a nullable one has -1 for null
        return [words[value] for value in array.tolist()]
    if column.nullable:
        return ["" if value < 0 else str(value) for value in array.tolist()]
    return [str(value) for value in array.tolist()]


def _cast(
    moments: list[tuple[int, int]], clock: Clock, school: School
) -> Iterator[tuple[str, ...]]:
    from dingshi.dates.tables import calendar_codes  # noqa: PLC0415 - loads Numba

    instants, offsets = np.array(moments, dtype=np.int64).reshape(-1, 2).T
    codes = calendar_codes(resolve(instants, offsets, clock), school)
    columns = [_words(column, codes[column.name]) for column in CALENDAR.columns]
    return zip(*columns, strict=True)


def _refuse(path: Path, out: Path, rejects: Path, *, replace: bool) -> None:
    if out == rejects or path in (out, rejects):
        raise InputError(f"{out} and {rejects} must be two files, and neither of them {path}")
    for target in (out, rejects):
        if target.exists() and not replace:
            raise InputError(f"{target} exists; give another name, or say --replace")
        if not target.parent.is_dir():
            raise InputError(f"{target.parent} is no folder; give a folder that exists")


def cast_file(
    path: str | Path,
    out: str | Path | None = None,
    *,
    rejects: str | Path | None = None,
    column: str = "at",
    tz: str | None = None,
    tz_column: str | None = None,
    clock: Clock | None = None,
    calendar: str = "mixed",
    fold: str | None = None,
    school: str | School = "jingwei",
    noble: str | None = None,
    readings: Mapping[str, str] | None = None,
    replace: bool = False,
    progress: Callable[[int], None] = lambda _: None,
) -> FileReport:
    """Cast every row of a CSV file; write `out` (FILE.charts.csv) and `rejects` (FILE.rejects.csv).

    `out` has the columns of the file and then those of the table `calendar`, with `chart_` before a
    name that the file uses itself. A row that cannot be cast goes to `rejects` with its number,
    line and reason; the others are cast all the same. Both files appear only when all is done.
    Raises InputError for a file that is no CSV, lacks the column, or would be overwritten.
    """
    source = Path(path)
    target = Path(out) if out else source.with_suffix(".charts.csv")
    reject = Path(rejects) if rejects else source.with_suffix(".rejects.csv")
    rules, chosen = clock or Clock(), resolve_school(school, noble=noble, readings=readings)
    if tz is not None:
        zone_of(tz)
    rows = _lines(source)
    _, header = next(rows, (0, []))
    if not header:
        raise InputError(f"{source} is empty; it needs a header and a column of date-times")
    plan = _Plan(
        header,
        _place(header, column, source),
        None if tz_column is None else _place(header, tz_column, source),
        tz,
        check_calendar(calendar),
        check_fold(fold),
    )
    _refuse(source, target, reject, replace=replace)
    parts = [file.with_name(f".{file.name}.partial") for file in (target, reject)]
    try:
        with ExitStack() as stack:
            files = [
                stack.enter_context(part.open("w", encoding="utf-8", newline="")) for part in parts
            ]
            counts = _write(plan, rows, files, rules, chosen, progress)
        for part, file in zip(parts, (target, reject), strict=True):
            os.replace(part, file)
    finally:
        for part in parts:
            part.unlink(missing_ok=True)
    return FileReport(*counts, target, reject)


def _own_names(header: list[str]) -> list[str]:
    """Return the names of our columns, with `chart_` before those that the file uses."""
    names = []
    for column in CALENDAR.columns:
        name = column.name
        while name in header:
            name = f"chart_{name}"
        names.append(name)
    return names


def _write(
    plan: _Plan,
    rows: Iterator[tuple[int, list[str]]],
    files: list[Any],
    clock: Clock,
    school: School,
    progress: Callable[[int], None],
) -> tuple[int, int]:
    """Write both files chunk by chunk; return how many rows there were and how many rejected."""
    charts, rejects = (csv.writer(file, lineterminator="\n") for file in files)
    charts.writerow(plan.header + _own_names(plan.header))
    rejects.writerow([*REJECT_COLUMNS, *plan.header])
    number = rejected = 0
    kept: Rows = []
    moments: list[tuple[int, int]] = []

    def flush() -> None:
        if kept:
            cast = _cast(moments, clock, school)
            charts.writerows([*own, *chart] for own, chart in zip(kept, cast, strict=True))
        kept.clear()
        moments.clear()
        progress(number)

    for line, cells in rows:
        number += 1
        try:
            moments.append(_moment(plan, cells))
            kept.append(cells)
        except InputError as error:
            rejected += 1
            rejects.writerow([number, line, str(error), *cells])
        if len(kept) >= CHUNK:
            flush()
    flush()
    return number, rejected

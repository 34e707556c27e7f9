"""Validating tables of other people: read, judge, explain, detect, report."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from dingshi.datasets import validation as words
from dingshi.datasets.casting import schools
from dingshi.errors import InputError
from dingshi.parsing import nearest, shown
from dingshi.schools import School, resolve_school

if TYPE_CHECKING:
    from dingshi.validation.normalising import Resolver
    from dingshi.validation.result import Validation

AUTO: Final = "auto"
Progress = Callable[[int, int | None], None]


def _no_progress(_rows: int, _total: int | None) -> None:
    return None


def _day_rule(name: str | None) -> int:
    rules = [rule.name for rule in words.day_rules()]
    if name is None:
        return 0
    if name not in rules:
        raise InputError(f"day rule {shown(name)} is unknown; {nearest(name, tuple(rules))}")
    return rules.index(name)


def validate(
    tables: Any,
    *,
    school: str | School = "jingwei",
    noble: str | None = None,
    readings: Mapping[str, str] | None = None,
    day_rule: str | None = None,
    columns: Mapping[str, str] | None = None,
    encoding: str | None = None,
    keep: Sequence[str] = (),
    report: str | Path | None = None,
    html: str | Path | None = None,
    resolver: "Resolver | None" = None,
    progress: Progress = _no_progress,
) -> "Validation":
    """Judge every row of other people's tables against the corpus, and explain what differs.

    `tables`: a path, an Arrow table or anything with an Arrow stream (Polars, pandas), or a list
    of these; files are CSV, TSV, JSON lines or Parquet. `school` may be `auto`: the school and
    options that fit best are found first. `columns` maps names such as `day` to headers;
    `keep` carries columns into the report. `report` (.parquet or .csv) has a row for each row;
    `html` is one page. `resolver` turns moments into day, hour and month general.
    Raises InputError when no table can be read; one bad table among several is told in the result.
    """
    from dingshi.validation.running import Run, Settings  # noqa: PLC0415 - loads pyarrow, Numba

    rule = _day_rule(day_rule)
    if school == AUTO and (noble is not None or readings or day_rule):
        raise InputError(
            "school auto finds the options itself; leave out the noble, readings and day rule"
        )
    chosen = resolve_school("jingwei" if school == AUTO else school, noble=noble, readings=readings)
    settings = Settings(
        school=chosen,
        day_rule=rule,
        columns=dict(columns or {}),
        encoding=encoding,
        keep=tuple(keep),
        report=None if report is None else Path(report),
        html=None if html is None else Path(html),
        resolver=resolver,
        progress=progress,
    )
    alone = isinstance(tables, str | Path) or not isinstance(tables, list | tuple)
    with ExitStack() as stack:
        run = Run([tables] if alone else list(tables), settings, stack)
        if school == AUTO:
            best = run.detect()
            named = best.school in schools()
            found = {} if named else best.readings
            run.settings = replace(
                settings,
                school=resolve_school(
                    best.school if named else "jingwei", noble=best.noble, readings=found
                ),
                day_rule=_day_rule(best.day_rule),
            )
        return run.judge()

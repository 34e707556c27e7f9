"""The command validate: anyone's charts against the corpus."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from dingshi.cli.app import (
    Format,
    Noble,
    OutputFormat,
    ReadingPairs,
    app,
    parse_readings,
    print_json,
    say,
    start_warm,
)
from dingshi.cli.clock_options import (
    CalendarName,
    DayStarts,
    Fold,
    Longitude,
    Zone,
    clock_of,
)
from dingshi.errors import InputError

if TYPE_CHECKING:
    from dingshi.validation.run import Progress


def _pairs(values: list[str] | None) -> dict[str, str]:
    pairs = {}
    for value in values or []:
        name, equals, column = value.partition("=")
        if not equals:
            raise InputError(f"--map {value!r} is not NAME=COLUMN, such as day=日期")
        pairs[name] = column
    return pairs


@contextmanager
def _progress() -> "Iterator[Progress]":
    """Show a bar on a terminal; elsewhere nothing."""
    if not sys.stderr.isatty():
        yield lambda _rows, _total: None
        return
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import Progress as Bar  # noqa: PLC0415

    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("rows", total=None)
        yield lambda rows, total: bar.update(task, completed=rows, total=total)


@app.command(
    epilog="Example: dingshi validate cases.csv --report report.csv --html report.html "
    "--map day=日期"
)
def validate(
    files: Annotated[
        list[Path],
        typer.Argument(help="CSV, TSV, JSON lines or Parquet; gzip and zstd too.", metavar="FILE…"),
    ],
    school: Annotated[
        str, typer.Option("--school", help="The school to judge by; auto takes the best fit.")
    ] = "jingwei",
    noble: Noble = None,
    reading: ReadingPairs = None,
    day_rule: Annotated[
        str | None, typer.Option("--day-rule", help="Which hours count as day, if not 卯 to 申.")
    ] = None,
    columns: Annotated[
        list[str] | None,
        typer.Option("--map", metavar="NAME=COLUMN", help="Which column of the file is what."),
    ] = None,
    encoding: Annotated[
        str | None, typer.Option("--encoding", help="big5, gb18030, utf-8 …, if not detected.")
    ] = None,
    keep: Annotated[
        list[str] | None,
        typer.Option("--keep", metavar="COLUMN", help="Carry a column into the report."),
    ] = None,
    report: Annotated[
        Path, typer.Option("--report", help="One row for each row: .parquet or .csv.")
    ] = Path("report.parquet"),
    no_report: Annotated[
        bool, typer.Option("--no-report", help="Write no report, only the summary.")
    ] = False,
    html: Annotated[
        Path | None, typer.Option("--html", help="One self-contained page with the summary.")
    ] = None,
    tz: Zone = None,
    longitude: Longitude = None,
    day_starts: DayStarts = None,
    calendar_name: CalendarName = None,
    fold: Fold = None,
    fail_on: Annotated[
        str, typer.Option("--fail-on", help="Exit 3 on: differs, unexplained or nothing.")
    ] = "differs",
    output: OutputFormat = Format.TEXT,
) -> int:
    """Check tables of charts against the corpus, and explain every row that differs.

    Exit status: 0 all rows agree, 3 some differ, 2 something could not be read.
    """
    start_warm()
    from dingshi.dates.texts import resolver  # noqa: PLC0415
    from dingshi.validation.result import FAIL_ON  # noqa: PLC0415 - loads pyarrow
    from dingshi.validation.run import validate as validate_tables  # noqa: PLC0415

    if fail_on not in FAIL_ON:
        raise InputError(f"--fail-on {fail_on!r} is not one of {', '.join(FAIL_ON)}")
    with _progress() as progress:
        result = validate_tables(
            list(files),
            school=school,
            noble=noble,
            readings=parse_readings(reading),
            day_rule=day_rule,
            columns=_pairs(columns),
            encoding=encoding,
            keep=tuple(keep or ()),
            report=None if no_report else report,
            html=html,
            resolver=resolver(
                tz,
                clock=clock_of(None, longitude, None, day_starts, None),
                calendar=calendar_name or "mixed",
                fold=fold,
            ),
            progress=progress,
        )
    if output is Format.JSON:
        print_json(result.to_dict())
    else:
        say(str(result))
    for file in result.files:
        if file.problem:
            sys.stderr.write(f"dingshi: {file.file}: {file.problem}\n")
    return result.exit_status(fail_on)

"""Commands for many real dates: calendar, dates."""

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from dingshi.cli.app import (
    Format,
    Noble,
    OutputFormat,
    ReadingPairs,
    SchoolName,
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
    Latitude,
    Longitude,
    NightBy,
    Time,
    Zone,
    clock_of,
)


@app.command(
    short_help="Cast every double hour of a range of years.",
    epilog="Example: dingshi calendar --from 1900 --to 2100",
)
def calendar(
    first: Annotated[str, typer.Option("--from", help="The first year, or date.")],
    last: Annotated[str, typer.Option("--to", help="The last year, or date.")],
    out: Annotated[Path, typer.Option(help="The folder to write.")] = Path("calendar"),
    tz: Annotated[str, typer.Option("--tz", help="One offset for all of it.")] = "+08:00",
    longitude: Longitude = None,
    latitude: Latitude = None,
    time: Time = None,
    day_starts: DayStarts = None,
    night_by: NightBy = None,
    calendar_name: CalendarName = None,
    school: SchoolName = "jingwei",
    noble: Noble = None,
    reading: ReadingPairs = None,
) -> None:
    """Write the chart of every double hour of a range of years, in files of ten years."""
    from dingshi.dates.building import build_calendar  # noqa: PLC0415

    start_warm()

    def announce(name: str) -> None:
        sys.stderr.write(f"{name} …\n")

    manifest = build_calendar(
        first,
        last,
        out,
        tz=tz,
        clock=clock_of(time, longitude, latitude, day_starts, night_by),
        calendar=calendar_name or "mixed",
        school=school,
        noble=noble,
        readings=parse_readings(reading),
        progress=announce,
    )
    files = manifest["files"].values()
    rows, size = (sum(file[key] for file in files) for key in ("rows", "bytes"))
    say(f"{out}  {len(files)} files  {rows:,} rows  {size:,} bytes")


@app.command(
    short_help="Cast a column of date-times.",
    epilog="Example: dingshi dates visits.csv --column when --tz Asia/Shanghai",
)
def dates(
    file: Annotated[Path, typer.Argument(help="A CSV file with a header.", show_default=False)],
    column: Annotated[str, typer.Option(help="The column of date-times.")] = "at",
    tz: Zone = None,
    tz_column: Annotated[
        str | None, typer.Option("--tz-column", help="The column of zones; --tz where it is empty.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="The charts; FILE.charts.csv.")] = None,
    rejects: Annotated[Path | None, typer.Option(help="The rest; FILE.rejects.csv.")] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Replace existing files.")] = False,
    longitude: Longitude = None,
    latitude: Latitude = None,
    time: Time = None,
    day_starts: DayStarts = None,
    night_by: NightBy = None,
    calendar_name: CalendarName = None,
    fold: Fold = None,
    school: SchoolName = "jingwei",
    noble: Noble = None,
    reading: ReadingPairs = None,
    output: OutputFormat = Format.TEXT,
) -> None:
    """Cast a column of date-times and keep the other columns; bad rows go to another file."""
    from dingshi.dates.files import cast_file  # noqa: PLC0415

    start_warm()

    def announce(rows: int) -> None:
        sys.stderr.write(f"{rows:,} rows …\n")

    report = cast_file(
        file,
        out,
        rejects=rejects,
        column=column,
        tz=tz,
        tz_column=tz_column,
        clock=clock_of(time, longitude, latitude, day_starts, night_by),
        calendar=calendar_name or "mixed",
        fold=fold,
        school=school,
        noble=noble,
        readings=parse_readings(reading),
        replace=replace,
        progress=announce,
    )
    if output is Format.JSON:
        print_json({key: str(v) if isinstance(v, Path) else v for key, v in asdict(report).items()})
    else:
        say(f"{report.out}  {report.rows - report.rejected:,} of {report.rows:,} rows cast")
        say(f"{report.rejects}  {report.rejected:,} rows rejected")

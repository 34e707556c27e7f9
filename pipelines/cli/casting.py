"""Commands for single charts and lessons: cast, lesson, schools."""

from collections.abc import Mapping
from typing import Annotated

import typer
from dingshi.cli.app import (
    Day,
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
from dingshi.cli.spirits import Books, Half, Month, Stems, Year
from dingshi.errors import InputError


def _check_inputs(
    at: str | None, axes: Mapping[str, str | None], clocks: Mapping[str, object]
) -> None:
    """Raise InputError unless a chart is told either by its axes or by its date, not by both."""
    given = [name for name, value in axes.items() if value is not None]
    if at is not None:
        if given:
            raise InputError(f"--at tells day, month general and hour; drop {given[0]}, or --at")
        return
    stray = [name for name, value in clocks.items() if value is not None]
    if stray:
        raise InputError(f"{stray[0]} goes with a date: give --at")
    for name in axes:
        if name not in given:
            kind = "option" if name.startswith("-") else "argument"
            raise InputError(f"Missing {kind} '{name}'; or give a date with --at")


@app.command(
    short_help="Cast one chart.",
    epilog="Example: dingshi cast 甲子 --month-general 亥 --hour 子 --format json, "
    'or: dingshi cast --at "2024-02-04 16:27" --tz Asia/Shanghai --born 1984 --sex man',
)
def cast(
    day: Annotated[
        str | None,
        typer.Argument(help="One of the sixty days, such as 甲子.", show_default=False),
    ] = None,
    month_general: Annotated[
        str | None,
        typer.Option("--month-general", "-g", help="月將: a branch, or a name such as 登明."),
    ] = None,
    hour: Annotated[
        str | None, typer.Option("--hour", help="占時: the branch of the hour.")
    ] = None,
    at: Annotated[
        str | None, typer.Option("--at", help="A date and time instead of day, general and hour.")
    ] = None,
    tz: Zone = None,
    longitude: Longitude = None,
    latitude: Latitude = None,
    time: Time = None,
    day_starts: DayStarts = None,
    night_by: NightBy = None,
    calendar_name: CalendarName = None,
    fold: Fold = None,
    born: Annotated[
        str | None, typer.Option("--born", help="Year of birth, for 本命 and, with --sex, 行年.")
    ] = None,
    night: Annotated[
        bool | None,
        typer.Option("--night/--day", help="Take the night or the day noble against the hour."),
    ] = None,
    natal: Annotated[
        str | None, typer.Option("--natal", help="本命: the branch of the birth year.")
    ] = None,
    school: SchoolName = "jingwei",
    noble: Noble = None,
    reading: ReadingPairs = None,
    patterns: Annotated[
        bool, typer.Option("--patterns", help="Show the patterns of the chart.")
    ] = False,
    spirits: Annotated[
        bool, typer.Option("--spirits", help="Show the spirits on every position.")
    ] = False,
    book: Books = None,
    month: Month = None,
    half: Half = None,
    year: Year = None,
    sex: Annotated[
        str | None,
        typer.Option("--sex", help="man or woman: with --natal or --born it gives 行年."),
    ] = None,
    stems: Stems = "stated",
    seats: Annotated[
        bool, typer.Option("--seats", help="With --spirits: what stands over each earth seat too.")
    ] = False,
    output: OutputFormat = Format.TEXT,
) -> None:
    """Cast one chart: plate, four lessons, three transmissions, generals, and how they came."""
    start_warm()
    clocks = {
        "--tz": tz,
        "--longitude": longitude,
        "--latitude": latitude,
        "--time": time,
        "--day-starts": day_starts,
        "--night-by": night_by,
        "--calendar": calendar_name,
        "--fold": fold,
        "--born": born,
    }
    _check_inputs(at, {"DAY": day, "--month-general": month_general, "--hour": hour}, clocks)
    dated = None
    if at is None:
        from dingshi.chart import cast as cast_chart  # noqa: PLC0415

        chart = cast_chart(
            day or "",
            month_general=month_general or "",
            hour=hour or "",
            night=night,
            natal=natal,
            school=school,
            noble=noble,
            readings=parse_readings(reading),
        )
        told, text = chart.to_dict(), str(chart)
    else:
        from dingshi.dates.dated import cast_at  # noqa: PLC0415

        dated = cast_at(
            at,
            tz,
            clock=clock_of(time, longitude, latitude, day_starts, night_by),
            calendar=calendar_name or "mixed",
            fold=fold,
            born=born,
            sex=sex,
            natal=natal,
            night=night,
            school=school,
            noble=noble,
            readings=parse_readings(reading),
        )
        chart, told, text = dated.chart, dated.to_dict(), str(dated)
    if dated is not None and any(value is not None for value in (month, half, year)):
        raise InputError("--at tells month and year; drop --month, --half and --year, or --at")
    if patterns:
        from dingshi.patterns.chart_patterns import chart_patterns, patterns_in  # noqa: PLC0415
        from dingshi.patterns.drawing import draw_patterns  # noqa: PLC0415

        if dated is None:
            held = chart_patterns(chart, month=month, half=half, year=year)
        else:
            from dingshi.spirits.inputs import setting_of  # noqa: PLC0415

            held = patterns_in(chart, setting_of(dated))
        told |= held.to_dict()
        text += "\n\n" + draw_patterns(held)
    if spirits:
        from dingshi.spirits.chart_spirits import chart_spirits, to_dict  # noqa: PLC0415
        from dingshi.spirits.drawing import draw_spirits  # noqa: PLC0415
        from dingshi.spirits.inputs import parse_setting, setting_of  # noqa: PLC0415
        from dingshi.spirits.names import check_books  # noqa: PLC0415

        books = check_books(book or ())
        if dated is None:
            setting = parse_setting(chart, month=month, half=half, year=year, sex=sex)
        else:
            setting = setting_of(dated)
        found = chart_spirits(chart, setting, stems)
        told["spirits"] = to_dict(found, books)
        text += "\n\n" + draw_spirits(found, books, seats=seats)
    elif book or seats or stems != "stated" or (sex is not None and dated is None):
        raise InputError("--book, --sex, --stems and --seats go with --spirits")
    elif not patterns and any(value is not None for value in (month, half, year)):
        raise InputError("--month, --half and --year go with --spirits or --patterns")
    if output is Format.JSON:
        print_json(told)
    else:
        say(text)


@app.command(short_help="Show one entry of 定式.", epilog="Example: dingshi lesson 甲子 2")
def lesson(
    day: Day,
    ju: Annotated[str, typer.Argument(help="局 number: 1 is 伏吟, 7 is 返吟.", show_default=False)],
    output: OutputFormat = Format.TEXT,
) -> None:
    """Show one entry of 定式 by its 局 number, as every school derives it."""
    from dingshi.entries import draw_entry, entry, entry_to_dict  # noqa: PLC0415

    charts = entry(day, ju)
    if output is Format.JSON:
        print_json([entry_to_dict(chart) for chart in charts])
    else:
        say(draw_entry(charts))


@app.command(
    short_help="List schools and readings.", epilog="Example: dingshi schools --format json"
)
def schools(output: OutputFormat = Format.TEXT) -> None:
    """List the named schools and every reading that can be chosen."""
    from dingshi.entries import draw_schools, schools_and_readings  # noqa: PLC0415

    if output is Format.JSON:
        print_json(schools_and_readings())
    else:
        say(draw_schools())

"""Commands for single charts and lessons: cast, lesson, schools."""

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
from dingshi.cli.spirits import Books, Half, Month, Stems, Year
from dingshi.errors import InputError


@app.command(
    short_help="Cast one chart.",
    epilog="Example: dingshi cast 甲子 --month-general 亥 --hour 子 --format json",
)
def cast(
    day: Day,
    month_general: Annotated[
        str, typer.Option("--month-general", "-g", help="月將: a branch, or a name such as 登明.")
    ],
    hour: Annotated[str, typer.Option("--hour", help="占時: the branch of the hour.")],
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
        typer.Option("--sex", help="man or woman: with --natal and --year it gives 行年."),
    ] = None,
    stems: Stems = "stated",
    seats: Annotated[
        bool, typer.Option("--seats", help="With --spirits: what stands over each earth seat too.")
    ] = False,
    output: OutputFormat = Format.TEXT,
) -> None:
    """Cast one chart: plate, four lessons, three transmissions, generals, and how they came."""
    from dingshi.chart import cast as cast_chart  # noqa: PLC0415

    start_warm()
    chart = cast_chart(
        day,
        month_general=month_general,
        hour=hour,
        night=night,
        natal=natal,
        school=school,
        noble=noble,
        readings=parse_readings(reading),
    )
    told, text = chart.to_dict(), str(chart)
    if patterns:
        from dingshi.patterns.chart_patterns import chart_patterns  # noqa: PLC0415
        from dingshi.patterns.drawing import draw_patterns  # noqa: PLC0415

        held = chart_patterns(chart, month=month, half=half, year=year)
        told |= held.to_dict()
        text += "\n\n" + draw_patterns(held)
    if spirits:
        from dingshi.spirits.chart_spirits import chart_spirits, to_dict  # noqa: PLC0415
        from dingshi.spirits.drawing import draw_spirits  # noqa: PLC0415
        from dingshi.spirits.inputs import parse_setting  # noqa: PLC0415
        from dingshi.spirits.names import check_books  # noqa: PLC0415

        books = check_books(book or ())
        setting = parse_setting(chart, month=month, half=half, year=year, sex=sex)
        found = chart_spirits(chart, setting, stems)
        told["spirits"] = to_dict(found, books)
        text += "\n\n" + draw_spirits(found, books, seats=seats)
    elif book or seats or stems != "stated" or sex is not None:
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

"""The command for one spirit, and the options that ask for the spirits of a chart."""

from typing import Annotated

import typer
from dingshi.cli.app import Format, OutputFormat, app, print_json, say, start_warm
from dingshi.errors import InputError

Books = Annotated[
    list[str] | None, typer.Option("--book", help="Spirits of this book only; may be repeated.")
]
Month = Annotated[
    str | None, typer.Option("--month", help="The month's branch; it must have the month general.")
]
Half = Annotated[
    int | None, typer.Option("--half", help="0 or 1: earlier or later month of the month general.")
]
Year = Annotated[str | None, typer.Option("--year", help="The year: a pair, or its branch alone.")]
Stems = Annotated[
    str, typer.Option("--stems", help="How a stem falls: stated (by the book), lodge or hidden.")
]


@app.command(epilog="Example: dingshi spirit 驛馬 --day 甲子 --month-general 亥 --hour 子")
def spirit(
    name: Annotated[str, typer.Argument(help="A name or alias, 驛馬.", show_default=False)],
    book: Books = None,
    day: Annotated[str | None, typer.Option("--day", help="The day of a chart, 甲子.")] = None,
    month_general: Annotated[
        str | None, typer.Option("--month-general", "-g", help="月將 of the chart.")
    ] = None,
    hour: Annotated[str | None, typer.Option("--hour", help="占時 of the chart.")] = None,
    month: Month = None,
    half: Half = None,
    year: Year = None,
    stems: Stems = "stated",
    output: OutputFormat = Format.TEXT,
) -> None:
    """Show a spirit book by book, where the books differ, and where it falls in a chart."""
    from dingshi.spirits.names import check_books, find  # noqa: PLC0415
    from dingshi.spirits.page import draw_page, page  # noqa: PLC0415

    books = check_books(book or ())
    spirits = find(name, books)
    found = None
    if day is not None and month_general is not None and hour is not None:
        from dingshi.chart import cast as cast_chart  # noqa: PLC0415
        from dingshi.spirits.chart_spirits import chart_spirits  # noqa: PLC0415
        from dingshi.spirits.inputs import parse_setting  # noqa: PLC0415

        start_warm()
        chart = cast_chart(day, month_general=month_general, hour=hour)
        setting = parse_setting(chart, month=month, half=half, year=year)
        found = chart_spirits(chart, setting, stems)
    else:
        chart_options = {
            "--day": day,
            "--month-general": month_general,
            "--hour": hour,
            "--month": month,
            "--half": half,
            "--year": year,
            "--stems": None if stems == "stated" else stems,
        }
        if given := [option for option, value in chart_options.items() if value is not None]:
            missing = [option for option in tuple(chart_options)[:3] if option not in given]
            raise InputError(f"{given[0]} asks for a chart, which needs also {', '.join(missing)}")
    if output is Format.JSON:
        print_json(page(name, spirits, books, found))
    else:
        say(draw_page(name, spirits, books, found))

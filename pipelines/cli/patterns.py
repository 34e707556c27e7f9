"""Commands for patterns: pattern, find."""

from pathlib import Path
from typing import Annotated

import typer
from dingshi.cli.app import (
    Format,
    OutputFormat,
    SchoolName,
    app,
    print_json,
    printable,
    say,
)
from dingshi.errors import InputError


@app.command(
    short_help="Show one pattern of the dictionary.",
    epilog="Example: dingshi pattern 斬關. A clause: dingshi pattern 印綬/初傳生干",
)
def pattern(
    name: Annotated[
        str, typer.Argument(help="A pattern, clause, form or id, such as 斬關.", show_default=False)
    ],
    output: OutputFormat = Format.TEXT,
) -> None:
    """Show a pattern: definition, source, readings, clauses, and how many charts have each."""
    from dingshi.patterns.drawing import draw_entry, entry_to_dict  # noqa: PLC0415
    from dingshi.patterns.lookup import find_entries  # noqa: PLC0415

    found = find_entries(name)
    if output is Format.JSON:
        told = [entry_to_dict(entry) for entry in found]
        print_json(told[0] if len(told) == 1 else told)
    else:
        say("\n\n".join(draw_entry(entry) for entry in found))


@app.command(
    short_help="Find the charts that have some patterns.",
    epilog="Example: dingshi find --pattern 斫輪 --pattern 六陰 --without 斬首",
)
def find(
    pattern: Annotated[
        list[str] | None, typer.Option("--pattern", help="A pattern to have; may be repeated.")
    ] = None,
    without: Annotated[
        list[str] | None, typer.Option("--without", help="A pattern to lack; may be repeated.")
    ] = None,
    scope: Annotated[
        str | None,
        typer.Option("--scope", help="lessons, charts, months, years or full; default: as needed."),
    ] = None,
    school: SchoolName = "jingwei",
    limit: Annotated[int, typer.Option("--limit", min=0, help="How many to list; 0: all.")] = 40,
    out: Annotated[
        str | None, typer.Option("--out", help="Write them all to this Parquet file.")
    ] = None,
    output: OutputFormat = Format.TEXT,
) -> None:
    """Find the lessons or charts that have all of some patterns and none of others."""
    from dingshi.patterns.finding import draw_found, to_dict  # noqa: PLC0415
    from dingshi.patterns.finding import find as find_charts  # noqa: PLC0415

    found = find_charts(pattern or (), without or (), scope=scope, school=school)
    if out is not None:
        if not out:
            raise InputError("--out '' is no file; give its name")
        found.write(Path(out))
        say(f"{printable(out)}  {len(found):,} rows")
    elif output is Format.JSON:
        print_json(to_dict(found, limit or None))
    else:
        say(draw_found(found, limit or None))

"""Commands for the corpus: build, verify."""

from typing import Annotated

import typer
from dingshi.cli.app import (
    Format,
    OutputFormat,
    announce,
    app,
    print_json,
    printable,
    say,
    start_warm,
)
from dingshi.errors import DingshiError, InputError


@app.command(short_help="Build the corpus.", epilog="Example: dingshi build --out corpus")
def build(
    out: Annotated[str, typer.Option(help="The folder to build into.")] = "corpus",
) -> None:
    """Build the corpus: the lessons of each school, the plates, the spirits, and a manifest."""
    from dingshi.building import build as build_corpus  # noqa: PLC0415

    start_warm()

    if not out:
        raise InputError("--out '' is no folder; give its name")
    manifest = build_corpus(out, announce)
    for name, file in manifest["files"].items():
        say(f"{printable(out)}/{name}  {file['rows']:,} rows  {file['bytes']:,} bytes")


@app.command(
    short_help="Check the kernels against the texts.",
    epilog="Example: dingshi verify --format json",
)
def verify(output: OutputFormat = Format.TEXT) -> None:
    """Check the kernels against every list that volume 1 of 六壬經緯 gives."""
    from dataclasses import asdict  # noqa: PLC0415

    start_warm()
    from dingshi.verification import draw_verdicts  # noqa: PLC0415
    from dingshi.verification import verify as verify_lists  # noqa: PLC0415

    verdicts = verify_lists()
    if output is Format.JSON:
        print_json([{**asdict(v), "holds": v.holds, "explained": v.explained} for v in verdicts])
    else:
        say(draw_verdicts(verdicts))
    if not all(verdict.explained for verdict in verdicts):
        raise DingshiError("a list differs without a recorded reason")

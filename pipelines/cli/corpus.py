"""Commands for the corpus: build, verify."""

import sys
from pathlib import Path
from typing import Annotated

import typer
from dingshi.cli.app import Format, OutputFormat, app, print_json, say, start_warm
from dingshi.errors import DingshiError


@app.command(epilog="Example: dingshi build --out corpus")
def build(
    out: Annotated[Path, typer.Option(help="The folder to build into.")] = Path("corpus"),
) -> None:
    """Build the corpus: the lessons of each school, the plates, the spirits, and a manifest."""
    from dingshi.building import build as build_corpus  # noqa: PLC0415

    start_warm()

    def announce(name: str) -> None:
        sys.stderr.write(f"{name} …\n")

    manifest = build_corpus(out, announce)
    for name, file in manifest["files"].items():
        say(f"{out / name}  {file['rows']:,} rows  {file['bytes']:,} bytes")


@app.command(epilog="Example: dingshi verify --format json")
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

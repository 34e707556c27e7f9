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
    epilog="Example: dingshi verify --book bifa --show contradicted",
)
def verify(
    book: Annotated[str | None, typer.Option(help="Only the claims of this book.")] = None,
    kind: Annotated[str | None, typer.Option(help="Only the claims of this kind.")] = None,
    show: Annotated[
        str | None, typer.Option(metavar="VERDICT", help="List the claims with this verdict.")
    ] = None,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="How the lines of each book are accounted for.")
    ] = False,
    output: OutputFormat = Format.TEXT,
) -> None:
    """Check the kernels against the five books.

    Against the lists of volume 1, then against every claim, by book and by kind.

    Exit status 1 if a list differs without a recorded reason, or if the verdict on a claim is not
    the recorded one, whichever way it changed.
    """
    start_warm()
    from dingshi import verification  # noqa: PLC0415 - loads Numba
    from dingshi.collation import checking, report  # noqa: PLC0415

    lists = verification.verify()
    findings = checking.collate()
    chosen = report.select(findings, book, kind, show)
    changed = report.changed(findings)
    whole = book is None and kind is None and show is None
    if output is Format.JSON:
        print_json(report.verification_json(lists, chosen, coverage_of=book, coverage=coverage))
    elif coverage:
        say(report.draw_coverage(book))
    elif show is not None:
        say(report.draw_details(chosen) or "no such claim")
    else:
        if whole:
            say(verification.draw_verdicts(lists) + "\n")
        say(report.draw_summary(chosen))
    if changed and output is not Format.JSON:
        say("Changed against the record:")
        for finding in changed:
            was = " ".join(filter(None, (finding.claim.verdict, finding.claim.under)))
            say(f"was {was}, is {finding.verdict}: {report.one_line(finding)}")
    if not all(verdict.explained for verdict in lists):
        raise DingshiError("a list differs without a recorded reason")
    if changed:
        raise DingshiError(
            f"the verdict on {len(changed)} claims is not the recorded one, "
            f"first {changed[0].claim.id}"
        )

"""Commands for the claims: lint, add, renumber, format, document."""

import sys
from pathlib import Path
from typing import Annotated

import typer
from dingshi.cli.app import Format, OutputFormat, app, print_json, say, start_warm
from dingshi.errors import DingshiError, InputError

claims_app = typer.Typer(rich_markup_mode=None)
app.add_typer(claims_app, name="claims")


@claims_app.callback(invoke_without_command=True)
def _claims(context: typer.Context) -> None:
    """校勘: check, add and publish the statements of the five books."""
    if context.invoked_subcommand is None:
        say(context.get_help())


Folder = Annotated[Path, typer.Option("--folder", help="The folder of the claims in a checkout.")]
CLAIMS_FOLDER = Path("datasets/claims")


@claims_app.command(epilog="Example: dingshi claims lint --texts ../texts")
def lint(
    folder: Folder = CLAIMS_FOLDER,
    texts: Annotated[
        Path | None,
        typer.Option(help="The transcriptions, to compare coverage with their lines."),
    ] = None,
    output: OutputFormat = Format.TEXT,
) -> None:
    """Check the claims and the coverage of the lines.

    Each complaint names file and line; exit status 2 if there is one.
    """
    from dingshi.collation.editing import lint_files  # noqa: PLC0415 - loads Numba

    complaints = lint_files(folder, texts)
    if output is Format.JSON:
        print_json(complaints)
    else:
        for complaint in complaints:
            say(complaint)
    if complaints:
        raise InputError(f"{len(complaints)} complaints about the claims")


def _read(source: str) -> str:
    if source == "-":
        return sys.stdin.read()
    try:
        return Path(source).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{source} cannot be read: {error}") from None


@claims_app.command(epilog="Example: dingshi claims add drafts.jsonl")
def add(
    source: Annotated[
        str, typer.Argument(metavar="FILE", help="Drafts, a JSON object a line; - reads them in.")
    ],
    folder: Folder = CLAIMS_FOLDER,
) -> None:
    """Check, compute, number and file new claims.

    A draft has the fields book, section, line, kind, inputs, as_written and expected; also
    emended_from and note where there is something to say.
    """
    start_warm()
    from dingshi.collation.editing import add_claims  # noqa: PLC0415 - loads Numba

    for claim in add_claims(folder, _read(source), source):
        say(f"{claim.id}  {claim.kind}  {claim.verdict}  {claim.under or claim.missing}")


@claims_app.command(epilog="Example: dingshi claims renumber bifa")
def renumber(
    book: Annotated[str, typer.Argument(help="The book.", show_default=False)],
    folder: Folder = CLAIMS_FOLDER,
) -> None:
    """Close the gaps in the numbers of a book."""
    from dingshi.collation.editing import renumber as renumber_book  # noqa: PLC0415

    for old, new in renumber_book(folder, book):
        say(f"{old} -> {new}")


@claims_app.command("format", epilog="Example: dingshi claims format")
def format_(folder: Folder = CLAIMS_FOLDER) -> None:
    """Rewrite the claims in canonical form."""
    from dingshi.collation.editing import format_files  # noqa: PLC0415

    for book in format_files(folder):
        say(f"{book}.jsonl rewritten")


@claims_app.command(epilog="Example: dingshi claims document docs/collation.md --check")
def document(
    path: Annotated[Path, typer.Argument(help="The file to write.")] = Path("docs/collation.md"),
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; fail if the file is stale.")
    ] = False,
) -> None:
    """Write the apparatus as a document."""
    start_warm()
    from dingshi.collation.document import collation_document  # noqa: PLC0415 - loads Numba

    text = collation_document()
    if check:
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            raise DingshiError(f"{path} is stale; dingshi claims document renews it")
        return
    path.write_text(text, encoding="utf-8")
    say(f"{path}  {text.count(chr(10)):,} lines")

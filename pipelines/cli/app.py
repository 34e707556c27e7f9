"""What every command shares: the application, options, printing, a warm start of kernels."""

import hashlib
import json
import os
import sys
import tempfile
from contextlib import suppress
from enum import StrEnum
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from dingshi.errors import InputError

app = typer.Typer(
    name="dingshi",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from dingshi.provenance import rule_set, version  # noqa: PLC0415

        say(f"dingshi {version()}, rule set {rule_set()}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _dingshi(
    context: typer.Context,
    _: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """大六壬: cast charts, build the corpus of 定式, verify it against the texts."""
    if context.invoked_subcommand is None:
        sys.stdout.write(context.get_help() + "\n")


class Format(StrEnum):
    """How a result is printed."""

    TEXT = "text"
    JSON = "json"


Day = Annotated[
    str, typer.Argument(help="One of the sixty days, such as 甲子.", show_default=False)
]
SchoolName = Annotated[str, typer.Option("--school", help="A named school; see dingshi schools.")]
Noble = Annotated[
    str | None, typer.Option("--noble", help="The rule that places 貴人, if not the school's.")
]
ReadingPairs = Annotated[
    list[str] | None,
    typer.Option("--reading", metavar="NAME=VALUE", help="Replace one reading of the school."),
]
OutputFormat = Annotated[
    Format, typer.Option("--format", help="Text for people, JSON for programs.")
]


def say(text: str) -> None:
    """Print a line. Raises InputError where the terminal's encoding has no Chinese."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        raise InputError(
            f"this terminal's encoding is {sys.stdout.encoding}, which cannot show this text; "
            "set PYTHONIOENCODING=utf-8, or use --format json"
        ) from None
    sys.stdout.write(text + "\n")


def announce(text: str) -> None:
    """Tell a person what goes on, on standard error; nobody listening is no failure."""
    with suppress(OSError, ValueError):
        sys.stderr.write(f"{text} …\n")
        sys.stderr.flush()


def printable(text: str) -> str:
    """Return the name of a file as it can be printed, whatever bytes it holds."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def print_json(value: Any) -> None:
    """Print a value as one line of JSON, escaped where the terminal cannot show Chinese."""
    utf8 = (sys.stdout.encoding or "").lower().replace("-", "") in ("utf8", "utf8sig")
    say(json.dumps(value, ensure_ascii=not utf8))


def parse_readings(pairs: list[str] | None) -> dict[str, str]:
    """Return the readings of `--reading NAME=VALUE`; raise InputError for another form."""
    readings = {}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not equals:
            raise InputError(f"--reading {pair!r} is not NAME=VALUE; try dingshi schools")
        readings[name] = value
    return readings


CACHE_SPACE: Final = 4_000_000  # bytes; all kernels together take less


def _kernel_hash() -> str:
    digest = hashlib.sha256()
    folder = resources.files("dingshi.kernels")
    for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if file.name.endswith(".py"):
            digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


def start_warm() -> None:
    """Let compiled kernels be kept between runs, in a folder named after their sources.

    A change in any kernel changes the folder, so an old answer can never be served. It must happen
    before Numba is imported; without a writable cache folder, or space in it, nothing is kept.
    """
    if "numba" in sys.modules:
        return
    try:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        folder = base / "dingshi" / _kernel_hash()
        folder.mkdir(parents=True, exist_ok=True)
        for existing in (folder, *(path for path in folder.iterdir() if path.is_dir())):
            with tempfile.TemporaryFile(dir=existing) as probe:
                probe.write(bytes(CACHE_SPACE))
    except (OSError, RuntimeError):
        return
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    os.environ["DINGSHI_KERNEL_CACHE"] = "1"

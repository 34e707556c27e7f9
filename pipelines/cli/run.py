"""Running the command line: every failure becomes one line and an honest exit status."""

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from io import StringIO, TextIOWrapper
from typing import Any, Final, NoReturn

import typer
import typer.exceptions
from dingshi.errors import DingshiError

INTERRUPTED: Final = 130


def _fail(message: str, status: int) -> NoReturn:
    line = " ".join(message.split())
    encoding = getattr(sys.stderr, "encoding", None) or "ascii"
    with suppress(OSError, ValueError):
        sys.stderr.write(f"dingshi: {line}\n".encode(encoding, "backslashreplace").decode(encoding))
        sys.stderr.flush()
    sys.exit(status)


def _settle_streams() -> None:
    """Let closed streams swallow what is printed, and help degrade where there is no Chinese."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, StringIO())
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _utf8_arguments() -> list[str]:
    """Return the arguments, read as UTF-8 where the locale could not decode them."""
    arguments = []
    for argument in sys.argv[1:]:
        try:
            arguments.append(os.fsencode(argument).decode("utf-8"))
        except UnicodeError:
            arguments.append(argument)
    return arguments


def _interrupt(*_: object) -> NoReturn:
    raise KeyboardInterrupt


def run(command: Callable[..., Any]) -> None:
    """Run `command`; exit 0, or print one line on standard error and exit 1, 2 or 130.

    With DINGSHI_TRACEBACK=1 an unforeseen failure shows where it happened.
    """
    _settle_streams()
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _interrupt)
    try:
        status = command(_utf8_arguments(), standalone_mode=False)
        sys.stdout.flush()
    except DingshiError as error:
        _fail(str(error), error.exit_status)
    except typer.exceptions.TyperException as error:
        context = getattr(error, "ctx", None)
        hint = f"; see {context.command_path} --help" if context else ""
        _fail(error.format_message().replace("Value error, ", "").rstrip(".") + hint, 2)
    except (typer.Abort, KeyboardInterrupt):
        _fail("interrupted", INTERRUPTED)
    except BrokenPipeError:
        # The reader has gone; a second complaint at exit is avoided by closing towards nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        _fail(str(error), 1)
    except Exception as error:
        if os.environ.get("DINGSHI_TRACEBACK") == "1":
            raise
        _fail(
            f"unforeseen {type(error).__name__}: {error}; set DINGSHI_TRACEBACK=1 to see where, "
            "and please report it",
            1,
        )
    if status == INTERRUPTED:
        _fail("interrupted", INTERRUPTED)
    sys.exit(status if isinstance(status, int) else 0)

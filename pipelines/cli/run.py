"""Running the command line: every failure becomes one line and an honest exit status."""

import os
import sys
from collections.abc import Callable
from typing import Any, Final, NoReturn

import typer
import typer.exceptions
from dingshi.errors import DingshiError

INTERRUPTED: Final = 130


def _fail(message: str, status: int) -> NoReturn:
    line = " ".join(message.split())
    encoding = sys.stderr.encoding or "ascii"
    print(f"dingshi: {line}".encode(encoding, "backslashreplace").decode(encoding), file=sys.stderr)  # noqa: T201
    sys.exit(status)


def run(command: Callable[..., Any]) -> None:
    """Run `command`; exit 0, or print one line on standard error and exit 1 or 2."""
    try:
        status = command(standalone_mode=False)
        sys.stdout.flush()
        sys.exit(status if isinstance(status, int) else 0)
    except DingshiError as error:
        _fail(str(error), error.exit_status)
    except typer.exceptions.TyperException as error:
        context = getattr(error, "ctx", None)
        hint = f"; see {context.command_path} --help" if context else ""
        _fail(error.format_message().rstrip(".") + hint, 2)
    except (typer.Abort, KeyboardInterrupt):
        _fail("interrupted; nothing was changed", INTERRUPTED)
    except BrokenPipeError:
        # The reader has gone; a second complaint at exit is avoided by closing towards nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except UnicodeEncodeError:
        _fail(
            f"this terminal's encoding is {sys.stdout.encoding}, which has no Chinese; "
            "set PYTHONIOENCODING=utf-8, or use --format json",
            2,
        )
    except OSError as error:
        _fail(str(error), 1)

"""The command line. Each command parses, calls one function of the package and prints."""

from dingshi.cli import casting, claims, corpus, dating, patterns, spirits, validation
from dingshi.cli.app import app
from dingshi.cli.run import run

# Importing a module of commands adds them to `app`, in this order.
COMMANDS = (casting, dating, corpus, patterns, spirits, claims, validation)


def main() -> None:
    """Run the command line and exit with 0 (fine), 1 (failure) or 2 (bad input)."""
    run(app)

"""Put the output of the commands that a document shows below them: `readme.py FILE`."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

BLOCK = re.compile(r"```console\n\$ dingshi ([^\n]*)\n(.*?)```", re.DOTALL)


def output_of(arguments: str) -> str:
    """Return what `dingshi` prints for the arguments of a command line."""
    done = subprocess.run(
        [sys.executable, "-m", "dingshi", *shlex.split(arguments)],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONUTF8": "1"},
        check=True,
    )
    return done.stdout


def refreshed(document: str) -> str:
    """Return the document with the output of each command that it shows."""
    return BLOCK.sub(
        lambda block: f"```console\n$ dingshi {block[1]}\n{output_of(block[1])}```", document
    )


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.write_text(refreshed(path.read_text(encoding="utf-8")), encoding="utf-8")

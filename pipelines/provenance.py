"""What every file says of its origin: generator, version, rule set, licence."""

import hashlib
from functools import cache
from importlib import metadata, resources
from typing import Final

GENERATOR: Final = "dingshi"
LICENCE: Final = "CC-BY-4.0"
RULE_FOLDERS: Final = ("rules", "spirits", "patterns")


@cache
def version() -> str:
    """Return the version of the package."""
    return metadata.version("dingshi")


@cache
def rule_set() -> str:
    """Return the id of the rule set: a hash over the names and bytes of every rule file."""
    digest = hashlib.sha256()
    for name in RULE_FOLDERS:
        folder = resources.files("dingshi.datasets").joinpath(name)
        for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
            if file.name.endswith(".csv"):
                digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]

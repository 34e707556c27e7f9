"""How many claims break when one rule is turned over: recorded, so that a blind spot shows."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from dingshi.datasets.reading import read_rows

MUTATION_COLUMNS: Final = ("mutation", "broken", "description")


@cache
def recorded_mutations() -> Mapping[str, tuple[int, str]]:
    """Return for each mutation how many claims it breaks, and what it turns over."""
    rows = read_rows("claims/mutations.csv", MUTATION_COLUMNS)
    return {row["mutation"]: (int(row["broken"]), row["description"]) for row in rows}

"""Patterns of the books: they wait until the book's patterns are built."""

from typing import Any

from dingshi.collation.registry import Inputs, Waiting, evaluates
from dingshi.collation.world import World


@evaluates("pattern")
def _pattern(world: World, inputs: Inputs) -> Any:
    del world
    raise Waiting(f"patterns.{inputs['book']}")

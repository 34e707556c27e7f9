"""The evaluators: a kind of claim -> the function that computes its value from the inputs.

The inputs are those of the claim, and its `book` and `line`.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from dingshi.collation.world import World

Inputs = Mapping[str, Any]
Evaluator = Callable[[World, Inputs], Any]

EVALUATORS: Final[dict[str, Evaluator]] = {}


class Waiting(Exception):  # noqa: N818 - not an error: an answer
    """The value cannot be computed yet; `capability` says what is missing."""

    def __init__(self, capability: str) -> None:
        """Name what is missing, one of `CAPABILITIES`."""
        super().__init__(capability)
        self.capability = capability


def evaluates(*kinds: str) -> Callable[[Evaluator], Evaluator]:
    """Register a function as the evaluator of kinds of claims."""

    def register(function: Evaluator) -> Evaluator:
        for kind in kinds:
            if kind in EVALUATORS:
                raise ValueError(f"two evaluators for {kind}")
            EVALUATORS[kind] = function
        return function

    return register

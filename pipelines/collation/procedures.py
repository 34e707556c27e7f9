"""Numbers got from the numbers of branches; the other procedures of 五要權衡 wait."""

from typing import Any

from dingshi.collation.placing import BRANCH
from dingshi.collation.registry import Inputs, Waiting, evaluates
from dingshi.collation.world import World


@evaluates("quantity")
def _quantity(world: World, inputs: Inputs) -> Any:
    """Return the product of the numbers of two branches."""
    del world  # the numbers have no readings
    plain = {"upper", "lower"} <= inputs.keys()
    if not plain or inputs.keys() & {"vigour", "rule", "alternative"}:
        raise Waiting("procedures.wuyao")
    return (9 - BRANCH[inputs["upper"]] % 6) * (9 - BRANCH[inputs["lower"]] % 6)


@evaluates("changed_general", "response")
def _waiting(world: World, inputs: Inputs) -> Any:
    del world, inputs
    raise Waiting("procedures.wuyao")


@evaluates("moon_lodge")
def _moon_lodge(world: World, inputs: Inputs) -> Any:
    del world, inputs
    raise Waiting("calendar.moon")

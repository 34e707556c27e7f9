"""The axes of the space of charts, and what follows from a place on them (docs/design.md, 3).

A chart's id in a scope is its mixed-radix rank over that scope's axes, in the order of `AXES`, so
the id in a smaller scope is a floor quotient of the id in a larger one.
"""

from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Number = TypeVar("Number", int, Ints)

AXES: Final = {"day": 60, "shift": 12, "hour": 12, "half": 2, "year": 60, "natal": 12, "sex": 2}
SCOPES: Final = {"lessons": 2, "charts": 3, "months": 4, "years": 5, "full": 7}


def scope_shape(scope: str) -> tuple[int, ...]:
    """Return the sizes of the axes of `scope`, a key of `SCOPES`."""
    return tuple(AXES.values())[: SCOPES[scope]]


def rank(scope: str, *coordinates: Ints) -> Ints:
    """Return the ids of places in `scope`.

    `coordinates`: one integer array for each axis of the scope, broadcastable against each other.
    Raises ValueError when a coordinate lies outside its axis.
    """
    return np.asarray(np.ravel_multi_index(coordinates, scope_shape(scope)), dtype=np.int64)


def unrank(scope: str, ids: Ints) -> tuple[Ints, ...]:
    """Return the coordinates of `ids` in `scope`, one array for each axis; the inverse of `rank`.

    Raises ValueError when an id lies outside the scope.
    """
    return tuple(
        np.asarray(axis, dtype=np.int64) for axis in np.unravel_index(ids, scope_shape(scope))
    )


def month_general(hour: Number, shift: Number) -> Number:
    """Return the month general (0-11) that stands over `hour` (0-11) at `shift` (0-11)."""
    return (hour + shift) % 12


def shift_of(general: Number, hour: Number) -> Number:
    """Return the shift (0-11) of the plate with `general` (0-11) over `hour` (0-11)."""
    return (general - hour) % 12


def ju(shift: Number) -> Number:
    """Return the 局 number (1-12) of `shift` (0-11): 1 is 伏吟, 7 is 返吟."""
    return (12 - shift) % 12 + 1


def shift_of_ju(number: Number) -> Number:
    """Return the shift (0-11) of the 局 `number` (1-12)."""
    return (1 - number) % 12


def month_branch(general: Number, half: Number) -> Number:
    """Return the month branch (0-11) served by the month general `general` (0-11).

    `half` 0 is the month whose 中氣 opens the general (亥: 寅月), 1 the month after it.
    """
    return (1 + half - general) % 12


def year_of_life(year: Ints, natal: Ints, sex: Ints) -> Ints:
    """Return the branch of the year of life (行年, 0-11).

    `year` 0-59 or 0-11, `natal` 0-11, `sex` 0 man (from 寅 onward), 1 woman (from 申 backward).
    """
    age = year - natal
    return np.where(sex == 0, 2 + age, 8 - age) % 12

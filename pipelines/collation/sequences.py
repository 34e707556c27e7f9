"""Named sequences of three transmissions: the geometry of the family that they belong to."""

from typing import Any, Final

from dingshi.collation.casting import text
from dingshi.collation.registry import Inputs, evaluates
from dingshi.collation.world import World

# family or direction -> steps, and the branches from which its runs start
_ALL: Final = tuple(range(12))
_GROWING, _MIDDLE, _EARTH = (2, 5, 8, 11), (0, 3, 6, 9), (1, 4, 7, 10)
FAMILIES: Final[dict[str, tuple[tuple[int, ...], tuple[int, ...]]]] = {
    "進茹": ((1,), _ALL),
    "退茹": ((11,), _ALL),
    "進間斷": ((2,), _ALL),
    "退間斷": ((10,), _ALL),
    "順間傳": ((2,), _ALL),
    "逆間傳": ((10,), _ALL),
    "三傳順間": ((2,), _ALL),
    "順懸胎": ((3,), _GROWING),
    "逆懸胎": ((9,), _GROWING),
    "順關隔": ((3,), _MIDDLE),
    "逆關隔": ((9,), _MIDDLE),
    "順稼穡": ((3,), _EARTH),
    "逆稼穡": ((9,), _EARTH),
    "順三合金局": ((4,), (5, 9, 1)),
    "逆三合金局": ((8,), (5, 9, 1)),
    "順三合木局": ((4,), (11, 3, 7)),
    "逆三合木局": ((8,), (11, 3, 7)),
    "順三合水局": ((4,), (8, 0, 4)),
    "逆三合水局": ((8,), (8, 0, 4)),
    "順三合火局": ((4,), (2, 6, 10)),
    "逆三合火局": ((8,), (2, 6, 10)),
    "金局": ((4, 8), (5, 9, 1)),
    "木局": ((4, 8), (11, 3, 7)),
    "水局": ((4, 8), (8, 0, 4)),
    "火局": ((4, 8), (2, 6, 10)),
    "連珠": ((1, 11), _ALL),
}


def runs(steps: tuple[int, ...], starts: tuple[int, ...]) -> list[str]:
    """Return every run of three branches with one of the steps from one of the starts."""
    return [
        text([start, (start + step) % 12, (start + 2 * step) % 12])
        for step in steps
        for start in starts
    ]


@evaluates("sequence")
def _sequence(world: World, inputs: Inputs) -> Any:
    """Return the runs of the family, or where it has no geometry every sequence that is cast."""
    for name in (inputs["name"], inputs["pattern"]):
        if name in FAMILIES:
            return runs(*FAMILIES[name])
    return sorted({text(three) for three in world.transmissions})

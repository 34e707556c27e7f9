"""The tables that patterns need beyond those of casting, as a caller hands them over."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from dingshi.kernels.rules import Codes, Flags

Triple = tuple[int, int, int]

SPRING, SUMMER, AUTUMN, WINTER, JI = range(5)  # the fifth is 季: the months 辰未戌丑
NO_SEAT: Final = -1


class Seat(NamedTuple):
    """A named seat of a general: the earth branches under it, and as the print has them."""

    emended: tuple[int, ...]
    others: Mapping[str, tuple[int, ...]]  # by reading: written, or a sister book's


class Sequence(NamedTuple):
    """A named order of the three transmissions, and as the print has it."""

    emended: Triple
    others: Mapping[str, Triple]


class Tables(NamedTuple):
    """Tables of 六壬經緯 volumes 3 and 4; branch 0-11, stem 0-9, element 0-4, general 0-11."""

    punishes: Flags  # (12, 12): the row punishes the column (399)
    clashes: Flags  # (12, 12), symmetric (399)
    breaks: Flags  # (12, 12), symmetric (403)
    harms: Flags  # (12, 12), symmetric (403)
    combines: Flags  # (12, 12), symmetric: 六合 (407)
    breaks_onward: Flags  # (12, 12): only from the first named of a pair to the second
    harms_onward: Flags  # (12, 12): likewise
    stages: Codes  # (12, 10): the branch of each of the twelve stages, 長生 first, by stem
    quarter: Codes  # (12,): the season of a month branch, SPRING to WINTER
    season: Codes  # (12,): the same with 季 apart, SPRING to JI
    prosperous: Flags  # (5, 5): season, element: the elements of 及時 (279)
    untimely: Flags  # (5, 5): 失時 (279), empty for 季
    untimely_ji: Flags  # (5, 5): 失時 with 季 filled in from 死 and 囚 (415)
    past: Flags  # (5, 5): 既往 (283)
    coming: Flags  # (5, 5): 將來 (283)
    kind_generals: Flags  # (12,): the six of 天恩 and 時泰
    sequences: Mapping[str, Mapping[str, Sequence]]  # pattern -> form -> named order
    listed: Mapping[str, Mapping[str, tuple[Triple, ...]]]  # pattern -> direction -> as written
    seasons: Mapping[str, Mapping[str, Mapping[str, int]]]  # pattern -> direction -> form -> season
    seats: Mapping[str, Mapping[str, Seat]]  # pattern -> form -> seats

"""The shapes in which rule tables and readings reach a kernel."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.int8]
Flags = NDArray[np.bool_]


class Rules(NamedTuple):
    """The tables of casting: int8 codes and booleans, C order (六壬經緯 volume 1).

    Stems are 0-9 (甲 0), branches 0-11 (子 0), elements 0-4, polarity 0 yang, 1 yin, seat class
    0 孟, 1 仲, 2 季.
    """

    stem_polarity: Codes  # (10,)
    stem_element: Codes  # (10,)
    branch_polarity: Codes  # (12,)
    branch_element: Codes  # (12,)
    overcomes: Flags  # (5, 5): the element of the row overcomes that of the column
    generates: Flags  # (5, 5): the element of the row generates that of the column
    lodge: Codes  # (10,): the branch where a stem lodges
    seat_class: Codes  # (12,)
    stem_combination: Codes  # (10,): the stem that combines with it
    triad_next: Codes  # (12,): the next branch of its triad
    punishment: Codes  # (12,): the branch that it punishes
    clash: Codes  # (12,)
    horse: Codes  # (12,): the post horse of a day branch
    listed: Flags  # (60,): the days of 六壬經緯's own list of 別擇


class Readings(NamedTuple):
    """How the disputed sentences are read; every field is a bool (datasets/rules/readings.csv)."""

    use_depth: bool  # 涉害 measures the crossing first, not the seat alone
    count_lodged: bool  # the crossing meets the lodged stems too
    count_start: bool  # the crossing begins on the starting seat itself
    pool_all: bool  # 涉害 chooses among all candidates, not only those of the day's polarity
    tie_by_lesson: bool  # the last tie falls to the first lesson, not to the first hour
    zimao_returns: bool  # 伏吟 with 子卯 ends by punishment, not by clash
    bieze_listed: bool  # 別擇 only on the listed days

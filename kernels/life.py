"""行年, the year of life, by the two ways in which it is found (design.md, 3 has the formula)."""

import numpy as np
from dingshi.kernels.axes import Ints

YIN, SHEN = 2, 8


def by_shortcut(year: Ints, natal: Ints, sex: Ints) -> Ints:
    """Return the branch of the year of life by laying a plate (五要權衡 951).

    A man lays his natal branch over the branch of the year and looks for 寅 above; a woman lays
    the branch of the year over 申 and looks for her natal branch; the seat is the answer. `year`,
    `natal` 0-11, `sex` 0 man, 1 woman.
    """
    man_shift, woman_shift = natal - year, year - SHEN
    return np.where(sex == 0, YIN - man_shift, natal - woman_shift) % 12


def by_counting(age: Ints, sex: Ints) -> Ints:
    """Return the branch of the year of life by age: a man from 寅 onward, a woman from 申 backward.

    `age` is 1 in the year of birth.
    """
    return np.where(sex == 0, YIN + (age - 1), SHEN - (age - 1)) % 12

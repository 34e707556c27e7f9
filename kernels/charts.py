"""All 8,640 charts of day, shift and hour in one call: lessons, transmissions and generals."""

from typing import NamedTuple

import numpy as np
from dingshi.kernels.generals import plates
from dingshi.kernels.lessons import Lessons, cast_all
from dingshi.kernels.rules import Codes, Flags, Readings, Rules


class Charts(NamedTuple):
    """Every chart of the scope `charts`, int8."""

    lessons: Lessons  # 720 rows: what does not depend on the hour
    uppers: Codes  # (60, 12, 12, 4): day, shift, hour -> the four uppers
    transmissions: Codes  # (60, 12, 12, 3)
    plate: Codes  # (60, 12, 12, 12): day, shift, hour, earth branch -> general


def cast_charts(
    rules: Rules, readings: Readings, noble: Codes, forward: Flags, night: Flags
) -> Charts:
    """Cast every chart from scratch.

    `noble` (10, 2) and `forward` (12,) as for `generals.plates`; `night` (12,): hours of night.
    """
    lessons = cast_all(rules, readings)
    hours = np.zeros((1, 1, 12, 1), dtype=np.int8)
    uppers = lessons.uppers.reshape(60, 12, 1, 4) + hours
    transmissions = lessons.transmissions.reshape(60, 12, 1, 3) + hours
    by_hour = plates(noble, forward)[:, :, night.astype(np.int8)]
    plate = np.tile(by_hour, (6, 1, 1, 1))
    return Charts(lessons, uppers, transmissions, plate)

"""Spirits: every spirit at every position of 1,036,800 charts, against filling as many bytes."""

from collections.abc import Callable

import numpy as np
import pytest
from dingshi.kernels import generals
from dingshi.kernels.lessons import cast_all
from dingshi.kernels.spirit_bulk import fill_positions
from dingshi.kernels.spirits import POSITIONS, Words, falls_on_axes, tables_on_axes
from dingshi.schools import (
    forward_seats,
    kernel_rules,
    night_hours,
    noble_table,
    resolve_school,
)
from dingshi.spirits.arrays import spirit_table, spirit_tables, stem_images

from benchmarks.conftest import Ratio
from tests.twins import spirits as twin

CHARTS = 60 * 12 * 12 * 2 * 60
LEAST = 0.4  # of the bandwidth of filling memory: what the issue asks for


def filler(out: Words) -> Callable[[], None]:
    lessons = cast_all(kernel_rules(), resolve_school("jingwei").kernel_readings())
    transmissions = lessons.transmissions.reshape(60, 12, 3)
    plate = generals.plates(noble_table("jingwei"), forward_seats())

    def fill() -> None:
        fill_positions(
            spirit_tables(),
            kernel_rules().lodge,
            transmissions,
            plate,
            night_hours(),
            0,
            out,
        )

    return fill


def test_spirits_of_all_charts_against_filling_their_bytes(
    ratio: Ratio, request: pytest.FixtureRequest
) -> None:
    """Unmeasured runs fill one day: all sixty take 1.26 GB."""
    measured = not request.config.getoption("benchmark_disable")
    days = 60 if measured else 1
    words = spirit_tables().by_general.shape[1]
    out = np.ones((days, 12, 12, 2, 60, POSITIONS, words), dtype=np.uint64)
    fill = filler(out)
    fill()
    # 甲子 at shift 11: 馬 of 六壬經緯 (寅) stands over 卯, in whatever year.
    spirits = twin.all_spirits()
    horse = next(i for i, s in enumerate(spirits) if (s.book, s.name) == ("jingwei", "馬"))
    over_mao = out[0, 11, 0, 0, :, POSITIONS - 12 + 3, horse // 64]
    assert (over_mao >> np.uint64(horse % 64) & np.uint64(1)).all()
    gigabytes = out.nbytes / 1e9
    charts = CHARTS * days // 60
    label = f"{len(spirits)} spirits x {POSITIONS} positions x {charts:,} charts"
    ratio(
        f"{label} ({gigabytes:.2f} GB)",
        fill,
        lambda: out.fill(7),
        items=charts,
        peer_items=charts,
    )
    if measured:
        assert ratio.benchmark.extra_info["ratio"] >= LEAST


def test_tables_on_axes_against_the_naive_twin(ratio: Ratio) -> None:
    """Ours: 6,480 places on the four sets of axes; the twin: 24 charts."""
    spirits = twin.all_spirits()

    def peer() -> None:
        for general in range(12):
            for half in range(2):
                for spirit in spirits:
                    twin.places(spirit, twin.Chart(0, general, 0, half, 0))

    ratio(
        "all spirits landed on all axes, against the naive twin",
        lambda: tables_on_axes(spirit_table(), falls_on_axes(spirit_table(), stem_images())),
        peer,
        items=720 + 1440 + 3600 + 720,
        peer_items=24,
    )

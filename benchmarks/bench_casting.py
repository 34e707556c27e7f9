"""Casting: all 8,640 charts in one call, against a twin, a peer from PyPI and a copy of memory."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from dingshi.kernels.charts import Charts, cast_charts
from dingshi.schools import (
    forward_seats,
    kernel_rules,
    night_hours,
    noble_table,
    resolve_school,
)

from benchmarks.conftest import Ratio
from tests.twins import casting as twin

READINGS = {k: v for k, v in resolve_school("jingwei").readings().items() if k != "noble"}


def every_chart() -> Charts:
    return cast_charts(
        kernel_rules(),
        resolve_school("jingwei").kernel_readings(),
        noble_table("jingwei"),
        forward_seats(),
        night_hours(),
    )


def twin_charts() -> None:
    for day in range(5):
        for shift in range(12):
            for hour in range(12):
                twin.cast(day, shift, READINGS)
                twin.generals(twin.noble(day % 10, twin.is_night(hour)), shift)


def test_charts_against_the_naive_twin(ratio: Ratio) -> None:
    charts = every_chart()
    assert charts.transmissions[0, 11, 0].tolist() == [0, 11, 10]
    ratio(
        "all 8,640 charts in one call, against the naive twin chart by chart",
        every_chart,
        twin_charts,
        items=8_640,
        peer_items=720,
    )


def test_charts_against_copying_their_bytes(ratio: Ratio) -> None:
    charts = every_chart()
    arrays = (charts.uppers, charts.transmissions, charts.plate)
    kept = [np.empty_like(array) for array in arrays]

    def copy() -> None:
        for target, source in zip(kept, arrays, strict=True):
            np.copyto(target, source)

    ratio(
        "all 8,640 charts in one call, against copying as many bytes",
        every_chart,
        copy,
        items=8_640,
        peer_items=8_640,
    )


def test_charts_against_kinliuren(ratio: Ratio) -> None:
    kinliuren = pytest.importorskip("kinliuren.kinliuren", reason="install the extra `bench`")

    def peer() -> None:
        for hour in "子丑寅卯辰巳午未申酉戌亥":
            kinliuren.Liuren("雨水", "正", "甲子", "甲" + hour).result(0)

    ratio(
        "all 8,640 charts in one call, against kinliuren chart by chart",
        every_chart,
        peer,
        items=8_640,
        peer_items=12,
    )


def child(*arguments: str, **environment: str) -> None:
    subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, **environment},
        check=True,
        stdout=subprocess.DEVNULL,
    )


def nothing() -> None:
    child("-c", "pass")


CAST = ("-m", "dingshi", "cast", "甲子", "--month-general", "亥", "--hour", "子")
KERNEL = ("--reading", "crossing=depth_branches")


def test_start_of_help(ratio: Ratio) -> None:
    label = "dingshi --help from a cold start, against an empty Python"
    ratio(label, lambda: child("-m", "dingshi", "--help"), nothing, rounds=2)


def test_start_of_a_cast(ratio: Ratio) -> None:
    ratio("dingshi cast from a cold start, against an empty Python", lambda: child(*CAST), nothing)


def test_import_of_the_package(ratio: Ratio) -> None:
    label = "import dingshi and cast, against an empty Python"
    program = "import dingshi; dingshi.cast('甲子', month_general='亥', hour='子')"
    ratio(label, lambda: child("-c", program), nothing)


def test_compiling_the_kernels(ratio: Ratio, tmp_path: Path) -> None:
    """Cold compilation: a cast under a custom reading with an empty cache, and again warm."""
    folders = iter(range(1000))

    def cold() -> None:
        cache = str(tmp_path / str(next(folders)))
        child(*CAST, *KERNEL, XDG_CACHE_HOME=cache)

    def warm() -> None:
        child(*CAST, *KERNEL, XDG_CACHE_HOME=str(tmp_path / "warm"))

    warm()
    label = "a cast that compiles its kernel, against one that finds it"
    ratio(label, cold, warm, rounds=1)

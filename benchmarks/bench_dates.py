"""Real dates: instants to axes, charts and a calendar, against searches, peers and memory."""

import datetime
from pathlib import Path

import numpy as np
import pytest
from dingshi import build_calendar, cast_at
from dingshi.datasets.almanac import tables
from dingshi.dates.resolving import term_index
from dingshi.dates.tables import charts_at
from dingshi.kernels import moments
from dingshi.kernels.dates import date_axes

from benchmarks.bench_casting import child, nothing
from benchmarks.conftest import Ratio
from tests.twins.dates import Almanac

MILLIONS = 4_000_000
FEW = 400
EPOCH = datetime.datetime(1970, 1, 1)
EAST = np.array([28_800], dtype=np.int32)


@pytest.fixture(scope="module")
def instants() -> np.ndarray:
    return np.random.default_rng(1).integers(-10_000_000_000, 13_000_000_000, MILLIONS)


def test_axes_against_binary_search(ratio: Ratio, instants: np.ndarray) -> None:
    index = term_index()
    clock = instants + 28_800
    for ours, theirs in zip(
        date_axes(instants, EAST, index, 0),
        moments.date_axes(instants, clock, index, 0),
        strict=True,
    ):
        assert (ours == theirs).all()
    ratio(
        "axes of instants, against binary search in NumPy",
        lambda: date_axes(instants, EAST, index, 0),
        lambda: moments.date_axes(instants, clock, index, 0),
        items=MILLIONS,
        peer_items=MILLIONS,
    )


def test_axes_against_copying_as_many_bytes(ratio: Ratio, instants: np.ndarray) -> None:
    outputs = [np.empty(MILLIONS, dtype=np.int8) for _ in range(6)]

    def copy() -> None:
        instants.copy()
        for output in outputs:
            output.copy()

    ratio(
        "axes of instants, against copying as many bytes",
        lambda: date_axes(instants, EAST, term_index(), 0),
        copy,
        items=MILLIONS,
        peer_items=MILLIONS,
    )


def test_axes_against_the_naive_twin(ratio: Ratio, instants: np.ndarray) -> None:
    twin = Almanac(tables.terms().tolist())
    few = instants[:FEW].tolist()
    ratio(
        "axes of instants, against the naive twin",
        lambda: date_axes(instants, EAST, term_index(), 0),
        lambda: [twin.axes(t, 28_800, False) for t in few],
        items=MILLIONS,
        peer_items=FEW,
    )


def test_axes_against_sxtwl(ratio: Ratio, instants: np.ndarray) -> None:
    sxtwl = pytest.importorskip("sxtwl")
    dates = [EPOCH + datetime.timedelta(seconds=t + 28_800) for t in instants[:FEW].tolist()]

    def peer() -> None:
        for d in dates:
            day = sxtwl.fromSolar(d.year, d.month, d.day)
            sxtwl.getShiGz(day.getDayGZ().tg, d.hour)
            day.getMonthGZ()
            day.getYearGZ()

    ratio(
        "axes of instants, against pillars by sxtwl one by one",
        lambda: date_axes(instants, EAST, term_index(), 0),
        peer,
        items=MILLIONS,
        peer_items=FEW,
    )


def test_axes_against_lunar_python(ratio: Ratio, instants: np.ndarray) -> None:
    lunar_python = pytest.importorskip("lunar_python")
    dates = [EPOCH + datetime.timedelta(seconds=t + 28_800) for t in instants[:FEW].tolist()]

    def peer() -> None:
        for d in dates:
            solar = lunar_python.Solar.fromYmdHms(
                d.year, d.month, d.day, d.hour, d.minute, d.second
            )
            lunar = solar.getLunar()
            lunar.getDayInGanZhiExact2()
            lunar.getTimeZhi()
            lunar.getMonthInGanZhiExact()
            lunar.getYearInGanZhiExact()

    ratio(
        "axes of instants, against pillars by lunar-python one by one",
        lambda: date_axes(instants, EAST, term_index(), 0),
        peer,
        items=MILLIONS,
        peer_items=FEW,
    )


def test_a_table_of_charts_against_charts_one_by_one(ratio: Ratio) -> None:
    hours = np.arange(87_600, dtype=np.int64) * 7_200

    def one_by_one() -> None:
        for day in range(1, 21):
            cast_at(f"2024-02-{day:02d} 12:00", "+08:00").to_dict()

    ratio(
        "charts of dates with all columns, against cast_at one by one",
        lambda: charts_at(hours, 28_800),
        one_by_one,
        items=len(hours),
        peer_items=20,
        rounds=2,
    )


def test_the_calendar_against_its_charts_alone(ratio: Ratio, tmp_path: Path) -> None:
    """Ten years written and checked, against casting the same charts and keeping none."""
    first = -10 * 365 * 12
    hours = np.arange(first, first + 87_600, dtype=np.int64) * 7_200
    ratio(
        "a calendar of ten years on disk, against its charts in memory",
        lambda: build_calendar(1960, 1969, tmp_path / "calendar"),
        lambda: charts_at(hours, 28_800),
        items=87_672,
        peer_items=len(hours),
        rounds=1,
    )


def test_start_of_a_dated_cast(ratio: Ratio) -> None:
    arguments = ("-m", "dingshi", "cast", "--at", "2024-02-04 16:27", "--tz", "Asia/Shanghai")
    label = "dingshi cast --at from a cold start, against an empty Python"
    ratio(label, lambda: child(*arguments), nothing)


def test_start_of_a_dated_cast_against_a_plain_one(ratio: Ratio) -> None:
    dated = ("-m", "dingshi", "cast", "--at", "2024-02-04 16:27", "--tz", "Asia/Shanghai")
    plain = ("-m", "dingshi", "cast", "甲子", "--month-general", "亥", "--hour", "子")
    label = "dingshi cast --at from a cold start, against a plain cast"
    ratio(label, lambda: child(*dated), lambda: child(*plain))

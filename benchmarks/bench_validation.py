"""Validation: a Parquet file judged and reported, against a peer that is asked row by row."""

import os
from collections.abc import Iterator
from pathlib import Path

import dingshi
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from benchmarks.conftest import Ratio
from tests.pipelines.validation.tables import BRANCHES, PILLARS, charts, csv_text
from tests.pipelines.validation.test_scale import write

ROWS = 1_000_000


@pytest.fixture(autouse=True)
def one_core() -> Iterator[None]:
    """Arrow and the process on one core, since the target is stated for one."""
    threads, allowed = pa.cpu_count(), None
    pa.set_cpu_count(1)
    if hasattr(os, "sched_setaffinity"):
        allowed = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {min(allowed)})
    yield
    pa.set_cpu_count(threads)
    if allowed is not None:
        os.sched_setaffinity(0, allowed)


def test_rows_against_kinliuren(ratio: Ratio, tmp_path: Path) -> None:
    kinliuren = pytest.importorskip("kinliuren.kinliuren", reason="install the extra `bench`")
    path = tmp_path / "table.parquet"
    write(path, ROWS)

    def ours() -> None:
        result = dingshi.validate(path, report=tmp_path / "report.parquet")
        assert result.statuses == {"agrees": ROWS}

    def peer() -> None:
        for hour in BRANCHES:
            chart = kinliuren.Liuren("雨水", "正", "甲子", "甲" + hour).result(0)
            assert set(chart["三傳"]) == {"初傳", "中傳", "末傳"}

    label = "rows of transmissions judged on one core, against kinliuren"
    ratio(label, ours, peer, items=ROWS, peer_items=12, rounds=2)


def test_rows_against_reading_and_copying_them(ratio: Ratio, tmp_path: Path) -> None:
    path = tmp_path / "table.parquet"
    write(path, ROWS)

    def copy() -> None:
        pq.write_table(pq.read_table(path), tmp_path / "copy.parquet", compression="zstd")

    ratio(
        "rows of transmissions judged, against reading and writing them",
        lambda: dingshi.validate(path, report=tmp_path / "report.parquet"),
        copy,
        items=ROWS,
        peer_items=ROWS,
        rounds=2,
    )


def test_differing_rows_against_agreeing_ones(ratio: Ratio, tmp_path: Path) -> None:
    random = np.random.default_rng(1725)
    n = 100_000
    words = {
        "day": pa.array(PILLARS).take(pa.array(random.integers(0, 60, n))),
        "ju": pa.array(random.integers(1, 13, n), pa.int8()),
        "transmissions": pa.array(
            ["".join(three) for three in random.choice(list(BRANCHES), (n, 3)).tolist()]
        ),
    }
    path = tmp_path / "table.parquet"
    write(path, n)
    table = pa.table(words)
    ratio(
        "rows that differ explained, against agreeing rows",
        lambda: dingshi.validate(table, report=tmp_path / "report.parquet"),
        lambda: dingshi.validate(path, report=tmp_path / "report.parquet"),
        items=n,
        peer_items=n,
        rounds=2,
    )


def test_csv_against_parquet(ratio: Ratio, tmp_path: Path) -> None:
    rows = charts(hours=range(12)) * 6
    text, columns = tmp_path / "table.csv", tmp_path / "table.parquet"
    text.write_text(csv_text(rows), encoding="utf-8")
    pq.write_table(pa.Table.from_pylist(rows), columns)
    ratio(
        "rows with generals from CSV, against Parquet",
        lambda: dingshi.validate(text, report=tmp_path / "report.parquet"),
        lambda: dingshi.validate(columns, report=tmp_path / "report.parquet"),
        items=len(rows),
        peer_items=len(rows),
        rounds=2,
    )

"""Memory is bounded whatever the size of a table."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.pipelines.validation.tables import BRANCHES, PILLARS, transmissions, words

# Not ru_maxrss: a child begins with the peak of the process that started it.
CHILD = """
import re, sys, dingshi
result = dingshi.validate(sys.argv[1], report=sys.argv[2])
peak = re.search(r"VmHWM:\\s+(\\d+) kB", open("/proc/self/status").read()).group(1)
print(result.rows, result.statuses["agrees"], peak)
"""
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the peak is read from /proc")
THREE = pa.array([words(transmissions(day, shift)) for day in range(60) for shift in range(12)])


def write(path: Path, rows: int, seed: int = 1725) -> None:
    """Write agreeing rows: day, hour, month general, transmissions."""
    random = np.random.default_rng(seed)
    with pq.ParquetWriter(
        path,
        pa.schema([(n, pa.string()) for n in ("day", "hour", "month_general", "transmissions")]),
    ) as writer:
        while rows:
            n = min(rows, 1 << 20)
            rows -= n
            day, hour, general = (random.integers(0, size, n) for size in (60, 12, 12))
            columns = [
                pa.array(PILLARS).take(pa.array(day)),
                pa.array(list(BRANCHES)).take(pa.array(hour)),
                pa.array(list(BRANCHES)).take(pa.array(general)),
                THREE.take(pa.array(day * 12 + (general - hour) % 12)),
            ]
            writer.write_table(pa.table(columns, schema=writer.schema))


def peak_of(path: Path, report: Path) -> tuple[int, int, float]:
    """Judge in another process; return rows, rows that agree, and its peak memory in MiB."""
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(path), str(report)],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    rows, agree, peak = map(int, done.stdout.split())
    return rows, agree, peak / 1024


@pytest.mark.parametrize("rows", [1_000_000, pytest.param(10_000_000, marks=pytest.mark.slow)])
def test_rows_within_one_gibibyte(rows: int, tmp_path: Path) -> None:
    write(tmp_path / "table.parquet", rows)
    judged, agree, peak = peak_of(tmp_path / "table.parquet", tmp_path / "report.parquet")
    assert (judged, agree) == (rows, rows)
    assert peak < 1024
    assert pq.read_metadata(tmp_path / "report.parquet").num_rows == rows


def test_cells_of_a_megabyte_are_not_gathered(tmp_path: Path) -> None:
    """Four hundred cells of a megabyte each: 400 MB of text, read a few at a time."""
    path = tmp_path / "table.parquet"
    schema = pa.schema([("day", pa.string()), ("ju", pa.int8()), ("transmissions", pa.string())])
    with pq.ParquetWriter(path, schema, use_dictionary=False, compression="zstd") as writer:
        for part in range(8):
            cells = [f"{part}-{i}" + "甲" * 350_000 for i in range(50)]
            writer.write_table(
                pa.table([["甲子"] * 50, pa.array([2] * 50, pa.int8()), cells], schema=schema)
            )
    rows, agree, peak = peak_of(path, tmp_path / "report.parquet")
    assert (rows, agree) == (400, 0)
    assert peak < 1024

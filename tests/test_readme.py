"""README.md shows real output, real row counts and real commands."""

from pathlib import Path

import pyarrow.parquet as pq
import pytest
from dingshi.building import build

from tests.readme import BLOCK, refreshed

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_what_it_shows_is_what_the_commands_print() -> None:
    assert len(BLOCK.findall(README)) >= 3
    assert refreshed(README) == README, "run `make readme`"


def test_stale_output_would_be_noticed() -> None:
    stale = "```console\n$ dingshi --version\ndingshi 0.0.0\n```"
    assert refreshed(stale) != stale


def test_its_row_counts_are_those_of_the_files(tmp_path: Path) -> None:
    build(tmp_path / "corpus")
    for path in (tmp_path / "corpus").glob("*.parquet"):
        (line,) = (line for line in README.splitlines() if line.startswith(f"| `{path.name}`"))
        assert line.endswith(f"| {pq.read_metadata(path).num_rows:,} |")


@pytest.mark.parametrize("target", ["corpus", "test", "shipped", "readme", "bench"])
def test_the_make_targets_that_it_names_exist(target: str) -> None:
    assert f"`make {target}`" in README or f"make {target} " in README
    assert f"\n{target}:" in (ROOT / "Makefile").read_text(encoding="utf-8")
